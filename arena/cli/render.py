"""Matches as tables and pictures for the terminal."""

from typing import Final

from rich.console import Console
from rich.text import Text

from arena.cli.console import Listing
from arena.cli.screen import fill
from arena.text import one_line
from arena.views.table import Due, Moment
from referee.games.picture import Picture
from referee.match.record import Record

_COLOURS: Final = {
    "beige": "bright_yellow",
    "black": "bold bright_black",
    "blue": "bright_blue",
    "brown": "yellow",
    "green": "green",
    "grey": "bright_black",
    "purple": "magenta",
    "red": "red",
    "violet": "magenta",
    "white": "bold white",
    "yellow": "bright_yellow",
}
"""Colours of pictures in those every terminal has."""


def picture_text(picture: Picture, *, explained: bool = True) -> Text:
    """A picture with its colours, and with its legend if it is to be `explained`."""
    text = Text(no_wrap=True)
    for number, line in enumerate(picture.explained if explained else picture.lines):
        if number:
            text.append("\n")
        for ink in line:
            text.append(ink.text, _COLOURS.get(ink.colour, ""))
    return text


def show_moment(console: Console, moment: Moment, *, explained: bool) -> None:
    """Show what was announced, and the table if a decision is due; its legend if `explained`."""
    for told in moment.news:
        console.print(f"  {one_line(told)}")
    if moment.decision is not None:
        show_decision(console, moment.decision, explained=explained)


def show_decision(console: Console, decision: Due, *, explained: bool) -> None:
    """Show the table as the seat sees it that is to decide."""
    told = (
        f"\nStep {decision.step}: seat {decision.seat + 1} ({one_line(decision.bot)}) is to decide"
    )
    console.print(told, style="bold")
    console.print(picture_text(decision.picture, explained=explained))


def choice_text(decision: Due) -> str:
    """What was chosen, and what else could have been."""
    chosen = f"\nChosen   {decision.chosen}"
    others = ", ".join(decision.others) or "nothing: there was no choice"
    return f"{chosen}\n{fill(f'Others   {others}', 9)}"


def result_table(record: Record) -> Listing:
    """Places, seats, bots, points and faults."""
    table = Listing()
    for heading in ("#", "Seat"):
        table.add_column(heading, justify="right")
    table.add_column("Bot")
    table.add_column("Score", justify="right")
    table.add_column("Fault")
    for seat in sorted(record.seats, key=lambda seat: (seat.rank or 0, seat.seat)):
        table.add_row(
            str(seat.rank or "-"),
            str(seat.seat + 1),
            seat.bot,
            "-" if seat.score is None else str(seat.score),
            seat.fault or "",
        )
    return table


def sentence(text: str) -> str:
    """A reason as a sentence in one line: a capital first, a full stop last."""
    text = one_line(text)
    return text[:1].upper() + text[1:].rstrip(".") + "." if text else ""
