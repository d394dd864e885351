"""`arena sprt` plays until it is known which bot is better, and no longer."""

import json

import pytest

from tests.e2e.command import PROCESS, Arena, bot

GAME = ("--game", "kupferkessel", "--seed", "1", *PROCESS)


def test_a_better_bot_is_found_and_the_test_ends_by_itself(arena: Arena) -> None:
    run = arena("sprt", "heuristic", "random", *GAME)
    (listed,) = arena("tournaments", "--json").json

    assert run.code == 0, run.err
    assert run.out.startswith("heuristic is better than random: it scored ")
    assert "until it is known" in run.err
    assert "LLR" in run.err
    assert listed["state"] == "finished"
    assert listed["done"] <= 60
    assert arena("verify", "last").code == 0
    assert arena("leaderboard").code == 0
    compared = arena("compare", "random", "heuristic")
    assert run.out.splitlines()[0][:40] in compared.out
    assert "Not settled" not in compared.out
    assert arena("compare", "random", "heuristic", "--json").json["pools"][0]["test"]["finished"]
    again = arena("resume")
    assert again.out == run.out
    assert arena("tournaments", "--json").json == [listed]


def test_a_test_that_was_stopped_goes_on_to_the_same_end(arena: Arena) -> None:
    words = ("sprt", "random", "heuristic", *GAME)
    whole = arena.within("whole")(*words, "--json")
    cut = arena.within("cut")
    first = cut(*words, "--json", "--rounds", "3")
    assert first.code == 0, first.err
    rest = cut("resume", "--rounds", "500", "--json", *PROCESS)

    verdict = json.loads(whole.out.splitlines()[-1])
    assert (verdict["event"], verdict["verdict"]) == ("verdict", "not better")
    assert json.loads(first.out.splitlines()[-1])["verdict"] == "open"
    assert json.loads(rest.out.splitlines()[-1]) == verdict


def test_a_table_of_three_is_filled_from_the_field(arena: Arena) -> None:
    field = ("--field", "random:as=a,random:as=b", "--players", "3")
    run = arena("sprt", "heuristic", "random", *field, *GAME, "--json")

    events = [json.loads(line) for line in run.out.splitlines()]
    assert events[-1]["verdict"] == "better"
    assert events[-1]["deals"] == 20
    met = [{seat["bot"] for seat in one["seats"]} for one in events if "seats" in one]
    assert all(len(one) == 3 and {"heuristic", "random"} <= one for one in met)
    assert {frozenset(one) for one in met} == {
        frozenset({"heuristic", "random", other}) for other in "ab"
    }


def test_a_bot_that_is_taken_out_leaves_it_open(arena: Arena) -> None:
    run = arena("sprt", bot("raises"), "random", *GAME, "--trust-foreign")

    assert run.code == 0
    assert run.out == "Open: raises was taken out for its faults.\n"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("heuristic", "random"), "choose it with --game"),
        (("heuristic",), "Missing argument 'BASE'"),
        (("heuristic", "random", *GAME, "--players", "3"), "name them with --field"),
        (("heuristic", "random", *GAME, "--field", "mcts", "--players", "2"), "--players 3"),
        (("heuristic", "random", *GAME, "--low", "0.7"), "low below high"),
        (("heuristic", "random", *GAME, "--alpha", "0.9"), "alpha and beta"),
        (("heuristic", "heuristik", *GAME), "did you mean 'heuristic'?"),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, tuple) else "",
)
def test_what_makes_no_sense_is_refused_in_a_line(
    arena: Arena, words: tuple[str, ...], told: str
) -> None:
    run = arena("sprt", *words)

    assert run.code == 2
    assert told in run.err
    assert not (arena.folder / "arena.db").exists()
