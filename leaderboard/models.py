"""What a file of somebody else decided, as SQLModel classes: rows that check themselves.

They stand on the Core tables of `tables`, so there is one schema. A tournament that is read from a
file is checked here, with its field, before it is stored. What the arena itself has made goes
through Core: these classes take longer to load than most commands take.
"""

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import StringConstraints
from sqlalchemy import Column
from sqlmodel import Field, SQLModel

from leaderboard import rows, tables
from leaderboard.values import Kind, StoredEntry, Tournament

Id = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]*$")]
"""Fit for a file name, a URL and a command line."""
Decimal = Annotated[str, StringConstraints(pattern=r"^[0-9]+$")]
Hex = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]*$")]


def _on(column: "Column[Any]", **rules: Any) -> Any:  # noqa: ANN401 - as SQLModel's own Field
    """A field on a column that exists; one that may be null may be left out."""
    if column.nullable or column.autoincrement is True:
        rules.setdefault("default", None)
    return Field(sa_column=column, **rules)


class TournamentRow(SQLModel, table=True):
    """The head of a tournament."""

    __table__ = tables.tournament

    sequence: int | None = _on(tables.tournament.c.sequence)
    id: Id = _on(tables.tournament.c.id)
    name: str = _on(tables.tournament.c.name)
    kind: Kind = _on(tables.tournament.c.kind)
    spec: str = _on(tables.tournament.c.spec)
    seed: Decimal = _on(tables.tournament.c.seed)
    secret: Hex = _on(tables.tournament.c.secret)
    arena_version: str = _on(tables.tournament.c.arena_version)
    created_us: int = _on(tables.tournament.c.created_us, ge=0)
    finished_us: int | None = _on(tables.tournament.c.finished_us, ge=0)
    marks: str = _on(tables.tournament.c.marks)


class EntryRow(SQLModel, table=True):
    """One line of the field."""

    __table__ = tables.entry

    tournament: str = _on(tables.entry.c.tournament)
    number: int = _on(tables.entry.c.number, ge=0)
    name: str = _on(tables.entry.c.name, min_length=1)
    bot: str = _on(tables.entry.c.bot, min_length=1)
    version: str = _on(tables.entry.c.version)
    options: str = _on(tables.entry.c.options)
    command: str = _on(tables.entry.c.command)
    home: str = _on(tables.entry.c.home)
    benched: str = _on(tables.entry.c.benched)


def check_head(head: Tournament, entries: Sequence[StoredEntry]) -> None:
    """ValueError unless a tournament and its field make sense as rows."""
    TournamentRow.model_validate(rows.tournament_row(head))
    for entry in entries:
        EntryRow.model_validate(rows.entry_row(head.id, entry))
