"""A bot that its author starts himself, on the command line: `arena match ... --attach BOT`."""

import os
import shlex
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from arena.cli.screen import Screen
from arena.sdk.attaching import FILE_NAME
from referee.bots.entry import Entry
from referee.isolation.attached import Invitation
from referee.isolation.port import Launch
from referee.match.clock import Control
from referee.words import suggestion


def attach(
    entries: Sequence[Entry], words: Sequence[str], bot: str, control: Control
) -> tuple[Entry, ...]:
    """The same table, but its author starts `bot`, named as in the tables or as in `words`."""
    if control.timed:
        raise click.UsageError("--attach plays without a clock; leave --tc and --move-time out")
    named = [bot in pair for pair in zip((entry.name for entry in entries), words, strict=True)]
    if True not in named:
        hint = suggestion(bot, [entry.name for entry in entries])
        raise click.UsageError(f"--attach: no bot of this match is called '{bot}'; {hint}")
    chosen = named.index(True)
    return tuple(
        replace(entry, attached=True) if seat == chosen else entry
        for seat, entry in enumerate(entries)
    )


def invitation(screen: Screen, bot: str, folder: Path) -> Invitation:
    """Tells the author on the screen, and the bot in a file in `folder`."""

    def tell(launch: Launch) -> None:
        told = launch.environment
        screen.note(
            f"Waiting for {bot}: start it yourself. No clock runs for it, and the match is not\n"
            "rated. Ctrl-C ends the wait. It connects with\n"
            f"  ARENA_ADDRESS={told['ARENA_ADDRESS']}\n"
            f"  ARENA_TOKEN={told['ARENA_TOKEN']}\n"
            f"which {FILE_NAME} holds, too: a bot made with arena.sdk that is started in this\n"
            "folder, or below, finds it there. From this folder any bot starts with\n"
            f"  {_start_command(launch, folder)}"
        )

    return Invitation(folder / FILE_NAME, tell)


def _start_command(launch: Launch, folder: Path) -> str:
    """What starts the program as the arena would, typed into a shell in `folder`."""
    home = os.path.relpath(launch.home, folder)
    enter = "" if home == "." else f"cd {shlex.quote(home)}; "
    return f"(set -a; . ./{FILE_NAME}; {enter}exec {shlex.join(launch.command)})"
