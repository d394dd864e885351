"""Matches as tables and pictures for the terminal."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from referee.games.picture import Picture
from referee.match import MatchPlan, Played
from referee.session import Session

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


def picture_text(picture: Picture) -> Text:
    """A picture with its colours."""
    text = Text(no_wrap=True)
    for number, line in enumerate(picture.lines):
        if number:
            text.append("\n")
        for ink in line:
            text.append(ink.text, _COLOURS.get(ink.colour, ""))
    return text


def watch_step(console: Console, plan: MatchPlan, session: Session, told: int) -> int:
    """Show what was announced since event number `told` and the table; the number of events."""
    ask = session.due
    for event in session.events.seen_by(ask.seat if ask else 0, told):
        console.print(f"  {plan.game.event_text(plan.setup, event)}")
    if ask is None:
        console.print()
        return len(session.events)
    name = plan.seats[ask.seat].name
    console.print(f"\nStep {ask.step}: seat {ask.seat + 1} ({name}) is to decide", style="bold")
    console.print(picture_text(plan.game.picture(plan.setup, ask.observation)))
    return len(session.events)


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
