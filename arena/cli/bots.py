"""`arena bots`: who can play."""

import textwrap

import click

from arena.cli.options import output_options
from arena.cli.screen import Screen, fill
from referee.bots.entry import built_in_bots, find_bot
from referee.bots.manifest import Manifest


@click.command("bots")
@click.argument("bot", required=False)
@output_options
@click.pass_obj
def command(screen: Screen, bot: str | None, *, as_json: bool) -> None:
    """List the bots known here, or describe one: a name, or a folder with a bot.toml.

    Example: arena bots ./mybot
    """
    bots = [find_bot(name) for name in ([bot] if bot else built_in_bots())]
    if as_json:
        screen.json([_json(one) for one in bots] if bot is None else _json(bots[0]))
    elif bot:
        _describe(screen, bots[0])
    else:
        for one in bots:
            screen.out(fill(f"{one.name:<15} {one.summary}", 16))
        screen.next_steps(f"bots {bots[0].name}", f"match {bots[0].name} {bots[0].name}:as=twin")


def _describe(screen: Screen, bot: Manifest) -> None:
    screen.out(f"{bot.name} {bot.version}")
    if bot.summary:
        screen.out(textwrap.fill(bot.summary, 79))
    screen.out(f"Games:   {', '.join(bot.games) or 'every game'}")
    screen.out(f"Command: {' '.join(bot.command)}")
    screen.out(f"Folder:  {bot.home}")
    screen.out("Options:" if bot.options else "No options.")
    for option in bot.options.values():
        kind = "|".join(option.values) if option.values else option.kind
        screen.out(f"  {option.name}={option.default}  ({kind}) {option.help}")
    screen.next_steps(f"match {bot.name if bot.built_in else bot.home} random --watch")


def _json(bot: Manifest) -> dict[str, object]:
    return {
        "name": bot.name,
        "version": bot.version,
        "summary": bot.summary,
        "games": list(bot.games),
        "built_in": bot.built_in,
        "command": list(bot.command),
        "options": [
            {
                "name": option.name,
                "type": option.kind,
                "default": option.default,
                "minimum": option.minimum,
                "maximum": option.maximum,
                "values": list(option.values),
                "help": option.help,
            }
            for option in bot.options.values()
        ],
        "run": {"home": str(bot.home)},
    }
