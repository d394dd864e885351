"""A bot that its author starts himself, on the command line: `arena match ... --attach BOT`."""

import os
import shlex
from pathlib import Path

from arena.cli.screen import Screen
from arena.sdk.attaching import FILE_NAME
from referee.isolation.attached import Invitation
from referee.isolation.port import Launch


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
