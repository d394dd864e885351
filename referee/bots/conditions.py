"""Under which conditions bots play: the clock, what they may use, whether they rest."""

from dataclasses import dataclass, field

from referee.isolation.limits import Limits
from referee.match.clock import Control


@dataclass(frozen=True, kw_only=True)
class Conditions:
    """Equal for all bots of a contest, on every machine."""

    control: Control = field(default_factory=Control)
    limits: Limits = field(default_factory=Limits)
    freeze: bool | None = None
    """Whether bots that are not on turn are stopped; None: in timed play, where that works."""
