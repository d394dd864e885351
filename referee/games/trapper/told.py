"""Trapper in named objects: what a bot that reads lines is told."""

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from referee.games.asked import AskedTurn
from referee.games.contract import Game
from referee.games.state import Event
from referee.games.told import Named, Told
from referee.games.trapper import events, notation, tiles
from referee.games.trapper.deal import variant_of
from referee.games.trapper.named import TILES, Canoe, Player, Tile, TrapperView
from referee.games.trapper.words import card_words

_SEAT, _CARDS = "seat", "cards"
_ABOUT: Final = {
    events.REVEALED: ("cell", "tile"),
    events.DREW: (_SEAT, "number"),
    events.DRAWN: (_SEAT, "number", _CARDS),
    events.RESHUFFLED: ("number",),
    events.TURN: (_SEAT, "number"),
    events.PAID: (_SEAT, "trapper", "number", _CARDS),
    events.TAKEN: (_SEAT, "trapper", "cell", "tile"),
    events.JOINED: (_SEAT, "tile", "canoe"),
    events.SCORED: (_SEAT, "canoe", "number"),
    events.CANOE_TILE: (_SEAT, "number"),
    events.RETURNED: (_SEAT, "canoe"),
    events.SPECIES_TILE: (_SEAT, "number"),
    events.PASSED: (_SEAT,),
    events.ENDED: (_SEAT,),
    events.RETIRED: (_SEAT, _CARDS),
    events.OPENED: (_SEAT, "trapper", "number"),
    events.RAISED: (_SEAT, "number"),
    events.DROPPED: (_SEAT,),
    events.OVER: ("ending",),
}
"""Which of its columns mean something, by kind of event."""
_SAID: Final[dict[int, tuple[str, ...]]] = {
    notation.TAKE_KIND: ("trapper", "cell", "cards"),
    notation.END_KIND: (),
    notation.PASS_KIND: (),
    notation.RETIRE_KIND: (),
    notation.EXCHANGE_KIND: ("number", "species"),
    notation.JOIN_KIND: ("tile",),
    notation.OPEN_KIND: ("trapper", "number"),
    notation.RAISE_KIND: ("number",),
    notation.DROP_KIND: (),
    notation.PAY_KIND: ("trapper", "cards"),
    notation.CATCH_KIND: ("cell",),
}
"""The same by kind of action."""


class TrapperTold(Told):
    """A question of Trapper."""

    def __init__(self, game: Game, turn: AskedTurn) -> None:
        super().__init__(game, turn)
        self._view = TrapperView(turn)
        self._tiles = _tiles(wet=variant_of(turn.match.setup).water != tiles.DRY)

    def table(self) -> Named:
        view = self._view
        seen = view.seen
        return {
            "turn": seen.turn,
            "phase": view.phase,
            "holder": seen.holder,
            "trapper": tiles.COLOURS[seen.colour] if seen.colour >= 0 else "",
            "joining": self._tile(view.joining),
            "exchanged": seen.exchanged == 1,
            "auction": _auction(view) if seen.price else None,
            "hand": dict(view.hand),
            "pile": seen.pile,
            "discards": _by_colour(seen.discards),
            "trappers": {
                colour: {"cell": cell, "reach": view.reach(colour)}
                for colour, cell in view.trappers.items()
            },
            "board": {cell: self._tiles[tile.id] for cell, tile in view.board.items()},
            "hidden": [
                notation.cell_text(cell)
                for cell, tile in enumerate(seen.board)
                if tile == tiles.HIDDEN
            ],
            "players": [self._player(player) for player in view.players],
        }

    def action(self, action: int) -> Named:
        board, told = self._view.board, dict(_action(action))
        if "cell" in told:
            tile = board[told["cell"]]
            told["meaning"] = told["meaning"].format(tile=tile.name)
            told["tile"] = self._tiles[tile.id]
        elif "tile" in told:
            told["tile"] = self._tiles[told["tile"]]
        return told

    def event(self, event: Event) -> Named:
        kind, seat, colour, cell, tile, canoe, number = event[:7]
        everything: dict[str, Any] = {
            "seat": seat,
            "trapper": tiles.COLOURS[colour],
            "cell": notation.cell_text(cell),
            "tile": self._tiles[tile],
            "canoe": self._tiles[canoe],
            "number": number,
        }
        named: Named = {}
        for name in _ABOUT[kind]:
            match name:
                case "cards":
                    named[name] = _by_colour(event[7:])
                case "ending":
                    named[name] = events.ENDINGS[number - 1]
                case _:
                    named[name] = everything[name]
        return named

    def _tile(self, tile: Tile | None) -> Named | None:
        return None if tile is None else self._tiles[tile.id]

    def _player(self, player: Player) -> Named:
        return {
            "seat": player.seat,
            "coins": player.coins,
            "cards": player.cards,
            "retired": player.retired,
            "canoes": [self._canoe(canoe) for canoe in player.canoes],
            "scored": [self._canoe(canoe) for canoe in player.scored],
            "singles": [self._tiles[tile.id] for tile in player.singles],
            "canoe_tiles": list(player.canoe_tiles),
            "species_tiles": list(player.species_tiles),
        }

    def _canoe(self, canoe: Canoe) -> Named:
        return {
            "tile": self._tiles[canoe.tile.id],
            "load": [self._tiles[tile.id] for tile in canoe.load],
            "worth": canoe.worth,
            "missing": canoe.missing,
        }


@cache
def _tiles(*, wet: bool) -> tuple[Named, ...]:
    """All tiles by id; shared, and never changed. Where water is of no account it is not told."""
    return tuple(
        {
            "name": tile.name,
            "kind": tile.kind,
            "species": tile.species,
            "value": tile.value,
            "water": tile.water if wet else "",
        }
        for tile in TILES
    )


def _auction(view: TrapperView) -> Named:
    seen = view.seen
    return {
        "price": seen.price,
        "bidder": seen.bidder,
        "bids": list(seen.bids),
        "dropped": [one == 1 for one in seen.dropped],
    }


def _by_colour(counts: Sequence[int]) -> Named:
    return dict(zip(tiles.COLOURS, counts, strict=True))


@cache
def _action(action: int) -> Named:
    """An action as far as it does not depend on the table; a `tile` is an id yet."""
    kind, colour, cell, tile, number, species, *cards = notation.action_fields(action)
    everything: dict[str, Any] = {
        "trapper": tiles.COLOURS[colour],
        "cell": notation.cell_text(cell),
        "tile": tile,
        "number": number,
        "cards": {tiles.COLOURS[one]: count for one, count in enumerate(cards) if count},
        "species": [each.key for bit, each in enumerate(tiles.SPECIES) if species >> bit & 1],
    }
    named: Named = {"meaning": _meaning(action), "kind": notation.ACTION_KINDS[kind - 1]}
    return named | {name: everything[name] for name in _SAID[kind]}


def _meaning(action: int) -> str:
    """An action in words; where it takes a tile from a cell there is place for the tile's name."""
    kind, colour, cell, tile, number, species, *cards = notation.action_fields(action)
    place, trapper = notation.cell_text(cell), tiles.COLOURS[colour]
    paid = " and ".join(text for text, _ in card_words(cards))
    names = [each.key for bit, each in enumerate(tiles.SPECIES) if species >> bit & 1]
    return {
        notation.TAKE_KIND: f"take {{tile}} from {place} with the {trapper} trapper for {paid}",
        notation.END_KIND: "end the turn",
        notation.PASS_KIND: "pass and draw cards instead",
        notation.RETIRE_KIND: "retire: leave the match and discard the hand",
        notation.EXCHANGE_KIND: f"return a canoe of {', '.join(names)} for species tile {number}",
        notation.JOIN_KIND: f"lay it with {tiles.tile_name(tile)}",
        notation.OPEN_KIND: f"open an auction for the {trapper} trapper with {number}",
        notation.RAISE_KIND: f"raise to {number}",
        notation.DROP_KIND: "drop out of the auction",
        notation.PAY_KIND: f"pay {paid}, the rest in {trapper}" if paid else f"pay in {trapper}",
        notation.CATCH_KIND: f"take {{tile}} from {place}",
    }[kind]
