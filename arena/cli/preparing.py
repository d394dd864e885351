"""Bots that come as source are made ready before they play, once for each version."""

from collections.abc import Sequence
from dataclasses import replace

from arena.cli.screen import Screen
from referee.bots.entry import Entry
from referee.bots.preparing import built, fetch, is_built, is_fetched, store_of_built


def ready_to_run(screen: Screen, entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The entries with their programs made. BotError if that fails."""
    if not any(entry.manifest.build for entry in entries):
        return tuple(entries)
    store = store_of_built(screen.environment)
    ready = []
    for entry in entries:
        if not is_built(entry.manifest, store):
            if not is_fetched(entry.manifest):
                screen.note(f"Fetching what the lock file of {entry.name} names.")
                fetch(entry.manifest)
            screen.note(f"Building {entry.name} {entry.version}.")
        ready.append(replace(entry, manifest=built(entry.manifest, store)))
    return tuple(ready)
