"""A tournament as people look at it: what it would play, and what it tells while it does."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from typing import Final

from arena.tournament.contest import Contest
from arena.tournament.events import Event, RatingChanged, TestLooked
from arena.tournament.formats.coverage import Coverage, coverage
from arena.tournament.sampling import Sample
from arena.views.ranking import pool_table
from arena.views.sprt import Tested, finding_json

SCHEMA: Final = 1
"""The version of the shape of events."""
_MOST: Final = 1_000_000
"""So many pairings are looked at to tell who meets whom."""


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
    sample: Sample | None = None
    """What a few of the matches cost here; None if that was not tried, or not found."""

    @property
    def core_hours(self) -> float | None:
        """Processor time of all matches, as far as can be told."""
        if self.sample is None or self.matches is None:
            return None
        return self.sample.cpu_s * self.matches / 3600

    @property
    def disk_bytes(self) -> int | None:
        """What results would take."""
        if self.sample is None or self.matches is None:
            return None
        return round(self.sample.stored_bytes * self.matches)

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
            **({} if self.sample is None else {"run": {"sample": self._sample_json()}}),
        }

    def _sample_json(self) -> dict[str, object]:
        assert self.sample is not None  # noqa: S101 - asked for only if there is one
        return {
            **asdict(self.sample),
            "core_hours": self.core_hours,
            "disk_bytes": self.disk_bytes,
        }


def schedule_view(contest: Contest, sample: Sample | None = None) -> ScheduleView:
    """What a contest would play; its schedule is walked through, and never held."""
    form = contest.format
    first = islice(form.generation(0, ()), min(form.count or form.in_a_pass, _MOST))
    covered = coverage(first)
    return ScheduleView(
        names=[entry.name for entry in contest.entries],
        players=contest.terms.players,
        matches=form.count,
        blocks=form.blocks,
        orders=form.orders,
        covered=sum(covered.seats.values()) // contest.terms.players,
        coverage=covered,
        sample=sample,
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
