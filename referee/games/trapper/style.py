"""How Trapper is searched: fewer actions, and a judgement instead of matches played to the end.

Played on at random, a match of Trapper says little: so many careless takes follow that the one in
question is lost among them. So the search stops at the next step of a turn and adds up what the
displays are worth by what can still be had, in the same way as the bot `heuristic` does.

What a card, a turn and a bonus tile are worth as the board gets empty was read off a regression of
final scores on positions of some hundred matches, then tried against `heuristic`. Luck was not: a
seat mostly holds canoes that it can fill, so the luck one sees is better than the luck one has.
"""

from typing import Final

from referee.games.chance import Rng
from referee.games.state import State
from referee.games.style import Style
from referee.games.trapper.actions import CATCH as CATCH_ACTION
from referee.games.trapper.actions import (
    DROP,
    END,
    EXCHANGE,
    HIGHEST_BID,
    JOIN,
    MIXES,
    OPEN,
    PAY,
    RETIRE,
)
from referee.games.trapper.cards import cards_of_mix
from referee.games.trapper.rules import TrapperState
from referee.games.trapper.table import BID, NOBODY, NOTHING, TURN
from referee.games.trapper.tiles import (
    ANIMAL,
    BONUS_COINS,
    CANOE,
    CANOE_OF,
    CANOE_TILE,
    CANOES,
    CANOES_OF,
    CAPACITY,
    CELLS,
    KIND,
    SPECIES,
    SPECIES_OF,
    TILES,
    TRAPPERS,
    VALUE,
)

_LUCK: Final[list[float]] = [0.0, 0.0, 0.4, 0.35, 0.3]
"""By the number of players: how likely a seat gets a tile that it wants."""
_WORTHLESS: Final[list[float]] = [0.0, 0.0, 0.0, 6.0, 12.0]
"""By the number of players: with so few tiles left a card catches nothing any more."""
_MOST: Final = 6
_LATE: Final = 20.0
"""From so many tiles on it matters less and less whose turn it is."""
_FEW: Final = 30.0
"""From so many tiles on bonus tiles are more and more certain."""


def _at_least(wanted: int, offered: int, luck: float) -> float:
    """The chance to get so many of the tiles that are offered."""
    if wanted <= 0:
        return 1.0
    if offered < wanted:
        return 0.0
    with_it = luck * _at_least(wanted - 1, offered - 1, luck)
    return with_it + (1.0 - luck) * _at_least(wanted, offered - 1, luck)


_CHANCE: Final[list[list[list[float]]]] = [
    [[_at_least(wanted, offered, luck) for offered in range(_MOST + 1)] for wanted in range(4)]
    for luck in _LUCK
]
"""By players, number wanted and number offered."""
_OPENINGS: Final = 3
"""How many opening bids for a trapper are considered."""
_RAISES: Final = 2


class TrapperStyle(Style):
    """The search of Trapper in all variants."""

    card: float = 0.075
    """What a card is worth for each tile that can still be caught."""
    auction_card: float = 0.05
    turn: float = 3.0
    """What it is worth to be on turn; whoever played last has as much to make up."""
    new_species: float = 1.5
    """What a scored canoe of another species is worth for an exchange."""
    bonus: float = 0.7
    """How far bonus tiles can be trusted while higher ones may come."""

    def __init__(self) -> None:
        self.exploration = 0.2
        self.scale = 45.0
        self.leader = 1.0

    def candidates(self, state: State) -> list[int]:
        """The actions without those that only pay worse for the same."""
        actions = state.legal_actions()
        if len(actions) < 2 or not isinstance(state, TrapperState):
            return actions
        if state.phase == TURN:
            return _turn_candidates(state, actions)
        if state.phase == BID:
            raises = [action for action in actions if action < DROP]
            return [*raises[:_RAISES], DROP]
        if actions[0] >= PAY and actions[0] < CATCH_ACTION:
            return [_cheapest(state, actions)]
        return actions

    def play_on(self, state: State, rng: Rng) -> None:
        """Go on to the next step of a turn, where displays can be judged."""
        if not isinstance(state, TrapperState):
            return
        while not state.over and state.phase != TURN:
            actions = state.legal_actions()
            if state.phase == BID:
                raising = actions[0] < DROP and rng.below(3) > 0
                state.apply(actions[0] if raising else DROP)
            elif actions[0] >= PAY and actions[0] < CATCH_ACTION:
                state.apply(_cheapest(state, actions))
            elif actions[0] >= CATCH_ACTION:
                state.apply(_most_appealing(state, actions))
            else:
                state.apply(actions[-1])  # of its kind the most valuable

    def points(self, state: State) -> list[float]:
        """What each seat has, and what its display and its cards promise."""
        if state.over or not isinstance(state, TrapperState):
            return [float(score) for score in state.scores()]
        points = [float(coins) for coins in state.coins]
        left = _tiles_left(state)
        _add_displays(state, points, self.new_species)
        _add_turns(state, points, self.turn * min(1.0, left / _LATE))
        if state.variant.bonus:
            trust = self.bonus + (1.0 - self.bonus) * max(0.0, 1.0 - left / _FEW)
            _add_bonus(state.canoe_tiles, points, trust)
            _add_bonus(state.species_tiles, points, trust)
            for seat in range(state.players):
                species = state.scored[seat].bit_count()
                points[seat] += self.new_species * float(species)
        card = self.auction_card if state.variant.tactical else self.card
        _add_cards(state, points, card * max(0.0, left - _WORTHLESS[state.players]))
        return points


def _turn_candidates(state: TrapperState, actions: list[int]) -> list[int]:
    """The cheapest way to each tile, the better exchanges, low openings; no retiring."""
    result: list[int] = []
    ways: dict[int, int] = {}
    base = TRAPPERS * state.seat
    hands = state.hands
    sizes = 0
    for action in actions:
        if action < END:
            trapper = action // (TRAPPERS * CELLS)
            colour = action // CELLS % TRAPPERS
            place = CELLS * trapper + action % CELLS
            known = ways.get(place, -1)
            if known < 0 or colour == trapper:
                ways[place] = action
            else:
                other = known // CELLS % TRAPPERS
                if other != trapper and hands[base + colour] > hands[base + other]:
                    ways[place] = action
        elif action == RETIRE:
            if not state.open_cells:
                result.append(action)
        elif action < EXCHANGE:
            result.append(action)
        elif action < JOIN:
            size = (action - EXCHANGE + 1).bit_count()
            if sizes >> size & 1 == 0:
                sizes |= 1 << size
                result.append(action)
        elif (action - OPEN) % HIGHEST_BID < _OPENINGS:
            result.append(action)
    if ways:
        return sorted(ways.values()) + result
    return result if result else actions


def _cheapest(state: TrapperState, actions: list[int]) -> int:
    """The payment with the fewest cards."""
    best = actions[0]
    fewest = 1000
    for action in actions:
        cards = sum(cards_of_mix((action - PAY) % MIXES, state.colour, state.price))
        if cards < fewest:
            fewest = cards
            best = action
    return best


def _most_appealing(state: TrapperState, actions: list[int]) -> int:
    """The catch that suits the display of the seat to act."""
    best = actions[0]
    most = -1000.0
    for action in actions:
        appeal = _appeal(state, state.cells[action - CATCH_ACTION])
        if appeal > most:
            most = appeal
            best = action
    return best


def _appeal(state: TrapperState, tile: int) -> float:
    seat = state.seat
    value = float(VALUE[tile])
    kind = KIND[tile]
    if kind == CANOE:
        return 1.0
    if kind == ANIMAL:
        for canoe in CANOES_OF[SPECIES_OF[tile]]:
            if state.tile_seat[CANOE_TILE[canoe]] == seat and state.loads[canoe] < CAPACITY[canoe]:
                return 2.0 * value
        return -value
    for canoe in range(CANOES):
        if (
            state.tile_seat[CANOE_TILE[canoe]] == seat
            and state.loads[canoe] < CAPACITY[canoe]
            and state.plants[canoe] & (1 << (kind - 2)) == 0
        ):
            return 1.5 * value
    return -value


def _add_displays(state: TrapperState, points: list[float], new_species: float) -> None:
    """Open canoes by what can still be had for them, single tiles by the canoes to come."""
    chance = _CHANCE[state.players]
    tile_seat = state.tile_seat
    tile_canoe = state.tile_canoe
    animals = [0] * len(SPECIES)
    values = [0] * len(SPECIES)
    canoes = [0] * len(SPECIES)
    single: list[int] = []
    for tile in range(TILES):
        seat = tile_seat[tile]
        if seat == NOBODY:
            if KIND[tile] == ANIMAL:
                animals[SPECIES_OF[tile]] += 1
                values[SPECIES_OF[tile]] += VALUE[tile]
            elif KIND[tile] == CANOE:
                canoes[SPECIES_OF[tile]] += 1
        elif seat >= 0 and tile_canoe[tile] == NOTHING and CANOE_OF[tile] < 0:
            single.append(tile)
    for canoe in range(CANOES):
        seat = tile_seat[CANOE_TILE[canoe]]
        if seat < 0 or state.loads[canoe] == CAPACITY[canoe]:
            continue
        species = canoe // 3
        missing = CAPACITY[canoe] - state.loads[canoe]
        offered = animals[species]
        mean = float(values[species]) / float(offered) if offered > 0 else 0.0
        filled = chance[missing][offered]
        worth = float(state.worths[canoe])
        full = 2.0 * (worth + float(missing) * mean)
        if state.scored[seat] >> species & 1 == 0:
            full += new_species
        rest = worth
        if state.worths[canoe] == 0:
            some = chance[1][offered]
            rest = some * mean - (1.0 - some) * float(CAPACITY[canoe])
        points[seat] += filled * full + (1.0 - filled) * rest
    all_canoes = sum(canoes)
    for tile in single:
        offered = canoes[SPECIES_OF[tile]] if KIND[tile] == ANIMAL else all_canoes // 3
        coming = chance[1][min(offered, _MOST)]
        points[tile_seat[tile]] += float(VALUE[tile]) * (1.5 * coming - (1.0 - coming))


def _add_bonus(holders: list[int], points: list[float], trust: float) -> None:
    place = 0
    for holder in reversed(holders):
        if holder != NOBODY and place < len(BONUS_COINS):
            points[holder] += trust * float(BONUS_COINS[place])
            place += 1


def _tiles_left(state: TrapperState) -> float:
    left = 0.0
    for tile in state.cells:
        if tile >= 0:
            left += 1.0
    return left


def _add_turns(state: TrapperState, points: list[float], turn: float) -> None:
    """The sooner a seat is to play, the better; without it no turn would ever go on for long."""
    players = state.players
    last = float(players) - 1.0
    for seat in range(players):
        if not state.retired[seat]:
            wait = float((seat - state.holder + players) % players)
            points[seat] += turn * (1.0 - 2.0 * wait / last)


def _add_cards(state: TrapperState, points: list[float], card: float) -> None:
    for seat in range(state.players):
        if state.retired[seat]:
            continue
        cards = 0
        for colour in range(TRAPPERS):
            cards += state.hands[TRAPPERS * seat + colour]
        points[seat] += card * float(cards)
