"""Ids that follow from what is played: the same facts, the same id, on every machine."""

import hashlib
from collections.abc import Sequence
from typing import Final

from leaderboard.values import canonical
from referee.bots.entry import Entry

ID_DIGITS: Final = 10


def contest_id(facts: object) -> str:
    """The id of a tournament or single match."""
    return hashlib.sha256(canonical(facts).encode()).hexdigest()[:ID_DIGITS]


def entry_facts(entries: Sequence[Entry]) -> list[object]:
    """What tells entries apart, as JSON."""
    return [
        [entry.name, entry.version, dict(entry.settings), *(["attached"] * entry.attached)]
        for entry in entries
    ]
