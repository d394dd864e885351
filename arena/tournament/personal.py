"""A match with a person at the table, who comes to the door as any other client does.

To the referee the person is a bot that its author starts himself (`referee.isolation.attached`):
the same wire, no clock, in no table. The referee runs in a thread of its own, so that whoever
talks to the person may wait for a key.

**Nothing is ever taken back in a match.** To undo, and to go on with a match that was saved, the
match is played again from its seeds with the person's earlier decisions; the bots then decide as
before, because their chance and their budgets are the same.
"""

import asyncio
import queue
import tempfile
import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from arena.sdk.attaching import FILE_NAME
from arena.tournament.errors import SpecError
from arena.tournament.field import seated
from arena.tournament.preparation import Prepared
from arena.tournament.single import Single, single
from arena.tournament.terms import Terms
from referee.bots.host import open_pool
from referee.bots.shelf import NO_SHELF, Shelf
from referee.isolation.attached import Invitation
from referee.isolation.port import Launch
from referee.match.plan import MatchPlan, Played
from referee.match.play import play

NAME: Final = "you"
"""What the person is called in the tables."""
_HOME: Final = Path(__file__).parent / "person"


@dataclass(frozen=True)
class Sitting:
    """Who sits where."""

    match: Single
    seat: int
    """The person's."""


def sit_down(
    terms: Terms,
    bots: tuple[str, ...],
    players: int | None,
    seat: int | None,
    shelf: Shelf = NO_SHELF,
) -> Sitting:
    """The match of these terms with a person at `seat`, counted from 1; SpecError if it cannot."""
    if terms.conditions.control.timed:
        raise SpecError("a person plays without a clock; leave --tc and --move-time out")
    places = players if players is not None else max(2, len(bots) + 1)
    if places < 2 or len(bots) >= places:
        raise SpecError(f"{len(bots)} bots and a person do not fit {places} seats")
    here = seat or 1
    if not 1 <= here <= places:
        raise SpecError(f"--seat is from 1 to {places} here, not {here}")
    table = list(seated(bots, places - 1))
    table.insert(here - 1, f"{_HOME}:as={NAME}")
    match = single(replace(terms, bots=tuple(table)), attach=NAME, shelf=shelf)
    return Sitting(match, here - 1)


class Referee:
    """A referee at work in a thread, until its block ends."""

    def __init__(
        self, plan: MatchPlan, prepared: Prepared, environment: Mapping[str, str]
    ) -> None:
        self._plan = plan
        self._prepared = prepared
        self._environment = environment
        self._doors: queue.SimpleQueue[Mapping[str, str] | None] = queue.SimpleQueue()
        self._loop = asyncio.new_event_loop()
        self._task: asyncio.Task[Played] | None = None
        self._played: Played | None = None
        self._trouble: BaseException | None = None
        self._thread = threading.Thread(target=self._work, name="referee", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._cancel)
        self._thread.join()

    def door(self) -> Mapping[str, str] | None:
        """Where the person's client connects; None once nobody is waited for any more."""
        return self._doors.get()

    def result(self) -> Played:
        """How the match went, when it has ended; whatever kept it from that is raised."""
        self._thread.join()
        if self._trouble is not None:
            raise self._trouble
        if self._played is None:
            raise RuntimeError("the match was given up")
        return self._played

    def _cancel(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def _work(self) -> None:
        try:
            with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
                self._played = runner.run(self._playing())
        except asyncio.CancelledError:
            pass  # given up: nobody asks for a result
        except BaseException as error:  # raised where the result is asked for
            self._trouble = error
        finally:
            self._doors.put(None)

    async def _playing(self) -> Played:
        self._task = asyncio.create_task(self._at_the_table())
        return await self._task

    async def _at_the_table(self) -> Played:
        with tempfile.TemporaryDirectory(prefix="arena-play-") as folder:
            invitation = Invitation(Path(folder) / FILE_NAME, self._tell)
            hosting = replace(self._prepared.hosting, invitation=invitation)
            async with open_pool(hosting, self._environment) as pool:
                return await play(self._plan, pool.table(self._prepared.entries))

    def _tell(self, launch: Launch) -> None:
        self._doors.put(launch.environment)
