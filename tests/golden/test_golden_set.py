"""The same seeds give the same matches, ids and tables as ever."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import trueskill

from leaderboard.database import open_database
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


def folded_by_package(path: Path) -> dict[tuple[str, str], tuple[float, float]]:
    """What the `trueskill` package, as it comes, makes of all matches by pairing."""
    package = trueskill.TrueSkill(25, 25 / 3, 25 / 6, tau=0, draw_probability=0.1)
    ratings: defaultdict[tuple[str, str], trueskill.Rating] = defaultdict(package.create_rating)
    with open_database(path, write=False) as database, database.reading() as store:
        head = store.find_tournament("last")
        names = [entry.name for entry in store.entries(head.id)]
        for result in store.results(head.id):
            seats = [(result.pool.game, names[entry]) for entry in result.entries]
            after = package.rate([(ratings[seat],) for seat in seats], ranks=result.ranks)
            ratings.update(zip(seats, (one for (one,) in after), strict=True))
    return {key: approximately(one.mu, one.sigma) for key, one in ratings.items()}


def told_by(pools: Sequence[Mapping[str, Any]]) -> dict[tuple[str, str], tuple[float, float]]:
    """TrueSkill as tables have it, by game and bot."""
    return {
        (pool["game"], one["bot"]): (one["mu"], one["sigma"])
        for pool in pools
        for one in pool["entries"]
    }


def approximately(mu: float, sigma: float) -> Any:
    """To the fourth decimal, which is what tables print; the package itself is good to 1e-6."""
    return pytest.approx((mu, sigma), abs=0.5e-4 + 1e-6)


@pytest.mark.parametrize("case", GOLDEN_CASES, ids=lambda case: case.name)
def test_a_variant_is_played_and_rated_as_ever(tmp_path: Path, case: Case) -> None:
    golden = recorded()["variants"][case.name]

    assert play_variant(tmp_path, case).as_json() == golden
    assert folded_by_package(tmp_path / "arena.db") == told_by(golden["pools"])


def test_the_set_holds_two_hundred_matches_of_all_variants() -> None:
    variants = recorded()["variants"]

    assert set(variants) == {case.name for case in GOLDEN_CASES}
    assert sum(len(one["records"]) for one in variants.values()) >= 200


def test_a_tournament_gives_the_table_of_old(tmp_path: Path) -> None:
    golden = recorded()["table"]

    assert play_table(tmp_path).as_json() == golden
    assert folded_by_package(tmp_path / "arena.db") == told_by(golden["pools"])


def test_a_tournament_that_was_killed_and_resumed_gives_the_table_of_old(tmp_path: Path) -> None:
    assert play_interrupted(tmp_path).as_json() == recorded()["table"]


@pytest.mark.parametrize("number", range(len(SINGLES)))
def test_a_match_on_its_own_has_the_id_and_record_of_old(tmp_path: Path, number: int) -> None:
    assert play_single(tmp_path, SINGLES[number]) == recorded()["singles"][number]
