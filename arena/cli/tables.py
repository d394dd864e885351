"""Rankings for people: tables with drawn intervals that fit 80 columns."""

import itertools
from collections.abc import Iterable, Sequence
from typing import Final

from rich.table import Table as RichTable

from arena.cli.screen import Screen, fill
from leaderboard.ratings.table import Standing, Table
from leaderboard.values import Entry, Pool, Tournament

_BAR: Final = 24
_NARROW_BAR: Final = 9


def show_tables(screen: Screen, tables: Sequence[Table], *, wide: bool = False) -> None:
    """The ranking for people, one table for each pool."""
    if not tables:
        screen.out("There is nothing to rank: no match counts so far.")
    for number, table in enumerate(tables):
        if number:
            screen.out("")
        screen.out(pool_title(table.pool))
        screen.console.print(_rich(table.standings, wide=wide))
        if any(_unsettled(table.standings)):
            screen.out("~ marks bots whose order is not settled: their intervals overlap.")
        if spoilt := [f"{one.entry.name} {one.voids}" for one in table.standings if one.voids]:
            told = f"Void because of this machine, and in no table: {', '.join(spoilt)}."
            screen.out(fill(told))


def show_benched(screen: Screen, entries: Iterable[Entry]) -> None:
    """Who was taken out, and why."""
    for entry in entries:
        if entry.benched:
            screen.out(fill(f"{entry.name}: {entry.benched}; its matches count for nobody."))


def title(head: Tournament) -> str:
    """A tournament as people name it."""
    return f"{head.id} ({head.name})" if head.name else head.id


def pool_title(pool: Pool) -> str:
    """A pool in one line."""
    options = ", ".join(f"{name}={value}" for name, value in pool.chosen.items())
    variant = f" ({options})" if options else ""
    return f"{pool.game}{variant}, {pool.players} players, {pool.control}"


def bar_of(start: float, end: float, low: float, high: float, width: int) -> str:
    """An interval drawn on the scale from `low` to `high`, its middle marked."""
    scale = (width - 1) / (high - low) if high > low else 0.0
    first, last = round((start - low) * scale), round((end - low) * scale)
    middle = (first + last) // 2
    cells = ["-" if first <= place <= last else " " for place in range(width)]
    cells[middle] = "o"
    return "".join(cells).rstrip()


def _rich(lines: Sequence[Standing], *, wide: bool) -> RichTable:
    table = RichTable(box=None, pad_edge=False)
    extra = ("Rank", "W", "D", "L", "Blocks") if wide else ()
    for heading in ("#", "", "Bot", "Rating", "±", " ", *extra, "Matches", "Faults"):
        text = heading in ("Bot", " ", "")
        table.add_column(
            heading, justify="left" if text else "right", no_wrap=True, overflow="ellipsis"
        )
    low = min((one.low for one in lines), default=0.0)
    high = max((one.high for one in lines), default=1.0)
    for one, unsettled in zip(lines, _unsettled(lines), strict=True):
        score = one.score
        details = (
            f"{one.rank_low}-{one.rank_high}",
            str(score.wins),
            str(score.draws),
            str(score.losses),
            str(score.blocks),
        )
        table.add_row(
            str(one.rank),
            "~" if unsettled else "",
            one.entry.name,
            f"{score.mu:.1f}",
            f"{(one.high - one.low) / 2:.1f}",
            bar_of(one.low, one.high, low, high, _NARROW_BAR if wide else _BAR),
            *(details if wide else ()),
            str(score.matches),
            str(score.faults),
        )
    return table


def _unsettled(lines: Sequence[Standing]) -> list[bool]:
    """Whether a bot's interval overlaps that of the one before or behind it."""
    overlaps = [after.high >= before.low for before, after in itertools.pairwise(lines)]
    return [any(overlaps[max(0, place - 1) : place + 1]) for place in range(len(lines))]
