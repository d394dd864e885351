"""A matrix of many bots is cut into blocks of columns, and nobody is dropped."""

from dataclasses import replace
from typing import Any

import pytest

from arena.cli import compare
from arena.cli.compare import sentence
from arena.cli.crosstable import _markdown, _matrix
from arena.tournament.formats import Finding
from arena.views import sprt
from arena.views.compare import Compared
from arena.views.crosstable import Cell, CrossTable
from arena.views.reasons import Reasons
from leaderboard.ratings.crossing import Met
from leaderboard.ratings.pairs import Pair
from leaderboard.ratings.sequential import Sprt, e_value
from leaderboard.values import Pool

POOL = Pool.of("kupferkessel", "1", {}, 2, "nodes")
PAIR = Pair(blocks=(1.0, 0.5), wins=3, draws=0, losses=1, leads=(3,))


def crosstable(
    bots: tuple[str, ...], cells: dict[tuple[int, int], Cell], **more: Any
) -> CrossTable:
    given: dict[str, Any] = {"cycles": (), "complete": True, "waiting": 0, "of": len(bots)} | more
    return CrossTable(pool=POOL, bots=bots, versions=bots, cells=cells, **given)


@pytest.mark.parametrize("size", [2, 11, 40])
def test_every_bot_has_a_row_and_a_column_within_eighty_columns(size: int) -> None:
    bots = tuple(f"a-bot-with-a-long-name-{number}" for number in range(size))
    cells = {
        (one, other): Cell(Met.of(PAIR), "better")
        for one in range(size)
        for other in range(size)
        if one != other
    }
    table = crosstable(bots, cells)

    lines = [line.plain for line in _matrix(table)]

    assert max(map(len, lines)) <= 80
    heads = [word for line in lines if " Bot" in line for word in line.split()[2:]]
    assert heads == [str(number + 1) for number in range(size)]
    assert sum(line.count("75+") for line in lines) == size * (size - 1)


def test_a_page_too_says_where_no_ranking_fits_and_that_more_is_to_be_played() -> None:
    table = crosstable(("a*b", "c", "d"), {}, cycles=(("a*b", "c", "d"),), complete=False)

    page = _markdown(table).splitlines()

    assert r"No ranking can show this: a\*b beats c, c beats d, d beats a\*b." in page
    assert "Unfinished: more is to be played." in page
    assert "Unfinished" not in _markdown(crosstable(("a", "b"), {}))


def compared(blocks: tuple[float, ...]) -> Compared:
    wins = round(2 * sum(blocks))
    pair = Pair(blocks=blocks, wins=wins, draws=0, losses=2 * len(blocks) - wins, leads=())
    return Compared(
        pool=POOL,
        bots=("mcts", "heuristic"),
        pair=pair,
        evidence=(e_value(blocks), e_value(1 - score for score in blocks)),
        above=0.5,
        common=(),
        reasons=Reasons(read=0, of=0, rules=(), seats=(), ends=()),
        swings=(),
        complete=True,
        waiting=0,
    )


def test_a_verdict_is_a_sentence_from_the_side_of_the_better_one() -> None:
    better = "mcts is better than heuristic: 100 % of 10 deals, surely."
    worse = "heuristic is better than mcts: 100 % of 10 deals, surely."
    unsettled = "Not settled: mcts scored 75 % of 2 deals against heuristic."

    assert sentence(compared((1.0,) * 10)) == better
    assert sentence(compared((0.0,) * 10)) == worse
    assert sentence(compared((1.0,) * 8)).startswith("Not settled")
    assert sentence(compared((1.0, 0.5))) == unsettled


def test_on_a_page_names_are_words_and_what_waits_is_told() -> None:
    shown = replace(compared((1.0,) * 10), bots=("a*b", "<b>"), complete=False, waiting=3)

    page = compare._markdown(shown).splitlines()

    assert page[2] == r"a\*b is better than \<b\>: 100 % of 10 deals, surely."
    assert "Unfinished: 3 matches wait for the rest of a block." in page


def test_what_a_test_has_found_is_the_verdict_on_its_bots() -> None:
    finding = Finding(
        scores=(1.0, 0.5), llr=3, bounds=(-2.9, 2.9), e_values=(1, 1), verdict="better"
    )
    test = sprt.Tested(bots=("a", "b"), test=Sprt(), finding=finding, finished=True, benched=())

    told = "a is better than b: it scored 75.0 % of 2 deals (wrong in at most 5 %)."
    assert sentence(replace(compared((1.0, 0.5)), test=test)) == told
    going_on = replace(test, finished=False)
    assert sentence(replace(compared((1.0, 0.5)), test=going_on)).startswith("Not settled")
