"""Options that several commands share, each with one meaning."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, Final, TypeVar

import click

from arena.cli.isolating import Isolating, isolation_options
from arena.cli.screen import Screen
from referee.isolation.limits import LimitError, Limits, parse_limits
from referee.match.clock import NAMED, SECOND_US, Control, parse_clock

Command = TypeVar("Command", bound=Callable[..., Any])


def _apply(ctx: click.Context, param: click.Parameter, value: Any) -> Any:  # noqa: ANN401 - click
    """Set what the option of that name means for the screen."""
    if isinstance(ctx.obj, Screen) and param.name is not None:
        setattr(ctx.obj, param.name, value)
    return value


def output_options(command: Command) -> Command:
    """How results are shown: `--json`, `--quiet`, `--color`."""
    for option in (
        click.option("--json", "as_json", is_flag=True, help="Print for machines."),
        click.option(
            "--quiet",
            is_flag=True,
            expose_value=False,
            callback=_apply,
            help="Print the result and nothing else.",
        ),
        click.option(
            "--color",
            "colour",
            type=click.Choice(["auto", "always", "never"]),
            default="auto",
            expose_value=False,
            callback=_apply,
            help="When to use colours.",
        ),
    ):
        command = option(command)
    return command


def verbose_option(command: Command) -> Command:
    """How much is told while matches are played: `-v`."""
    return click.option(
        "-v",
        "--verbose",
        is_flag=True,
        expose_value=False,
        callback=_apply,
        help="Name every match as it ends.",
    )(command)


def database_option(command: Command) -> Command:
    """Where results are kept: `--db`."""
    return click.option(
        "--db",
        "database",
        envvar="ARENA_DB",
        default="arena.db",
        metavar="DB",
        show_default=True,
        help="The database: a path, or a postgresql:// URL.",
    )(command)


def assignments(pairs: Sequence[str], option: str) -> dict[str, str]:
    """Values given as ``name=value``."""
    result: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise click.UsageError(f"{option} takes name=value, not '{pair}'")
        if name in result:
            raise click.UsageError(f"{option} {name} is given twice")
        result[name] = value
    return result


@dataclass(frozen=True)
class Play:
    """How matches are to be played, as the options of `play_options` say."""

    variant: Mapping[str, str]
    seed: int | None
    control: Control
    limits: Limits
    freeze: bool | None
    """None leaves it to the control: in timed play a bot does not think on others' time."""
    isolating: Isolating
    strict: bool


def _clock(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[int, int]:
    """The bank and the increment of `--tc`; none without it."""
    try:
        return parse_clock(value) if value is not None else (0, 0)
    except ValueError as error:
        raise click.BadParameter(str(error), ctx, param) from None


def _limits(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> Limits:
    try:
        return parse_limits(assignments(value, "--limit"))
    except LimitError as error:
        raise click.BadParameter(str(error), ctx, param) from None


_SECONDS: Final = click.FloatRange(min=0.001, max=86400)
_PLAY_OPTIONS: Final = (
    click.option("--strict", is_flag=True, help="Exit with 3 if a bot faults."),
    click.option(
        "--startup",
        type=_SECONDS,
        default=30.0,
        show_default=True,
        metavar="S",
        help="Seconds a bot may take to connect, and to get ready.",
    ),
    click.option(
        "--freeze/--no-freeze",
        default=None,
        help="Stop bots that are not on turn; by default in timed play.",
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
        "--hang",
        type=_SECONDS,
        default=30.0,
        show_default=True,
        metavar="S",
        help="Seconds until a bot that does not answer forfeits.",
    ),
    click.option(
        "--move-time",
        type=click.FloatRange(min=0, max=86400),
        default=0.0,
        metavar="S",
        help="Seconds for each answer; more is a forfeit.",
    ),
    click.option(
        "--tc",
        "clock",
        callback=_clock,
        metavar="BANK+INC",
        help=f"A clock in seconds, or its name: {', '.join(NAMED)}.",
    ),
    click.option(
        "--nodes",
        type=click.IntRange(min=0),
        default=0,
        metavar="N",
        help="The bots' budget for a move; by default each bot's own.",
    ),
    click.option(
        "--seed",
        type=click.IntRange(min=0),
        metavar="N",
        help="Decides deals and bots' chance; by default drawn afresh.",
    ),
    click.option(
        "--option",
        "variant",
        multiple=True,
        metavar="NAME=VALUE",
        help="A variant of the rules; may be given several times.",
    ),
)


def play_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """How matches are played; the command gets one `Play` as `play`."""

    @isolation_options
    @wraps(command)
    def packed(
        *args: Any,  # noqa: ANN401 - what click hands over
        variant: tuple[str, ...],
        seed: int | None,
        clock: tuple[int, int],
        move_time: float,
        nodes: int,
        hang: float,
        startup: float,
        limits: Limits,
        freeze: bool | None,
        isolating: Isolating,
        strict: bool,
        **others: Any,  # noqa: ANN401 - what click hands over
    ) -> object:
        control = _control(clock, nodes, move_s=move_time, hang_s=hang, startup_s=startup)
        chosen = assignments(variant, "--option")
        play = Play(chosen, seed, control, limits, freeze, isolating, strict)
        return command(*args, play=play, **others)

    for option in _PLAY_OPTIONS:
        packed = option(packed)
    return packed


def _control(
    clock: tuple[int, int], nodes: int, *, move_s: float, hang_s: float, startup_s: float
) -> Control:
    if math.isnan(hang_s + startup_s + move_s):
        raise click.UsageError("a time is a number of seconds, not nan")
    return Control(
        bank_us=clock[0],
        increment_us=clock[1],
        move_us=round(move_s * SECOND_US),
        nodes=nodes,
        hang_us=round(hang_s * SECOND_US),
        startup_us=round(startup_s * SECOND_US),
    )
