"""How many workers play side by side: as many as there are processors for.

Pure. A worker keeps one program busy where bots think, for they take turns, and several where they
answer at once, its own among them. How many it keeps busy it tells with each chunk: its *load* is
the mean number of programs that ran or were ready to run. More workers than the processors can
serve would only break up the batches in which questions travel.

It begins with one worker, and takes another whenever nothing was heard of the load for a while:
then matches are long, and it is as well to play more of them.
"""

from typing import Final

PATIENCE_S: Final = 1.0


class Crew:
    """Tells how many workers are wanted, of so many that there may be."""

    def __init__(self, most: int, processors: int) -> None:
        self._most = most
        self._processors = processors
        self._wanted = 1
        self._loads: dict[int, float] = {}
        """The last one of each slot."""
        self._since: float | None = None
        """Since when nothing was heard."""

    def wanted(self, now: float) -> int:
        """How many workers are to play."""
        if self._since is None:
            self._since = now
        if not self._loads and now - self._since >= PATIENCE_S and self._wanted < self._most:
            self._wanted += 1
            self._since = now
        return self._wanted

    def heard(self, slot: int, load: float | None, now: float) -> None:
        """A chunk was played in a slot, with that load if it could be told."""
        self._since = now
        if load is None:
            return
        self._loads[slot] = load
        mean = sum(self._loads.values()) / len(self._loads)
        fitting = round(self._processors / max(mean, 1 / self._processors))
        self._wanted = max(1, min(self._most, fitting))
