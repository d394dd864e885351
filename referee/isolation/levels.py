"""The levels by name: which one is in force, what each is worth, and who may play at which.

`auto` takes the strongest level that works. A level that was asked for and does not work is
refused with the reason and its remedy, never replaced by a weaker one. Bots are *own* (built in,
or a folder given by path) or *foreign* (submitted by others); foreign ones need a sandbox with
limits, or a container, unless whoever runs the arena says that they are trusted.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from referee.isolation.limits import Limits
from referee.isolation.plain import SeparateProcess, Unprotected
from referee.isolation.port import Isolation, LaunchError
from referee.isolation.probe import Trouble, try_sandbox
from referee.isolation.sandbox import LIMITED, UNLIMITED, sandbox_meaning

STRENGTH: Final = ("none", "process", UNLIMITED, LIMITED, "container")
"""All levels, the weakest first."""
FOREIGN_FLOOR: Final = LIMITED
MINIMUM: Final = "ARENA_MIN_ISOLATION"
"""The environment variable that can raise the floor for all bots."""
_AUTO: Final = (LIMITED, "process")
"""What `auto` tries. A container is asked for by name: it starts bots twenty times slower."""

_PATH: Final = "/usr/local/bin:/usr/bin:/bin"


@dataclass(frozen=True)
class Finding:
    """One level on this machine."""

    name: str
    works: bool
    meaning: str
    trouble: Trouble | None = None


@dataclass(frozen=True)
class Chosen:
    """A level that works here and may be used."""

    name: str
    meaning: str
    """What it protects against, in one sentence."""
    freezes: bool
    """Whether it can stop a program with everything that program started."""

    @property
    def shows(self) -> bool:
        """Whether it decides which files a bot sees."""
        return STRENGTH.index(self.name) >= STRENGTH.index(UNLIMITED)


def choose(level: str, environment: Mapping[str, str], limits: Limits | None = None) -> Chosen:
    """The level of that name, which is not opened; `auto` is the strongest that works here."""
    limits = limits or Limits()
    floor = environment.get(MINIMUM, "none")
    if floor not in STRENGTH:
        raise LaunchError(f"{MINIMUM} is '{floor}'; it is one of {', '.join(STRENGTH)}")
    chosen = _strongest(limits) if level == "auto" else _working(level, limits)
    if STRENGTH.index(chosen.name) < STRENGTH.index(floor):
        raise LaunchError(
            f"isolation '{chosen.name}' is below {MINIMUM}={floor}; what is missing: arena doctor"
        )
    return chosen


def isolation(
    level: str, environment: Mapping[str, str], limits: Limits | None = None
) -> Isolation:
    """The level of that name, as `choose` tells it, ready to start bots until it is closed."""
    limits = limits or Limits()
    name = choose(level, environment, limits).name
    if name == "none":
        return Unprotected(tuple(sorted(environment.items())))
    if name == "process":
        return SeparateProcess(environment.get("PATH", _PATH), limits)
    if name == "container":
        from referee.isolation.container import Container, try_container  # noqa: PLC0415 - seldom

        return Container(limits, try_container().program)
    return try_sandbox().open(limits)


def survey(limits: Limits | None = None) -> list[Finding]:
    """Every level, the strongest first: whether it works here and why not."""
    from referee.isolation.container import container_meaning, try_container  # noqa: PLC0415

    limits = limits or Limits()
    facts, engine = try_sandbox(), try_container()
    no_limits = facts.trouble or facts.no_limits
    told = {
        "container": (container_meaning(limits), engine.trouble),
        LIMITED: (sandbox_meaning(limits), no_limits),
        UNLIMITED: (sandbox_meaning(None), facts.trouble),
        "process": (SeparateProcess.meaning, None),
        "none": (Unprotected.meaning, None),
    }
    return [
        Finding(name, trouble is None, meaning, trouble)
        for name, (meaning, trouble) in told.items()
    ]


def holds_foreign(level: str) -> bool:
    """Whether bots of others may play at that level."""
    return STRENGTH.index(level) >= STRENGTH.index(FOREIGN_FLOOR)


def refuse_foreign(level: str, foreign: list[str], *, trusted: bool) -> None:
    """LaunchError if bots of others are to play at a level that does not hold them."""
    if foreign and not trusted and not holds_foreign(level):
        raise LaunchError(
            f"{', '.join(foreign)}: submitted bots need isolation 'sandbox' with limits or "
            f"'container', and this is '{level}'; arena doctor tells what is missing "
            "(--trust-foreign plays them anyway)"
        )


def _strongest(limits: Limits) -> Chosen:
    for name in _AUTO:
        try:
            return _working(name, limits)
        except LaunchError:
            continue
    raise AssertionError("a separate process always works")


def _working(level: str, limits: Limits) -> Chosen:
    """The level as it works here; LaunchError if it does not."""
    tellers: dict[str, Callable[[], Chosen]] = {
        "none": lambda: Chosen("none", Unprotected.meaning, Unprotected.freezes),
        "process": lambda: Chosen("process", SeparateProcess.meaning, SeparateProcess.freezes),
        UNLIMITED: lambda: _sandbox(limits),
        LIMITED: lambda: _sandbox(limits),
        "container": lambda: _container(limits),
    }
    if level not in tellers:
        raise LaunchError(f"there is no isolation '{level}'; there is {', '.join(STRENGTH)}")
    return tellers[level]()


def _sandbox(limits: Limits) -> Chosen:
    facts = try_sandbox()
    if facts.trouble is not None:
        raise LaunchError(f"isolation 'sandbox' does not work here: {facts.trouble}")
    if facts.groups is None:
        return Chosen(UNLIMITED, sandbox_meaning(None), freezes=False)
    return Chosen(LIMITED, sandbox_meaning(limits), freezes=True)


def _container(limits: Limits) -> Chosen:
    from referee.isolation.container import (  # noqa: PLC0415 - seldom asked for
        Container,
        container_meaning,
        try_container,
    )

    engine = try_container()
    if engine.trouble is not None:
        raise LaunchError(f"isolation 'container' does not work here: {engine.trouble}")
    return Chosen("container", container_meaning(limits), Container.freezes)
