"""Over a tournament: who blames the machine or kills himself gains nothing, or three matches."""

import shutil
from pathlib import Path
from typing import Any, Final

import pytest

from leaderboard.database import open_database
from leaderboard.ratings.counting import MOST_REPLAYS, settled
from leaderboard.values import Result
from tests.hostile.playground import need
from tests.tournament.arena_command import answer, run

SLY: Final = Path(__file__).resolve().parent / "sly"


@pytest.fixture
def rounds(*, asked_for: bool) -> int:
    """Of a field of three: each bot has 40 matches, or 24."""
    return 10 if asked_for else 6


def tournament(
    folder: Path, way: str, rounds: int, *words: str, workers: int = 1
) -> dict[str, Any]:
    """The lines of the table, by bot."""
    if not (folder / "sly").exists():
        shutil.copytree(SLY, folder / "sly")
    name = f"{way}-{workers}.db"
    done = run(
        folder,
        *("tournament", f"./sly:way={way},as=sly", "./sly:as=twin", "heuristic", "--seed", "5"),
        *("--game", "kupferkessel", "--rounds", str(rounds), "--bench", "0", "--quiet"),
        *("--isolation", need("sandbox"), "--workers", str(workers), "--db", name, *words),
        timeout_s=1500,
    )
    assert done.returncode == 0, done.stderr
    (pool,) = answer(folder, "leaderboard", "--db", name)["pools"]
    return {line["bot"]: line for line in pool["entries"]}


def results(folder: Path, way: str, workers: int) -> list[Result]:
    with (
        open_database(folder / f"{way}-{workers}.db", write=False) as database,
        database.reading() as store,
    ):
        return list(store.results(store.find_tournament("last").id))


def helped(stored: list[Result]) -> list[int]:
    """The pairings in which a program was killed and the second try counts."""
    both = zip(stored, settled(stored), strict=True)
    return [
        raw.pairing
        for raw, one in both
        if raw.killed is not None
        and one.ranks == raw.ranks
        and one.faults == raw.faults
        and one.ranks != raw.killed.ranks
    ]


@pytest.mark.parametrize("way", ["kill", "chance"])
def test_who_kills_himself_gains_three_matches_at_the_most(
    tmp_path: Path, rounds: int, way: str
) -> None:
    table = tournament(tmp_path, way, rounds)

    stored = results(tmp_path, way, 1)
    killed = sum(one.killed is not None for one in stored)
    assert len(helped(stored)) <= MOST_REPLAYS
    assert 10 * killed > 2 * MOST_REPLAYS * rounds
    assert 10 * table["sly"]["faults"] > MOST_REPLAYS * rounds
    assert table["sly"]["faults"] >= killed - MOST_REPLAYS
    assert table["twin"]["faults"] == table["heuristic"]["faults"] == 0


def test_with_two_workers_the_same_matches_are_replays(tmp_path: Path, rounds: int) -> None:
    one = tournament(tmp_path, "kill", rounds, workers=1)
    two = tournament(tmp_path, "kill", rounds, workers=2)

    assert one == two
    assert results(tmp_path, "kill", 1) == results(tmp_path, "kill", 2)


def test_who_blames_the_machine_has_no_more_voids_than_his_honest_twin(
    tmp_path: Path, rounds: int
) -> None:
    table = tournament(tmp_path, "churn", rounds, "--move-time", "0.5")

    assert table["sly"]["voids"] <= table["twin"]["voids"]
    assert table["sly"]["faults"] > rounds
    assert table["twin"]["faults"] == 0
