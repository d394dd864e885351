"""Trapper as a game of the arena."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from referee.games.chance import Chance
from referee.games.contract import Game, Option, Setup
from referee.games.observation import Observation
from referee.games.parts import Messages, Parts
from referee.games.picture import Picture
from referee.games.state import Event, Journal, State
from referee.games.trapper import events, notation, tiles, view
from referee.games.trapper.actions import NUM_ACTIONS
from referee.games.trapper.cards import as_cards, hand_of
from referee.games.trapper.deal import deal, variant_of
from referee.games.trapper.memory import rebuild
from referee.games.trapper.observation import TrapperObservation
from referee.games.trapper.rules import TrapperState
from referee.games.trapper.variant import VARIANTS


class Trapper(Game):
    """The rule book."""

    name = "trapper"
    title = "Trapper"
    rules_version = "1"
    summary = (
        "Four trappers, who belong to nobody, walk over a board of loot tiles, most of which lie "
        "face down. A card of a trapper's colour, or two of another one, takes a tile beside him "
        "unless its water faces him; he moves there and turns up its neighbours. Animals go into "
        "canoes of their species, with a mushroom and a herb at most; a full canoe is paid "
        "double at once. Valuable canoes and sets of species win bonus tiles. What is left over "
        "in the end brings little or costs coins."
    )
    players = (2, 3, 4)
    options = (
        Option(
            "variant",
            tuple(VARIANTS),
            "Young is without bonus tiles and water; in tactical every tile is auctioned.",
            players,
        ),
    )
    num_actions = NUM_ACTIONS
    max_turns = max(variant.max_turns for variant in VARIANTS.values())
    event_kinds = events.KINDS
    event_columns = events.COLUMNS
    action_columns = notation.COLUMNS
    observation_type: ClassVar[type[Observation]] = TrapperObservation
    parts = Parts(
        messages=Messages("referee.v1.trapper_pb2", "Trapper"),
        view="referee.games.trapper.named:TrapperView",
        told="referee.games.trapper.told:TrapperTold",
        style="referee.games.trapper.style:TrapperStyle",
        features="referee.games.trapper.features:TrapperFeatures",
        guide="referee.games.trapper.guide:TrapperGuide",
        swapper="referee.games.trapper.swapper:TrapperSwapper",
        drawing="referee.games.trapper",
    )

    def turn_cap(self, setup: Setup) -> int:
        return variant_of(setup).max_turns

    def deal(self, setup: Setup, chance: Chance, journal: Journal | None = None) -> TrapperState:
        return deal(setup, chance, journal)

    def rebuild(
        self, setup: Setup, seat: int, observation: Observation, memory: Sequence[Event]
    ) -> TrapperState:
        return rebuild(variant_of(setup), seat, _own(observation), memory)

    def components(self, setup: Setup) -> Mapping[str, Sequence[int] | Sequence[str]]:
        return {
            "tile_kind": tiles.KIND,
            "tile_species": tiles.SPECIES_OF,
            "tile_value": tiles.VALUE,
            "tile_water": variant_of(setup).water,
            "species_key": [species.key for species in tiles.SPECIES],
            "colour_key": list(tiles.COLOURS),
            "trapper_start": tiles.START_CELLS,
            "canoe_tile_number": tiles.CANOE_BONUS,
            "species_tile_number": tiles.SPECIES_BONUS,
            "bonus_coins": tiles.BONUS_COINS,
        }

    def action_fields(self, action: int) -> tuple[int, ...]:
        return notation.action_fields(action)

    def action_text(self, action: int) -> str:
        return notation.action_text(action)

    def parse_action(self, text: str) -> int:
        return notation.parse_action(text)

    def picture(self, setup: Setup, observation: Observation) -> Picture:
        return view.picture(variant_of(setup), _own(observation))

    def table(self, setup: Setup, state: State) -> Picture:
        return view.table(_own_state(state))

    def event_text(self, setup: Setup, event: Event) -> str:
        return view.event_text(event)

    def deal_in_words(self, state: State) -> Mapping[str, object]:
        state = _own_state(state)
        board = {
            notation.cell_text(cell): _tile_words(tile % tiles.FACE_DOWN)
            for cell, tile in enumerate(state.cells)
            if tile != tiles.NO_TILE
        }
        return {
            "board": board,
            "removed": [_tile_words(tile) for tile in state.out],
            "hands": [
                _colour_names(as_cards(hand_of(state, seat))) for seat in range(state.players)
            ],
            "pile": _colour_names(state.pile[::-1]),
        }

    def chance_in_words(self, stream: str, result: Sequence[int]) -> list[str]:
        return _colour_names(result)


GAME: Final = Trapper()


def _own(observation: Observation) -> TrapperObservation:
    if not isinstance(observation, TrapperObservation):
        raise TypeError(f"{type(observation).__name__} is no observation of Trapper")
    return observation


def _own_state(state: State) -> TrapperState:
    if not isinstance(state, TrapperState):
        raise TypeError(f"{type(state).__name__} is no state of Trapper")
    return state


def _tile_words(tile: int) -> str:
    """A tile with its water, without which two tiles of a species would have the same name."""
    return f"{tiles.tile_name(tile)} {tiles.water_side(tile)}"


def _colour_names(cards: Sequence[int]) -> list[str]:
    return [tiles.COLOURS[card] for card in cards]
