"""The page of a match that is being played, which grows with it.

It shows the whole table, so it is for the owner of the match alone: its address cannot be guessed,
for bots on the same machine could ask for it, too.
"""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Final

from arena.views.live import LiveMatch
from arena.web.assets import drawing
from arena.web.page import Page, match_path
from arena.web.viewer import body, data, title

EVERY_S: Final = 0.3
"""As often as people can look."""
_QUIET: Final = 10
"""Looks without news after which it is tried whether anybody reads."""


@dataclass(frozen=True)
class Live:
    """A match that is being played, and where it is shown."""

    match: LiveMatch
    token: str = field(default_factory=lambda: secrets.token_urlsafe(16), repr=False)

    @property
    def path(self) -> str:
        """The address of its page."""
        return f"/live/{self.token}"

    @property
    def stored_path(self) -> str:
        """Where it is when it is over."""
        return match_path(self.match.plan.match)

    def page(self) -> Page:
        """The match up to now."""
        film = self.match.film()
        return Page(
            template="live_match",
            title=title(film),
            path=self.path,
            json=film.to_json(),
            values={
                "film": data(film),
                "body": body(film, {}),
                "drawing": drawing(film.game),
                "game": film.record.game,
            },
        )

    async def events(self) -> AsyncIterator[str]:
        """Server-sent events: that more was played, and where it is when it is over."""
        yield "retry: 2000\n\n"
        seen, quiet = -1, 0
        while not self.match.over:
            quiet += 1
            if self.match.looks != seen:
                seen, quiet = self.match.looks, 0
                yield _event("step", {"steps": self.match.steps})
            elif quiet % _QUIET == 0:
                yield ":\n\n"
            await asyncio.sleep(EVERY_S)
        yield _event("match_finished", {"page": self.stored_path})


def _event(name: str, told: dict[str, object]) -> str:
    return f"event: {name}\ndata: {json.dumps(told)}\n\n"
