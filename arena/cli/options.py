"""Options that several commands share, each with one meaning.

Here they are read. What they may be is decided where they become part of a value: the conditions
and terms of a contest, or the way it is run.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from pathlib import Path
from typing import Any, Final, TypeVar

import click
from click.core import ParameterSource

from arena.cli.screen import Screen
from arena.cli.seconds import Seconds
from arena.errors import Misuse
from arena.tournament.cluster import Cluster
from arena.tournament.deadline import deadline_us
from arena.tournament.run import LEAST_MB, MOST_WORKERS, Run
from leaderboard.retention import parse_keep_logs
from referee.bots.conditions import Conditions
from referee.isolation.limits import parse_limits
from referee.match.clock import LONGEST_S, MOST_NODES, NAMED, SHORTEST_S, Control, parse_control
from referee.match.seeds import fresh_seed

Command = TypeVar("Command", bound=Callable[..., Any])
DATABASE: Final = "arena.db"
LEVELS: Final = ("auto", "none", "process", "sandbox", "container")


def _apply(ctx: click.Context, param: click.Parameter, value: Any) -> Any:  # noqa: ANN401 - click
    """Set what the option of that name means for the screen."""
    if isinstance(ctx.obj, Screen) and param.name is not None:
        setattr(ctx.obj, param.name, value)
    return value


def output_options(command: Command) -> Command:
    """How results are shown: `--json`, `--quiet`, `--color`."""
    as_json = click.option("--json", "as_json", is_flag=True, help="Print for machines.")
    return as_json(screen_options(command))


def screen_options(command: Command) -> Command:
    """How people are shown something: `--quiet`, `--color`."""
    for option in (
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


def strict_option(command: Command) -> Command:
    """Whether a fault of a bot is a failure of the command: `--strict`."""
    return click.option("--strict", is_flag=True, help="Exit with 3 if a bot faults.")(command)


def hinted(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """Have hints name the database, unless they find it without."""
    given = ctx.get_parameter_source(param.name or "")
    path = value.removeprefix("sqlite:///")
    url = "://" in path
    # A password in the environment is there so that nobody sees it.
    silent = given is ParameterSource.DEFAULT or (url and given is ParameterSource.ENVIRONMENT)
    if isinstance(ctx.obj, Screen):
        ctx.obj.looked_at = value
    if isinstance(ctx.obj, Screen) and not silent:
        ctx.obj.database = value if url else str(Path(path).absolute())
    return value


def database_option(command: Command) -> Command:
    """Where results are kept: `--db`."""
    return click.option(
        "--db",
        "database",
        envvar="ARENA_DB",
        default=DATABASE,
        metavar="DB",
        callback=hinted,
        show_default=True,
        help="The database: a path, or a postgresql:// URL.",
    )(command)


def level_option(meaning: str) -> Callable[[Command], Command]:
    """How far bots are kept apart: `--isolation`."""
    return click.option(
        "--isolation",
        "level",
        type=click.Choice(LEVELS),
        default="auto",
        show_default=True,
        help=meaning,
    )


cluster_options: Final = (
    click.option("--insecure", is_flag=True, help="Speak to another machine without TLS."),
    click.option(
        "--cluster-keys",
        type=click.Path(file_okay=False, path_type=Path),
        metavar="FOLDER",
        help="Where arena cluster-keys put them.",
    ),
    click.option("--cluster", metavar="ADDRESS", help="Play on a Dask cluster, tls://HOST:8786."),
)
"""Which cluster is meant; `the_cluster` makes one value of them."""


def add_options(
    options: Sequence[Callable[[Command], Command]],
) -> Callable[[Command], Command]:
    """A command with all of them."""

    def added(command: Command) -> Command:
        for option in options:
            command = option(command)
        return command

    return added


def the_cluster(address: str | None, keys: Path | None, *, insecure: bool) -> Cluster | None:
    """The cluster that options name; None if they name none."""
    if address is not None:
        return Cluster(address, keys, insecure)
    if keys is not None or insecure:
        raise Misuse("--cluster-keys and --insecure belong to --cluster ADDRESS")
    return None


def run_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """How a contest is played now; the command gets one `Run` as `run`."""
    for option in (
        click.option("--fresh", is_flag=True, help="A new process for every match."),
        click.option(
            "--workers",
            type=click.IntRange(1, MOST_WORKERS),
            help="Workers side by side; one per core.",
        ),
        *cluster_options,
        click.option(
            "--keep-logs",
            default="all",
            show_default=True,
            metavar="faults|last=N|all|none",
            help="Which logs are kept of what bots print.",
        ),
        click.option(
            "--min-free",
            type=click.IntRange(0),
            default=LEAST_MB,
            show_default=True,
            metavar="MB",
            help="Pause while less is free where results are kept.",
        ),
        click.option(
            "--until", default="", metavar="TIME", help="Stop at a time of day, such as 06:00."
        ),
        click.option(
            "--for",
            "duration",
            default="",
            metavar="TIME",
            help="Stop after a while, such as 45m or 6h.",
        ),
    ):
        command = option(command)
    return isolation_options(command)


def isolation_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """How far bots are kept apart; the command gets one `Run` as `run`."""

    @wraps(command)
    def packed(
        *args: Any,  # noqa: ANN401 - what click hands over
        level: str,
        trust_foreign: bool,
        fresh: bool = False,
        workers: int | None = None,
        duration: str = "",
        until: str = "",
        cluster: str | None = None,
        cluster_keys: Path | None = None,
        insecure: bool = False,
        keep_logs: str = "all",
        min_free: int = LEAST_MB,
        **others: Any,  # noqa: ANN401 - what click hands over
    ) -> object:
        run = Run(
            level=level,
            trust_foreign=trust_foreign,
            fresh=fresh,
            workers=workers,
            cluster=the_cluster(cluster, cluster_keys, insecure=insecure),
            least_bytes=min_free * 1_000_000,
            keep_logs=parse_keep_logs(keep_logs),
            until_us=deadline_us(duration, until, Screen.now_us()),
        )
        return command(*args, run=run, **others)

    trust = click.option(
        "--trust-foreign",
        is_flag=True,
        help="Play submitted bots even where no sandbox holds them.",
    )
    return level_option("How far bots are kept apart.")(trust(packed))


@dataclass(frozen=True)
class Agreed:
    """What the options of `agreed_options` say about a contest."""

    options: Mapping[str, str]
    """Of the games."""
    seed: int = field(repr=False)
    conditions: Conditions


_USUAL: Final = Control().settings
_SECONDS: Final = Seconds(min=SHORTEST_S, max=LONGEST_S)
_AGREED: Final = (
    click.option(
        "--startup",
        type=_SECONDS,
        default=_USUAL["startup"],
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
        metavar="NAME=VALUE",
        help="What a bot may use, for example memory_mb=512; may be given several times.",
    ),
    click.option(
        "--hang",
        type=_SECONDS,
        default=_USUAL["hang"],
        show_default=True,
        metavar="S",
        help="Seconds until a bot that does not answer forfeits.",
    ),
    click.option(
        "--move-time",
        type=Seconds(min=0, max=LONGEST_S),
        default=0.0,
        metavar="S",
        help="Seconds for each answer; more is a forfeit.",
    ),
    click.option(
        "--tc",
        default="",
        metavar="BANK+INC",
        help=f"A clock in seconds, or its name: {', '.join(NAMED)}.",
    ),
    click.option(
        "--nodes",
        type=click.IntRange(0, MOST_NODES),
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


def agreed_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """What belongs to a contest; the command gets one `Agreed` as `agreed`."""

    @wraps(command)
    def packed(
        *args: Any,  # noqa: ANN401 - what click hands over
        variant: tuple[str, ...],
        seed: int | None,
        limits: tuple[str, ...],
        freeze: bool | None,
        tc: str,
        move_time: float,
        nodes: int,
        hang: float,
        startup: float,
        **others: Any,  # noqa: ANN401 - what click hands over
    ) -> object:
        control = parse_control(
            tc=tc, move_time=move_time, nodes=nodes, hang=hang, startup=startup
        )
        conditions = Conditions(
            control=control,
            limits=parse_limits(_assignments(limits, "--limit")),
            freeze=freeze,
        )
        chosen = _assignments(variant, "--option")
        agreed = Agreed(chosen, fresh_seed() if seed is None else seed, conditions)
        return command(*args, agreed=agreed, **others)

    for option in _AGREED:
        packed = option(packed)
    return packed


def _assignments(pairs: Sequence[str], option: str) -> dict[str, str]:
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
