"""What travels to a worker tells nothing that it does not need."""

import os
import pickle
from pathlib import Path

import pytest

from arena.tournament.conduct import begin
from arena.tournament.contest import Contest, resolve
from arena.tournament.preparation import Surroundings, prepare
from arena.tournament.run import Run
from arena.tournament.single import single
from arena.tournament.terms import Terms
from arena.tournament.worker import Assignment, Worker, assign
from leaderboard.database import open_database
from referee.match.plan import Played
from referee.match.record import record as make_record
from referee.match.session import Session
from referee.match.verdict import Termination

SEED = 2**127 + 12345
PLANTED = "a password that nobody may see"


@pytest.fixture
def contest() -> Contest:
    return resolve(Terms(bots=("random", "heuristic"), games=("kupferkessel",), seed=SEED))


@pytest.fixture
def assignment(contest: Contest, monkeypatch: pytest.MonkeyPatch) -> Assignment:
    monkeypatch.setenv("PLANTED", PLANTED)
    around = Surroundings(dict(os.environ))
    prepared = prepare(contest.entries, contest.terms.conditions, Run(level="process"), around)
    return assign("abc", contest, prepared.hosting)


def secrets(contest: Contest) -> list[bytes]:
    size = (SEED.bit_length() + 7) // 8
    return [
        PLANTED.encode(),
        contest.secret,
        contest.secret.hex().encode(),
        str(SEED).encode(),
        SEED.to_bytes(size, "big"),
        SEED.to_bytes(size, "little"),
    ]


def test_neither_environment_nor_seed_nor_secret_is_in_a_pickled_assignment(
    contest: Contest, assignment: Assignment
) -> None:
    chunk = tuple(contest.fixture(pairing) for pairing in contest.format.generation(0, ()))

    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        sent = pickle.dumps((assignment, chunk), protocol)

        assert not [secret for secret in secrets(contest) if secret in sent]
        assert pickle.loads(sent)[1] == chunk


def test_no_secret_is_in_a_repr(contest: Contest, assignment: Assignment, tmp_path: Path) -> None:
    fixture = contest.fixture(contest.format.generation(0, ())[0])
    with open_database(tmp_path / "arena.db", write=True) as database:
        head = begin(database, contest, now=lambda: 1)
    game, setup = contest.games[0]
    session = Session(game, setup, fixture.seeds.match)
    session.void(Termination.INTERRUPTED, "stopped")
    assert session.outcome is not None
    played = Played(
        assignment.plan(fixture), session, session.outcome, ("", ""), (False, False), 1
    )
    record = make_record(played, {}).revealed(SEED, contest.secret.hex())
    shown = [
        repr(one)
        for one in (
            contest,
            contest.terms,
            assignment,
            fixture,
            assignment.plan(fixture),
            Worker(assignment, dict(os.environ)),
            Surroundings(dict(os.environ)),
            single(contest.terms),
            head,
            record,
        )
    ]

    for secret in (PLANTED, contest.secret.hex(), str(SEED), fixture.seeds.match.hex()):
        assert not [text for text in shown if secret in text]
    assert not [text for text in shown if repr(fixture.seeds.match) in text]
