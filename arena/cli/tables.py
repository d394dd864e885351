"""Rankings for people: tables with drawn intervals that fit 80 columns."""

from collections.abc import Sequence
from typing import Final

from arena.cli.console import Listing
from arena.cli.screen import Screen, counted, fill
from arena.text import one_line
from arena.views.ranking import Group, Open, PoolTable, Ranking, RankingLine
from arena.views.tournament import MARKS
from leaderboard.values import Pool, Tournament

_BAR: Final = 18
_NARROW_BAR: Final = 5
_FAR: Final = 5000
"""So many deals more are as good as an answer."""
LEGEND: Final = (
    "Order and ± (95 %, against the field) are the rating's, fitted to all complete blocks "
    "at once; TrueSkill is the live estimate and moves with the order of play."
)
_ONE_SIDED: Final = (
    "A ± with a sign is one-sided: who won, or lost, everything is bounded on one side only."
)


def show_ranking(screen: Screen, ranking: Ranking, *, wide: bool = False) -> None:
    """The ranking for people, one table for each pool and group."""
    ranked = [table for table in ranking.tables if table.lines]
    if not ranked:
        screen.out("There is nothing to rank: no block is complete so far.")
    for number, table in enumerate(ranking.tables):
        if number:
            screen.out("")
        screen.line(pool_title(table.pool))
        for group in table.groups:
            _show_group(screen, table, group, wide=wide)
        _show_remarks(screen, table)
    if ranked:
        screen.out("")
        screen.out(fill(LEGEND))
    if any("-" in half_width(line) or "+" in half_width(line) for t in ranked for line in t.lines):
        screen.out(fill(_ONE_SIDED))
    for one in ranking.benched:
        screen.out(fill(f"{one.bot}: {one.reason}; its matches count for nobody."))
    for mark in ranking.tournament.marks:
        screen.out(fill(MARKS.get(mark, mark)))


def _show_group(screen: Screen, table: PoolTable, group: Group, *, wide: bool) -> None:
    if len(table.groups) > 1:
        number = table.groups.index(group) + 1
        screen.out(f"Group {number} of {len(table.groups)}: these never met the others.")
    marks = _marks(group)
    screen.console.print(_rich(group, marks, wide=wide))
    for mark, one in zip(_MARKS, group.open, strict=False):
        screen.out(fill(f"{mark} {_sentence(one)}", 2))


def _show_remarks(screen: Screen, table: PoolTable) -> None:
    if not table.complete:
        wait = f"{table.waiting} of its matches wait for the rest of their block"
        screen.out(fill(f"Unfinished: {wait if table.waiting else 'more is to be played'}."))
    if spoilt := [f"{line.bot} {line.voids}" for line in table.lines if line.voids]:
        told = f"Void because of this machine, and in no table: {', '.join(spoilt)}."
        screen.out(fill(told))


_MARKS: Final = "~=*^abcdefghijklmnopqrstuvwxyz"
"""One for each stretch of a table whose order is not settled."""


def _marks(group: Group) -> dict[str, str]:
    return {bot: mark for mark, one in zip(_MARKS, group.open, strict=False) for bot in one.bots}


def _sentence(one: Open) -> str:
    """What would settle the order of neighbours."""
    who = ", ".join(one.bots)
    if one.deals is None or one.deals > _FAR:
        return f"{who}: not settled who is better; they may be equal."
    return f"{who}: not settled; about {counted(one.deals, 'more deal')} would settle it."


def title(head: Tournament) -> str:
    """A tournament as people name it."""
    return f"{head.id} ({one_line(head.name)})" if head.name else head.id


def pool_title(pool: Pool) -> str:
    """A pool in one line."""
    options = ", ".join(f"{name}={value}" for name, value in pool.chosen.items())
    variant = f" ({options})" if options else ""
    return f"{pool.game}{variant}, {pool.players} players, {pool.control}"


def half_width(line: RankingLine) -> str:
    """The number behind ±: of a bound on one side only with its sign."""
    if line.rating is None:
        return f"{1.96 * line.sigma:.1f}"
    if line.low is not None and line.high is not None:
        return f"{(line.high - line.low) / 2:.1f}"
    if line.low is not None:
        return f"-{line.rating - line.low:.1f}"
    return "" if line.high is None else f"+{line.high - line.rating:.1f}"


def scale_of(lines: Sequence[RankingLine]) -> tuple[float, float]:
    """The range on which the intervals of a table are drawn."""
    told = [
        value
        for line in lines
        for value in (line.low, line.rating, line.high)
        if value is not None
    ]
    return min(told, default=0.0), max(told, default=1.0)


def bar_of(line: RankingLine, scale: tuple[float, float], width: int) -> str:
    """An interval drawn on a scale, its rating marked; open where nothing bounds it."""
    low, high = scale
    rating = line.mu if line.rating is None else line.rating

    def place(value: float) -> int:
        return round((value - low) * (width - 1) / (high - low)) if high > low else 0

    first = place(line.low) if line.low is not None else 0
    last = place(line.high) if line.high is not None else width - 1
    cells = ["-" if first <= at <= last else " " for at in range(width)]
    cells[0] = "<" if line.low is None else cells[0]
    cells[-1] = ">" if line.high is None else cells[-1]
    cells[min(max(place(rating), 0), width - 1)] = "o"
    return "".join(cells).rstrip()


def _rich(group: Group, marks: dict[str, str], *, wide: bool) -> Listing:
    drawn = Listing(padding=(0, 1 if wide else 2, 0, 0))
    extra = ("Rank", "1st", "W-D-L", "Deals") if wide else ()
    headings = ("#", "", "Bot", "Rating", "±", " ", "TrueSkill", *extra, "Matches", "Faults")
    for heading in headings:
        text = heading in ("Bot", " ", "")
        folds = heading == "Bot"
        drawn.add_column(
            heading,
            justify="left" if text else "right",
            no_wrap=not folds,
            overflow="fold" if folds else "ellipsis",
        )
    scale = scale_of(group.lines)
    for line in group.lines:
        first = "" if line.first is None else f"{line.first:.0%}"
        ranks = f"{line.rank_low}-{line.rank_high}"
        pairs = f"{line.wins}-{line.draws}-{line.losses}"
        drawn.add_row(
            str(line.rank),
            marks.get(line.bot, ""),
            line.bot,
            "" if line.rating is None else f"{line.rating:.1f}",
            half_width(line),
            bar_of(line, scale, _NARROW_BAR if wide else _BAR),
            f"{line.mu:.1f} {line.sigma:.1f}" if wide else f"{line.mu:.1f}",
            *((ranks, first, pairs, str(line.deals)) if wide else ()),
            str(line.matches),
            str(line.faults),
        )
    return drawn
