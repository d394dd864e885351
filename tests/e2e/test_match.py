"""One match by command, from the first call to the record."""

import hmac
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import pytest

from referee.games.chance import Streams
from referee.games.registry import get_game
from referee.match.seeds import match_seed
from tests.e2e import ten_lines
from tests.e2e.command import PROCESS, Arena, bot

MATCH: Final = ("match", "random", "random:as=twin", "--game", "kupferkessel", "--seed", "7")
KEYS: Final = {
    "match",
    "game",
    "rules",
    "options",
    "players",
    "seed",
    "termination",
    "reason",
    "turns",
    "seats",
}


def without_run(result: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in result.items() if key != "run"}


def test_ten_calls_with_the_same_seed_give_ten_equal_results(arena: Arena) -> None:
    folders = [arena.within(f"call{number}") for number in range(10)]
    with ThreadPoolExecutor(2) as pool:
        runs = list(pool.map(lambda call: call(*MATCH, "--json"), folders))

    assert [run.code for run in runs] == [0] * 10
    results = [without_run(run.json) for run in runs]
    assert results == results[:1] * 10
    assert results[0].keys() >= KEYS
    assert results[0]["termination"] == "normal"
    assert [seat["bot"] for seat in results[0]["seats"]] == ["random", "twin"]
    assert [seat["seat"] for seat in results[0]["seats"]] == [0, 1]


@pytest.mark.parametrize(
    "words",
    [
        ("--game", "kupferkessel"),
        ("--game", "kupferkessel", "--players", "3", "--option", "recipes=on"),
    ],
    ids=["two", "three-with-recipes"],
)
def test_the_record_alone_and_the_rules_give_the_same_match_again(
    arena: Arena, words: tuple[str, ...]
) -> None:
    played = arena("match", "random", "random:as=twin", "--seed", "7", "--json", *words)
    record = arena("replay", "last", "--json").json

    game = get_game(record["game"])
    setup = game.setup(record["players"], record["options"])
    seed = bytes.fromhex(record["match_seed"])
    state = game.deal(setup, Streams(seed))
    dealt = dict(game.deal_in_words(state))
    moves = [move for move in record["moves"] if "chance" not in move]
    for move in moves:
        assert (move["seat"], move["turn"]) == (state.seat, state.turn)
        action = game.parse_action(move["action"])
        assert action in state.legal_actions()
        state.apply(action)

    assert played.code == 0
    assert record["match"] == played.json["match"]
    assert seed == match_seed(7, record["deal_number"], record["game"], record["rules"])
    assert record["deal"] == dealt
    assert [move["step"] for move in moves] == list(range(1, len(moves) + 1))
    assert state.over
    assert record["result"]["scores"] == state.scores()
    assert record["result"]["ranks"] == state.ranks()
    assert record["result"]["breakdown"] == [dict(points) for points in state.breakdown()]
    assert [seat["score"] for seat in played.json["seats"]] == state.scores()
    committed = hmac.new(bytes.fromhex(record["secret"]), b"commitment\n" + seed, "sha256")
    assert record["commitment"] == committed.hexdigest()


def test_a_bot_of_ten_lines_pasted_into_an_empty_folder_plays(arena: Arena) -> None:
    ten_lines.paste(arena.folder / "mybot")

    run = arena("match", "./mybot", "random", "--seed", "7", "--json")

    assert run.code == 0
    assert run.json["termination"] == "normal"
    assert run.json["seats"][0]["bot"] == "mybot"
    assert len(ten_lines.PROGRAM.splitlines()) == 10


def test_a_bot_named_alone_gets_opponents(arena: Arena) -> None:
    run = arena("match", "random", "--players", "3", "--seed", "1", "--json")

    assert run.code == 0
    assert len(run.json["seats"]) == 3


def test_results_go_to_standard_output_and_everything_else_to_standard_error(arena: Arena) -> None:
    run = arena(*MATCH)
    quiet = arena(*MATCH, "--quiet")

    assert run.code == quiet.code == 0
    assert run.out == quiet.out
    assert quiet.err == ""
    assert "Made arena.db, where results are kept." in run.err
    assert "Isolation: " in run.err
    assert "seed 7" in run.err
    assert "The match ended by the rules (last card)." in run.out


def test_a_step_of_a_match_can_be_named(arena: Arena) -> None:
    arena(*MATCH, "--quiet")

    until = arena("replay", "last@3", "--json").json

    assert [move["step"] for move in until["moves"]] == [1, 2, 3]


def test_at_a_step_the_record_stops_and_the_table_is_shown_as_it_was(arena: Arena) -> None:
    arena(*MATCH, "--quiet")

    whole, until = arena("replay", "last"), arena("replay", "last@3")
    turn = arena("replay", "last@3", "--json").json["moves"][-1]["turn"]
    moves, table = until.out.split("\n\nStep 3: seat ")

    assert whole.out.startswith(moves)
    assert f"is to decide\nTurn {turn}: " in table
    chosen = moves.splitlines()[-1].split()[3]
    assert f"\nChosen   {chosen}\nOthers   " in table
    assert "End  " in whole.out
    assert "End  " not in until.out


def test_a_match_can_be_watched_again(arena: Arena) -> None:
    watched = arena(*MATCH, "--quiet", "--watch").out
    again = arena("replay", "last", "--watch").out

    tables = watched[: watched.index("Kupferkessel Co., ")]
    assert tables.count("is to decide") > 20
    assert tables in again
    assert "End      The match ended by the rules (last card)." in again


@pytest.mark.parametrize(
    ("word", "words", "reason"),
    [
        ("exits_midway", (), "Seat 1 exited with code 3."),
        ("sleeps", ("--hang", "1"), "within 1 s."),
        ("answers_999", (), "answered index 999 at step 1, which was not legal"),
        ("answers_wrong_step", (), "which was not asked; due was step 1."),
    ],
)
def test_against_a_bot_that_misbehaves_the_opponent_wins_and_one_sentence_says_why(
    arena: Arena, word: str, words: tuple[str, ...], reason: str
) -> None:
    run = arena("match", bot(word), "random", "--seed", "7", *PROCESS, *words)

    assert run.code == 0
    first = next(line.split() for line in run.out.splitlines() if line.startswith("1 "))
    assert first[1:3] == ["2", "random"]
    assert reason in run.out
    assert "Traceback" not in run.out + run.err
    arena.ground.assert_clean()


def test_a_bot_that_crashes_is_shown_with_its_exit_code_and_its_last_lines(arena: Arena) -> None:
    home = arena.folder / "leaver"
    home.mkdir()
    (home / "bot.toml").write_text('name = "leaver"\ncommand = ["sh", "leave.sh"]\n')
    (home / "leave.sh").write_text("echo no weights here >&2\necho giving up >&2\nexit 7\n")

    run = arena("match", "./leaver", "random", *PROCESS)

    assert "Seat 1 exited with code 7 before it connected." in run.out
    assert "What leaver printed:\n  no weights here\n  giving up\n" in run.out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--game", "traper"), "there is no game 'traper'; did you mean 'trapper'?"),
        (("--bot", "twni"), "there is no bot 'twni'; did you mean 'twin'?"),
        (("--fault", "crahs"), "there is no fault 'crahs'; did you mean 'crash'?"),
        (("--fault", "crahs", "--json"), "there is no fault 'crahs'; did you mean 'crash'?"),
        (("--fault", "normal"), "there is no fault 'normal'; there is any, crash, disconnect, "),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_misspelt_filter_of_matches_is_told_what_was_meant(
    arena: Arena, words: tuple[str, ...], told: str
) -> None:
    arena(*MATCH, *PROCESS, "--quiet")

    run = arena("matches", *words)

    assert (run.code, run.out, len(run.err.splitlines())) == (2, "", 1)
    assert told in run.err


def test_words_that_are_right_may_fit_no_match(arena: Arena) -> None:
    arena(*MATCH, *PROCESS, "--quiet")

    for words in (("--game", "trapper"), ("--bot", "heuristic"), ("--fault", "any")):
        assert arena("matches", *words).out == "No match fits.\n"
