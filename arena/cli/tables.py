"""Rankings for people: tables with drawn intervals that fit 80 columns."""

from typing import Final

from rich.table import Table

from arena.cli.screen import Screen, fill
from arena.views.ranking import PoolTable, Ranking
from arena.views.tournament import MARKS
from leaderboard.values import Pool, Tournament

_BAR: Final = 24
_NARROW_BAR: Final = 9


def show_ranking(screen: Screen, ranking: Ranking, *, wide: bool = False) -> None:
    """The ranking for people, one table for each pool."""
    if not ranking.tables:
        screen.out("There is nothing to rank: no match counts so far.")
    for number, table in enumerate(ranking.tables):
        if number:
            screen.out("")
        screen.out(pool_title(table.pool))
        screen.console.print(_rich(table, wide=wide))
        if any(table.unsettled):
            screen.out("~ marks bots whose order is not settled: their intervals overlap.")
        if spoilt := [f"{line.bot} {line.voids}" for line in table.lines if line.voids]:
            told = f"Void because of this machine, and in no table: {', '.join(spoilt)}."
            screen.out(fill(told))
    for one in ranking.benched:
        screen.out(fill(f"{one.bot}: {one.reason}; its matches count for nobody."))
    for mark in ranking.tournament.marks:
        screen.out(fill(MARKS.get(mark, mark)))


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


def _rich(table: PoolTable, *, wide: bool) -> Table:
    drawn = Table(box=None, pad_edge=False)
    extra = ("Rank", "W", "D", "L", "Blocks") if wide else ()
    for heading in ("#", "", "Bot", "Rating", "±", " ", *extra, "Matches", "Faults"):
        text = heading in ("Bot", " ", "")
        drawn.add_column(
            heading, justify="left" if text else "right", no_wrap=True, overflow="ellipsis"
        )
    low = min((line.low for line in table.lines), default=0.0)
    high = max((line.high for line in table.lines), default=1.0)
    for line, unsettled in zip(table.lines, table.unsettled, strict=True):
        details = (
            f"{line.rank_low}-{line.rank_high}",
            *map(str, (line.wins, line.draws, line.losses, line.blocks)),
        )
        drawn.add_row(
            str(line.rank),
            "~" if unsettled else "",
            line.bot,
            f"{line.mu:.1f}",
            f"{line.half_width:.1f}",
            bar_of(line.low, line.high, low, high, _NARROW_BAR if wide else _BAR),
            *(details if wide else ()),
            str(line.matches),
            str(line.faults),
        )
    return drawn
