"""Options that tell where submitted bots lie."""

import click
from click.core import ParameterSource

from arena.cli.options import DATABASE, Command, hinted
from arena.cli.screen import Screen


def shelf_option(command: Command) -> Command:
    """Where submitted bots lie: `--shelf`."""
    return click.option(
        "--shelf",
        "shelf_place",
        envvar="ARENA_SHELF",
        default="",
        metavar="DIR",
        expose_value=False,
        callback=_on_shelf,
        help="Where submitted bots lie; by default beside the database.",
    )(command)


def _on_shelf(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """Have hints name the shelf, unless they find it without."""
    if isinstance(ctx.obj, Screen):
        ctx.obj.shelf_place = value
        given = ctx.get_parameter_source(param.name or "")
        ctx.obj.shelf_told = value if given is ParameterSource.COMMANDLINE else ""
    return value


def beside_option(command: Command) -> Command:
    """The database beside which the shelf lies, for commands that need nothing else of it."""
    return click.option(
        "--db",
        "database",
        envvar="ARENA_DB",
        default=DATABASE,
        metavar="DB",
        callback=hinted,
        expose_value=False,
        show_default=True,
        help="The database beside which submitted bots lie.",
    )(command)
