"""`arena tournament --format gauntlet|ladder` as people type it."""

import json
import signal
from pathlib import Path

import pytest

from tests.e2e.command import PATIENCE_S, Arena
from tests.e2e.test_interruption import until
from tests.tournament.arena_command import pools, records, stored

BOTS = tuple(f"random:as={name}" for name in "abcd")
ON = ("--game", "kupferkessel", "--seed", "3", "--quiet")
LADDER = ("--format", "ladder", *BOTS, *ON)
GAUNTLET = ("--format", "gauntlet", "--new", "heuristic", "--new", "random", *BOTS[:2], *ON)


@pytest.mark.parametrize("words", [LADDER, GAUNTLET], ids=["ladder", "gauntlet"])
def test_the_number_of_workers_changes_neither_records_nor_the_table(
    arena: Arena, words: tuple[str, ...]
) -> None:
    for workers in ("1", "2"):
        run = arena(
            "tournament", *words, "--rounds", "5", "--workers", workers, "--db", f"{workers}.db"
        )
        assert run.code == 0, run.err

    one, two = (records(arena.folder / f"{workers}.db") for workers in "12")
    assert len(one) == 40
    assert one == two
    assert pools(arena.folder, "1.db") == pools(arena.folder, "2.db")
    assert arena("verify", "last", "--db", "2.db").code == 0


def test_a_ladder_that_was_killed_goes_on_as_if_it_had_not_been(arena: Arena) -> None:
    words = (*LADDER, "--rounds", "25")
    calm = arena("tournament", *words, "--db", "calm.db")
    killed = arena.start("tournament", *words, "--db", "killed.db")
    for least in (1, 60, 120):
        until(lambda least=least: stored(arena.folder / "killed.db") >= least)  # type: ignore[misc]
        killed.send_signal(signal.SIGKILL)
        killed.communicate(timeout=PATIENCE_S)
        killed = arena.start("resume", "--quiet", "--db", "killed.db")
    killed.communicate(timeout=PATIENCE_S)

    assert (calm.code, killed.returncode) == (0, 0)
    assert pools(arena.folder, "calm.db") == pools(arena.folder, "killed.db")
    assert records(arena.folder / "calm.db") == records(arena.folder / "killed.db")


def test_a_file_tells_the_format(arena: Arena, tmp_path: Path) -> None:
    spec = arena.folder / "spec.toml"
    spec.write_text(
        'format = "gauntlet"\nnew = 2\nbots = ["mcts", "heuristic", "random"]\n'
        'games = ["kupferkessel"]\nrounds = 3\n'
    )

    planned = arena("tournament", "--spec", "spec.toml", "--dry-run", "--json").json

    assert (planned["matches"], planned["blocks"]) == (12, 6)
    assert [pair["bots"] for pair in planned["pairs"]] == [
        ["heuristic", "random"],
        ["mcts", "random"],
    ]


def test_the_plan_of_a_ladder_says_how_much_of_it_is_known(arena: Arena) -> None:
    words = ("tournament", *LADDER, "--rounds", "5", "--dry-run")
    told, planned = arena(*words), arena(*words, "--json").json

    first, *rest = told.out.splitlines()
    assert first == "40 matches in 20 blocks of 2, tables of 2"
    assert "Of these the first 8:" in rest
    assert (planned["matches"], planned["covered"]) == (40, 8)


def test_a_ladder_can_be_prolonged(arena: Arena) -> None:
    arena("tournament", *LADDER, "--rounds", "2")
    run = arena("resume", "--rounds", "3", "--json")

    assert run.code == 0, run.err
    assert json.loads(run.out.splitlines()[-1])["done"] == 24


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--format", "gauntlet", "random"), "--format gauntlet and --new BOT go together"),
        (("--new", "random", "heuristic"), "--format gauntlet and --new BOT go together"),
        (
            ("--format", "gauntlet", "--new", "mcts", "--new", "random", "mcts", "--players", "3"),
            "name more of",
        ),
        (("--format", "lader", "random"), "ladder"),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, tuple) else "",
)
def test_what_makes_no_sense_is_refused_in_a_line(
    arena: Arena, words: tuple[str, ...], told: str
) -> None:
    run = arena("tournament", *words)

    assert run.code == 2
    assert told in run.err.replace("\n", " ")
    assert not (arena.folder / "arena.db").exists()
