"""Pairs of worlds that differ only in what one seat may not know, and what the seat is sent."""

import hashlib
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from google.protobuf import text_format
from google.protobuf.message import Message

from referee.games.chance import Rng, Streams
from referee.games.contract import Game, Setup
from referee.games.state import State
from referee.games.swapper import Stacked, Swapper
from referee.proofs.leak.transcript import (
    OpenSession,
    Reader,
    Transcript,
    World,
    as_sent,
    end_of,
    follow,
    play,
    request_of,
)

PAIRS_OF_MATCH: Final = 8
MOST_LEAKS: Final = 20
LINES_EVERY: Final = 4
_AROUND: Final = 40
_SHARED_BYTES: Final = 5  # of the eight of a seed; by chance once in 10**10 pairs


@dataclass(frozen=True)
class Leak:
    """A message that told something."""

    variant: str
    seat: int
    message: str
    differed: tuple[str, ...]
    """The kinds of secret in which the worlds differed."""
    text: str
    """The first lines that are not the same."""


@dataclass
class Tally:
    """What was looked at and found; sums of tallies are tallies."""

    pairs: int = 0
    leaking: int = 0
    """Pairs with at least one difference."""
    possible: Counter[str] = field(default_factory=Counter)
    """By kind of secret, the pairs of variants that have it."""
    differed: Counter[str] = field(default_factory=Counter)
    """By kind of secret, the pairs whose worlds truly differed in it."""
    messages: Counter[str] = field(default_factory=Counter)
    """By kind of message, how many were compared."""
    variants: Counter[str] = field(default_factory=Counter)
    """By number of players, options and seat, how many pairs."""
    size: int = 0
    """Bytes compared."""
    leaks: list[Leak] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        """Take in another part of the work."""
        self.pairs += other.pairs
        self.leaking += other.leaking
        self.size += other.size
        self.possible += other.possible
        self.differed += other.differed
        self.messages += other.messages
        self.variants += other.variants
        self.leaks = [*self.leaks, *other.leaks][:MOST_LEAKS]

    def share(self, kind: str) -> float:
        """In which part of the pairs that could differ in a kind of secret they did."""
        return self.differed[kind] / self.possible[kind] if self.possible[kind] else 0.0


def check_pairs(game: Game, swapper: Swapper, pairs: int, seed: str) -> Tally:
    """So many pairs, over variants, seats and depths as `seed` has it."""
    tally = Tally()
    number = 0
    while tally.pairs < pairs:
        begin = _digest(seed, str(number))
        rng = Rng(int.from_bytes(begin[:8], "big"))
        setup = _any_setup(game, rng)
        # Both doors are told the same, so it is enough to look at lines in some matches.
        lines = number % LINES_EVERY == LINES_EVERY - 1
        secret = _digest(seed, "secret", str(number))
        first = play(game, setup, begin, secret, rng, lines=lines)
        for _ in range(min(PAIRS_OF_MATCH, pairs - tally.pairs)):
            twin_seed = _digest(seed, "twin", str(number), str(tally.pairs))
            _Pair(first, swapper, twin_seed, rng, tally).check()
        number += 1
    return tally


class _Pair:
    """The first match and a twin, looked at from one seat."""

    def __init__(
        self, first: Transcript, swapper: Swapper, seed: bytes, rng: Rng, tally: Tally
    ) -> None:
        self._first = first
        self._swapper = swapper
        self._tally = tally
        self._seat = rng.below(first.setup.players)
        self._depth = _any_depth(first, rng)
        self._world = self._twin_world(seed, rng)
        self._differed: tuple[str, ...] = ()
        self._leak: tuple[str, str] | None = None

    def check(self) -> None:
        first, tally = self._first, self._tally
        self._compare_starts()
        self._compare_play(
            OpenSession(first.game, first.setup, first.world.seed, self._world.chance)
        )
        tally.pairs += 1
        tally.variants[_name(first.setup, self._seat)] += 1
        if self._leak is not None:
            message, text = self._leak
            name = _name(first.setup, self._seat)
            tally.leaking += 1
            tally.leaks.append(Leak(name, self._seat, message, self._differed, text))
            del tally.leaks[MOST_LEAKS:]

    def _twin_world(self, seed: bytes, rng: Rng) -> World:
        first = self._first
        kinds = self._swapper.kinds(first.setup)
        chosen = [kind for kind in kinds if rng.below(2)] or [kinds[rng.below(len(kinds))]]
        moment = first.moments[self._depth]
        orders = first.orders(moment.shuffles)
        self._swapper.swap(first.past(moment), self._seat, chosen, orders, rng)
        other_later = self._swapper.later_chance in chosen
        later = Streams(seed if other_later else first.world.seed)
        return World(seed, _digest(seed.hex(), "secret"), Stacked(orders, later))

    def _note_differences(self, here: State, there: State) -> None:
        """Find out in which kinds of secret the worlds differ."""
        seat = self._seat
        ours, theirs = self._swapper.secrets(here, seat), self._swapper.secrets(there, seat)
        kinds = self._swapper.kinds(self._first.setup)
        self._differed = tuple(kind for kind in kinds if ours[kind] != theirs[kind])
        self._tally.possible.update(kinds)
        self._tally.differed.update(self._differed)

    def _compare_starts(self) -> None:
        first, seat = self._first, self._seat
        here = first.world.start(first.game, first.setup, seat)
        there = self._world.start(first.game, first.setup, seat)
        again = first.world.start_with(self._world.secret, first.game, first.setup, seat)
        # A seed for the bot comes from the match seed, which differs; it tells nothing if it also
        # comes from the secret. So the same match under another secret must have another seed.
        bytes_here = here.seed.to_bytes(8, "big")
        shared = sum(
            a == b for a, b in zip(bytes_here, again.seed.to_bytes(8, "big"), strict=True)
        )
        self._tally.messages["bot's seed"] += 1
        if shared >= _SHARED_BYTES:
            self._report("bot's seed", "it follows from the match seed without the secret")
        here.ClearField("seed")
        there.ClearField("seed")
        self._compare("start", here, there, as_sent(here))

    def _compare_play(self, twin: OpenSession) -> None:
        first, seat = self._first, self._seat
        reader = Reader(first.game, first.setup, seat)
        reached = -1
        for reached, (moment, ask) in enumerate(follow(first, twin)):
            if not self._alike(moment.state, twin.state):
                if reached <= self._depth:
                    raise RuntimeError("the swapper has changed what the seat knew")
                break
            if reached == self._depth:
                self._note_differences(moment.state, twin.state)
            if ask.seat == seat:
                request = request_of(first.game, first.setup, ask)
                self._compare("request", moment.request, request, moment.sent)
                if moment.line:
                    self._compare_lines(moment.line, reader.asked(ask))
        if reached < self._depth:
            self._report("play", "the same actions are not legal or not asked for")
        if twin.due is None and self._alike(first.session.state, twin.state):
            self._compare_ends(twin)

    def _alike(self, here: State, there: State) -> bool:
        """Whether the seat knows the same in both worlds."""
        known = self._swapper.known
        return known(here, self._seat) == known(there, self._seat)

    def _compare_ends(self, twin: OpenSession) -> None:
        first = self._first
        here, there = end_of(first.session), end_of(twin)
        if first.session.state.scores() != twin.state.scores():
            # Secret goals count in the result, which is for everybody to see.
            for end in (here, there):
                end.ClearField("ranks")
                end.ClearField("scores")
        failed = any(moment.action < 0 for moment in first.moments)
        self._compare("end after a fault" if failed else "end", here, there, as_sent(here))

    def _compare(self, message: str, here: Message, there: Message, sent: bytes) -> None:
        self._tally.messages[message] += 1
        self._tally.size += len(sent)
        if as_sent(there) != sent:
            self._report(message, _first_difference(here, there))

    def _compare_lines(self, here: bytes, there: bytes) -> None:
        """The same for a bot that reads lines."""
        self._tally.messages["line"] += 1
        self._tally.size += len(here)
        if there != here:
            self._report("line", _first_other_part(here, there))

    def _report(self, message: str, text: str) -> None:
        """Keep the first difference of the pair; later ones follow from it."""
        self._leak = self._leak or (message, text)


def _any_setup(game: Game, rng: Rng) -> Setup:
    players = game.players[rng.below(len(game.players))]
    offered = [option for option in game.options if players in option.players]
    chosen = {option.name: option.values[rng.below(len(option.values))] for option in offered}
    return game.setup(players, chosen)


def _any_depth(first: Transcript, rng: Rng) -> int:
    """Anywhere in the match, with some liking for the deal and for a fault."""
    last = len(first.moments) - 1
    faults = [number for number, moment in enumerate(first.moments) if moment.action < 0]
    if faults and rng.below(2):
        return faults[0]
    return rng.below(last + 1) if rng.below(4) else 0


def _name(setup: Setup, seat: int) -> str:
    options = " ".join(f"{name}={value}" for name, value in setup.options.items())
    return f"players={setup.players} {options} seat={seat + 1}"


def _first_difference(here: Message, there: Message) -> str:
    lines = [text_format.MessageToString(message).splitlines() for message in (here, there)]
    for one, other in zip(*lines, strict=False):
        if one != other:
            return f"{one.strip()} | {other.strip()}"
    return f"{len(lines[0])} lines | {len(lines[1])} lines"


def _first_other_part(here: bytes, there: bytes) -> str:
    """What stands where two lines begin to differ."""
    pairs = enumerate(zip(here, there, strict=False))
    place = next((number for number, pair in pairs if len({*pair}) > 1), 0)
    begin = max(0, place - _AROUND)
    return " | ".join(one[begin : place + _AROUND].decode() for one in (here, there))


def _digest(*parts: str) -> bytes:
    return hashlib.sha256("\n".join(("leakcheck", *parts)).encode()).digest()
