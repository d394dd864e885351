"""The command that plays a stored match again, once its seed may be told."""

from collections.abc import Mapping
from pathlib import Path

from arena.tournament.again import debug_words, match_words, stored_words
from arena.tournament.stored import chance_of, is_over, root_of, terms_of
from leaderboard.values import ALONE, StoredEntry, StoredMatch, Tournament
from referee.match.record import Record


def again(
    match: StoredMatch,
    head: Tournament,
    entries: Mapping[int, StoredEntry],
    folder: Path | None,
    record: Record | None,
) -> str:
    """The command that plays the match again; empty while its seed is not to be told."""
    terms = terms_of(match, head) if is_over(head) else None
    if terms is None:
        return ""
    bots = [stored_words(entries[seat.entry], folder) for seat in match.seats]
    attached = head.spec.get("attached") if head.kind in ALONE else None
    if (root := root_of(head)) is not None:
        return debug_words(root, bots[root.seat], attached=attached is not None)
    chance = chance_of(match, head, terms, record)
    if chance is None:
        return ""
    return match_words(
        terms,
        bots,
        game=match.pool.game,
        options=match.pool.chosen,
        deal=chance.deal,
        pairing=chance.pairing,
        table=chance.table,
        attached=attached if isinstance(attached, str) else None,
    )
