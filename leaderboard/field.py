"""The field of a tournament that changes while it is played: a season's."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import delete, insert

from leaderboard import rows, tables
from leaderboard.store import Store
from leaderboard.values import StoredEntry, Tournament


def change_field(store: Store, head: Tournament, entries: Sequence[StoredEntry]) -> None:
    """Store that a season has another field, and all `entries` that ever took part.

    What is kept of its ratings is that of the field before.
    """
    store.hold(head.id)
    new = entries[len(store.entries(head.id)) :]
    if added := [rows.entry_row(head.id, one) for one in new]:
        # A query of the store, in a module of its own.
        store._connection.execute(insert(tables.entry), added)
    store.reopen_tournament(head)
    for cache in (tables.rating, tables.pair, tables.history):
        store._connection.execute(delete(cache).where(cache.c.tournament == head.id))


def end_night(store: Store, tournament: str, over_us: int) -> None:
    """Note that the newest night of a season is played, and when that was first so."""
    store.hold(tournament)
    head = store.find_tournament(tournament)
    season: Any = head.spec["season"]
    if not is_played(head):
        *before, last = season["nights"]
        nights = [*before, {**last, "over_us": over_us}]
        spec = {**head.spec, "season": {**season, "nights": nights}}
        store.reopen_tournament(replace(head, spec=spec))


def is_played(head: Tournament) -> bool:
    """Whether nothing is missing: a tournament that is over, or a season between two nights."""
    season: Any = head.spec.get("season")
    night = season["nights"][-1] if season and season["nights"] else {}
    return head.finished_us is not None or "over_us" in night


def newest_field(head: Tournament) -> frozenset[int] | None:
    """Who is in the field of a season now, by number; None of another tournament."""
    season: Any = head.spec.get("season")
    if season is None:
        return None
    nights = season["nights"]
    return frozenset(nights[-1]["field"]) if nights else frozenset()


def absent(head: Tournament, entries: Iterable[StoredEntry]) -> frozenset[int]:
    """Who is not in the field of a season any more; nobody of another tournament.

    A season's table is that of its present field: as if there had been no other version.
    """
    field = newest_field(head)
    everybody = frozenset(one.number for one in entries)
    return frozenset() if field is None else everybody - field
