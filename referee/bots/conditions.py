"""Under which conditions bots play: the clock, what they may use, whether they rest."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.isolation.limits import Limits, parse_limits
from referee.match.clock import Control, parse_control


@dataclass(frozen=True, kw_only=True)
class Conditions:
    """Equal for all bots of a contest, on every machine."""

    control: Control = field(default_factory=Control)
    limits: Limits = field(default_factory=Limits)
    freeze: bool | None = None
    """Whether bots that are not on turn are stopped; None: in timed play, where that works."""

    @property
    def facts(self) -> dict[str, object]:
        """What results may depend on, as JSON, for ids."""
        return {
            "control": [self.control.name, self.control.hang_us],
            "limits": self.limits.as_json(),
            "freeze": self.freeze,
        }

    def to_json(self) -> dict[str, object]:
        """As it is stored; `parse_conditions` reads it."""
        return {
            **self.control.settings,
            "limits": self.limits.as_json(),
            "freeze": self.freeze,
        }


def parse_conditions(given: Mapping[str, Any]) -> Conditions:
    """The conditions of a document; Misuse says what is wrong. Other keys are passed over."""
    control = {key: given[key] for key in Control().settings if key in given}
    limits = {name: str(value) for name, value in given.get("limits", {}).items()}
    return Conditions(
        control=parse_control(**control), limits=parse_limits(limits), freeze=given.get("freeze")
    )
