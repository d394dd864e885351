"""Opens a referee: what must exist before the first match, and be gone after the last."""

import time
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, closing, contextmanager

from referee.bots.descriptors import room_for_bots
from referee.bots.hosting import Hosting
from referee.bots.pool import BotPool
from referee.bots.process import House
from referee.isolation.attached import Attached
from referee.isolation.levels import isolation
from referee.isolation.workspace import Workspace


@asynccontextmanager
async def open_pool(hosting: Hosting, environment: Mapping[str, str]) -> AsyncIterator[BotPool]:
    """A pool of bots; when the block ends no process, socket or file of it is left.

    `environment` is the referee's own, of which a level hands on what it must.
    """
    level = isolation(hosting.level, environment, hosting.conditions.limits)
    with closing(level), Workspace() as workspace, _attached(hosting, workspace) as attached:
        for pattern in level.traces:
            workspace.watch(pattern)
        house = House(hosting, level, workspace, time.monotonic, attached)
        async with BotPool(house, fresh=hosting.fresh, room=room_for_bots()) as pool:
            yield pool


@contextmanager
def _attached(hosting: Hosting, workspace: Workspace) -> Iterator[Attached | None]:
    """How bots come in that their authors start, if any does."""
    if hosting.invitation is None:
        yield None
        return
    attached = Attached(hosting.invitation)
    for pattern in attached.traces:
        workspace.watch(pattern)
    try:
        yield attached
    finally:
        attached.close()
        for pattern in attached.traces:
            workspace.release(pattern)
