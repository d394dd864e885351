"""What is opened, what is made, and what is refused without a byte being changed."""

import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, create_engine
from sqlmodel import Session, SQLModel, select

from leaderboard import errors, migrations, models, tables
from leaderboard.database import SCHEMA, open_database
from leaderboard.values import MatchFilter
from tests.leaderboard.samples import field, head, match, refused


def snapshot(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else b""
        for path in sorted(folder.rglob("*"))
    }


def test_a_new_database_is_announced_once_and_left_tidy(tmp_path: Path) -> None:
    path = tmp_path / "with space %20?#.db"
    with open_database(str(path), write=True) as database:
        assert database.created
        assert not database.migrated
    with open_database(f"sqlite:///{path}", write=True) as database:
        assert not database.created

    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]


def test_a_new_database_is_announced_once_wherever_it_is(empty: str) -> None:
    refused(empty, errors.DatabaseMissing, write=False)
    with open_database(empty, write=True) as database:
        assert database.created
    with open_database(empty, write=True) as database:
        assert not database.created
        assert not database.migrated


def test_an_empty_file_becomes_a_database(tmp_path: Path) -> None:
    path = tmp_path / "arena.db"
    path.touch()

    refused(path, errors.DatabaseMissing, write=False)
    with open_database(path, write=True) as database:
        assert database.created


def test_a_database_is_durable_and_checks_its_references(filled: Path) -> None:
    with open_database(filled, write=True) as database, database.writing() as store:
        ask = store._connection.exec_driver_sql
        assert ask("PRAGMA journal_mode").scalar() == "wal"
        assert ask("PRAGMA synchronous").scalar() == 2
        assert ask("PRAGMA foreign_keys").scalar() == 1


def test_importing_the_package_loads_nothing_slow_and_results_need_no_models(
    filled: Path,
) -> None:
    program = """if True:
        import sys
        from dataclasses import replace
        import leaderboard
        assert not {"sqlalchemy", "trueskill", "pydantic"} & set(sys.modules)
        from leaderboard.database import open_database
        from leaderboard.standings import standings
        with open_database(sys.argv[1], write=False) as database, database.reading() as store:
            standings(store, "abc")
        with open_database(sys.argv[1], write=True) as database, database.writing() as store:
            again = replace(store.find_tournament("abc"), id="new")
            store.add_tournament(again, store.entries("abc"))
        assert not {"sqlmodel", "pydantic", "alembic", "trueskill"} & set(sys.modules)
    """
    subprocess.run([sys.executable, "-c", program, str(filled)], check=True, cwd=Path.cwd())


def _schema(connection: Connection) -> list[tuple[str, str]]:
    made = connection.exec_driver_sql(
        "SELECT name, coalesce(sql, '') FROM sqlite_master ORDER BY name"
    )
    return [(name, " ".join(sql.split())) for name, sql in made]


def _version(connection: Connection) -> object:
    return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar_one()


def test_a_new_database_has_the_tables_that_the_migrations_make(empty: str) -> None:
    open_database(empty, write=True).close()
    server = "://" in empty
    url = empty.replace("postgresql", "postgresql+psycopg") if server else f"sqlite:///{empty}"
    made, migrated = create_engine(url), create_engine("sqlite://")
    with made.connect() as left, migrated.begin() as right:
        migrations.upgrade(right)

        assert compare_metadata(MigrationContext.configure(left), tables.METADATA) == []
        assert _version(left) == _version(right) == f"{SCHEMA:04}"
        assert server or _schema(left) == _schema(right)
        assert not server or _partial(left) == {
            index.name
            for table in tables.METADATA.tables.values()
            for index in table.indexes
            if index.dialect_options["sqlite"]["where"] is not None
        }
    made.dispose()
    migrated.dispose()


def _partial(connection: Connection) -> set[str | None]:
    """The indexes of a server that have a condition."""
    found = connection.exec_driver_sql(
        "SELECT indexname FROM pg_indexes WHERE position(' WHERE ' in indexdef) > 0"
    )
    return {name for (name,) in found}


def test_every_model_has_the_columns_of_its_table() -> None:
    classes: dict[str, type[SQLModel]] = {
        str(found.__table__.name): found  # type: ignore[attr-defined]
        for found in vars(models).values()
        if isinstance(found, type) and issubclass(found, SQLModel) and found is not SQLModel
    }

    assert set(classes) == {"tournament", "entry"}
    for name, found in classes.items():
        table, fields = tables.METADATA.tables[name], found.model_fields
        assert list(fields) == [column.name for column in table.columns]
        for column in table.columns:
            optional = not fields[column.name].is_required()
            assert optional == (column.nullable or column.autoincrement is True), column


@pytest.mark.parametrize("changes", [{"seed": -1}, {"kind": "league"}, {"id_": "a b"}])
def test_a_tournament_that_makes_no_sense_is_refused(changes: dict[str, object]) -> None:
    models.check_head(head(), field())

    with pytest.raises(ValueError, match="validation error"):
        models.check_head(head(**changes), field())  # type: ignore[arg-type]


def test_models_read_what_was_stored(filled: Path) -> None:
    engine = create_engine(f"sqlite:///{filled}")
    with Session(engine) as session:
        row = session.exec(select(models.EntryRow).where(models.EntryRow.number == 1)).one()
        assert (row.tournament, row.name) == ("abc", "bot1")
    engine.dispose()


def _other_program(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("CREATE TABLE match (id)")
    connection.close()


def _newer(path: Path) -> None:
    open_database(path, write=True).close()
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    connection.close()


def _ours(path: Path) -> bytes:
    with open_database(path, write=True) as database, database.writing() as store:
        store.add_tournament(head(), field())
        store.add_matches(match(number) for number in range(1, 51))
    return path.read_bytes()


BAD = {
    "a text": (lambda path: path.write_text("not a database\n" * 50), errors.NotADatabase),
    "a short text": (lambda path: path.write_text("x"), errors.NotADatabase),
    "a foreign database": (_other_program, errors.ForeignDatabase),
    "a newer schema": (_newer, errors.NewerDatabase),
    "a torn header": (lambda path: path.write_bytes(_ours(path)[:60]), errors.DamagedDatabase),
    "a lost end": (lambda path: path.write_bytes(_ours(path)[:-5000]), errors.DamagedDatabase),
    "half a page": (lambda path: path.write_bytes(_ours(path)[:2000]), errors.DamagedDatabase),
    "an impossible page size": (
        lambda path: path.write_bytes((data := _ours(path))[:16] + b"\x03\x03" + data[18:]),
        errors.DamagedDatabase,
    ),
    "an overwritten first page": (
        lambda path: path.write_bytes((data := _ours(path))[:100] + b"\xaa" * 3996 + data[4096:]),
        errors.DamagedDatabase,
    ),
    "a folder": (lambda path: path.mkdir(), errors.NotADatabase),
    "a pipe": (os.mkfifo, errors.NotADatabase),
    "a folder that is missing": (lambda path: None, errors.UnreachableDatabase),
}


@pytest.mark.parametrize("write", [True, False])
@pytest.mark.parametrize("bad", BAD)
def test_what_is_not_a_usable_database_is_refused_untouched(
    tmp_path: Path, bad: str, *, write: bool
) -> None:
    make, kind = BAD[bad]
    path = tmp_path / ("missing/arena.db" if "missing" in bad else "arena.db")
    make(path)  # type: ignore[no-untyped-call]
    before = snapshot(tmp_path)

    text = refused(path, kind, write=write)

    assert str(path) in text
    assert snapshot(tmp_path) == before


def test_reading_makes_no_database(tmp_path: Path) -> None:
    text = refused(tmp_path / "arena.db", errors.DatabaseMissing, write=False)

    assert "first" in text
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("url", ["mysql://x/y", "sqlite:///", ""])
def test_an_address_that_means_nothing_is_refused(url: str) -> None:
    refused(url, errors.UnreachableDatabase, write=True)


def test_a_page_overwritten_in_the_middle_is_reported_when_it_is_met(filled: Path) -> None:
    data = filled.read_bytes()
    whole = len(data) // 2  # with the list of tables, which is read at once
    filled.write_bytes(data[:whole] + b"\xaa" * (len(data) - whole))

    with (
        open_database(filled, write=False) as database,
        pytest.raises(errors.DamagedDatabase, match="put back a copy"),
        database.reading() as store,
    ):
        store.matches(MatchFilter())


@contextmanager
def _without_privileges(folder: Path) -> Iterator[None]:
    """Permissions bind even where the tests run as root."""
    if os.geteuid() != 0:
        yield
        return
    for path in (folder, *folder.iterdir()):
        os.chown(path, 65534, 65534)
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def shared() -> Iterator[Path]:
    """A folder that everybody reaches; pytest's own is private to its user."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        _ours(folder / "arena.db")
        yield folder
        folder.chmod(0o755)


@pytest.mark.parametrize(("folder_mode", "file_mode"), [(0o555, 0o444), (0o755, 0o444)])
def test_a_read_only_database_is_read_but_not_written(
    shared: Path, folder_mode: int, file_mode: int
) -> None:
    path = shared / "arena.db"
    path.chmod(file_mode)
    shared.chmod(folder_mode)
    before = snapshot(shared)

    with _without_privileges(shared):
        text = refused(path, errors.ReadOnlyDatabase, write=True)
        with open_database(path, write=False) as database, database.reading() as store:
            assert store.find_match("last").id == "abc-50"

    assert "--db" in text
    assert snapshot(shared) == before


def test_a_read_only_folder_takes_no_new_database(shared: Path) -> None:
    shared.chmod(0o555)
    before = snapshot(shared)

    with _without_privileges(shared):
        refused(shared / "new.db", errors.ReadOnlyDatabase, write=True)

    assert snapshot(shared) == before


def test_an_unreadable_database_is_refused(shared: Path) -> None:
    (shared / "arena.db").chmod(0o000)

    with _without_privileges(shared):
        refused(shared / "arena.db", errors.UnreachableDatabase, write=False)
