"""How far bots are kept apart, on the command line: the options, and what comes of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any

import click

from arena.cli.screen import Screen, fill
from arena.version import VERSION
from referee.bots.entry import Entry
from referee.bots.host import Hosting
from referee.isolation.levels import choose, refuse_foreign
from referee.isolation.limits import Limits
from referee.isolation.port import LaunchError
from referee.match.clock import Control


@dataclass(frozen=True)
class Isolating:
    """What was asked for."""

    level: str
    trust_foreign: bool

    def hosting(
        self,
        screen: Screen,
        entries: Sequence[Entry],
        database: str,
        *,
        control: Control,
        limits: Limits,
        freeze: bool | None,
        fresh: bool = False,
    ) -> Hosting:
        """How bots are started; says which level was taken. LaunchError if it cannot be.

        Unless `freeze` says so or not, bots are stopped while others think if that is timed.
        """
        level = choose(self.level, screen.environment, limits)
        if freeze and not level.freezes:
            raise LaunchError(
                f"isolation '{level.name}' cannot freeze bots; arena doctor tells what is missing "
                "for one that can (--no-freeze lets them run)"
            )
        foreign = [entry.name for entry in entries if entry.manifest.foreign]
        refuse_foreign(level.name, foreign, trusted=self.trust_foreign)
        if level.name != self.level:
            screen.note(fill(f"Isolation: {level.name}, {level.meaning}."))
        return Hosting(
            level.name,
            VERSION,
            control.startup_us,
            fresh=fresh,
            limits=limits,
            hidden=() if "://" in database else (Path(database).resolve(),),
            trust_foreign=self.trust_foreign,
            foreign=bool(foreign),
            freeze=level.freezes and (control.timed if freeze is None else freeze),
        )


def isolation_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """How far bots are kept apart; the command gets one `Isolating` as `isolating`."""

    @wraps(command)
    def packed(
        *args: Any,  # noqa: ANN401 - what click hands over
        level: str,
        trust_foreign: bool,
        **others: Any,  # noqa: ANN401 - what click hands over
    ) -> object:
        return command(*args, isolating=Isolating(level, trust_foreign), **others)

    for option in (
        click.option(
            "--trust-foreign",
            is_flag=True,
            help="Play submitted bots even where no sandbox holds them.",
        ),
        click.option(
            "--isolation",
            "level",
            type=click.Choice(["auto", "none", "process", "sandbox", "container"]),
            default="auto",
            show_default=True,
            help="How far bots are kept apart.",
        ),
    ):
        packed = option(packed)
    return packed
