"""Other processes, full disks and kills: nothing stored is lost, nothing counts twice."""

import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from leaderboard import errors
from leaderboard.database import SCHEMA, Database, open_database
from leaderboard.soundness import flaws
from leaderboard.values import MatchFilter
from tests.leaderboard.samples import field, head, match, refused, stored

pytestmark = pytest.mark.slow

HOLD = """if True:
    import sqlite3, sys
    connection = sqlite3.connect(sys.argv[1], isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    print("locked", flush=True)
    sys.stdin.read()
"""


def test_a_database_locked_by_another_process_is_refused_for_writing_only(filled: Path) -> None:
    with (
        open_database(filled, write=True, busy_s=0.1) as opened_before,
        subprocess.Popen(
            [sys.executable, "-c", HOLD, str(filled)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        ) as holder,
    ):
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"locked\n"

        refused(filled, errors.LockedDatabase, write=True)
        with pytest.raises(errors.LockedDatabase), opened_before.writing() as store:
            store.add_matches([match(301)])
        with open_database(filled, write=False) as database, database.reading() as store:
            assert len(stored(store)) == 300
        holder.communicate(b"")

        with opened_before.writing() as store:
            assert store.add_matches([match(301)]) == 1


def test_a_full_disk_is_told_and_loses_nothing_that_was_stored(filled: Path) -> None:
    with open_database(filled, write=True) as database:
        with database.reading() as store:
            pages = store._connection.exec_driver_sql("PRAGMA page_count").scalar_one()
            store._connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + 2}")

        with pytest.raises(errors.DiskFull, match="free some"), database.writing() as store:
            store.add_matches([match(number) for number in range(301, 1000)])

        with database.reading() as store:
            assert len(stored(store)) == 300


def test_a_disk_that_takes_no_more_bytes_is_told(filled: Path) -> None:
    program = """if True:
        import os, resource, signal, sys
        from leaderboard import errors
        from leaderboard.database import open_database
        from tests.leaderboard.samples import match, stored
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        with open_database(sys.argv[1], write=True) as database:
            limit = os.path.getsize(sys.argv[1])
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
            try:
                with database.writing() as store:
                    record = os.urandom(limit)
                    store.add_matches([match(301, record=record)])
            except errors.DiskFull as error:
                assert "\\n" not in str(error)
                sys.exit(7)
    """
    ended = subprocess.run([sys.executable, "-c", program, str(filled)], check=False)

    assert ended.returncode == 7
    with open_database(filled, write=True) as database, database.reading() as store:
        assert len(stored(store)) == 300


def test_two_processes_may_make_the_same_database(empty: str) -> None:
    program = """if True:
        import sys
        import leaderboard.migrations
        from leaderboard.database import open_database
        from tests.leaderboard.samples import field, head, stored
        sys.stdin.readline()
        with open_database(sys.argv[1], write=True) as database, database.writing() as store:
            store.add_tournament(head(sys.argv[2]), field())
        print(database.created)
    """
    makers = [
        subprocess.Popen(
            [sys.executable, "-c", program, empty, f"t{number}"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(3)
    ]
    for maker in makers:
        assert maker.stdin is not None
        maker.stdin.write("\n")
        maker.stdin.flush()
    said = sorted(maker.communicate()[0].strip() for maker in makers)

    assert said == ["False", "False", "True"]
    with open_database(empty, write=False) as database, database.reading() as store:
        assert len(store.tournaments()) == 3


WRITER = """if True:
    import sys
    from leaderboard.database import open_database
    from tests.leaderboard.samples import match, stored
    with open_database(sys.argv[1], write=True) as database:
        start = int(sys.argv[2])
        for first in range(start, start + 100_000, 20):
            with database.writing() as store:
                new = store.add_matches(match(n) for n in range(first, first + 20))
            print(first, new, flush=True)
"""


def test_a_writer_killed_in_the_middle_loses_nothing_it_acknowledged(place: str) -> None:
    with open_database(place, write=True) as database, database.writing() as store:
        store.add_tournament(head(), field())
        store.add_matches(match(number) for number in range(1, 301))
    acknowledged: set[int] = set(range(1, 301))
    start = 281  # overlaps with what is stored: a retry
    for kill in range(5):
        with subprocess.Popen(
            [sys.executable, "-c", WRITER, place, str(start)],
            stdout=subprocess.PIPE,
            text=True,
        ) as writer:
            assert writer.stdout is not None
            for line, _ in zip(writer.stdout, range(5 + 7 * kill), strict=False):
                first = int(line.split()[0])
                acknowledged |= set(range(first, first + 20))
            writer.send_signal(signal.SIGKILL)
            for line in writer.stdout:
                first = int(line.split()[0])
                acknowledged |= set(range(first, first + 20))
        start = max(acknowledged) - 19

    with open_database(place, write=True) as database, database.reading() as store:
        done = stored(store)
        results = [result.pairing for result in store.results("abc")]
        complete = [store.record(found) for found in store.matches(MatchFilter())]
    if database.file is not None:
        assert list(flaws(database.file, SCHEMA)) == []
    assert acknowledged <= done
    assert results == sorted(done) == list(range(1, len(done) + 1))
    assert len(complete) == len(done)


def _delete(path: Path) -> None:
    path.unlink()


def _delete_all(path: Path) -> None:
    for one in path.parent.iterdir():
        one.unlink()


def _move(path: Path) -> None:
    path.rename(path.with_name("elsewhere.db"))


def _replace(path: Path) -> None:
    copy = path.with_name("copy.db")
    shutil.copy(path, copy)
    copy.replace(path)


def _lose_folder(path: Path) -> None:
    path.parent.rename(path.parent.with_name("moved"))


@pytest.mark.parametrize("harm", [_delete, _delete_all, _move, _replace, _lose_folder])
def test_a_file_that_is_not_there_any_more_is_noticed_before_anything_is_stored(
    tmp_path: Path, harm: Callable[[Path], None]
) -> None:
    (tmp_path / "place").mkdir()
    path = tmp_path / "place" / "arena.db"
    with open_database(path, write=True) as database:
        with database.writing() as store:
            store.add_tournament(head(), field())
            store.add_matches([match(1)])
        harm(path)

        for transaction in (database.reading, database.writing):
            with pytest.raises(errors.DatabaseGone) as caught, transaction():
                pytest.fail("nothing is to be read or stored")
            assert "\n" not in str(caught.value)
    if harm in (_delete, _delete_all, _move):
        assert not path.exists()


def test_a_file_that_goes_while_something_is_stored_is_noticed_when_it_was(filled: Path) -> None:
    def lose(database: Database) -> None:
        with database.writing() as store:
            store.add_matches([match(301)])
            filled.unlink()

    with (
        open_database(filled, write=True) as database,
        pytest.raises(errors.DatabaseGone),
    ):
        lose(database)


@pytest.mark.parametrize("number", ["9999", f"{SCHEMA + 1:04}"])
@pytest.mark.parametrize("write", [True, False])
def test_tables_of_a_newer_arena_are_refused_though_the_file_bears_our_mark(
    filled: Path, number: str, write: bool
) -> None:
    with closing(sqlite3.connect(filled)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (number,))
    before = filled.read_bytes()

    assert "update the arena" in refused(filled, errors.NewerDatabase, write=write)
    assert filled.read_bytes() == before


def test_tables_of_another_program_are_refused_though_the_file_bears_our_mark(
    filled: Path,
) -> None:
    with closing(sqlite3.connect(filled)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = 'ab12'")

    refused(filled, errors.ForeignDatabase, write=True)


def test_damage_in_what_sqlite_quotes_is_told_as_damage(filled: Path) -> None:
    content = filled.read_bytes()
    assert b"CREATE TABLE tournament" in content
    filled.write_bytes(content.replace(b"CREATE TABLE tournament", b"CR\xf5ATE TABLE tournament"))

    with (
        pytest.raises(errors.DamagedDatabase, match="its list of tables cannot be read"),
        open_database(filled, write=False),
    ):
        pass
    assert any("cannot be read" in flaw for flaw in flaws(filled, SCHEMA))
