"""New results as an Atom feed, for programs that follow them."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from arena.text import one_line
from arena.views.match import MatchRow
from arena.views.matches import list_matches
from arena.views.words import pool_words
from arena.web.page import match_path
from leaderboard.store import Store

FEED: Final = "/feed.xml"
_ENTRIES: Final = 30
_NEVER: Final = "1970-01-01T00:00:00Z"


def feed(store: Store, link: Callable[[str], str]) -> str:
    """The newest matches."""
    rows = list_matches(store, limit=_ENTRIES).rows
    updated = _time(rows[0].stored_us) if rows else _NEVER
    entries = "".join(_entry(row, link) for row in rows)
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        '<feed xmlns="http://www.w3.org/2005/Atom"><title>Arena: new results</title>'
        f"<id>urn:arena:results</id><updated>{updated}</updated>\n{entries}</feed>\n"
    )


def _entry(row: MatchRow, link: Callable[[str], str]) -> str:
    told = " : ".join(
        f"{seat.bot} {'–' if seat.score is None else seat.score}" for seat in row.seats
    )
    pool = row.pool
    about = pool_words(pool.game, pool.chosen, pool.players, pool.control)
    return (
        f"<entry><title>{escape(one_line(told))}</title><id>urn:arena:match:{escape(row.match)}</id>"
        f"<updated>{_time(row.stored_us)}</updated><author><name>Arena</name></author>"
        f"<link href={quoteattr(link(match_path(row.match)))}/>"
        f"<summary>{escape(one_line(about))}</summary></entry>\n"
    )


def _time(us: int | None) -> str:
    return (
        _NEVER
        if us is None
        else datetime.fromtimestamp(us / 1e6, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    )
