"""What happens in a tournament as server-sent events, told from what is stored.

Whoever plays it may be another process, so the store is asked, as often as people can look. A
connection ends with the tournament, or when nobody reads.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from typing import Final

from starlette.concurrency import run_in_threadpool

from arena.views.tournament import SCHEMA
from leaderboard.database import Database
from leaderboard.looking import entry_names, newest
from leaderboard.values import match_id

EVERY_S: Final = 1.0
_AT_ONCE: Final = 50
"""Matches told at a time; of a quicker tournament only the newest are."""


class Tail:
    """The end of a tournament's matches, as it grows."""

    def __init__(self, results: Database, tournament: str) -> None:
        self._results = results
        with results.reading() as store:
            self._tournament = store.find_tournament(tournament, "tournament").id
            found = newest(store, self._tournament, limit=1)
        self._told = found[0].sequence if found else 0

    async def events(self) -> AsyncIterator[str]:
        """Each match as it is stored, and the end."""
        yield "retry: 2000\n\n"
        over = False
        while not over:
            texts, over = await run_in_threadpool(self._look)
            for text in texts:
                yield text
            if not texts:
                yield ":\n\n"  # so that it shows when nobody reads any more
            if not over:
                await asyncio.sleep(EVERY_S)

    def _look(self) -> tuple[list[str], bool]:
        with self._results.reading() as store:
            over = store.find_tournament(self._tournament).finished_us is not None
            found = newest(store, self._tournament, since=self._told, limit=_AT_ONCE)
            names = entry_names(
                store, self._tournament, {entry for one in found for entry in one.entries}
            )
        texts = []
        for one in reversed(found):
            self._told = one.sequence
            told = {
                "event": "match_finished",
                "schema": SCHEMA,
                "match": match_id(self._tournament, one.pairing),
                "pairing": one.pairing,
                "status": one.status,
                "seats": [
                    {
                        "seat": seat,
                        "bot": names[entry],
                        "rank": one.ranks[seat],
                        "score": one.scores[seat],
                        "fault": one.faults[seat],
                    }
                    for seat, entry in enumerate(one.entries)
                ],
            }
            texts.append("".join(_event("match_finished", told)))
        if over:
            told = {"event": "tournament_finished", "schema": SCHEMA}
            texts.append("".join(_event("tournament_finished", told)))
        return texts, over


def _event(name: str, told: dict[str, object]) -> Iterator[str]:
    yield f"event: {name}\n"
    yield f"data: {json.dumps(told)}\n\n"
