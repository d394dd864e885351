"""Bots that try to know the cards do no better than their honest twin."""

import shutil
from pathlib import Path
from typing import Final

import pytest

from referee.match.plan import Played
from referee.match.seeds import fresh_seed
from referee.match.verdict import Termination
from tests.hostile.playground import HERE, Watch, need, play_at, table

DEALS: Final = (1, 2, 3)
SMALL_SEED: Final = 7


@pytest.fixture(scope="session")
def knower(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("knower")
    shutil.copytree(HERE / "knower", folder, dirs_exist_ok=True)
    return folder


def play_blocks(knower: Path, way: str, seed: int) -> list[Played]:
    """Every deal in both seat orders; the same processes as long as a deal is new to them."""
    bot = f"{knower}:way={way},as=knower"
    orders = ((bot, "random"), ("random", bot))
    return play_at(
        need("sandbox"),
        *(
            table(*seats, deal=deal, pairing=1 + number * len(DEALS) + deal, seed=seed)
            for number, seats in enumerate(orders)
            for deal in DEALS
        ),
    )


def results(matches: list[Played]) -> list[object]:
    return [(one.outcome.ranks, one.outcome.scores) for one in matches]


@pytest.mark.parametrize("way", ["seeds", "memory", "files"])
def test_a_bot_that_tries_to_know_the_deal_plays_like_its_honest_twin(
    knower: Path, watch: Watch, way: str
) -> None:
    seed = fresh_seed()

    honest = play_blocks(knower, "honest", seed)
    cheating = play_blocks(knower, way, seed)

    assert all(one.outcome.termination is Termination.NORMAL for one in (*honest, *cheating))
    assert not any("RECOGNISED" in text for one in cheating for text in one.logs)
    assert results(cheating) == results(honest)
    watch.assert_unharmed(*honest, *cheating)


def test_a_small_seed_can_be_guessed_as_the_arena_says_when_one_is_chosen(
    knower: Path, watch: Watch
) -> None:
    cheating = play_blocks(knower, "seeds", SMALL_SEED)

    assert any("RECOGNISED" in text for one in cheating for text in one.logs)
    watch.assert_unharmed(*cheating)
