"""The schedule of a stored tournament: which pairing a number stands for."""

from collections.abc import Iterator, Sequence
from typing import Any

from arena.tournament.contest import Contest
from arena.tournament.formats import Pairing, Pairings
from arena.tournament.formats.season import Season
from arena.tournament.results import pool_of
from leaderboard.values import Result, StoredMatch


def total(contest: Contest, results: Sequence[Result]) -> int | None:
    """How many pairings there are in all, after these results; None without end."""
    form = contest.format
    return form.total(results) if isinstance(form, Season) else form.count


class Schedule:
    """The generations of a contest that follow from its results so far."""

    def __init__(self, contest: Contest, results: Sequence[Result]) -> None:
        self.contest = contest
        self._count = total(contest, results)
        self._generations: list[Pairings] = []
        last = max((one.generation for one in results), default=0)
        for number in range(max(last + 1, len(contest.terms.nights))):
            earlier = [one for one in results if one.generation < number]
            self._generations.append(contest.format.generation(number, earlier))

    @property
    def count(self) -> int | None:
        """Pairings in all; None without end."""
        return self._count

    def __iter__(self) -> Iterator[Pairing]:
        for pairings in self._generations:
            yield from pairings

    def pairing(self, match: StoredMatch) -> Pairing | None:
        """The pairing that a match was; None if the schedule has none of its number."""
        try:
            pairings = self._generations[match.generation]
            place = match.pairing - pairings[0].number
            return pairings[place] if place >= 0 else None
        except IndexError:
            return None

    def differences(self, match: StoredMatch) -> Iterator[tuple[str, Any, Any]]:
        """Where a match is not as it was scheduled: the place, the schedule's value, its own."""
        planned = self.pairing(match)
        if planned is None:
            yield "pairing", "one of the schedule", match.pairing
            return
        game, setup = self.contest.games[planned.game]
        pool = pool_of(game, setup, self.contest.terms.conditions.control)
        for place, expected, found in (
            ("seats", planned.seats, tuple(seat.entry for seat in match.seats)),
            ("block", planned.block, match.block),
            ("deal", planned.deal, match.deal),
            ("generation", planned.generation, match.generation),
            ("game", game.name, match.pool.game),
            ("options", pool.options, match.pool.options),
            ("players", pool.players, match.pool.players),
            ("control", pool.control, match.pool.control),
        ):
            if expected != found:
                yield place, expected, found
