"""The fit as tables show it: one estimate for each entry of a pool, best first.

Ratings are compared as they are printed, with ties by name; all that is said of neighbours is said
of neighbours in that order. Names also give the order in which sums run, so that numbering the
entries otherwise changes nothing.
"""

from collections.abc import Callable
from typing import Final

from leaderboard.ratings import ranks
from leaderboard.ratings.evidence import Evidence, groups
from leaderboard.ratings.fit import Fit, fit
from leaderboard.values import Estimate

DECIMALS: Final = 4
"""What is printed of a rating; equal in print is a tie."""

Name = Callable[[int], str]
"""What an entry is called."""


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


def above(evidence: Evidence, a: int, b: int, name: Name | None = None) -> float:
    """How probable it is that a is stronger than b; one half if they never met through anybody."""
    for group in groups(evidence):
        if a in group and b in group:
            return fit(evidence, sorted(group, key=name or _by_number)).above(a, b)
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
