"""The levels by name: which one is in force, what each is worth, and who may play at which.

`auto` takes the strongest level that works. A level that was asked for and does not work is
refused with the reason and its remedy, never replaced by a weaker one. Bots are *own* (built in,
or a folder given by path) or *foreign* (submitted by others); foreign ones need a sandbox with
limits, or a container, unless whoever runs the arena says that they are trusted.
"""

from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Final

from referee.isolation.container import Container, try_container
from referee.isolation.limits import Limits
from referee.isolation.plain import SeparateProcess, Unprotected
from referee.isolation.port import Isolation, LaunchError
from referee.isolation.probe import Trouble, try_sandbox

STRENGTH: Final = ("none", "process", "sandbox-nolimits", "sandbox", "container")
"""All levels, the weakest first."""
FOREIGN_FLOOR: Final = "sandbox"
MINIMUM: Final = "ARENA_MIN_ISOLATION"
"""The environment variable that can raise the floor for all bots."""
_AUTO: Final = ("sandbox", "process")
"""What `auto` tries. A container is asked for by name: it starts bots twenty times slower."""


@dataclass(frozen=True)
class Finding:
    """One level on this machine."""

    name: str
    works: bool
    meaning: str
    trouble: Trouble | None = None


def isolation(
    level: str, environment: Mapping[str, str], limits: Limits | None = None
) -> Isolation:
    """The level of that name; `auto` is the strongest that works here."""
    limits = limits or Limits()
    floor = environment.get(MINIMUM, "none")
    if floor not in STRENGTH:
        raise LaunchError(f"{MINIMUM} is '{floor}'; it is one of {', '.join(STRENGTH)}")
    if level == "auto":
        chosen = _strongest(environment, limits)
    else:
        chosen = _open(level, environment, limits)
    if STRENGTH.index(chosen.name) < STRENGTH.index(floor):
        chosen.close()
        raise LaunchError(
            f"isolation '{chosen.name}' is below {MINIMUM}={floor}; what is missing: arena doctor"
        )
    return chosen


@dataclass(frozen=True)
class Chosen:
    """A level that would be taken."""

    name: str
    meaning: str
    freezes: bool


def choose(level: str, environment: Mapping[str, str], limits: Limits | None = None) -> Chosen:
    """Which level would be taken; refuses as `isolation` does."""
    with closing(isolation(level, environment, limits)) as chosen:
        return Chosen(chosen.name, chosen.meaning, chosen.freezes)


def survey(environment: Mapping[str, str], limits: Limits | None = None) -> list[Finding]:
    """Every level, the strongest first: whether it works here and why not."""
    limits = limits or Limits()
    facts = try_sandbox()
    engine = try_container()
    full = facts.open(limits)
    bare = facts.open(limits)
    bare.groups = None
    container = Container(limits, engine.program)
    findings = [
        Finding("container", engine.trouble is None, container.meaning, engine.trouble),
        Finding(
            "sandbox",
            facts.trouble is None and facts.no_limits is None,
            full.meaning,
            facts.trouble or facts.no_limits,
        ),
        Finding("sandbox-nolimits", facts.trouble is None, bare.meaning, facts.trouble),
    ]
    for level in (full, bare):
        level.close()
    plain = [_open(name, environment, limits) for name in ("process", "none")]
    return findings + [Finding(one.name, True, one.meaning) for one in plain]


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


def _strongest(environment: Mapping[str, str], limits: Limits) -> Isolation:
    for name in _AUTO:
        try:
            return _open(name, environment, limits)
        except LaunchError:
            continue
    raise AssertionError("a separate process always works")


def _open(level: str, environment: Mapping[str, str], limits: Limits) -> Isolation:
    makers: dict[str, Callable[[], Isolation]] = {
        "none": lambda: Unprotected(tuple(sorted(environment.items()))),
        "process": lambda: SeparateProcess(environment.get("PATH", _PATH), limits),
        "sandbox": lambda: _sandbox(limits),
        "sandbox-nolimits": lambda: _sandbox(limits),
        "container": lambda: _container(limits),
    }
    if level not in makers:
        raise LaunchError(f"there is no isolation '{level}'; there is {', '.join(STRENGTH)}")
    return makers[level]()


def _sandbox(limits: Limits) -> Isolation:
    facts = try_sandbox()
    if facts.trouble is not None:
        raise LaunchError(f"isolation 'sandbox' does not work here: {facts.trouble}")
    return facts.open(limits)


def _container(limits: Limits) -> Isolation:
    engine = try_container()
    if engine.trouble is not None:
        raise LaunchError(f"isolation 'container' does not work here: {engine.trouble}")
    return Container(limits, engine.program)


_PATH: Final = "/usr/local/bin:/usr/bin:/bin"
