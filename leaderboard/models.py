"""The tables as SQLModel classes: rows that check themselves.

They stand on the Core tables of `tables`, so there is one schema. What a person or a file decided
(a tournament and its field) is checked here before it is stored; results come from the referee,
thousands at a time, and go through Core.
"""

from typing import Annotated, Any, Literal

from pydantic import StringConstraints
from sqlalchemy import Column
from sqlmodel import Field, SQLModel

from leaderboard import tables

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
    kind: Literal["tournament", "match"] = _on(tables.tournament.c.kind)
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


class MatchRow(SQLModel, table=True):
    """A pairing that is no longer missing."""

    __table__ = tables.match

    sequence: int | None = _on(tables.match.c.sequence)
    tournament: str = _on(tables.match.c.tournament)
    pairing: int = _on(tables.match.c.pairing, ge=1)
    generation: int = _on(tables.match.c.generation, ge=0)
    game: str = _on(tables.match.c.game)
    rules: str = _on(tables.match.c.rules)
    options: str = _on(tables.match.c.options)
    players: int = _on(tables.match.c.players, ge=1)
    control: str = _on(tables.match.c.control)
    deal: int = _on(tables.match.c.deal)
    block: int = _on(tables.match.c.block)
    status: Literal["done", "void", "skipped"] = _on(tables.match.c.status)
    attempts: int = _on(tables.match.c.attempts, ge=0)
    termination: str | None = _on(tables.match.c.termination)
    reason: str | None = _on(tables.match.c.reason)
    turns: int = _on(tables.match.c.turns, ge=0)
    commitment: str = _on(tables.match.c.commitment)


class SeatRow(SQLModel, table=True):
    """How a match ended for one seat."""

    __table__ = tables.seat

    match: int = _on(tables.seat.c.match)
    seat: int = _on(tables.seat.c.seat, ge=0)
    tournament: str = _on(tables.seat.c.tournament)
    entry: int = _on(tables.seat.c.entry, ge=0)
    rank: int | None = _on(tables.seat.c.rank, ge=1)
    score: int | None = _on(tables.seat.c.score)
    fault: str | None = _on(tables.seat.c.fault)
    elapsed_us: int = _on(tables.seat.c.elapsed_us, ge=0)


class RecordRow(SQLModel, table=True):
    """The record of a match, compressed."""

    __table__ = tables.record

    match: int = _on(tables.record.c.match)
    packed: bytes = _on(tables.record.c.packed)


class LogRow(SQLModel, table=True):
    """What one bot printed during a match, compressed."""

    __table__ = tables.log

    match: int = _on(tables.log.c.match)
    seat: int = _on(tables.log.c.seat, ge=0)
    packed: bytes = _on(tables.log.c.packed)


class RatingRow(SQLModel, table=True):
    """One line of the cached ratings."""

    __table__ = tables.rating

    tournament: str = _on(tables.rating.c.tournament)
    pool: str = _on(tables.rating.c.pool)
    entry: int = _on(tables.rating.c.entry, ge=0)
    folded: int = _on(tables.rating.c.folded, ge=0)
    mu: float = _on(tables.rating.c.mu)
    sigma: float = _on(tables.rating.c.sigma, gt=0)
    matches: int = _on(tables.rating.c.matches, ge=0)
    blocks: int = _on(tables.rating.c.blocks, ge=0)
    wins: int = _on(tables.rating.c.wins, ge=0)
    draws: int = _on(tables.rating.c.draws, ge=0)
    losses: int = _on(tables.rating.c.losses, ge=0)
    faults: int = _on(tables.rating.c.faults, ge=0)
