"""Several runners on one tournament of a server: it is as if one had played it."""

from pathlib import Path

from tests.postgres import Server, running
from tests.tournament.arena_command import pools, records, run
from tests.tournament.ordeal import FIELD, OPEN, make_tally, suffer

ROUNDS = 80


def test_two_runners_and_a_server_that_are_killed_make_the_same_table(tmp_path: Path) -> None:
    make_tally(tmp_path)
    terms = (*FIELD, "--rounds", str(ROUNDS), "--seed", "8")
    assert run(tmp_path, "tournament", *terms, *OPEN, "--db", "calm.db", "--quiet").returncode == 0
    with running() as server:
        outcome = suffer(tmp_path, server, rounds=ROUNDS, kills=3, seed=3)

    assert set(outcome.codes) == {0}, outcome.errors
    assert outcome.tables == pools(tmp_path, "calm.db")
    assert outcome.records == records(tmp_path / "calm.db")


def test_a_runner_whose_server_stays_away_ends_with_one_line(
    tmp_path: Path, server: Server
) -> None:
    url = f"{server.database()}/nowhere"

    done = run(tmp_path, "tournament", "random", "random:as=twin", "--rounds", "1", "--db", url)

    assert done.returncode == 1
    assert "look whether the server runs" in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr
