"""What is stored, as people and programs list it."""

import csv
import io
import math
import signal
import time
from pathlib import Path

import pytest

from tests.e2e.command import PROCESS, Arena, Finished
from tests.leftovers import clean_ground

ROUNDS = 3
GAME = ("--game", "kupferkessel", "--seed", "1")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Arena:
    """A folder with a tournament of three bots."""
    folder = tmp_path_factory.mktemp("played")
    with clean_ground() as ground:
        arena = Arena(folder, ground)
        words = ("random", "random:as=twin", "heuristic", "--rounds", str(ROUNDS), *GAME)
        run = arena("tournament", *words, "--name", "autumn", "--quiet", *PROCESS)
        assert run.code == 0, run.err
        return arena


def too_wide(run: Finished) -> list[str]:
    return [line for line in run.out.splitlines() if len(line) > 80]


def test_tournaments_are_listed_with_how_far_they_came(played: Arena) -> None:
    (row,) = played("tournaments", "--json").json

    assert (row["name"], row["bots"], row["state"]) == ("autumn", 3, "finished")
    assert row["done"] == row["total"] == 3 * 2 * ROUNDS
    assert row["run"]["created_us"] <= row["run"]["finished_us"]
    shown = played("tournaments")
    assert "autumn" in shown.out
    assert "18/18" in shown.out
    assert too_wide(shown) == []


def test_all_tournaments_of_one_have_its_table(played: Arena) -> None:
    alone, together = (
        played("leaderboard", "--json").json,
        played("leaderboard", "--all", "--json").json,
    )

    assert together["pools"] == alone["pools"]
    assert together["run"]["tournaments"] == [alone["run"]["tournament"]]
    assert too_wide(played("leaderboard", "--all")) == []


def test_a_listing_has_a_form_for_programs_and_one_for_pages(played: Arena) -> None:
    for name in ("tournaments", "matches"):
        rows = list(csv.reader(io.StringIO(played(name, "--format", "csv").out)))
        page = played(name, "--format", "markdown").out.splitlines()

        assert len({len(row) for row in rows}) == 1
        assert len(rows) > 1
        assert page[1].startswith("|---|")


def test_matches_come_in_pages_and_the_next_one_is_told(played: Arena) -> None:
    words = ("matches", "--bot", "heuristic", "--won", "--limit", "2")
    whole = played("matches", "--bot", "heuristic", "--won", "--json").json

    first, second = played(*words), played(*words, "--page", "2", "--json").json

    assert [one["match"] for one in second] == [one["match"] for one in whole[2:4]]
    assert f"Matches 1-2 of {len(whole)}." in first.err
    assert "matches --bot heuristic --won --limit 2 --page 2" in first.err
    assert too_wide(first) == []


def test_matches_are_chosen_by_what_is_true_of_one_seat(played: Arena) -> None:
    found = played("matches", "--bot", "twin", "--lost", "--seat", "2", "--json").json
    rivals = played("matches", "--bot", "twin", "--against", "heuristic", "--json").json

    assert found
    for one in found:
        assert one["seats"][1]["bot"] == "twin"
        assert one["seats"][1]["rank"] == 2
        assert one["run"]["stored_us"] > 0
    assert len(rivals) == 2 * ROUNDS
    assert played("matches", "--fault").out == "No match fits.\n"
    assert played("matches", "--since", "2999-01-01").out == "No match fits.\n"
    assert played("matches", "--since", "2020-01-01", "--json").json


def test_a_crosstable_shows_every_pair_twice_and_fits(played: Arena) -> None:
    shown = played("crosstable", "--wide")
    (pool,) = played("crosstable", "--json").json["pools"]

    bots = [one["bot"] for one in pool["entries"]]
    assert bots[0] == "heuristic"
    assert len(pool["pairs"]) == 3
    assert all(one["verdict"] == "open" for one in pool["pairs"])  # too few blocks
    assert [line.split()[1] for line in shown.out.splitlines()[2:5]] == bots
    assert too_wide(shown) == []
    rows = list(csv.DictReader(io.StringIO(played("crosstable", "--format", "csv").out)))
    assert len(rows) == 6
    assert "| 1 | heuristic |" in played("crosstable", "--format", "markdown").out


def test_two_bots_are_compared_in_a_sentence_with_reasons(played: Arena) -> None:
    shown = played("compare", "heuristic", "twin")
    (pool,) = played("compare", "heuristic", "twin", "--json").json["pools"]

    assert f"of {ROUNDS} deals" in shown.out
    assert "Points by rule" in shown.out
    assert too_wide(shown) == []
    assert pool["records"] == {"read": 2 * ROUNDS, "of": 2 * ROUNDS}
    lead = sum(one["points"][0] - one["points"][1] for one in pool["points_by_rule"])
    assert lead == pytest.approx(pool["head_to_head"]["lead"], abs=0.01)
    assert [one["bot"] for one in pool["common"]] == ["random"]
    assert len(pool["swings"]) == ROUNDS
    assert played("replay", pool["swings"][0]["match"]).code == 0
    assert f"heuristic is stronger than twin with {100 * pool['above']:.1f} %" in shown.out
    back = played("compare", "twin", "heuristic", "--json").json["pools"][0]
    assert pool["above"] + back["above"] == pytest.approx(1, abs=2e-4)


def test_a_comparison_has_a_form_for_programs_and_one_for_pages(played: Arena) -> None:
    lines = played("compare", "heuristic", "twin", "--format", "csv").out.splitlines()
    page = played("compare", "heuristic", "twin", "--format", "markdown").out

    numbers = [line.rsplit(",", 4)[1:] for line in lines]
    assert numbers[0] == ["part", "name", "of", "value"]
    assert ["head to head", "heuristic", "wins"] in [one[:3] for one in numbers]
    assert sum(one[0] == "swing" for one in numbers) == 2 * ROUNDS
    assert ["score against", "random", "heuristic"] in [one[:3] for one in numbers]
    assert all(math.isfinite(float(one[3])) for one in numbers[1:])
    assert "| Score against | heuristic | twin |" in page
    assert "Head to head" in page
    assert "| Deals on which they were farthest apart | Score | Lead | Match |" in page


def test_a_finished_tournament_is_watched_once_and_has_its_dates(played: Arena) -> None:
    watched, usual = played("leaderboard", "--watch"), played("leaderboard")

    assert watched.code == 0
    assert watched.out == usual.out
    assert "18 of 18 matches" in watched.err
    assert "(autumn), 20" in usual.err
    assert len(played("leaderboard", "--watch", "0.5", "--json").out.splitlines()) == 1


def test_a_tournament_is_watched_until_ctrl_c_which_is_a_good_end(arena: Arena) -> None:
    words = ("random", "random:as=twin", *GAME, "--rounds", "5000", "--quiet", *PROCESS)
    playing = arena.start("tournament", *words)
    while not (arena.folder / "arena.db").exists() or arena("leaderboard", "--json").code:
        assert playing.poll() is None
        time.sleep(0.1)

    watching = arena.start("leaderboard", "--watch", "0.1", "--json")
    assert watching.stdout is not None
    lines = [watching.stdout.readline() for _ in range(2)]
    watching.send_signal(signal.SIGINT)
    watching.communicate(timeout=20)
    listed = arena("tournaments", "--json").json
    playing.send_signal(signal.SIGINT)
    playing.communicate(timeout=60)

    assert watching.returncode == 0
    assert lines[0] != lines[1]
    assert listed[0]["state"] == "unfinished"
    assert 0 < listed[0]["done"] < listed[0]["total"] == 10_000
    assert "not finished" in arena("leaderboard").err
    for shown in (["leaderboard"], ["crosstable"], ["compare", "random", "twin"]):
        assert "Unfinished: " in arena(*shown).out
        assert "Unfinished: " in arena(*shown, "--format", "markdown").out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("leaderboard", "--watch", "--format", "csv"), "leave --format out"),
        (("leaderboard", "--all", "--tournament", "last"), "leave --tournament"),
        (("compare", "random", "twim"), "did you mean 'twin'?"),
        (("compare", "twin", "twin"), "name two bots"),
        (("crosstable", "--game", "chess"), "chess"),
        (("matches", "--since", "yesterday"), "--since takes 2026-11-18"),
        (("matches", "--won", "--lost"), "one of --won and --lost"),
        (("matches", "--against", "heuristik"), "did you mean 'heuristic'?"),
        (("tournaments", "--delete", "autumn"), "add --yes"),
        (("tournaments", "--delete", "nothing", "--yes"), "there is no tournament 'nothing'"),
        (("tournaments", "--rename", "autumn", "last"), "choose another name"),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, tuple) else "",
)
def test_what_makes_no_sense_is_refused_in_a_line(
    played: Arena, words: tuple[str, ...], told: str
) -> None:
    run = played(*words)

    assert run.code == 2
    assert told in run.err
    assert len(run.err.splitlines()) == 1


def test_a_tournament_is_renamed_and_deleted(arena: Arena, tmp_path: Path) -> None:
    arena("tournament", "random", "random:as=twin", "--rounds", "1", *GAME, "--quiet", *PROCESS)

    renamed = arena("tournaments", "--rename", "last", "winter")
    deleted = arena("tournaments", "--delete", "winter", "--yes")

    assert renamed.code == deleted.code == 0
    assert "with 2 matches" in deleted.err
    assert arena("tournaments").out == "No tournament is stored.\n"
    assert arena("matches").out == "No match fits.\n"
    assert arena("tournaments", "--delete", "x", "--db", str(tmp_path / "none.db")).code == 1
    assert not (tmp_path / "none.db").exists()
