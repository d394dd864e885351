"""What one bot may use: defaults, and how an organiser sets others."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Final

from arena.errors import Misuse

MB: Final = 1024 * 1024


class LimitError(Misuse):
    """A limit that makes no sense."""


@dataclass(frozen=True)
class Limits:
    """What one process of a bot, with everything it starts, may use.

    `process` and `sandbox-nolimits` hold a part of them only, `none` nothing but the output.
    """

    memory_mb: int = 256
    """Main memory, its files in /tmp and /dev/shm among it."""
    processes: int = 64
    """Processes and threads; three of them are the sandbox's own."""
    cpus: float = 1.0
    """Processor time in each second of wall time."""
    disk_mb: int = 64
    """What it may write to /tmp, and to any one file."""
    open_files: int = 256
    output_mb: int = 64
    """What it may print in one match."""

    def as_json(self) -> dict[str, object]:
        """For the record."""
        return asdict(self)


_SMALLEST: Final[Mapping[str, int | float]] = {
    "memory_mb": 16,
    "processes": 8,
    "cpus": 0.05,
    "disk_mb": 1,
    "open_files": 32,
    "output_mb": 1,
}
"""Below these no program of any kind gets to its first line."""
_LARGEST: Final[Mapping[str, int | float]] = {
    "memory_mb": 1 << 24,
    "processes": 1 << 22,
    "cpus": 4096.0,
    "disk_mb": 1 << 24,
    "open_files": 1 << 20,
    "output_mb": 1 << 16,
}
"""Beyond these no machine has it to give, or no kernel takes the number."""


def parse_limits(given: Mapping[str, str]) -> Limits:
    """The limits written as ``name=value``; those not named keep their defaults."""
    chosen: dict[str, int | float] = {}
    for name, text in given.items():
        smallest = _SMALLEST.get(name)
        if smallest is None:
            raise LimitError(f"there is no limit '{name}'; there is {', '.join(_SMALLEST)}")
        try:
            value = float(text) if isinstance(smallest, float) else int(text)
        except ValueError:
            raise LimitError(f"limit {name} is a number, not '{text}'") from None
        if not value >= smallest:
            raise LimitError(f"limit {name} is at least {smallest:g}, not {text}")
        if value > _LARGEST[name]:
            raise LimitError(f"limit {name} is at most {_LARGEST[name]:.0f}, not {text}")
        chosen[name] = value
    return replace(Limits(), **chosen)  # type: ignore[arg-type]  # each is of its field's type
