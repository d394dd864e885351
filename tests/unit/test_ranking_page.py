"""A ranking says the same on a page as on the screen: groups, doubts, what waits, who is out."""

import csv
import io
import random
from dataclasses import replace

import pytest

from arena.cli.leaderboard import _csv, _markdown
from arena.cli.screen import Screen
from arena.cli.tables import show_ranking, unfinished
from arena.tournament.marks import UNISOLATED
from arena.views.ranking import Benched, Ranking, pool_table
from leaderboard.ratings.table import folded, make_tables
from tests.leaderboard.logs import result, simulate
from tests.leaderboard.samples import field, head


def made(marks: tuple[str, ...] = (), *, benched: bool = False) -> Ranking:
    """Bots 0 and 1 never met 2 and 3; bot 4 lost everything; a match waits."""
    rng = random.Random(1)
    other = [
        (deal + 100, tuple(bot + 2 for bot in seats), ranks)
        for deal, seats, ranks in simulate([0.0, 0.0], 5, rng)
    ]
    lost = [
        line
        for deal in range(200, 203)
        for line in ((deal, (2, 4), (1, 2)), (deal, (4, 2), (2, 1)))
    ]
    lines = [*simulate([0.0, 0.0], 5, rng), *other, *lost, (300, (0, 1), (1, 2))]
    results = [result(line, number) for number, line in enumerate(lines, 1)]
    (table,) = make_tables(folded(results, "all").scores(field(5)), field(5))
    out = (Benched(bot="bot9", version="1", reason="5 faults in a row"),) if benched else ()
    tournament = replace(head(), marks=marks)
    return Ranking(tournament=tournament, tables=(pool_table(table),), benched=out)


def test_a_page_says_what_the_screen_says(capsys: pytest.CaptureFixture[str]) -> None:
    ranking = made((UNISOLATED,), benched=True)

    show_ranking(Screen("arena", {}), ranking)
    page = " ".join(_markdown(ranking).replace("\\", "").split())
    shown = " ".join(capsys.readouterr().out.split())

    for words in (
        "Group 1 of 2: these never met the others.",
        "Group 2 of 2: these never met the others.",
        "~ bot1, bot0: not settled",
        "Unfinished: 1 match waits for the rest of a block.",
        "bot9: 5 faults in a row; its matches count for nobody.",
        "A ± with a sign is one-sided",
        "Order and ± (95 %, against the field) are the rating's",
    ):
        assert words in shown
        assert words in page
    assert page.count("| # | | Bot | Rating |") == 2
    assert page.endswith("bots played at a level that does not hold them.")


@pytest.mark.parametrize("name", ["x" * 12, "Lovelace@09d5c019", "x" * 22])
def test_a_long_name_narrows_the_bar_and_stays_in_one_line(
    capsys: pytest.CaptureFixture[str], name: str
) -> None:
    ranking = made()
    (table,) = ranking.tables
    lines = tuple(replace(one, bot=name) if one.bot == "bot1" else one for one in table.lines)

    show_ranking(Screen("arena", {}), replace(ranking, tables=(replace(table, lines=lines),)))
    rows = [line for line in capsys.readouterr().out.splitlines() if name in line]

    assert any(row.endswith(" 0") and len(row) <= 80 for row in rows)


def test_a_table_for_programs_tells_the_group_and_what_waits() -> None:
    rows = list(csv.DictReader(io.StringIO(_csv(made()))))

    assert {(row["bot"], row["group"]) for row in rows} == {
        *((f"bot{number}", "1") for number in (2, 3, 4)),
        *((f"bot{number}", "2") for number in (0, 1)),
    }
    assert {(row["complete"], row["waiting"]) for row in rows} == {("False", "1")}


def test_a_page_without_a_complete_block_says_so() -> None:
    nothing = replace(made(), tables=())

    assert _markdown(nothing) == "There is nothing to rank: no block is complete so far."


@pytest.mark.parametrize(
    ("waiting", "told"),
    [
        (0, "Unfinished: more is to be played."),
        (1, "Unfinished: 1 match waits for the rest of a block."),
        (7, "Unfinished: 7 matches wait for the rest of a block."),
    ],
)
def test_what_waits_is_told_in_a_sentence(waiting: int, told: str) -> None:
    assert unfinished(waiting) == told
