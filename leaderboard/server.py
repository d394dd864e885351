"""A PostgreSQL server: how it is asked, how long it has to answer, and what its errors mean.

Theory of operation. Whatever happens to a server or to the way there, nothing here waits without
end. A connection that is being made has a time limit of the driver's. On one that stands, every
wait goes through `Patient.wait`, which gives up after a while, closes the connection and says so:
a server that was frozen, or a network that swallows everything, look the same from here. The
kernel's own probes (keepalive) find a machine that is gone while nobody asks, on both ends, so
that the server lets go of what a dead client held.

Readers see one state of the data (REPEATABLE READ) and cannot write. Writers see what others have
committed (READ COMMITTED): what two of them would do to each other is settled by unique keys and
by locks that belong to the transaction, so none is sent back for having come second.

https://www.postgresql.org/docs/current/errcodes-appendix.html
"""

import time
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.errors import OperationalError as PsycopgOperationalError
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection, Dialect
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.pool import ConnectionPoolEntry

from leaderboard.errors import (
    Collision,
    DatabaseError,
    DiskFull,
    ForeignDatabase,
    LeaderboardError,
    LockedDatabase,
    ReadOnlyDatabase,
    ServerAway,
    UnreachableDatabase,
    Unstorable,
)

CONNECT_S: Final = 10
_LOCK_S: Final = 30
"""How long a writer waits for what another one holds."""
_IDLE_S: Final = 600
"""After so long the server ends a transaction in which nothing is asked."""
_PARAMETERS: Final[dict[str, object]] = {
    "connect_timeout": CONNECT_S,
    "application_name": "arena",
    "keepalives_idle": 20,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 60_000,
}
"""Unless the URL says otherwise."""
_SETTINGS: Final = (
    f"SET lock_timeout = '{_LOCK_S}s'",
    f"SET idle_in_transaction_session_timeout = '{_IDLE_S}s'",
    # The other end: the locks of a machine that lost its power are free after a minute.
    "SET tcp_keepalives_idle = 20",
    "SET tcp_keepalives_interval = 10",
    "SET tcp_keepalives_count = 3",
)

_AWAY: Final = ("08", "57P")
"""Connections that broke; a server that ends, has crashed, or is only starting."""
_TOO_MANY: Final = "53300"
_NO_TEXT: Final = ("22021", "22P05")
_MEANINGS: Final[dict[str, tuple[type[DatabaseError], str]]] = {
    "40001": (Collision, "two programs wrote the same in {place} ({told}): try again"),
    "40P01": (Collision, "two programs waited for each other in {place} ({told}): try again"),
    "55P03": (
        LockedDatabase,
        "{place} is being written by another program: wait until it is done",
    ),
    "53100": (DiskFull, "{place} has no room left on its disk: free some there, then go on"),
    "25006": (ReadOnlyDatabase, "{place} takes no writing ({told}): name the main server"),
    "42501": (ReadOnlyDatabase, "{place} does not permit it ({told}): grant it to this user"),
}

R = TypeVar("R")


class Patient(psycopg.Connection[Any]):
    """A connection that waits for an answer, but not for ever."""

    sign_of_life_s: float = CONNECT_S
    """How long it waits for an answer that costs the server nothing."""
    patience_s: float = CONNECT_S
    """How long it waits for each answer; every transaction says so anew."""

    def wait(self, gen: PQGen[R], *args: Any, **options: Any) -> R:  # noqa: ANN401 - as its parent
        """Wait for what was asked; the connection is closed if nothing comes."""
        return super().wait(self._bounded(gen), *args, **options)

    def _bounded(self, gen: PQGen[R]) -> Generator[Any, Any, R]:
        """The same steps; every one that is answered renews the patience."""
        try:
            wanted = next(gen)
            end = time.monotonic() + self.patience_s
            while True:
                ready = yield wanted
                if ready:
                    end = time.monotonic() + self.patience_s
                elif time.monotonic() > end:
                    self.close()
                    raise PsycopgOperationalError(f"no answer in {self.patience_s:.0f} s")
                wanted = gen.send(ready)
        except StopIteration as done:
            answer: R = done.value
            return answer


def make_engine(url: str) -> Engine:
    """An engine for the server at a URL; nothing is asked yet."""
    rest = url.partition(":")[2]
    try:
        engine = create_engine(
            f"postgresql+psycopg:{rest}",
            isolation_level="REPEATABLE READ",
            hide_parameters=True,
            pool_pre_ping=True,  # what lay idle may have been dropped on the way
        )
    except (ArgumentError, ValueError) as error:
        raise UnreachableDatabase(
            "the database URL cannot be read: postgresql://USER@HOST/NAME"
        ) from error

    @event.listens_for(engine, "do_connect")
    def connect(
        dialect: Dialect,
        entry: ConnectionPoolEntry,
        arguments: list[Any],
        parameters: dict[str, Any],
    ) -> Patient:
        known = {**_PARAMETERS, **parameters}
        connection = Patient.connect(*arguments, **known)
        connection.sign_of_life_s = connection.patience_s = float(known["connect_timeout"])
        with connection.transaction():
            for setting in _SETTINGS:
                connection.execute(setting)
        return connection

    @event.listens_for(engine, "checkin")
    def calm(connection: DBAPIConnection | None, entry: ConnectionPoolEntry) -> None:
        if isinstance(connection, Patient):
            connection.patience_s = connection.sign_of_life_s

    return engine


@dataclass(frozen=True)
class Server:
    """The server of an open database."""

    place: str
    """As people are told, without a password."""

    def prepare(self, connection: Connection, *, write: bool, answer_s: float) -> None:
        """Set a connection up for one transaction that has not begun."""
        connection.execution_options(
            isolation_level="READ COMMITTED" if write else "REPEATABLE READ",
            postgresql_readonly=not write,
        )
        _driven(connection).patience_s = answer_s

    def dedicate(self, connection: Connection, *, answer_s: float) -> None:
        """Set a connection up that has no transactions."""
        connection.execution_options(isolation_level="AUTOCOMMIT")
        _driven(connection).patience_s = answer_s

    def refuse_encoding(self, connection: Connection) -> None:
        """ForeignDatabase if not every text could be stored there."""
        encoding = _driven(connection).info.parameter_status("server_encoding")
        if encoding != "UTF8":
            raise ForeignDatabase(
                f"{self.place} keeps texts as {encoding}: "
                "make one with ENCODING 'UTF8' TEMPLATE template0"
            )

    def translate(self, error: DBAPIError) -> LeaderboardError | None:
        """What an error means to people; None if it is a bug of ours."""
        original = error.orig
        told = _first_line(original)
        state = getattr(original, "sqlstate", None) or ""
        if state in _MEANINGS:
            kind, words = _MEANINGS[state]
            return kind(words.format(place=self.place, told=told))
        if isinstance(original, psycopg.DataError) and (state in _NO_TEXT or "NUL" in told):
            return Unstorable(f"a text cannot be stored in {self.place} ({told}): leave that out")
        look = "look whether the server runs and the URL is right"
        if error.connection_invalidated or state.startswith(_AWAY) or state == _TOO_MANY:
            return ServerAway(f"{self.place} does not answer ({told}): {look}")
        if isinstance(original, psycopg.OperationalError):
            kind = UnreachableDatabase if state else ServerAway
            return kind(f"{self.place} does not answer as it should ({told}): {look}")
        if isinstance(original, psycopg.ProgrammingError) and not state:
            return UnreachableDatabase(f"the database URL cannot be used ({told}): look at it")
        return None


def _driven(connection: Connection) -> Patient:
    driven = connection.connection.driver_connection
    assert isinstance(driven, Patient)  # noqa: S101 - our own connector made it
    return driven


def _first_line(error: BaseException | None) -> str:
    return next(iter(str(error).splitlines()), "") or type(error).__name__
