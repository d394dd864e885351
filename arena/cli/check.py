"""`arena check`: whether a bot conforms."""

import asyncio
import shlex
import textwrap
from typing import Final

import click

from arena.cli import exits
from arena.cli.options import isolation_options, output_options
from arena.cli.screen import Screen, fill
from arena.cli.shelves import shelf_option
from arena.text import one_line
from arena.tournament.check import Checking, Finding, Verdict, checked
from arena.tournament.preparation import Surroundings
from arena.tournament.run import Run
from referee.bots.conditions import Conditions
from referee.bots.entry import parse_entry

_WORDS: Final = {
    Verdict.PASSED: "ok",
    Verdict.FAILED: "FAILED",
    Verdict.NOTED: "note",
    Verdict.SKIPPED: "skipped",
}
_INDENT: Final = 31


@click.command("check")
@click.argument("bot")
@click.option(
    "--quick", is_flag=True, help="Only the usual variants, and fewer matches in between."
)
@isolation_options
@shelf_option
@output_options
@click.pass_obj
def command(screen: Screen, *, bot: str, quick: bool, run: Run, as_json: bool) -> int:
    """Try a bot step by step, as matches would: each step with what was seen, and the fix.

    BOT is a file, a folder with a bot.toml, or the name of a bot.

    Example: arena check ./bot.js
    """
    entry = parse_entry(bot, screen.shelf)
    surroundings = Surroundings(screen.environment, (), lambda text: screen.note(fill(text)))
    checking = Checking(
        entry=entry,
        place=shlex.quote(bot),
        conditions=Conditions(),
        run=run,
        surroundings=surroundings,
        quick=quick,
    )
    found = asyncio.run(_tell(screen, checking, as_json=as_json))
    failed = [one for one in found if one.verdict is Verdict.FAILED]
    if as_json:
        screen.json({"bot": entry.name, "conforms": not failed, **_listed(found)})
    else:
        _conclude(screen, checking, found)
    return exits.UNFIT if failed else exits.DONE


async def _tell(screen: Screen, checking: Checking, *, as_json: bool) -> list[Finding]:
    """Every finding, shown as soon as it is there."""
    found = []
    async for finding in checked(checking):
        found.append(finding)
        if not as_json:
            _show(screen, finding)
    return found


def _show(screen: Screen, finding: Finding) -> None:
    head = f"{finding.number:>2}  {finding.step:<17}{_WORDS[finding.verdict]:<8}  "
    if finding.verdict is not Verdict.FAILED:
        screen.out(_lines(head, finding.seen))
        return
    screen.out(head.rstrip())
    screen.out(_lines("      expected", finding.expected))
    screen.out(_lines("      seen", finding.seen))
    if finding.fix:
        screen.out(_lines("      fix", finding.fix))


def _lines(head: str, text: str) -> str:
    indent = len(head) if len(head) >= _INDENT else 16
    return textwrap.fill(
        one_line(text), 80, initial_indent=head.ljust(indent), subsequent_indent=" " * indent
    )


def _conclude(screen: Screen, checking: Checking, found: list[Finding]) -> None:
    failed = sum(one.verdict is Verdict.FAILED for one in found)
    if failed:
        steps = "1 step" if failed == 1 else f"{failed} steps"
        screen.line(f"{checking.entry.name} does not conform: {steps} failed.")
        screen.note("What comes after a failed start or game is tried when that is mended.")
    else:
        screen.line(f"{checking.entry.name} conforms: {len(found)} steps, none failed.")
        screen.next_steps(f"match {checking.place} heuristic --watch")


def _listed(found: list[Finding]) -> dict[str, object]:
    return {"steps": [one.to_json() for one in found]}
