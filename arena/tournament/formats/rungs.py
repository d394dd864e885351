"""One bot against yardsticks, weakest first: how far up it comes.

Entry 0 is the bot. The others are the *rungs*, each as many entries as there are seats beside the
bot, so that at every table it meets one yardstick alone. Each block is a deal of its own, and the
bot's mean score over all pairs of seats with the yardstick is one piece of evidence.

A generation is a look. It has `STEP` blocks of one rung in each game that still has something to
tell, and the rung is chosen so that time is spent where it tells most: upwards from the first,
and then whatever is still open, the one nearest to a verdict first. A rung is left as soon as its
bets decide it, for others after `FIRST` blocks, and for good after `MOST`. A bot that is taken
out ends it all.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from arena.tournament.errors import ScheduleError
from arena.tournament.formats.passes import refuse_impossible
from arena.tournament.formats.port import Pairing, Pairings, SeatOrders
from arena.tournament.formats.tables import orders_of, seat_orders
from leaderboard.ratings.counting import Blocks, settled
from leaderboard.ratings.pairs import pairs
from leaderboard.ratings.sequential import ENOUGH, e_value
from leaderboard.values import Result

STEP: Final = 6
"""Blocks between two looks."""
FIRST: Final = 24
"""Blocks after which an open rung is left for others."""
MOST: Final = 96
"""Blocks after which it stays open."""

RungVerdict = Literal["better", "worse", "open"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rung:
    """What is known of the bot and one yardstick."""

    scores: tuple[float, ...]
    """The bot's, one for each deal, from 0 to 1."""
    e_values: tuple[float, float]
    """That the bot is better, that the yardstick is."""
    verdict: RungVerdict
    """Of the bot. What is told of all rungs of a game together is right in 95 %."""
    blocks: int
    """Which were scheduled, whether they counted or not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rungs:
    """Entry 0 meets one yardstick after the other."""

    entries: int
    players: int = 2
    games: int = 1
    seat_orders: SeatOrders = SeatOrders.ALL

    def __post_init__(self) -> None:
        refuse_impossible(self.entries, self.players, None, self.games)
        if (self.entries - 1) % (self.players - 1):
            raise ScheduleError("each yardstick fills all seats beside the bot")

    @property
    def rungs(self) -> int:
        """How many yardsticks there are."""
        return (self.entries - 1) // (self.players - 1)

    @property
    def orders(self) -> int:
        """Matches in a block."""
        return orders_of(self.players, self.seat_orders)

    @property
    def in_a_pass(self) -> int:
        """Pairings between two looks, as long as all games have something to tell."""
        return self.games * STEP * self.orders

    @property
    def blocks(self) -> None:
        """That depends on results."""

    @property
    def count(self) -> None:
        """That depends on results."""

    def finding(self, results: Sequence[Result]) -> None:
        """There are many; `rungs_of` tells them."""

    def generation(self, number: int, results: Sequence[Result]) -> Pairings:
        """The next blocks of each game; nothing more once nobody plays, or a bot was taken out."""
        newest = {one.status for one in results if one.generation == number - 1}
        if number and ("skipped" in newest or "done" not in newest):
            return ()
        chosen = []
        for game in range(self.games):
            rungs = self.standing(game, results)
            if (rung := _next(rungs)) is not None:
                chosen.append((game, rung, rungs[rung].blocks))
        first = max((one.block for one in results), default=0)
        return _Look(self, number, first, tuple(chosen)) if chosen else ()

    def standing(self, game: int, results: Sequence[Result]) -> tuple[Rung, ...]:
        """What results in pairing order show in one game, rung by rung.

        As far as there is no gap: matches that end soon are not the same as those that last.
        """
        # All games are in the first generation, in their order.
        names = list(dict.fromkeys(one.pool.game for one in results))
        whole = (one for number, one in enumerate(results, start=1) if one.pairing == number)
        # Which end of a match counts is told by those of all games.
        of_game = [one for one in settled(whole) if names.index(one.pool.game) == game]
        blocks_of_game = Blocks(self.seat_orders.value)
        complete = (one for result in of_game for one in blocks_of_game.add(result))
        met = next(iter(pairs(complete).values()), {})
        found = []
        for rung in range(self.rungs):
            others = self.others(rung)
            blocks = {one.block for one in of_game if others[0] in one.entries}
            each = [met[0, other].blocks for other in others if (0, other) in met]
            scores = tuple(sum(told) / len(told) for told in zip(*each, strict=True))
            found.append(self._rung(scores, len(blocks)))
        return tuple(found)

    def others(self, rung: int) -> range:
        """The entries of a rung."""
        beside = self.players - 1
        return range(1 + rung * beside, 1 + (rung + 1) * beside)

    def _rung(self, scores: tuple[float, ...], blocks: int) -> Rung:
        better, worse = e_value(scores), e_value(1 - score for score in scores)
        # Either may be better, so what counts is the mean of both bets; and of all rungs together.
        sure = (better + worse) / 2 >= ENOUGH * self.rungs
        verdict: RungVerdict = "open" if not sure else "better" if better > worse else "worse"
        return Rung(scores=scores, e_values=(better, worse), verdict=verdict, blocks=blocks)


def _next(rungs: Sequence[Rung]) -> int | None:
    """The rung that is played next; None if all are done."""
    unsettled = [at for at, one in enumerate(rungs) if one.verdict == "open"]
    for at in unsettled:
        if rungs[at].blocks < FIRST:
            return at
    left = [at for at in unsettled if rungs[at].blocks < MOST]
    return max(left, key=lambda at: (max(rungs[at].e_values), -at), default=None)


@dataclass(frozen=True, slots=True)
class _Look:
    """The blocks of a generation: of each game its rung, and how many blocks that had before."""

    form: Rungs
    number: int
    before: int
    """All blocks of earlier generations."""
    chosen: tuple[tuple[int, int, int], ...]

    def __iter__(self) -> Iterator[Pairing]:
        return map(self.__getitem__, range(len(self.chosen) * STEP * self.form.orders))

    def __getitem__(self, index: int) -> Pairing:
        place, order = divmod(index, self.form.orders)
        if not 0 <= place < len(self.chosen) * STEP:
            raise IndexError(f"generation {self.number} has no pairing {index}")
        # Games take turns, so that each has its share of the time at any moment.
        step, turn = divmod(place, len(self.chosen))
        game, rung, had = self.chosen[turn]
        block = self.before + place + 1
        seats = seat_orders((0, *self.form.others(rung)), self.form.seat_orders)[order]
        number = self.before * self.form.orders + index + 1
        return Pairing(number, self.number, game, had + step + 1, block, block, order, seats)
