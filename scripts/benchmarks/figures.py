"""Figures, the ratios made of them, and what becomes of a ratio. Pure.

>>> figures = Figures()
>>> for cost, scale in ((3.0, 10.0), (2.0, 8.0), (9.0, 12.0)):
...     figures.add({"move": cost, "G": scale})
>>> row = Row("loop", "a move", "move", "G", bar=0.3, aim=0.2)
>>> found = finding(row, figures)
>>> found.best, found.median, found.verdict
(0.25, 0.3, 'holds')
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from statistics import median

MORE_IS_BETTER = "at least"
LESS_IS_BETTER = "at most"


class Figures:
    """What was measured of one tree, round by round."""

    def __init__(self) -> None:
        self._rounds: list[dict[str, float]] = []

    def add(self, taken: Mapping[str, float]) -> None:
        """What one round has given."""
        self._rounds.append(dict(taken))

    @property
    def names(self) -> list[str]:
        """All that was taken."""
        return sorted({name for taken in self._rounds for name in taken})

    def of(self, *names: str) -> list[tuple[float, ...]]:
        """The values of these in the rounds that have all of them."""
        return [
            tuple(taken[name] for name in names)
            for taken in self._rounds
            if all(name in taken for name in names)
        ]

    def best(self, name: str, *, most: bool = False) -> float | None:
        """The lowest, or the highest."""
        values = [value for (value,) in self.of(name)]
        if not values:
            return None
        return max(values) if most else min(values)


@dataclass(frozen=True)
class Row:
    """A line of the table: one figure over another, or a figure alone."""

    key: str
    """What `--only` calls it."""
    what: str
    over: str
    under: str = ""
    """Empty for a figure that is a ratio by itself."""
    bar: float | None = None
    """None for what is told and not judged."""
    aim: float | None = None
    more: bool = False
    """Whether a higher ratio is the better one."""
    factor: float = 1.0
    part: str = "more"
    """`main` for what was promised, `more` for the rest."""

    @property
    def figures(self) -> tuple[str, ...]:
        """What it is made of."""
        return (self.over, self.under) if self.under else (self.over,)


@dataclass(frozen=True)
class Finding:
    """What came out for a row."""

    row: Row
    best: float | None
    """None if it could not be measured."""
    median: float | None
    rounds: int

    @property
    def verdict(self) -> str:
        """How it compares with what was promised."""
        if self.best is None:
            return "not measured"
        if self.row.bar is None:
            return ""
        if not _reaches(self.row, self.best, self.row.bar):
            return "MISSED"
        if self.row.aim is not None and _reaches(self.row, self.best, self.row.aim):
            return "aim reached"
        return "holds"


def finding(row: Row, figures: Figures) -> Finding:
    """The ratio of the best chunks, and the median of each round's own ratio."""
    rounds = figures.of(*row.figures)
    if not rounds:
        return Finding(row, None, None, 0)
    if row.under:
        # Both are costs: the best is the lowest, whichever way the ratio of them points.
        best = min(one[0] for one in rounds) / min(one[1] for one in rounds)
        ratios = [one[0] / one[1] for one in rounds]
    else:
        ratios = [one[0] for one in rounds]
        best = max(ratios) if row.more else min(ratios)
    return Finding(row, row.factor * best, row.factor * median(ratios), len(rounds))


def _reaches(row: Row, value: float, wanted: float) -> bool:
    return value >= wanted if row.more else value <= wanted


@dataclass
class Run:
    """One run of the bench."""

    begun: str
    """When, in UTC."""
    trees: tuple[str, ...]
    """What was measured; the first is this checkout."""
    quick: bool
    loads: list[float] = field(default_factory=list)
    """How many programs wanted a processor, at the beginning and at the end."""
    processors: int = 1
    figures: dict[str, Figures] = field(default_factory=dict)
    """By tree."""
    notes: list[str] = field(default_factory=list)
    """What was left out, and why."""

    def findings(self, tree: str, rows: tuple[Row, ...]) -> list[Finding]:
        """Of all rows, for one tree."""
        return [finding(row, self.figures[tree]) for row in rows]
