"""How bots are started, as a value that can travel."""

import platform
from dataclasses import dataclass
from pathlib import Path

from referee.bots.conditions import Conditions
from referee.isolation.attached import Invitation
from referee.isolation.levels import holds_foreign


@dataclass(frozen=True)
class Hosting:
    """How bots are started; it travels to workers, so it holds nothing of this process."""

    level: str
    """The isolation level, by name."""
    conditions: Conditions
    arena_version: str
    rests: bool = False
    """Whether bots are stopped while they owe no answer, as the level can and the terms want."""
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
            "freeze": self.rests,
            **({"unisolated": True} if self.unisolated else {}),
        }
