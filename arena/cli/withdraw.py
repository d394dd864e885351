"""`arena withdraw`: takes versions of a submitted bot out of future contests."""

import click

from arena.cli.options import output_options
from arena.cli.screen import Screen
from arena.cli.shelves import beside_option, shelf_option
from arena.tournament.shelf import withdraw
from referee.bots.entry import NEWEST


@click.command("withdraw")
@click.argument("bot")
@click.option("--all", "every", is_flag=True, help="All versions of it.")
@click.option("--undo", is_flag=True, help="Take them back into contests.")
@shelf_option
@beside_option
@output_options
@click.pass_obj
def command(screen: Screen, *, bot: str, every: bool, undo: bool, as_json: bool) -> None:
    """Take a version of a submitted bot out of future contests.

    BOT is its name, for the newest version, or NAME@VERSION. What was played stays, and a
    tournament that has begun goes on with the versions it began with.

    Example: arena withdraw mybot@1.2
    """
    changed = withdraw(screen.shelf, bot, screen.now_us(), every=every, undo=undo)
    name = changed[0].name
    left = [one for one in screen.shelf.versions(name) if one.withdrawn_us is None]
    if as_json:
        versions = [one.version for one in changed]
        newest = left[-1].version if left else None
        screen.json({"bot": name, "changed": versions, NEWEST: newest})
        return
    for one in changed:
        screen.line(f"{name} {one.version} is {'back' if undo else 'withdrawn'}.")
    if left:
        screen.line(f"{name} is {left[-1].version} from now on.")
    else:
        screen.line(f"No version of {name} is left for contests.")
    screen.next_steps(f"bots {name}", *(() if undo else (f"withdraw {bot} --undo",)))
