"""A tournament as people look at it: what it would play, and what it tells while it does."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from typing import Final

from arena.tournament.contest import Contest
from arena.tournament.events import Event, RatingChanged, TestLooked
from arena.tournament.formats.coverage import Coverage, coverage
from arena.views.ranking import pool_table
from arena.views.sprt import Tested, finding_json

SCHEMA: Final = 1
"""The version of the shape of events."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduleView:
    """Who would meet whom how often, and who would sit where."""

    names: Sequence[str]
    players: int
    matches: int | None
    """None, as `blocks`: it goes on until it is stopped."""
    blocks: int | None
    orders: int
    covered: int
    """Of how many matches, the first ones, `coverage` tells: of those that are certain now."""
    coverage: Coverage

    def to_json(self) -> dict[str, object]:
        """The schedule for machines."""
        return {
            "matches": self.matches,
            "blocks": self.blocks,
            "covered": self.covered,
            "pairs": [
                {"bots": [self.names[one], self.names[other]], "matches": count}
                for (one, other), count in self.coverage.pairs.items()
            ],
            "seats": [
                {"bot": self.names[entry], "seat": seat, "matches": count}
                for (entry, seat), count in self.coverage.seats.items()
            ],
        }


def schedule_view(contest: Contest) -> ScheduleView:
    """What a contest would play."""
    form = contest.format
    first = list(islice(form.generation(0, ()), form.count or form.in_a_pass))
    return ScheduleView(
        names=[entry.name for entry in contest.entries],
        players=contest.terms.players,
        matches=form.count,
        blocks=form.blocks,
        orders=form.orders,
        covered=len(first),
        coverage=coverage(first),
    )


def event_json(event: Event) -> dict[str, object]:
    """An event for machines: a line of `arena tournament --json`."""
    head: dict[str, object] = {"event": event.event, "schema": SCHEMA}
    if isinstance(event, RatingChanged):
        table = pool_table(event.table)
        lines = [line.to_json() for line in table.lines]
        return {**head, "game": table.pool.game, "matches": event.matches, "standings": lines}
    if isinstance(event, TestLooked):
        return {**head, **finding_json(event.finding)}
    return {**head, **asdict(event)}


def verdict_json(shown: Tested) -> dict[str, object]:
    """What a test has shown: the last line of `arena sprt --json`."""
    return {"event": "verdict", "schema": SCHEMA, **shown.to_json()}
