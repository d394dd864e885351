"""Opens a referee: what must exist before the first match, and be gone after the last."""

import platform
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from referee.bots.conditions import Conditions
from referee.bots.pool import BotPool
from referee.bots.process import House
from referee.isolation.attached import Attached, Invitation
from referee.isolation.levels import holds_foreign, isolation
from referee.isolation.workspace import Workspace


@dataclass(frozen=True)
class Hosting:
    """How bots are started; it travels to workers, so it holds nothing of this process."""

    level: str
    """The isolation level, by name."""
    conditions: Conditions
    arena_version: str
    fresh: bool = False
    """Whether every match gets new processes."""
    hidden: tuple[Path, ...] = ()
    """Files that no bot may see, as the database."""
    trust_foreign: bool = False
    """Whether submitted bots may play below the level that holds them."""
    foreign: bool = False
    """Whether any bot was submitted by somebody else."""
    invitation: Invitation | None = None
    """Where authors are told that start a bot themselves; None if nobody does."""

    @property
    def unisolated(self) -> bool:
        """Whether bots of others play at a level that does not hold them."""
        return self.foreign and not holds_foreign(self.level)

    @property
    def facts(self) -> dict[str, object]:
        """What the record of a match says about how it was played."""
        return {
            "arena": self.arena_version,
            "python": platform.python_version(),
            "isolation": self.level,
            "limits": self.conditions.limits.as_json(),
            "freeze": bool(self.conditions.freeze),
            **({"unisolated": True} if self.unisolated else {}),
        }


@asynccontextmanager
async def open_pool(hosting: Hosting, environment: Mapping[str, str]) -> AsyncIterator[BotPool]:
    """A pool of bots; when the block ends no process, socket or file of it is left.

    `environment` is the referee's own, of which a level hands on what it must.
    """
    conditions = hosting.conditions
    level = isolation(hosting.level, environment, conditions.limits)
    with closing(level), Workspace() as workspace, _attached(hosting, workspace) as attached:
        for pattern in level.traces:
            workspace.watch(pattern)
        house = House(
            isolation=level,
            workspace=workspace,
            arena_version=hosting.arena_version,
            conditions=conditions,
            now=time.monotonic,
            hidden=hosting.hidden,
            trust_foreign=hosting.trust_foreign,
            attached=attached,
        )
        async with BotPool(house, fresh=hosting.fresh) as pool:
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
