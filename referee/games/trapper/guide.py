"""Trapper explained to a person at the table."""

from collections.abc import Sequence
from typing import Final

from referee.games.asked import AskedAction, AskedTurn
from referee.games.guide import Guide
from referee.games.trapper.deal import variant_of
from referee.games.trapper.named import Canoe, Move, Tile, TrapperView

_RULES: Final = {
    "turn": (
        "A trapper takes a tile beside him unless its water faces him: for one card of his "
        "colour, or two of one other (green:d3:blue). One trapper a turn, and as many tiles as "
        "you can pay.",
        "Then end, and draw cards. Or pass at once, and only draw. Retire gives up your hand and "
        "the rest of the match: do that when nothing good is left.",
        "Animals go into canoes of their species, with a mushroom and a herb at most. A full "
        "canoe pays twice its load at once. What lies loose costs its value in the end.",
    ),
    "join": ("The tile fits in several places. Choose what it is laid with: that is for good.",),
    "bid": (
        "The highest bid takes one tile with this trapper. A card of his colour counts one, a "
        "pair of another colour counts one. Raise, or drop out of this auction.",
    ),
    "pay": ("Choose the pairs you pay with; the rest is paid in the trapper's own colour.",),
    "catch": ("You won: choose the tile that this trapper takes.",),
}
_TACTICAL: Final = (
    "Open an auction for one tile: name a trapper and how many cards you bid. Everybody may "
    "raise. All tiles of a turn go to the same trapper; then end, and draw. Or pass, and only "
    "draw.",
)
_EXCHANGE: Final = (
    "Once a turn you may return scored canoes of different species for the species tile of their "
    "number: in the end the highest tiles bring 12, 8, 5, 3 and 2 coins."
)


class TrapperGuide(Guide):
    """What matters with trappers, tiles and auctions."""

    def meaning(self, turn: AskedTurn, action: AskedAction) -> str:  # noqa: PLR0911 - by kind
        view = TrapperView(turn)
        move = view.move(action)
        match move.kind:
            case "take" | "catch" if move.tile is not None:
                price = f" for {_cards(move.cards)}" if move.kind == "take" else ""
                return f"{move.tile.name}{price}{_use(view, move.tile)}"
            case "end":
                return "end your turn and draw"
            case "pass":
                return "take nothing and draw"
            case "retire":
                return "give up your hand and leave the match"
            case "exchange":
                return f"return {_cards(move.number, 'canoe')} for species tile {move.number}"
            case "join" if move.tile is not None:
                return f"lay it with {move.tile.name}"
            case "open" | "raise":
                return f"bid {_cards(move.number)}"
            case "drop":
                return "leave this auction"
            case _:
                return _payment(move)

    def rules(self, turn: AskedTurn) -> Sequence[str]:
        view = TrapperView(turn)
        tactical = variant_of(turn.match.setup).tactical
        told = list(_TACTICAL if tactical and view.phase == "turn" else _RULES[view.phase])
        if any(view.move(action).kind == "exchange" for action in turn.legal):
            told.append(_EXCHANGE)
        return told


def _cards(number: int, noun: str = "card") -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _use(view: TrapperView, tile: Tile) -> str:
    """What a tile would do before the own seat."""
    if tile.kind == "canoe":
        waiting = sum(one.species == tile.species for one in view.me.singles)
        return f", {min(waiting, tile.value)} of {tile.value} animals wait for it"
    fitting = [canoe for canoe in view.me.canoes if _fits(tile, canoe)]
    if not fitting:
        return ", no canoe of yours takes it yet"
    best = min(fitting, key=lambda canoe: canoe.missing)
    if not tile.is_plant and best.missing == 1:
        return f", fills {best.tile.name}: {2 * (best.worth + tile.value)} coins"
    return f", goes into {best.tile.name}"


def _fits(tile: Tile, canoe: Canoe) -> bool:
    return not canoe.has(tile.kind) if tile.is_plant else canoe.species == tile.species


def _payment(move: Move) -> str:
    if move.cards:
        return f"{_cards(move.cards // 2, 'pair')}, the rest in {move.trapper}"
    return f"all in {move.trapper}"
