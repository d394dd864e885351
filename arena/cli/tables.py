"""Rankings for people: tables with drawn intervals that fit 80 columns."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.cells import cell_len

from arena.cli.console import Listing
from arena.cli.screen import Screen, counted, fill
from arena.text import one_line
from arena.views.marks import MARKS
from arena.views.ranking import Group, Open, PoolTable, Ranking, RankingLine
from leaderboard.values import Pool, Tournament

_BAR: Final = 18
_NARROW_BAR: Final = 5
_BAR_AND_NAME: Final = 28
"""What the other columns leave for both: a long name narrows the bar."""
_FAR: Final = 5000
"""So many deals more are as good as an answer."""
LEGEND: Final = (
    "Order and ± (95 %, against the field) are the rating's, fitted to all complete blocks "
    "at once; TrueSkill is the live estimate and moves with the order of play."
)
NOTHING: Final = "There is nothing to rank: no block is complete so far."
_ONE_SIDED: Final = (
    "A ± with a sign is one-sided: who won, or lost, everything is bounded on one side only."
)


def show_ranking(screen: Screen, ranking: Ranking, *, wide: bool = False) -> None:
    """The ranking for people, one table for each pool and group."""
    if nothing_ranked(ranking):
        screen.out(NOTHING)
    for number, table in enumerate(ranking.tables):
        if number:
            screen.out("")
        screen.line(pool_title(table.pool))
        for group in table.groups:
            _show_group(screen, table, group, wide=wide)
        for remark in remarks(table):
            screen.out(fill(remark))
    if not nothing_ranked(ranking):
        screen.out("")
    for remark in legend(ranking):
        screen.out(fill(remark))


def nothing_ranked(ranking: Ranking) -> bool:
    """Whether no table has a line so far."""
    return not any(table.lines for table in ranking.tables)


def remarks(table: PoolTable) -> Iterator[str]:
    """What must be said of one table."""
    if not table.complete:
        yield unfinished(table.waiting)
    if spoilt := [f"{line.bot} {line.voids}" for line in table.lines if line.voids]:
        yield f"Void because of this machine, and in no table: {', '.join(spoilt)}."


def unfinished(waiting: int) -> str:
    """That more is to be played, and how much of what was played does not count so far."""
    if not waiting:
        return "Unfinished: more is to be played."
    wait = "1 match waits" if waiting == 1 else f"{waiting} matches wait"
    return f"Unfinished: {wait} for the rest of a block."


def legend(ranking: Ranking) -> Iterator[str]:
    """What must be said of all tables: how to read them, who was taken out, how it was played."""
    lines = [line for table in ranking.tables for line in table.lines]
    if lines:
        yield LEGEND
    if any(line.low is None or line.high is None for line in lines):
        yield _ONE_SIDED
    for one in ranking.benched:
        if one.played:
            last = f", {one.last}" if one.last else ""
            yield f"{one.bot}: {one.reason}{last}; its matches count for nobody."
        else:
            yield f"{' '.join((one.bot, one.version)).strip()} is set aside: {one.reason}."
    for mark in ranking.tournament.marks:
        yield MARKS.get(mark, mark)


def group_title(table: PoolTable, group: Group) -> str:
    """Which of several groups this is; empty if there is one."""
    if len(table.groups) < 2:
        return ""
    number = table.groups.index(group) + 1
    return f"Group {number} of {len(table.groups)}: these never met the others."


def _show_group(screen: Screen, table: PoolTable, group: Group, *, wide: bool) -> None:
    if told := group_title(table, group):
        screen.out(told)
    screen.console.print(_rich(group, marks_of(group), wide=wide))
    for sentence in open_sentences(group):
        screen.out(fill(sentence, 2))


_MARKS: Final = "~=*^abcdefghijklmnopqrstuvwxyz"
"""One for each stretch of a table whose order is not settled."""


def marks_of(group: Group) -> dict[str, str]:
    """The mark of each bot whose order is not settled."""
    return {bot: mark for mark, one in zip(_MARKS, group.open, strict=False) for bot in one.bots}


def open_sentences(group: Group) -> Iterator[str]:
    """What the marks mean."""
    for mark, one in zip(_MARKS, group.open, strict=False):
        yield f"{mark} {_sentence(one)}"


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
    """The number behind ±: of a bound on one side only with its sign; empty without a rating."""
    if line.rating is None:
        return ""
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
    if line.rating is None:
        return ""
    low, high = scale

    def place(value: float) -> int:
        return round((value - low) * (width - 1) / (high - low)) if high > low else 0

    first = place(line.low) if line.low is not None else 0
    last = place(line.high) if line.high is not None else width - 1
    cells = ["-" if first <= at <= last else " " for at in range(width)]
    cells[0] = "<" if line.low is None else cells[0]
    cells[-1] = ">" if line.high is None else cells[-1]
    cells[min(max(place(line.rating), 0), width - 1)] = "o"
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
    longest = max(cell_len(line.bot) for line in group.lines)
    bar = _NARROW_BAR if wide else max(_NARROW_BAR, min(_BAR, _BAR_AND_NAME - longest))
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
            bar_of(line, scale, bar),
            f"{line.mu:.1f} {line.sigma:.1f}" if wide else f"{line.mu:.1f}",
            *((ranks, first, pairs, str(line.deals)) if wide else ()),
            str(line.matches),
            str(line.faults),
        )
    return drawn
