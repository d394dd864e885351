"""The stream to the referee: matches begin, turns are put to bots, answers go back in batches."""

import os
import sys
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from arena.sdk.attaching import read_invitation
from arena.sdk.bot import Action, Bot, Match, Result, Turn
from arena.sdk.logs import NoteHandler, install
from arena.sdk.stream import Stream
from arena.sdk.timing import Clock, Control
from arena.sdk.wire import Question, read_settings
from arena.version import VERSION
from referee.games.registry import get_game
from referee.v1 import play_pb2

_NOTE_BYTES: Final = 1024


def run(bot: type[Bot], environment: Mapping[str, str] = os.environ) -> None:
    """Play every match the referee offers, until it ends the stream.

    Started by hand it plays the match that waits in this folder (`arena match --attach`).
    """
    if "ARENA_ADDRESS" not in environment:
        environment = read_invitation(Path.cwd())
    address, token = environment.get("ARENA_ADDRESS"), environment.get("ARENA_TOKEN")
    if not address or not token:
        sys.exit(
            "A bot is started by the arena, which tells it where to connect. "
            "Try: arena match . random (with --attach BOT you start it yourself)"
        )
    hello = play_pb2.Hello(
        token=token,
        name=bot.__name__,
        sdk=f"arena-python {VERSION}",
        matches_at_once=bot.matches_at_once,
    )
    player = _Player(bot, install())
    message: play_pb2.PlayRequest | None = play_pb2.PlayRequest(hello=hello)
    try:
        with Stream(address) as stream:
            while (response := stream.exchange(message)) is not None:
                message = player.answer(response)
    except ConnectionError as error:
        # The stream of a killed referee breaks like this too; there is nobody left to tell.
        sys.exit(f"The stream to the referee broke: {error}")


class _Player:
    """The bots of one stream, one for each match that is open."""

    def __init__(self, bot: type[Bot], notes: NoteHandler) -> None:
        self._bot = bot
        self._notes = notes
        self._settings: Mapping[str, str] = {}
        self._bots: dict[int, Bot] = {}

    def answer(self, response: play_pb2.PlayResponse) -> play_pb2.PlayRequest | None:
        """What is sent for a message of the referee; None if it asks for nothing."""
        if response.HasField("welcome"):
            self._settings = read_settings(response.welcome.settings)
        message = play_pb2.PlayRequest()
        for start in response.starts:
            self._start(start)
            message.readies.add(match=start.match)
        for request in response.requests:
            self._answer(request, message)
        for end in response.ends:
            self._end(end)
        return message if message.readies or message.answers else None

    def _start(self, start: play_pb2.MatchStart) -> None:
        game = get_game(start.game)
        if game.rules_version != start.rules:
            sys.exit(
                f"This bot knows {start.game} rules {game.rules_version}, not {start.rules}; "
                "update the arena package."
            )
        match = Match(
            game=game,
            setup=game.setup(start.players, read_settings(start.options)),
            seat=start.seat,
            settings=self._settings,
            seed=start.seed,
            nodes=start.control.nodes,
            control=Control(
                bank_s=start.control.bank_us / 1e6,
                increment_s=start.control.increment_us / 1e6,
                move_s=start.control.move_us / 1e6,
                hang_s=start.control.hang_us / 1e6,
            ),
        )
        bot = self._bot(match)
        self._bots[start.match] = bot
        bot.start()

    def _answer(self, request: play_pb2.ActRequest, message: play_pb2.PlayRequest) -> None:
        """Put the bot's answer into the message."""
        bot, clock = self._bots[request.match], request.clock
        told = _clock(clock.budget_us, clock.bank_us, clock.charged_us, clock.charged_cpu_us)
        turn = Turn.put(bot.match, Question(bot.match.game, request), told)
        self._notes.turn = turn
        action = bot.act(turn)
        self._notes.turn = None
        if not isinstance(action, Action):
            raise TypeError(f"act() returned {action!r}; return one of turn.legal")
        note = turn.notes.encode()[:_NOTE_BYTES].decode(errors="ignore")
        message.answers.add(
            match=request.match, step=turn.step, action=action.index, note=note, eval=turn.eval
        )

    def _end(self, end: play_pb2.MatchEnd) -> None:
        termination = play_pb2.Termination.Name(end.termination)
        result = Result(
            termination=termination.removeprefix("TERMINATION_").lower(),
            reason=end.reason,
            ranks=tuple(end.ranks),
            scores=tuple(end.scores),
        )
        if bot := self._bots.pop(end.match, None):
            bot.end(result)


@lru_cache(maxsize=256)
def _clock(budget_us: int, bank_us: int, charged_us: int, charged_cpu_us: int) -> Clock:
    """The clock of a seat; matches without a bank share most of them."""
    return Clock(
        budget_s=budget_us / 1e6,
        bank_s=bank_us / 1e6,
        charged_s=charged_us / 1e6,
        charged_cpu_s=charged_cpu_us / 1e6,
    )
