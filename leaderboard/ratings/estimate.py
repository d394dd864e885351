"""The fit as tables show it: one estimate for each entry of a pool, best first.

Ratings are compared as they are printed, with ties by name; all that is said of neighbours is said
of neighbours in that order. Names also give the order in which sums run, so that numbering the
entries otherwise changes nothing.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from leaderboard.ratings import ranks
from leaderboard.ratings.evidence import Evidence, groups
from leaderboard.ratings.fit import Fit, fit

DECIMALS: Final = 4
"""What is printed of a rating; equal in print is a tie."""

Name = Callable[[int], str]
"""What an entry is called."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """What is known of one entry of one pool."""

    entry: int
    group: int
    """Which of the groups that never met, from 0; the largest is the first."""
    rating: float
    low: float | None
    """Bounds of the 95 % interval against the group; none if there is none on that side."""
    high: float | None
    rank_low: int
    """The best and the worst plausible rank in the group, for all entries at once."""
    rank_high: int
    first: float
    """The chance to be the best of the group."""
    above_next: float | None
    """The chance to be above the next one of the group; none for the last."""
    settled: bool
    """Whether that is beyond doubt, however often one looks; true for the last."""
    settle_deals: int | None
    """About how many more deals would settle it; none if it is settled or cannot be told."""
    deals: int
    """In how many deals it took part."""


def estimates(evidence: Evidence, name: Name | None = None) -> tuple[Estimate, ...]:
    """All entries that met somebody, group by group, best first."""
    called = name or _by_number
    named = [sorted(group, key=called) for group in groups(evidence)]
    named.sort(key=lambda group: (-len(group), called(group[0])))
    return tuple(
        one
        for number, group in enumerate(named)
        for one in _estimate(fit(evidence, group), number, called)
    )


def above(known: Evidence | Fit, a: int, b: int, name: Name | None = None) -> float:
    """How probable it is that a is stronger than b; one half if they never met through anybody."""
    if isinstance(known, Fit):
        return known.above(a, b)
    for group in groups(known):
        if a in group and b in group:
            return fit(known, sorted(group, key=name or _by_number)).above(a, b)
    return 0.5


def _estimate(fitted: Fit, group: int, called: Name) -> list[Estimate]:
    order = sorted(
        fitted.entries, key=lambda entry: (-round(fitted.rating(entry), DECIMALS), called(entry))
    )
    ranges = ranks.ranges(fitted)
    firsts = ranks.chances_to_be_first(fitted, order)
    return [
        Estimate(
            entry=entry,
            group=group,
            rating=fitted.rating(entry),
            low=fitted.low(entry),
            high=fitted.high(entry),
            rank_low=ranges[entry][0],
            rank_high=ranges[entry][1],
            first=firsts[entry],
            above_next=None if following is None else fitted.above(entry, following),
            settled=following is None or ranks.settled(fitted, entry, following),
            settle_deals=(
                None if following is None else ranks.deals_to_settle(fitted, entry, following)
            ),
            deals=fitted.deals[fitted.places[entry]],
        )
        for entry, following in zip(order, [*order[1:], None], strict=True)
    ]


def _by_number(entry: int) -> str:
    return f"{entry:09}"
