"""How far bots are kept apart, on the command line: the options, and what comes of them."""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any

import click

from arena.cli.screen import Screen
from arena.version import VERSION
from referee.bots.entry import Entry
from referee.clock import Control
from referee.host import Hosting
from referee.isolation.levels import isolation, refuse_foreign
from referee.isolation.limits import LimitError, Limits, parse_limits


@dataclass(frozen=True)
class Isolating:
    """What was asked for."""

    level: str
    limits: Limits
    trust_foreign: bool

    def hosting(
        self,
        screen: Screen,
        entries: Sequence[Entry],
        control: Control,
        database: str,
        *,
        fresh: bool = False,
    ) -> Hosting:
        """How bots are started; says which level was taken. LaunchError if it cannot be."""
        with closing(isolation(self.level, screen.environment, self.limits)) as level:
            name, meaning = level.name, level.meaning
        foreign = [entry.name for entry in entries if entry.manifest.foreign]
        refuse_foreign(name, foreign, trusted=self.trust_foreign)
        if name != self.level:
            screen.note(f"Isolation: {name}, {meaning}.")
        return Hosting(
            name,
            screen.environment,
            VERSION,
            control.startup_us,
            fresh=fresh,
            limits=self.limits,
            hidden=() if "://" in database else (Path(database).resolve(),),
            trust_foreign=self.trust_foreign,
            foreign=bool(foreign),
        )


def _limits(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> Limits:
    try:
        return parse_limits(dict(pair.partition("=")[::2] for pair in value))
    except LimitError as error:
        raise click.BadParameter(str(error), ctx, param) from None


def isolation_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """How far bots are kept apart; the command gets one `Isolating` as `isolating`."""

    @wraps(command)
    def packed(
        *args: Any,  # noqa: ANN401 - what click hands over
        level: str,
        limits: Limits,
        trust_foreign: bool,
        **others: Any,  # noqa: ANN401 - what click hands over
    ) -> object:
        return command(*args, isolating=Isolating(level, limits, trust_foreign), **others)

    for option in (
        click.option(
            "--trust-foreign",
            is_flag=True,
            help="Play submitted bots even where no sandbox holds them.",
        ),
        click.option(
            "--limit",
            "limits",
            multiple=True,
            callback=_limits,
            metavar="NAME=VALUE",
            help="What a bot may use, for example memory_mb=512; may be given several times.",
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
