"""The board as whoever gives grades needs it: a line for each author, with how sure it is."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from arena.tournament.terms import FINGERPRINTS
from arena.views.pool import pool_json
from arena.views.ranking import Benched, ranking
from leaderboard.store import Store
from leaderboard.values import StoredEntry, Tournament
from referee.bots.errors import BotError
from referee.bots.shelf import Kept, Shelf

Line = dict[str, Any]
_COLUMNS: Final = (
    *("author", "bot", "version", "game", "rules", "options", "players", "control"),
    *("rank", "rank_low", "rank_high", "rating", "low", "high", "matches", "faults", "benched"),
)


def grade_lines(store: Store, head: Tournament, shelf: Shelf, *, names: bool) -> Iterator[Line]:
    """One for each bot in each pool, best first; then those who do not play, with the reason.

    Authors are told by their aliases, or by their `names`. Whom the shelf does not know has none.
    """
    shown = ranking(store, head.id)
    entries = {one.name: one for one in store.entries(head.id)}
    whole: Any = head.spec.get(FINGERPRINTS, {})
    kept = _kept(shelf)
    for table in shown.tables:
        for line in table.lines:
            entry, told = entries[line.bot], line.to_json()
            who = _who(kept.get((entry.bot, whole.get(entry.name, ""))), names=names)
            yield _line({**pool_json(table.pool), **told, "author": who, "bot": entry.bot})
    for one in shown.benched:
        bot, found = _named(one, entries, kept, whole)
        who = _who(found, names=names)
        told = {"author": who, "bot": bot, "version": one.version, "benched": _reason(one)}
        yield _line(told)


def _line(told: Mapping[str, Any]) -> Line:
    """Every column, empty where nothing is told."""
    return {key: told.get(key, "") for key in _COLUMNS}


def _reason(one: Benched) -> str:
    return f"{one.reason}; {one.last}" if one.last else one.reason


def _kept(shelf: Shelf) -> dict[tuple[str, str], Kept]:
    """What the shelf knows, by name and hash."""
    found = {}
    for name in shelf.names():
        try:
            found.update({(name, one.fingerprint): one for one in shelf.versions(name)})
        except BotError:
            continue  # what tells of it is damaged, which is why it is benched
    return found


def _named(
    one: Benched,
    entries: Mapping[str, StoredEntry],
    kept: Mapping[tuple[str, str], Kept],
    whole: Mapping[str, str],
) -> tuple[str, Kept | None]:
    """The bot that does not play, and its version on the shelf."""
    if one.bot in entries:
        bot = entries[one.bot].bot
        return bot, kept.get((bot, whole.get(one.bot, "")))
    fitting = [
        version
        for version in kept.values()
        if version.version == one.version and one.bot in (version.name, version.alias)
    ]
    return (fitting[0].name, fitting[0]) if fitting else (one.bot, None)


def _who(kept: Kept | None, *, names: bool) -> str:
    if kept is None:
        return ""
    return kept.author if names else kept.alias
