"""A server that goes away: waits that are bounded and told, and then it goes on."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from leaderboard import errors
from leaderboard.claims import GRACE_S, ServerClaims
from leaderboard.database import Database, open_database
from leaderboard.errors import Collision, ServerAway
from leaderboard.steady import Away, Steady
from leaderboard.store import Store
from tests.leaderboard.samples import field, head, match, stored
from tests.postgres import Server, running

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def harmed() -> Iterator[Server]:
    """A server that comes back from everything that is done to it."""
    with running() as started:
        yield started


@pytest.fixture
def url(harmed: Server) -> str:
    return f"{harmed.database()}&connect_timeout=2"


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    with open_database(url, write=True) as opened:
        opened.answer_s = 1.0
        with opened.writing() as store:
            store.add_tournament(head(), field())
        yield opened


def _steady(database: Database, news: list[str], **changes: Any) -> Steady:
    def away(one: Away) -> None:
        assert "\n" not in one.reason
        news.append("away")

    return Steady(database, away, lambda: news.append("back"), **{"patience_s": 30, **changes})


def test_a_killed_server_is_waited_for_and_nothing_is_lost(
    harmed: Server, database: Database
) -> None:
    news: list[str] = []
    steady = _steady(database, news, sleep=lambda pause_s: harmed.start())
    assert steady.write(lambda store: store.add_matches([match(1)])) == 1
    harmed.kill()

    assert steady.write(lambda store: store.add_matches([match(2)])) == 1

    assert news == ["away", "back"]
    assert steady.read(stored) == {1, 2}


def test_connections_that_were_dropped_are_opened_again_unnoticed(
    harmed: Server, url: str, database: Database
) -> None:
    news: list[str] = []
    steady = _steady(database, news)
    harmed.drop_connections(url)

    assert steady.write(lambda store: store.add_matches([match(1)])) == 1
    assert news == []


def test_a_connection_dropped_within_a_transaction_costs_another_try(
    harmed: Server, url: str, database: Database
) -> None:
    news: list[str] = []
    tries: list[int] = []

    def work(store: Store) -> int:
        tries.append(store.add_matches([match(1)]))
        if len(tries) == 1:
            harmed.drop_connections(url)
        return store.add_matches([match(2)])

    assert _steady(database, news).write(work) == 1
    assert tries == [1, 1]
    assert news == ["away", "back"]


def test_a_frozen_server_is_given_up_and_waited_for(harmed: Server, database: Database) -> None:
    news: list[str] = []

    with harmed.frozen(), pytest.raises(ServerAway):
        _steady(database, news, patience_s=0.5).write(lambda store: store.add_matches([match(1)]))
    assert news == ["away"]

    assert _steady(database, news).write(lambda store: store.add_matches([match(1)])) == 1


def test_a_server_that_freezes_within_a_transaction_is_noticed(
    harmed: Server, database: Database
) -> None:
    def work(store: Store) -> None:
        store.add_matches([match(1)])
        with harmed.frozen():
            store.add_matches([match(2)])

    with pytest.raises(ServerAway, match="no answer in 1 s"):
        _steady(database, [], patience_s=0).write(work)

    with database.reading() as store:
        assert stored(store) == set()


def test_claims_come_back_with_the_server(harmed: Server, url: str, database: Database) -> None:
    steady = _steady(database, [])
    with (
        open_database(url, write=True) as other,
        database.claims("abc") as ours,
        other.claims("abc") as theirs,
    ):
        assert ours.take(1)
        assert theirs.take(2)
        harmed.kill()
        harmed.start()
        assert steady.persist(lambda: ours.take(3))
        assert not _steady(other, []).persist(lambda: theirs.take(1))
        assert theirs.take(2)


def test_whoever_was_sent_back_tries_again_at_once_and_tells_nobody(tmp_path: Path) -> None:
    news: list[str] = []
    tries = iter([Collision("met"), Collision("met"), None])

    def work(store: Store) -> str:
        if error := next(tries):
            raise error
        return "done"

    with open_database(tmp_path / "arena.db", write=True) as database:
        assert _steady(database, news).write(work) == "done"
    assert news == []


def test_patience_ends(tmp_path: Path) -> None:
    now = 0.0

    def sleep(seconds: float) -> None:
        nonlocal now
        now += seconds

    def work(store: Store) -> None:
        raise errors.ServerAway("gone")

    with open_database(tmp_path / "arena.db", write=True) as database:
        steady = Steady(database, patience_s=60, clock=lambda: now, sleep=sleep)
        with pytest.raises(ServerAway):
            steady.write(work)
    assert 60 <= now <= 66


def test_what_others_had_is_left_to_them_for_a_while_when_a_server_comes_back(
    harmed: Server, url: str, database: Database
) -> None:
    now = 0.0
    with (
        open_database(url, write=True) as other,
        database.claims("abc") as ours,
        other.claims("abc") as theirs,
    ):
        assert isinstance(ours, ServerClaims)
        ours._clock = lambda: now
        assert theirs.take(1)
        assert not ours.take(1)
        harmed.kill()
        harmed.start()
        steady = _steady(database, [])

        assert steady.persist(lambda: ours.take(2))
        assert not ours.take(1)
        now = GRACE_S

        assert ours.take(1), "its owner did not come back"
