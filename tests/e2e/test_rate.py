"""`arena rate` tells how good a bot is, and is right."""

import json
import signal

import pytest

from referee.bots.shelf import FolderShelf
from tests.e2e.command import PATIENCE_S, PROCESS, Arena, bot
from tests.e2e.ten_lines import paste
from tests.e2e.test_interruption import until
from tests.shelf.shelves import put, written
from tests.tournament.arena_command import stored

KETTLE = ("--game", "kupferkessel", "--seed", "1")
LONG = ("--for", "30m")
"""Until all is known, on a machine however busy."""


def verdicts(told: dict[str, list[dict[str, list[dict[str, str]]]]]) -> dict[str, str]:
    (game,) = told["games"]
    return {one["yardstick"]: one["verdict"] for one in game["yardsticks"]}


def test_a_random_bot_loses_to_all_others_and_is_level_with_random(arena: Arena) -> None:
    run = arena("rate", "random", *KETTLE, *LONG, "--json", "--exit-code")

    (game,) = run.json["games"]
    assert run.code == 1, run.err
    assert verdicts(run.json) == {
        "random": "open",
        "heuristic": "worse",
        "mcts-tenth": "worse",
        "mcts-third": "worse",
        "mcts": "worse",
    }
    assert (game["above"], game["below"]) == (None, "heuristic")
    assert game["worst"]["yardstick"] == "heuristic"
    assert "of the points it loses to heuristic are '" in game["look_at"][0]
    assert arena("replay", game["worst"]["match"]).code == 0
    assert "--seed 1" in arena("show", game["worst"]["match"]).out
    assert arena("verify", run.json["run"]["tournament"]).code == 0


def test_heuristic_beats_random_and_loses_to_the_search(arena: Arena) -> None:
    run = arena("rate", "heuristic", *KETTLE, *LONG, "--exit-code")

    assert run.code == 0, run.err
    assert "\nkupferkessel, 2 players: above random, below mcts" in run.out
    assert "\n  beats random: 100 % of 12 deals, sure\n" in run.out
    assert "\n  against heuristic: 50 % of " in run.out
    assert "deals, not settled\n" in run.out
    assert "\n  loses to mcts: " in run.out
    assert "\n    arena replay " in run.out
    assert "Next:\n  arena matches --tournament " in run.err


def test_the_bot_of_the_readme_loses_to_heuristic(arena: Arena) -> None:
    place = paste(arena.folder / "mybot")
    run = arena("rate", f"./{place.name}", *KETTLE, *LONG, "--json", *PROCESS)

    found = verdicts(run.json)
    assert run.code == 0, run.err
    assert found["random"] != "worse"
    assert {found[name] for name in ("heuristic", "mcts-tenth", "mcts-third", "mcts")} == {"worse"}
    assert run.json["bot"] == "mybot"


def test_a_submitted_bot_is_rated_by_its_name(arena: Arena) -> None:
    put(FolderShelf(arena.folder / "arena.shelf"), written(arena.folder / "source"))
    run = arena(
        "rate", "mybot@1.0", *KETTLE, "--for", "10s", "--trust-foreign", "--json", *PROCESS
    )

    assert run.code == 0, run.err
    assert run.json["bot"] == "mybot"
    assert run.json["version"].startswith("1.0+")
    assert arena("rate", "mybot@2.0", *KETTLE).code == 2


def test_it_ends_in_time_and_says_what_it_did_not_come_to(arena: Arena) -> None:
    run = arena("rate", bot("sleeps"), *KETTLE, "--for", "8s", *PROCESS)

    assert run.code == 0, run.err
    assert "mcts: not met in the time there was" in run.out or "No match was played" in run.out
    arena.ground.assert_clean()


def test_no_leaderboard_takes_it_for_the_newest_tournament(arena: Arena) -> None:
    arena("tournament", "random", "random:as=twin", "--rounds", "1", "--game", "kupferkessel")
    told = arena("rate", "random", *KETTLE, "--for", "8s", "--json", *PROCESS).json

    rating = told["run"]["tournament"]
    (listed,) = arena("tournaments", "--json").json
    table = arena("leaderboard", "--json").json
    assert table["run"]["tournament"] == listed["run"]["tournament"]
    assert [line["bot"] for line in table["pools"][0]["entries"]].count("twin") == 1
    assert arena("resume", "--quiet").code == 0
    assert arena("tournaments", "--delete", rating, "--yes").code == 0
    assert len(arena("matches", "--json").json) == listed["done"]


def test_a_bot_that_only_faults_is_rated_no_further(arena: Arena) -> None:
    run = arena("rate", bot("raises"), *KETTLE, *LONG, "--trust-foreign", *PROCESS)

    assert run.code == 4
    assert "ended by its own fault: crash" in run.out.replace("\n    ", " ")
    assert "benched after 5 faults in a row" in run.err
    assert "arena check " in run.err


def test_ctrl_c_tells_what_was_found_so_far(arena: Arena) -> None:
    process = arena.start("rate", "heuristic", *KETTLE, *LONG, *PROCESS, "--json")
    until(lambda: stored(arena.folder / "arena.db") >= 8)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE_S)

    assert process.returncode == 130
    assert json.loads(out)["games"][0]["matches"] >= 8
    assert "arena: stopped" in err
    arena.ground.assert_clean()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("heuristik",), "did you mean 'heuristic'?"),
        (("random", "--game", "chess"), "chess"),
        (
            ("random", "--game", "kupferkessel", "--players", "5"),
            "has tables of 2, 3, not of 5",
        ),
        (("random", "--for", "soon"), "is no duration"),
        (("random", "--exit-code", "--beats", "me"), "--beats is one of random, heuristic, mcts"),
        (("random", "--beats", "mcts"), "--beats goes with --exit-code"),
        ((), "Missing argument 'BOT'"),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, tuple) else "",
)
def test_what_makes_no_sense_is_refused_in_a_line(
    arena: Arena, words: tuple[str, ...], told: str
) -> None:
    run = arena("rate", *words)

    assert run.code == 2
    assert told in run.err.replace("\n", " ")
    assert not (arena.folder / "arena.db").exists()
