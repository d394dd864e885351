"""`arena bots`: who can play."""

import shlex
import textwrap

import click

from arena.cli.options import output_options
from arena.cli.screen import Screen, fill
from arena.cli.shelves import shelf_option
from arena.views.bot import BotView, bot_view, known_bots


@click.command("bots")
@click.argument("bot", required=False)
@shelf_option
@output_options
@click.pass_obj
def command(screen: Screen, bot: str | None, *, as_json: bool) -> None:
    """List the bots known here, or describe one: a name, or a folder with a bot.toml.

    Example: arena bots ./mybot
    """
    if bot is not None:
        one = bot_view(bot, screen.shelf)
        screen.json(one.to_json()) if as_json else _describe(screen, one)
        return
    bots = known_bots(screen.shelf)
    if as_json:
        screen.json([one.to_json() for one in bots])
        return
    for one in bots:
        screen.out(fill(f"{one.name:<15} {one.summary}", 16))
    screen.next_steps(f"bots {bots[0].name}", f"match {bots[0].name} {bots[0].name}:as=twin")


def _describe(screen: Screen, bot: BotView) -> None:
    screen.line(f"{bot.name} {bot.version}")
    if bot.summary:
        screen.out(textwrap.fill(bot.summary, 79))
    screen.line(f"Games:   {', '.join(bot.games) or 'every game'}")
    screen.line(f"Command: {' '.join(bot.command)}")
    screen.line(f"Folder:  {bot.home}")
    screen.out("Options:" if bot.options else "No options.")
    for option in bot.options:
        kind = "|".join(option.values) if option.values else option.kind
        screen.line(f"  {option.name}={option.default}  ({kind}) {option.help}")
    place = bot.name if bot.built_in else shlex.quote(bot.home)
    screen.next_steps(f"match {place} random --watch")
