"""A database server: what is refused, what writers do to each other, who claims what."""

import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from leaderboard import errors
from leaderboard.database import Database, open_database
from leaderboard.standings import MODELS, keep_standings, make_standings
from tests.leaderboard.samples import field, head, match, refused
from tests.postgres import Server

pytestmark = pytest.mark.slow


@pytest.fixture
def url(server: Server) -> str:
    return server.database()


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    with open_database(url, write=True) as opened:
        with opened.writing() as store:
            store.add_tournament(head(), field())
        yield opened


@pytest.mark.parametrize(
    "bad",
    [
        "postgresql://arena@/none?host={folder}",
        "postgresql://nobody@/arena_template?host={folder}",
        "postgresql://arena@/arena_template?host={folder}&colour=red",
        "postgresql://arena@/arena_template?host={folder}/nowhere",
        "postgresql://arena:secret@127.0.0.1:1/arena_template",
        "postgresql://arena@[/x",
        "postgresql://arena@127.0.0.1:port/x",
    ],
)
def test_a_url_that_leads_nowhere_is_one_line_without_the_password(
    server: Server, bad: str
) -> None:
    with pytest.raises(errors.UnreachableDatabase) as caught:
        open_database(bad.format(folder=server.folder), write=True)

    assert "\n" not in str(caught.value)
    assert "secret" not in str(caught.value)


def test_a_server_that_accepts_and_never_answers_is_given_up() -> None:
    with socket.create_server(("127.0.0.1", 0)) as mute:
        port = mute.getsockname()[1]
        url = f"postgresql://arena@127.0.0.1:{port}/x?connect_timeout=2"

        assert "timeout" in refused(url, errors.ServerAway, write=True)


def test_a_database_that_cannot_keep_every_text_is_refused(server: Server) -> None:
    url = server.database(empty=True, encoding="LATIN1")

    assert "ENCODING 'UTF8'" in refused(url, errors.ForeignDatabase, write=True)


def test_a_reader_cannot_write(database: Database) -> None:
    with pytest.raises(errors.ReadOnlyDatabase), database.reading() as store:
        store.rename_tournament("abc", "other")


def test_a_user_who_may_only_read_reads(server: Server, url: str, database: Database) -> None:
    database.close()
    server.ask("DO $$BEGIN CREATE ROLE guest LOGIN; EXCEPTION WHEN duplicate_object THEN END$$")
    guest = url.replace("arena@", "guest@")
    with open_database(url, write=True) as owned, owned.writing() as store:
        store._connection.exec_driver_sql("GRANT SELECT ON ALL TABLES IN SCHEMA public TO guest")

    with open_database(guest, write=False) as opened, opened.reading() as store:
        assert store.find_tournament("last") == head()
    with (
        pytest.raises(errors.ReadOnlyDatabase, match="grant it"),
        open_database(guest, write=True) as opened,
        opened.writing() as store,
    ):
        store.rename_tournament("abc", "other")


def test_what_a_text_cannot_hold_is_spelled_out_or_refused(database: Database) -> None:
    with database.writing() as store:
        store.add_matches([match(1, reason="said \0")])
    with database.reading() as store:
        assert store.find_match("abc-1").reason == "said \\x00"
    with pytest.raises(errors.Unstorable), database.reading() as store:
        store.find_tournament("a\0")


def test_a_tournament_that_two_begin_at_once_belongs_to_one(url: str, database: Database) -> None:
    answers: list[str] = []
    second = threading.Thread(target=_begin, args=(url, answers))
    with database.writing() as store:
        store.add_tournament(head("new"), field())
        second.start()
        second.join(0.3)
        assert second.is_alive()
    second.join(20)

    assert answers == ["exists"]


def _begin(url: str, answers: list[str]) -> None:
    with open_database(url, write=True) as database:
        try:
            with database.writing() as store:
                store.add_tournament(head("new"), field())
        except errors.TournamentExists:
            answers.append("exists")


def test_two_writers_of_the_same_matches_both_end_well(url: str, database: Database) -> None:
    def write() -> None:
        with open_database(url, write=True) as other, other.writing() as store:
            new.append(store.add_matches(match(number) for number in range(1, 6)))

    new: list[int] = []
    second = threading.Thread(target=write)
    with database.writing() as store:
        assert store.add_matches(match(number) for number in range(3, 8)) == 5
        second.start()
        second.join(0.3)
    second.join(20)

    assert new == [2]


def test_ratings_of_fewer_matches_than_there_are_count_for_nothing(database: Database) -> None:
    with database.writing() as store:
        store.add_matches([match(1), match(2)])
    with database.reading() as store:
        made = make_standings(store, "abc")
    with database.writing() as store:
        keep_standings(store, "abc")
    with database.writing() as store:
        store.add_matches([match(3), match(4)])
        made.keep(store)

    with database.reading() as store:
        assert store.ratings("abc", MODELS) is None


def test_ratings_made_before_somebody_was_benched_are_not_kept(database: Database) -> None:
    with database.writing() as store:
        store.add_matches([match(1), match(2)])
    with database.reading() as store:
        made = make_standings(store, "abc")
    with database.writing() as store:
        store.bench("abc", 1, "too many faults", 2)
    with database.writing() as store:
        made.keep(store)

    with database.reading() as store:
        assert store.ratings("abc", MODELS) is None


def test_a_stretch_belongs_to_one_until_it_is_given_back(url: str, database: Database) -> None:
    with open_database(url, write=True) as other:
        with database.claims("abc") as ours, other.claims("abc") as theirs:
            assert ours.take(1)
            assert ours.take(1)
            assert not theirs.take(1)
            assert theirs.take(2)
            ours.give_back(1)
            assert theirs.take(1)
            with other.claims("another tournament") as apart:
                assert apart.take(2)
        with other.claims("abc") as theirs:
            assert theirs.take(1)
            assert theirs.take(2)


def test_a_file_is_claimed_by_nobody(tmp_path: Path) -> None:
    with (
        open_database(tmp_path / "arena.db", write=True) as database,
        database.claims("abc") as ours,
        database.claims("abc") as theirs,
    ):
        assert ours.take(1)
        assert theirs.take(1)
        assert not ours.shared
