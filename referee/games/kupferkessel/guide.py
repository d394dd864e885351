"""Kupferkessel Co. explained to a person at the table."""

from collections.abc import Sequence
from typing import Final

from referee.games.asked import AskedAction, AskedTurn
from referee.games.guide import Guide
from referee.games.kupferkessel.cards import CORNER, SPACE_LINE
from referee.games.kupferkessel.named import KettleView, Player
from referee.games.kupferkessel.notation import COLUMN_LETTERS

_LINES_OF_A_KIND: Final = 6


class KettleGuide(Guide):
    """What matters with kettles, pawns and symbols."""

    def meaning(self, turn: AskedTurn, action: AskedAction) -> str:
        view = KettleView(turn)
        card, me = view.card(action), view.me
        ends = view.ends_match(action)
        if ends and not view.is_plain(action):
            return f"lay {card.name} aside and end the match"
        parts = [f"{card.name}: {_points(me.gain(card))}"]
        held = me.holding(card.ingredient)
        if held:
            parts.append(f"you have {' '.join(map(str, sorted(held)))}")
        if ends:
            return ", ".join([*parts, "ends the match"])
        if card.colour == me.colour:
            parts.append("your colour")
        if symbol := view.symbol(action):
            parts.append(
                "Hat: another turn" if symbol == "Hat" else f"Explosion: {_hit(view.opponents)}"
            )
        elif not view.is_plain(action):
            parts.append(f"{card.symbol} not used")
        parts.append(f"next walk {card.value}{_where(view.landing(me, card.value))}")
        return ", ".join(parts)

    def rules(self, turn: AskedTurn) -> Sequence[str]:
        view = KettleView(turn)
        told = [
            "Take one card of the line your pawn stands at. It goes on top of your kettle, and "
            "its value is how far your pawn walks next; a corner costs that turn.",
            "Of an ingredient one card costs its value, two are 0, three bring their sum, all "
            "four 15. Your own colour counts twice. The most cards of value 1 bring 5.",
        ]
        if any(view.symbol(action) for action in turn.legal):
            told.append(
                "A Hat gives you another turn at once, never a third in a row. An Explosion takes "
                "the top card from every other kettle that has two or more. With a minus (b3-) "
                "you take the card and leave its symbol."
            )
        if any(view.ends_match(action) for action in turn.legal):
            told.append(
                "The last card of an inner line ends the match at once. You may keep it, or lay "
                "it aside with a minus."
            )
        elif not view.pile:
            told.append("The pile is empty: gaps stay, and the last card of a line ends it all.")
        if view.recipes:
            goals = "; ".join(f"{one.key}, {one.points}: {one.meaning}" for one in view.recipes)
            told.append(f"Your secret recipes count at the end. {goals}.")
        return told


def _points(gain: int) -> str:
    return "no points" if gain == 0 else f"{gain:+d} point{'' if abs(gain) == 1 else 's'}"


def _hit(others: Sequence[Player]) -> str:
    lost = [f"{other.colour} loses {other.top.name}" for other in others if len(other.kettle) > 1]
    return ", ".join(lost)


def _where(space: int) -> str:
    line = SPACE_LINE[space]
    if line == CORNER:
        return " to a corner"
    if line < _LINES_OF_A_KIND:
        return f" to row {line + 1}"
    return f" to column {COLUMN_LETTERS[line - _LINES_OF_A_KIND]}"
