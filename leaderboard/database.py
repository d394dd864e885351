"""Open a database, bring its schema up to date, and hand out transactions."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import QueuePool

from leaderboard import sqlite_file
from leaderboard.claims import Claims, ServerClaims, Unshared
from leaderboard.errors import (
    DatabaseMissing,
    ForeignDatabase,
    LeaderboardError,
    NewerDatabase,
    OlderDatabase,
    UnreachableDatabase,
    Unstorable,
)
from leaderboard.file_system import refuse_network
from leaderboard.store import Store
from leaderboard.tables import make_schema

if TYPE_CHECKING:
    from leaderboard.server import Server

SCHEMA: Final = 7
"""The newest migration. Its revision is this number in four digits."""

BUSY_S: Final = 5.0
"""How long a writer waits for another one."""
ANSWER_S: Final = 60.0
"""How long a server may take for one answer."""
SLOW_S: Final = 3600.0
"""The same where it has to go through all that is stored."""

_WRITE: Final = "arena_write"
_SQLITE: Final = "sqlite:///"
_MIGRATION_LOCK: Final = sqlite_file.APPLICATION_ID


class Database:
    """An open database. Use it as a context manager; closing it folds SQLite's log away."""

    def __init__(self, engine: Engine, place: str, server: "Server | None" = None) -> None:
        self._engine = engine
        self._server = server
        """How a server is spoken to; None for a file."""
        self.place = place
        """The file, or the server without a password."""
        self.answer_s = ANSWER_S
        """How long a server may take for one answer."""
        self.created = False
        """Whether opening made it."""
        self.migrated = False
        """Whether opening brought an older schema up to date."""
        self._opened: sqlite_file.Identity | None = None
        """The file that must still be there."""

    @property
    def file(self) -> Path | None:
        """The file it is kept in; None if a server keeps it."""
        return None if "://" in self.place else Path(self.place).resolve()

    @property
    def shared(self) -> bool:
        """Whether others on this machine may read it, with the seeds of what is still played."""
        return self.file is not None and sqlite_file.shared(self.file)

    @property
    def folder(self) -> Path | None:
        """Where its file lies."""
        return None if self.file is None else self.file.parent

    def free_bytes(self) -> int | None:
        """What is free on the disk of its file; None if that cannot be told from here."""
        try:
            return None if self.folder is None else shutil.disk_usage(self.folder).free
        except OSError:
            return None  # it went away, which the next look at the file tells

    @contextmanager
    def reading(self) -> Iterator[Store]:
        """One view of the data, unchanged by others as long as the block lasts."""
        with self._transaction(write=False) as connection:
            yield Store(connection)

    @contextmanager
    def writing(self, *, slow: bool = False) -> Iterator[Store]:
        """All or nothing: stored for good when the block ends, undone if it raises."""
        with self._transaction(write=True, slow=slow) as connection:
            yield Store(connection)

    @contextmanager
    def claims(self, tournament: str) -> Iterator[Claims]:
        """What keeps several runners of a tournament from playing the same."""
        server = self._server
        if server is None:
            yield Unshared()
            return

        def connect() -> Connection:
            connection = self._engine.connect()
            server.dedicate(connection, answer_s=self.answer_s)
            return connection

        claimed = ServerClaims(tournament, connect, self._translated)
        try:
            yield claimed
        finally:
            claimed.close()

    @contextmanager
    def alone(self, what: str) -> Iterator[bool]:
        """Whether nobody else has `what` now; nobody else gets it while the block lasts."""
        if self.file is not None:
            with sqlite_file.held(self.file, what) as mine:
                yield mine
            return
        with self.claims(what) as claims:
            yield claims.take(0)

    def close(self) -> None:
        """Let go of every connection."""
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @contextmanager
    def _transaction(self, *, write: bool, slow: bool = False) -> Iterator[Connection]:
        self._look_after()
        with self._translated(), self._engine.connect() as connection:
            connection.execution_options(**{_WRITE: write})
            if self._server is not None:
                answer_s = SLOW_S if slow else self.answer_s
                self._server.prepare(connection, write=write, answer_s=answer_s)
            with connection.begin():
                yield connection
        if write:
            self._look_after()

    def hold(self) -> None:
        """Know the file from now on. SQLite itself would go on writing to one without a name."""
        if self.file is not None:
            self._opened = sqlite_file.identity(self.file)

    def _look_after(self) -> None:
        """DatabaseGone if the file is not there any more, or is another one."""
        if self.file is not None and self._opened is not None:
            found = sqlite_file.identity(self.file)
            if found != self._opened:
                raise sqlite_file.gone(self.place, replaced=found is not None)

    @contextmanager
    def _translated(self) -> Iterator[None]:
        """Turn the drivers' errors into ours; what is a bug stays as it is."""
        try:
            yield
        except (DBAPIError, sqlite3.Error) as error:
            if known := self._meaning(error):
                raise known from error
            raise
        except UnicodeEncodeError as error:
            # The system hands on bytes that are no text as halves of characters.
            raise Unstorable(
                f"'{error.object}' is no text in UTF-8: rename it, or type it again"
            ) from error

    def _meaning(self, error: DBAPIError | sqlite3.Error) -> LeaderboardError | None:
        if self._server is None or not isinstance(error, DBAPIError):
            return sqlite_file.translate(getattr(error, "orig", None) or error, self.place)
        return self._server.translate(error)

    def prepare(self, *, write: bool) -> None:
        """Make or migrate the schema if it is not the newest; a look at one number if it is."""
        with self._transaction(write=False) as connection:
            version = _version(connection)
        if version > SCHEMA:
            raise NewerDatabase(
                f"{self.place} was made by a newer arena (schema {version}, this one knows "
                f"{SCHEMA}): update the arena"
            )
        if version == 0 and not write:
            raise missing(self.place)
        if version < SCHEMA:
            with self._transaction(write=True, slow=True) as connection:
                self._migrate(connection)

    def _migrate(self, connection: Connection) -> None:
        sqlite = self._server is None
        if self._server is not None:
            self._server.refuse_encoding(connection)
            connection.execute(text("SELECT pg_advisory_xact_lock(:n)"), {"n": _MIGRATION_LOCK})
        before = _version(connection)
        if before >= SCHEMA:
            return  # another process was faster
        if sqlite and before == 0:
            make_schema(connection, SCHEMA)
        else:
            from leaderboard.migrations import upgrade  # noqa: PLC0415 - slow, and seldom needed

            upgrade(connection)
        if sqlite:
            # In the same transaction as the tables, so that no kill leaves an unmarked file.
            connection.exec_driver_sql(f"PRAGMA application_id = {sqlite_file.APPLICATION_ID}")
            connection.exec_driver_sql(f"PRAGMA user_version = {SCHEMA}")
        self.created = before == 0
        self.migrated = before > 0

    def compact(self) -> bool:
        """Give the room of what was removed back to the disk; False if that takes more room.

        A server does it by itself, in its own time.
        """
        if self.file is None:
            return True
        needed = 2 * self.file.stat().st_size
        if shutil.disk_usage(self.file.parent).free < needed:
            return False
        with self._translated(), self._engine.connect() as connection:
            raw = connection.connection.driver_connection
            assert isinstance(raw, sqlite3.Connection)  # noqa: S101 - our own connector made it
            raw.execute("VACUUM")
            raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return True

    def log_ahead(self) -> None:
        """Switch SQLite to write-ahead logging, and find out now whether writing works."""
        with self._translated(), self._engine.connect() as connection:
            raw = connection.connection.driver_connection
            assert isinstance(raw, sqlite3.Connection)  # noqa: S101 - our own connector made it
            try:
                raw.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as error:
                # Somebody else opens it at this moment: then the next one switches.
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                    raise
        with self.writing():
            pass


def open_database(place: str | Path, *, write: bool, busy_s: float = BUSY_S) -> Database:
    """The database at a path or URL; DatabaseError if it is not to be used.

    To write, it is made if nothing is there (`created` tells). To read, it must exist.
    """
    location = str(place)
    if location.startswith(("postgresql:", "postgresql+psycopg:", "postgres:")):
        return _open_server(location, write=write)
    if location.startswith(_SQLITE):
        location = location.removeprefix(_SQLITE)
    elif "://" in location:
        scheme = location.partition("://")[0]
        raise UnreachableDatabase(
            f"{scheme} is no database the arena knows: give a path or a postgresql:// URL"
        )
    if not location:
        raise UnreachableDatabase("the database has no name: give a path with --db")
    return _open_file(Path(location), write=write, busy_s=busy_s)


def missing(place: object) -> DatabaseMissing:
    """The refusal to read where nothing is."""
    return DatabaseMissing(
        f"there is no database at {place}: play a match or a tournament first, "
        "or name another one with --db"
    )


def _open_file(path: Path, *, write: bool, busy_s: float) -> Database:
    schema = sqlite_file.examine(path, SCHEMA)
    if schema is None and not write:
        raise missing(path)
    writable = sqlite_file.writable(path)
    if not writable:
        if write:
            raise sqlite_file.read_only(path)
        if schema is not None and schema < SCHEMA:
            raise OlderDatabase(
                f"{path} has an older schema and cannot be written: copy it to where you may "
                "write, and name the copy with --db"
            )
    if write:
        refuse_network(path)
    if schema is None:
        sqlite_file.make_private(path)
    mode = "rw"
    if not writable:
        # SQLite cannot keep its lock file there; without a log nobody can be writing.
        mode = "ro" if sqlite_file.pending(path) else "immutable"
    database = Database(_file_engine(path, mode, busy_s), str(path))
    try:
        database.prepare(write=write)
        if write:
            database.log_ahead()
            database.hold()
    except BaseException:
        database.close()
        raise
    return database


def _file_engine(path: Path, mode: str, busy_s: float) -> Engine:
    def connect() -> sqlite3.Connection:
        # isolation_level None: transactions begin where we say, schema changes included.
        connection = sqlite3.connect(
            sqlite_file.uri(path, mode),
            uri=True,
            timeout=busy_s,
            isolation_level=None,
            check_same_thread=False,
        )
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = FULL")
        return connection

    engine = create_engine("sqlite://", creator=connect, poolclass=QueuePool, hide_parameters=True)

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # A writer that starts as a reader cannot wait for its turn; IMMEDIATE queues at once.
        write = connection.get_execution_options().get(_WRITE, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")

    return engine


def _open_server(url: str, *, write: bool) -> Database:
    try:
        from leaderboard import server  # noqa: PLC0415 - the driver need not be there
    except ImportError as error:
        raise UnreachableDatabase(
            "PostgreSQL needs a driver: pip install 'arena[postgres]'"
        ) from error
    engine = server.make_engine(url)
    place = engine.url.render_as_string(hide_password=True)
    database = Database(engine, place, server.Server(place))
    try:
        database.prepare(write=write)
    except BaseException:
        database.close()
        raise
    return database


def _version(connection: Connection) -> int:
    """The schema version; 0 if there is none yet."""
    if connection.dialect.name == "sqlite":
        marked = int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())
        # Whoever changed the tables may have left the mark of the file as it was.
        return max(marked, _migrated(connection)) if marked else 0
    return _migrated(connection)


def _migrated(connection: Connection) -> int:
    """The schema version as the migrations tell it; 0 if there was none."""
    if not inspect(connection).has_table("alembic_version"):
        return 0
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    if not str(found or "0").isdecimal():
        raise ForeignDatabase("the database holds the tables of another program: name another one")
    return int(found or 0)
