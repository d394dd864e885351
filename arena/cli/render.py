"""Matches as tables and pictures for the terminal."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from referee.games.contract import Game, Setup
from referee.games.picture import Picture
from referee.games.state import Journal
from referee.match.plan import MatchPlan, Played
from referee.match.session import Session

_COLOURS = {
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


def watch_step(console: Console, plan: MatchPlan, session: Session, told: int) -> int:
    """Show what was announced since event number `told` and the table; the number of events."""
    ask = session.due
    seat = ask.seat if ask else 0
    first = told == 0
    told = show_events(console, plan.game, plan.setup, session.events, seat=seat, since=told)
    if ask is None:
        console.print()
    else:
        picture = plan.game.picture(plan.setup, ask.observation)
        name = plan.seats[seat].name
        show_table(console, picture, step=ask.step, seat=seat, name=name, explained=first)
    return told


def show_events(
    console: Console, game: Game, setup: Setup, events: Journal, *, seat: int, since: int
) -> int:
    """Show what a seat was told since event number `since`; the number of events."""
    for event in events.seen_by(seat, since):
        console.print(f"  {game.event_text(setup, event)}")
    return len(events)


def show_table(
    console: Console, picture: Picture, *, step: int, seat: int, name: str, explained: bool
) -> None:
    """Show the table as the seat sees it that is to decide; the legend only if `explained`."""
    console.print(f"\nStep {step}: seat {seat + 1} ({name}) is to decide", style="bold")
    console.print(picture_text(picture, explained=explained))


def result_table(played: Played) -> Table:
    """Places, seats, bots, points and faults."""
    table = Table(box=None, pad_edge=False)
    for heading in ("#", "Seat"):
        table.add_column(heading, justify="right")
    table.add_column("Bot")
    table.add_column("Score", justify="right")
    table.add_column("Fault")
    outcome = played.outcome
    faults = {one.seat: one.fault.termination.value for one in outcome.faults}
    ranks = outcome.ranks or (0,) * len(played.plan.seats)
    for seat in sorted(range(len(ranks)), key=lambda seat: (ranks[seat], seat)):
        score = outcome.scores[seat] if outcome.scores else None
        table.add_row(
            str(ranks[seat] or "-"),
            str(seat + 1),
            played.plan.seats[seat].name,
            "-" if score is None else str(score),
            faults.get(seat, ""),
        )
    return table


def sentence(text: str) -> str:
    """A reason as a sentence: a capital first, a full stop last."""
    return text[:1].upper() + text[1:].rstrip(".") + "." if text else ""
