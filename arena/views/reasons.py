"""Why one bot scores more than another: their points by scoring rule, seat and end."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from leaderboard.ratings.table import DECIMALS
from leaderboard.values import StoredMatch, StoredSeat


@dataclass(frozen=True, slots=True)
class RuleLine:
    """What a scoring rule brought each of them, on average over matches."""

    rule: str
    one: float
    other: float

    @property
    def lead(self) -> float:
        """How far the first is ahead by it."""
        return self.one - self.other


@dataclass(frozen=True, slots=True)
class PartLine:
    """How the first one did in part of the matches: at a seat, or of one end."""

    part: str
    """A seat as in JSON, or an end by its name."""
    matches: int
    score: float
    lead: float | None

    def to_json(self) -> dict[str, object]:
        """The line for machines, but for the name of its part."""
        lead = None if self.lead is None else round(self.lead, DECIMALS)
        return {"matches": self.matches, "score": round(self.score, DECIMALS), "lead": lead}


@dataclass(frozen=True, slots=True, kw_only=True)
class Reasons:
    """What the records of their common matches tell."""

    read: int
    """Matches whose records were read: the newest."""
    of: int
    """Matches they have in common."""
    rules: tuple[RuleLine, ...]
    """The largest difference first."""
    seats: tuple[PartLine, ...]
    """By seat of the first one."""
    ends: tuple[PartLine, ...]

    def to_json(self) -> dict[str, object]:
        """The reasons for machines."""
        return {
            "records": {"read": self.read, "of": self.of},
            "points_by_rule": [
                {
                    "rule": line.rule,
                    "points": [round(line.one, DECIMALS), round(line.other, DECIMALS)],
                }
                for line in self.rules
            ],
            "seats": [{"seat": int(line.part), **line.to_json()} for line in self.seats],
            "ends": [{"termination": line.part, **line.to_json()} for line in self.ends],
        }


@dataclass(slots=True)
class _Part:
    matches: int = 0
    halves: int = 0
    leads: list[int] = field(default_factory=list)

    def add(self, mine: StoredSeat, yours: StoredSeat) -> None:
        ranks = (mine.rank or 0, yours.rank or 0)
        self.matches += 1
        self.halves += 1 if ranks[0] == ranks[1] else 2 * (ranks[0] < ranks[1])
        if mine.score is not None and yours.score is not None:
            self.leads.append(mine.score - yours.score)

    def line(self, part: str) -> PartLine:
        lead = sum(self.leads) / len(self.leads) if self.leads else None
        return PartLine(part, self.matches, self.halves / (2 * self.matches), lead)


def collect(
    told: Iterable[tuple[StoredMatch, Mapping[str, Any]]], one: int, other: int, *, of: int
) -> Reasons:
    """The reasons, from matches with their records; entries by number."""
    seats: dict[str, _Part] = {}
    ends: dict[str, _Part] = {}
    points: dict[str, list[int]] = {}
    read = scored = 0
    for match, record in told:
        read += 1
        by_entry = {seat.entry: seat for seat in match.seats}
        mine, yours = by_entry[one], by_entry[other]
        seats.setdefault(str(mine.seat), _Part()).add(mine, yours)
        ends.setdefault(match.termination or match.status, _Part()).add(mine, yours)
        breakdown = record["result"].get("breakdown") or ()
        if len(breakdown) == len(match.seats):
            scored += 1
            for place, seat in enumerate((mine, yours)):
                for rule, value in breakdown[seat.seat].items():
                    points.setdefault(rule, [0, 0])[place] += value
    rules = [
        RuleLine(rule, first / scored, second / scored) for rule, (first, second) in points.items()
    ]
    return Reasons(
        read=read,
        of=of,
        rules=tuple(sorted(rules, key=lambda line: (-abs(line.lead), line.rule))),
        seats=tuple(part.line(name) for name, part in sorted(seats.items())),
        ends=tuple(part.line(name) for name, part in sorted(ends.items())),
    )
