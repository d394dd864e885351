"""How to play Trapper, one rule of thumb after the other.

1. A tile is worth what it adds to the own display: a full canoe pays double, so the animal that
   fills one is the best catch, and an animal without a canoe is a debt until one can be had.
2. A canoe lives on what is still to be had of its species; plants are welcome on any canoe.
3. What you take, the others cannot.
4. Cards are a resource: two come with every turn, whatever you do. Do not pay for a tile that
   brings less than the cards would bring later; near the end cards are worth nothing.
5. Look where the trapper will stand. A second good tile in the same turn counts; a trapper with
   nowhere to go can jump to any open tile, which is the best place of all.
6. Sixteen coins and more win a canoe tile; the highest tiles pay.
7. Exchange species for the highest tile you can get, late enough to have many species and early
   enough to be the first; near the end take whatever pays.
8. In an auction bid what the tile is worth to you in cards, and no more; pay with few cards.
9. Never retire while there are tiles: passing is never worse.
"""

from collections.abc import Iterable
from functools import cached_property
from math import comb
from typing import Final

from arena.sdk import Action, Turn
from arena.sdk.trapper import Canoe, Move, Player, Tile, TrapperView

EAGERNESS: Final = 1.2
"""One gets the tiles one wants more often than others."""
CARD: Final = 3.0
"""What a card is worth as long as there is enough to catch."""
AUCTION_CARD: Final = 1.0
DENYING: Final = 0.7
FOLLOW_UP: Final = 0.5
"""What the next tile of the same turn counts: the plan may change."""
NEW_SPECIES: Final = 1.0
"""What the first scored canoe of a species is worth for an exchange."""
BONUS_COINS: Final = (12, 8, 5, 3, 2)
LEAST_BONUS: Final = 16
TRUST_IN_BONUS: Final = 0.6
"""Higher tiles may still come."""


def choose(turn: Turn) -> Action:
    """The action that the advice above likes best."""
    return Advice(turn).best()


class Advice:
    """What the actions of one decision are worth."""

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.view = TrapperView(turn)
        self.me = self.view.me
        self.left = len(self.view.board) + self.view.hidden
        self.luck = min(0.6, EAGERNESS / len(self.view.players))
        self.free_animals: dict[str, list[int]] = {}
        self.free_canoes: dict[str, int] = {}
        for tile in self.view.free:
            if tile.kind == "animal":
                self.free_animals.setdefault(tile.species, []).append(tile.value)
            elif tile.kind == "canoe":
                self.free_canoes[tile.species] = self.free_canoes.get(tile.species, 0) + 1

    def best(self) -> Action:
        """The action with the highest worth; of equals the first."""
        return max(self.turn.legal, key=lambda action: self.worth(self.view.move(action)))

    def worth(self, move: Move) -> float:  # noqa: PLR0911 - a list of cases
        """What an action brings, in coins; ending the turn brings nothing."""
        match move.kind:
            case "take" if move.tile is not None:
                return self.taking(move.cell, move.tile) - self.card * move.cards
            case "catch" if move.tile is not None:
                return self.taking(move.cell, move.tile)
            case "join" if move.tile is not None:
                return self.joining(move.tile)
            case "exchange":
                return self.exchanging(move)
            case "open":
                return self.bidding(move.trapper, move.number)
            case "raise":
                return self.bidding(self._trapper, move.number)
            case "pay":
                return -float(move.cards)  # pairs count half
            case "retire":
                return -1000.0
            case _:
                return 0.0

    @cached_property
    def card(self) -> float:
        """Rule 4: what a card is worth now."""
        held = sum(player.cards for player in self.view.players)
        return CARD * min(1.0, self.left / max(1.0, 1.5 * held))

    def taking(self, cell: str, tile: Tile) -> float:
        """Rules 1, 3 and 5: a tile, what others lose, and what may follow in this turn."""
        then = self.view.reach_from(cell, taken=cell) if self.me.cards > 2 else []
        following = [self.tile_worth(self.view.board[place]) - self.card for place in then]
        return self.tile_worth(tile) + FOLLOW_UP * max(0.0, *following, 0.0)

    def tile_worth(self, tile: Tile) -> float:
        """What it is worth that this seat has a tile and nobody else."""
        if tile.id not in self._worths:
            others = [player for player in self.view.opponents if not player.retired]
            denied = sum(max(0.0, self.gain(player, tile)) for player in others)
            share = DENYING * denied / max(1, len(others))
            self._worths[tile.id] = self.gain(self.me, tile) + share
        return self._worths[tile.id]

    @cached_property
    def _worths(self) -> dict[int, float]:
        return {}

    def gain(self, player: Player, tile: Tile) -> float:
        """What a tile adds to a display."""
        if tile.kind == "canoe":
            return self._gain_of_canoe(player, tile)
        ways = [self._gain_in_canoe(player, canoe, tile) for canoe in _that_take(player, tile)]
        return max(ways) if ways else self.single(player, tile)

    def _gain_in_canoe(self, player: Player, canoe: Canoe, tile: Tile) -> float:
        before = self.canoe(player, canoe.tile, canoe.worth, canoe.missing)
        missing = canoe.missing - (tile.kind == "animal")
        return self.canoe(player, canoe.tile, canoe.worth + tile.value, missing) - before

    def _gain_of_canoe(self, player: Player, tile: Tile) -> float:
        """A new canoe takes single tiles along that would cost something otherwise."""
        joined: list[Tile] = []
        for kind in ("mushroom", "herb"):
            plants = [single for single in player.singles if single.kind == kind]
            joined += sorted(plants, key=lambda single: -single.value)[:1]
        animals = [single for single in player.singles if single.species == tile.species]
        animals = sorted(animals, key=lambda single: -single.value)[: tile.value]
        worth = sum(single.value for single in (*joined, *animals))
        value = self.canoe(player, tile, worth, tile.value - len(animals))
        return value - sum(self.single(player, single) for single in (*joined, *animals))

    def canoe(self, player: Player, tile: Tile, worth: int, missing: int) -> float:
        """Rule 2: the coins a canoe will bring with this load and so many animals to come."""
        if missing == 0:
            return 2.0 * worth + self._bonus(player, 2 * worth) + self._new_species(player, tile)
        there = self.free_animals.get(tile.species, [])
        filled = _at_least(missing, len(there), self.luck)
        some = _at_least(1, len(there), self.luck)
        mean = sum(there) / len(there) if there else 0.0
        full = 2.0 * (worth + missing * mean) + self._new_species(player, tile)
        rest = float(worth) if worth else some * mean - (1 - some) * tile.value
        return filled * full + (1 - filled) * rest

    def single(self, player: Player, tile: Tile) -> float:
        """What a tile without a canoe is worth: a debt, unless a canoe comes."""
        if tile.is_plant:
            canoes = sum(self.free_canoes.values()) / 3
        else:
            canoes = float(self.free_canoes.get(tile.species, 0))
        coming = 1.0 - float((1.0 - self.luck) ** canoes)
        return tile.value * (1.5 * coming - (1 - coming))

    def _bonus(self, player: Player, coins: int) -> float:
        """Rule 6: what a canoe tile may bring."""
        if self.turn.match.setup.options["variant"] == "young" or coins < LEAST_BONUS:
            return 0.0
        higher = sum(number > coins for other in self.view.players for number in other.canoe_tiles)
        return TRUST_IN_BONUS * BONUS_COINS[higher] if higher < len(BONUS_COINS) else 0.0

    def _new_species(self, player: Player, tile: Tile) -> float:
        return 0.0 if tile.species in player.species else NEW_SPECIES

    def joining(self, partner: Tile) -> float:
        """Where a taken tile goes, or what goes on a taken canoe: the most valuable first."""
        tile = self.view.joining
        for canoe in self.me.canoes:
            if tile is not None and canoe.tile == partner:
                return self._gain_in_canoe(self.me, canoe, tile)
        return float(partner.value)

    def exchanging(self, move: Move) -> float:
        """Rule 7: coins for a species tile now, against what the canoes could do later."""
        higher = sum(
            number > move.number for other in self.view.players for number in other.species_tiles
        )
        coins = BONUS_COINS[higher] if higher < len(BONUS_COINS) else 0
        spare = [canoe.species for canoe in self.me.scored]
        kept = sum(spare.count(species) == 1 for species in move.species)
        patience = NEW_SPECIES * kept if self.left > 8 * len(self.view.players) else 0.1 * kept
        late_enough = move.number >= 4 or self.left <= 12 * len(self.view.players)
        return coins - patience if late_enough else -1.0

    @property
    def _trapper(self) -> str:
        return list(self.view.trappers)[self.view.seen.colour]

    def bidding(self, trapper: str, number: int) -> float:
        """Rule 8: the best tile within reach, less its price."""
        best = max(self.tile_worth(self.view.board[cell]) for cell in self.view.reach(trapper))
        return best - AUCTION_CARD * number


def _that_take(player: Player, tile: Tile) -> Iterable[Canoe]:
    """The canoes with which an animal or a plant can be laid."""
    if tile.is_plant:
        return [canoe for canoe in player.canoes if not canoe.has(tile.kind)]
    return [canoe for canoe in player.canoes if canoe.species == tile.species]


def _at_least(wanted: int, offered: int, luck: float) -> float:
    """The chance to get so many of the tiles that are offered."""
    return sum(
        comb(offered, count) * luck**count * (1 - luck) ** (offered - count)
        for count in range(wanted, offered + 1)
    )
