"""The loop of matches between two bots, kept going for as long as it is measured.

    python -m benchmarks.stations.loop OPEN LEVEL [BOT BOT]

So many lanes play one match after the other. Between two chunks everything stands still, for
nothing turns the event loop; so a chunk is a piece out of the middle and has no first or last
matches. Two random bots play, unless others are named.

    loop     processor time of referee and bots, and time on the wall, for each move
    batch    how many questions travel in a message, and how large they are
    parts    the same as `loop`, and the samples of the referee by part
"""

import asyncio
import os
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from unittest.mock import patch

from benchmarks import cpu
from benchmarks.sampler import Sampler, referee_part
from benchmarks.station import Taken, answer, requests
from leaderboard.packing import pack_record
from referee.bots.conditions import Conditions
from referee.bots.entry import parse_entries
from referee.bots.host import open_pool
from referee.bots.hosting import Hosting
from referee.bots.pool import BotPool
from referee.games.registry import get_game
from referee.isolation.limits import Limits
from referee.match.clock import Control
from referee.match.plan import MatchPlan, plan_match
from referee.match.play import play
from referee.match.record import record
from referee.match.session import Session
from referee.talk.doors import grpc_door
from referee.v1 import play_pb2

FROZEN = "frozen"
_MOVES_ALONE = 300
_MOVES = 3000
_TRIES = 3
"""A chunk is taken again if a bot ended in it, and its time with it."""
# A station may stand still for minutes, with letters half written; no bot is to blame for it.
_STANDSTILL_S = 3000.0
# Both limits are one, as usual: questions of one limit share a letter.
_CONTROL = Control(hang_us=round(_STANDSTILL_S * 1e6), startup_us=round(_STANDSTILL_S * 1e6))


Go = Callable[[int], Awaitable[None]]


class Lanes:
    """Matches that are open side by side, and how many moves they have made."""

    def __init__(self, pool: BotPool, names: Sequence[str]) -> None:
        self._pool = pool
        self._entries = parse_entries(names)
        self._deal = 0
        self._wanted = 0
        self._reached = asyncio.Event()
        self.moves = 0
        self.matches = 0

    async def run(self) -> None:
        """Play for ever."""
        while True:
            self._deal += 1
            self.moves -= 1  # the watcher is called once more than there are moves
            plan = self._plan(self._deal)
            played = await play(plan, self._pool.table(self._entries), self._watch)
            pack_record(record(played, {}).to_json())
            self.matches += 1
            if played.outcome.faults or played.outcome.void:
                raise SystemExit(f"a match went wrong: {played.outcome}")

    async def until(self, moves: int) -> None:
        """Let them go on for so many moves."""
        self._wanted = self.moves + moves
        self._reached.clear()
        await self._reached.wait()

    def _watch(self, session: Session) -> None:
        self.moves += 1
        if self.moves >= self._wanted:
            self._reached.set()

    def _plan(self, deal: int) -> MatchPlan:
        game = get_game("kupferkessel")
        return plan_match(
            match=f"bench-{deal}",
            game=game,
            setup=game.setup(2),
            seats=self._entries,
            control=_CONTROL,
            seed=1,
            deal=deal,
            pairing=deal,
        )


async def main(open_matches: int, level: str, names: Sequence[str]) -> None:
    """Serve the chunks."""
    moves = _MOVES if open_matches > 1 else _MOVES_ALONE
    async with _referee(level) as pool:
        lanes = Lanes(pool, names)
        playing = [asyncio.create_task(lanes.run()) for _ in range(open_matches)]
        broken = asyncio.ensure_future(asyncio.wait(playing, return_when=asyncio.FIRST_EXCEPTION))

        async def go(count: int) -> None:
            """So many moves, or the error that stops them."""
            reached = asyncio.create_task(lanes.until(count))
            await asyncio.wait({reached, broken}, return_when=asyncio.FIRST_COMPLETED)
            for one in playing:
                if one.done():
                    one.result()

        await go(30 * open_matches)  # past the starts, and no longer all at the same step
        print("ready", "loop", "batch", "parts", flush=True)
        for name in requests():
            if name == "loop":
                answer(await _chunk(lanes, go, moves))
            elif name == "batch":
                with _letters() as letters:
                    await go(moves)
                answer(letters.figures())
            else:
                sampler = Sampler(referee_part)
                with sampler:
                    taken = await _chunk(lanes, go, 3 * moves)
                answer({**taken, **{f"referee.{part}": n for part, n in sampler.counted.items()}})
        for one in playing:
            one.cancel()
        await asyncio.gather(*playing, return_exceptions=True)


async def _chunk(lanes: Lanes, go: Go, moves: int) -> Taken:
    """What so many moves cost, each."""
    for _ in range(_TRIES):
        matches, moved = lanes.matches, lanes.moves
        bots = cpu.family(os.getpid(), itself=False)
        before = {bot: cpu.of(bot) for bot in bots}
        own, begun = cpu.own_s(), time.perf_counter()
        await go(moves)
        wall, own = time.perf_counter() - begun, cpu.own_s() - own
        after = {bot: cpu.of(bot) for bot in bots}
        if all(after[bot] for bot in bots if before[bot]):  # others came to nothing
            break
    else:
        raise SystemExit(f"bots were replaced in each of {_TRIES} chunks")
    theirs, moved = sum(after.values()) - sum(before.values()), lanes.moves - moved
    taken = {"cpu": own + theirs, "referee": own, "bots": theirs, "wall": wall}
    figures = {name: value / moved for name, value in taken.items()}
    if lanes.matches > matches:
        figures["match"] = (own + theirs) / (lanes.matches - matches)
    return figures


@asynccontextmanager
async def _referee(level: str) -> AsyncIterator[BotPool]:
    """A referee at that level; `frozen` is the sandbox with bots that rest."""
    rests = level == FROZEN
    # The quota would stop a bot at times, which is what it is for and no cost of a move.
    limits = Limits(cpus=float(os.cpu_count() or 1))
    conditions = Conditions(control=_CONTROL, limits=limits)
    hosting = Hosting("sandbox" if rests else level, conditions, "bench", rests=rests)
    async with open_pool(hosting, os.environ) as pool:
        yield pool


class Letters:
    """What went over the wires."""

    def __init__(self) -> None:
        self._letters = self._questions = self._asked = self._answered = 0

    def sent(self, message: bytes) -> None:
        if count := len(play_pb2.PlayResponse.FromString(message).requests):
            self._letters += 1
            self._questions += count
            self._asked += len(message)

    def heard(self, message: bytes) -> None:
        self._answered += len(message)

    def figures(self) -> Taken:
        return {
            "questions": self._questions / self._letters,
            "question-bytes": self._asked / self._questions,
            "answer-bytes": self._answered / self._questions,
        }


@contextmanager
def _letters() -> Iterator[Letters]:
    """Look at every message, at a price: not while time is measured."""
    letters = Letters()
    writer = grpc_door._Writer
    write, parsed = writer.write, vars(grpc_door)["parsed"]

    async def writing(self: grpc_door._Writer, message: bytes) -> None:
        letters.sent(message)
        await write(self, message)

    def parsing(data: bytes) -> play_pb2.PlayRequest:
        letters.heard(data)
        message: play_pb2.PlayRequest = parsed(data)
        return message

    with patch.object(writer, "write", writing), patch.object(grpc_door, "parsed", parsing):
        yield letters


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), sys.argv[2], sys.argv[3:] or ["random", "random:as=twin"]))
