"""The same seeds give the same matches, ids and tables as ever."""

from pathlib import Path

import pytest

from tests.games.golden_matches import GOLDEN_CASES
from tests.golden.golden_set import (
    SINGLES,
    play_interrupted,
    play_single,
    play_table,
    play_variant,
    recorded,
)
from tests.laws.setups import Case


@pytest.mark.parametrize("case", GOLDEN_CASES, ids=lambda case: case.name)
def test_a_variant_is_played_and_rated_as_ever(tmp_path: Path, case: Case) -> None:
    assert play_variant(tmp_path, case).as_json() == recorded()["variants"][case.name]


def test_the_set_holds_two_hundred_matches_of_all_variants() -> None:
    variants = recorded()["variants"]

    assert set(variants) == {case.name for case in GOLDEN_CASES}
    assert sum(len(one["records"]) for one in variants.values()) >= 200


def test_a_tournament_gives_the_table_of_old(tmp_path: Path) -> None:
    assert play_table(tmp_path).as_json() == recorded()["table"]


def test_a_tournament_that_was_killed_and_resumed_gives_the_table_of_old(tmp_path: Path) -> None:
    assert play_interrupted(tmp_path).as_json() == recorded()["table"]


@pytest.mark.parametrize("number", range(len(SINGLES)))
def test_a_match_on_its_own_has_the_id_and_record_of_old(tmp_path: Path, number: int) -> None:
    assert play_single(tmp_path, SINGLES[number]) == recorded()["singles"][number]
