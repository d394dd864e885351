"""The command group: finds a command without importing the others, and turns errors into a line.

Errors that a person can put right are raised with a text of one line that names the fix; here
they get their exit code. Anything else is a bug of ours and keeps its traceback.
"""

import codecs
import gc
import io
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from itertools import groupby
from pathlib import Path
from types import ModuleType
from typing import Final, NoReturn, TextIO

import click

from arena.cli import exits
from arena.cli.screen import Screen, Unheard, heard
from arena.errors import ArenaError
from arena.text import in_ascii
from arena.version import VERSION
from referee.words import suggestion


@dataclass(frozen=True)
class _Entry:
    """A command as the group lists it, before its module is imported."""

    group: str
    name: str
    does: str


COMMANDS: Final = (
    _Entry("Play", "play", "Take a seat yourself, in the terminal."),
    _Entry("Play", "match", "One match between bots, now."),
    _Entry("Write a bot", "new", "A new bot, in the language you like."),
    _Entry("Write a bot", "games", "The games, their seats and options."),
    _Entry("Write a bot", "bots", "The bots known here."),
    _Entry("Write a bot", "check", "Does a bot conform, step by step?"),
    _Entry("Write a bot", "rate", "How good is a bot? A sentence for each yardstick."),
    _Entry("Write a bot", "submit", "Hand in bots: built, checked and kept."),
    _Entry("Write a bot", "debug", "A bot in the middle of a match that was played."),
    _Entry("Write a bot", "withdraw", "Take a submitted bot out of contests."),
    _Entry("Write a bot", "feedback", "What a bot's author is told, as a folder."),
    _Entry("Write a bot", "lock", "Write down what a build with Maven fetches."),
    _Entry("Write a bot", "protos", "The contract of the wire, to make stubs of."),
    _Entry("Look", "tournaments", "The tournaments that were played."),
    _Entry("Look", "leaderboard", "The ranking of a tournament."),
    _Entry("Look", "crosstable", "Who beats whom."),
    _Entry("Look", "compare", "Two bots: which is better, and why."),
    _Entry("Look", "matches", "The matches that were played."),
    _Entry("Look", "show", "One match: how it ended, and why."),
    _Entry("Look", "replay", "The record of a match."),
    _Entry("Look", "watch", "Step through a match with keys."),
    _Entry("Look", "logs", "What the bots printed."),
    _Entry("Look", "web", "Leaderboard and matches in a browser."),
    _Entry("Look", "verify", "Is what is stored what was played?"),
    _Entry("Run a contest", "tournament", "Schedule and play matches, rate the bots."),
    _Entry("Run a contest", "sprt", "Is a bot better? Plays until that is known."),
    _Entry("Run a contest", "season", "A contest whose field changes, night by night."),
    _Entry("Run a contest", "resume", "Play what is missing of a tournament."),
    _Entry("Run a contest", "export", "A tournament as lines of text."),
    _Entry("Run a contest", "import", "Read a tournament that was exported."),
    _Entry("Machine", "prune", "Remove old records and logs, to make room."),
    _Entry("Machine", "cluster-keys", "Certificates for the machines of a cluster."),
    _Entry("Machine", "doctor", "What works here, and how to mend the rest."),
)


class _Group(click.Group):
    """Commands by name; each lives in the module of its name and is called `command` there."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [entry.name for entry in COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        command = _load(f"arena.cli.{cmd_name.replace('-', '_')}").command
        return command if isinstance(command, click.Command) else None

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        # Many programs are asked for help like this.
        if args[:1] == ["help"]:
            args = [*args[1:], "--help"]
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in self.list_commands(ctx) and not name.startswith("-"):
            hint = suggestion(name, self.list_commands(ctx))
            raise click.UsageError(f"there is no command '{name}'; {hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for group, entries in groupby(COMMANDS, lambda entry: entry.group):
            with formatter.section(group):
                formatter.write_dl([(entry.name, entry.does) for entry in entries])


def _load(module: str) -> ModuleType:
    """A module with all that it imports.

    None of that is garbage, now or later, and to look for some takes a fifth of the time.
    """
    gc.disable()
    try:
        return import_module(module)
    finally:
        gc.freeze()
        gc.enable()


@click.group(cls=_Group, invoke_without_command=True)
@click.version_option(VERSION, prog_name="arena")
@click.pass_context
def arena(ctx: click.Context) -> None:
    """Programs play board games against each other and get ranked.

    Example: arena match random random:as=twin --game kupferkessel --seed 7
    """
    if ctx.invoked_subcommand is None:
        screen: Screen = ctx.obj
        screen.out("\n".join(_greeting(screen.program)))


def _greeting(program: str) -> Iterator[str]:
    """Five lines for somebody who typed the bare command."""
    for purpose, words in (
        ("Play", "match random random:as=twin --watch"),
        ("Write a bot", "new mybot --lang python"),
        ("Look", "leaderboard"),
        ("Run a contest", "tournament random random:as=twin --rounds 20"),
        ("Help", "--help"),
    ):
        yield f"{purpose:<13} {program} {words}"


def main() -> NoReturn:
    """Run the command line."""
    program = os.environ.get("ARENA_PROGRAM") or Path(sys.argv[0]).name
    screen = Screen(program if program != "__main__.py" else "arena", dict(os.environ))
    try:
        code = _run(screen) if _fill_streams() else _refuse(screen)
    except Unheard as error:
        code = exits.FAILED
        if str(error):
            with suppress(Unheard):
                screen.problem(str(error))
    sys.exit(code)


def _refuse(screen: Screen) -> int:
    screen.problem("standard output is closed: open it, or send it to /dev/null")
    return exits.FAILED


def _run(screen: Screen) -> int:
    """Run what was typed, and say in a line why it could not be; the exit code."""
    try:
        code = arena.main(prog_name=screen.program, obj=screen, standalone_mode=False)
    except click.exceptions.Abort:
        screen.problem("interrupted")
        return exits.INTERRUPTED
    except click.ClickException as error:
        # Click's own texts end with a full stop and start with a capital: they are sentences.
        screen.problem(error.format_message(), hint=_usage_hint(error, screen.program))
        return error.exit_code
    except Unheard:
        raise
    except ArenaError as error:
        screen.problem(str(error))
        return error.exit_code
    except Exception as error:
        with heard(sys.stdout):
            sys.stdout.flush()  # it may have been click that could not say something
        # A bug of ours, unless what it came from is damaged: then nobody could have read it.
        if (told := _damage(screen)) is None:
            raise
        screen.problem(f"{told} ({type(error).__name__})")
        return exits.FAILED
    with heard(sys.stdout):
        sys.stdout.flush()
    return code if isinstance(code, int) else exits.DONE


def _damage(screen: Screen) -> str | None:
    """What is wrong with the database that the command worked on, if it is a file."""
    if not screen.looked_at or "://" in screen.looked_at.removeprefix("sqlite:///"):
        return None
    from arena.tournament.soundness import flaws  # noqa: PLC0415 - seldom needed

    path = Path(screen.looked_at.removeprefix("sqlite:///"))
    first = next(flaws(path), None)
    if first is None:
        return None
    whole = screen.command("doctor")
    return f"{path} is damaged: {first}; put back a copy; {whole} tells all"


def _fill_streams() -> bool:
    """Whether there is a standard output.

    What was closed gets a stand-in: else the first file that is opened, a database, would get its
    number, and what is said would be written into it.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)  # the lowest free number
    there = sys.stdout is not None
    sys.stdin = sys.stdin or _stand_in(0, "r")
    sys.stdout = sys.stdout or _stand_in(1, "w")
    sys.stderr = sys.stderr or _stand_in(2, "w")
    codecs.register_error("arena.ascii", in_ascii)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="arena.ascii")
    return there


def _stand_in(number: int, mode: str) -> TextIO:
    return io.TextIOWrapper(io.FileIO(number, mode, closefd=False), encoding="utf-8")


def _usage_hint(error: click.ClickException, program: str) -> str:
    command = (
        error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else program
    )
    return f"{command} --help"
