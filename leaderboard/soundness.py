"""Whether what a database file holds can be read: what a bad disk, or a hand, has left of it.

SQLite tells whether its pages fit together, and nothing about what is on them. So every row is
read as well, and every value looked at: its type, the JSON in it, the packed records and logs.
The file is opened as it is, without the schema being looked at first, and nothing is changed.
"""

import json
import sqlite3
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

from sqlalchemy import Column, Float, Integer, LargeBinary, Table

from leaderboard import rows, sqlite_file, tables
from leaderboard.errors import DatabaseError
from leaderboard.packing import unpack_record, unpack_text
from leaderboard.values import KINDS, STATUSES, match_id

Judge = Callable[[Mapping[str, Any]], str | None]
"""Says what is wrong with a record that could be unpacked."""
_MOST: Final = 20
"""Of one kind; where so much is wrong more is no news."""


def flaws(path: Path, newest_schema: int, judge: Judge = lambda record: None) -> Iterator[str]:
    """What is wrong with the database at `path`, a line each; nothing if all can be read."""
    try:
        if sqlite_file.examine(path, newest_schema) is None:
            return
    except DatabaseError as error:
        yield str(error)
        return
    mode = "ro" if sqlite_file.pending(path) else "immutable"
    with closing(sqlite3.connect(sqlite_file.uri(path, mode), uri=True)) as connection:
        connection.row_factory = sqlite3.Row
        for look in (_pages, _references, *map(_table, tables.METADATA.sorted_tables)):
            try:
                yield from look(connection, judge)
            except (sqlite3.Error, UnicodeDecodeError) as error:
                yield f"not all can be read ({error})"


def _pages(connection: sqlite3.Connection, judge: Judge) -> Iterator[str]:
    for (told,) in connection.execute(f"PRAGMA integrity_check({_MOST})"):
        if told != "ok":
            yield f"its pages do not fit together ({told})"


def _references(connection: sqlite3.Connection, judge: Judge) -> Iterator[str]:
    for found in connection.execute("PRAGMA foreign_key_check").fetchmany(_MOST):
        yield f"a row of table {found[0]} belongs to nothing"


Look = Callable[[sqlite3.Connection, Judge], Iterator[str]]


def _table(table: Table) -> Look:
    def look(connection: sqlite3.Connection, judge: Judge) -> Iterator[str]:
        # With the table: SQLite takes a quoted name that it does not know for a text.
        names = ", ".join(f'"{table.name}"."{column.name}"' for column in table.columns)
        found = 0
        for row in connection.execute(f'SELECT {names} FROM "{table.name}"'):  # noqa: S608 - ours
            value = SimpleNamespace(**dict(row))
            told = _value_flaw(table, value) or _row_flaw(table.name, value, judge)
            if told is not None:
                found += 1
                yield f"table {table.name}, {_place(table, value)}: {told}"
            if found == _MOST:
                return

    return look


def _place(table: Table, row: SimpleNamespace) -> str:
    """Which row, in words."""
    if table is tables.match:
        return match_id(str(row.tournament), row.pairing)
    keys = [getattr(row, column.name) for column in table.primary_key.columns]
    return " ".join(map(str, keys))


def _value_flaw(table: Table, row: SimpleNamespace) -> str | None:
    """A value that is not of the type of its column."""
    for column in table.columns:
        value = getattr(row, column.name)
        if not (value is None and column.nullable) and not isinstance(value, _types(column)):
            return f"{column.name} is no {_types(column)[0].__name__}"
    return None


def _types(column: "Column[Any]") -> tuple[type, ...]:
    if isinstance(column.type, Float):
        return (float, int)
    if isinstance(column.type, Integer):
        return (int,)
    return (bytes,) if isinstance(column.type, LargeBinary) else (str,)


def _row_flaw(name: str, row: SimpleNamespace, judge: Judge) -> str | None:
    """What cannot be understood of a row whose values are of the right types."""
    try:
        return _LOOKS[name](row, judge) if name in _LOOKS else None
    except (ValueError, TypeError, KeyError, zlib.error) as error:
        return " ".join(str(error).split()) or "it cannot be read"


def _tournament(row: Any, judge: Judge) -> str | None:  # noqa: ANN401 - like a row
    head = rows.read_tournament(row)
    bytes.fromhex(head.secret)
    if not isinstance(head.spec, dict) or not all(isinstance(one, str) for one in head.marks):
        return "its terms are no object"
    return None if head.kind in KINDS else f"kind is '{head.kind}'"


def _entry(row: Any, judge: Judge) -> str | None:  # noqa: ANN401 - like a row
    return _options(rows.read_entry(row).options)


def _match(row: Any, judge: Judge) -> str | None:  # noqa: ANN401 - like a row
    return _options(json.loads(row.options)) or (
        None if row.status in STATUSES else f"status is '{row.status}'"
    )


def _options(options: object) -> str | None:
    fits = isinstance(options, dict) and all(isinstance(one, str) for one in options.values())
    return None if fits else "its options are no texts"


def _record(row: Any, judge: Judge) -> str | None:  # noqa: ANN401 - like a row
    return judge(unpack_record(row.packed)) if row.packed else None  # it was pruned


def _log(row: Any, judge: Judge) -> str | None:  # noqa: ANN401 - like a row
    if row.packed:  # it was not pruned
        unpack_text(row.packed)
    return None


_LOOKS: Final[Mapping[str, Callable[[Any, Judge], str | None]]] = {
    "tournament": _tournament,
    "entry": _entry,
    "match": _match,
    "record": _record,
    "log": _log,
}
