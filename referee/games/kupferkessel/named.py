"""Kupferkessel Co. with names: cards, kettles, pawns, and what a walk would open."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from referee.games.asked import AskedAction, AskedMatch, AskedTurn
from referee.games.kupferkessel import cards, notation
from referee.games.kupferkessel.deal import variant_of
from referee.games.kupferkessel.memory import Memory
from referee.games.kupferkessel.observation import KettleObservation
from referee.games.kupferkessel.rules import ALTERNATIVE
from referee.games.kupferkessel.scoring import set_points


@dataclass(frozen=True)
class Card:
    """An ingredient card."""

    id: int
    ingredient: str
    value: int
    """From 1 to 4; on top of a kettle, how far its pawn walks."""
    colour: str
    plant: bool
    symbol: str
    """``Hat``, ``Explosion`` or empty, as printed."""

    @property
    def name(self) -> str:
        """For people: ``roots 2``."""
        return cards.card_name(self.id)


def _card(number: int) -> Card:
    ingredient = cards.INGREDIENTS[number // cards.VALUES]
    return Card(
        id=number,
        ingredient=ingredient.key,
        value=cards.VALUE[number],
        colour=ingredient.colour,
        plant=ingredient.plant,
        symbol=cards.SYMBOL_NAMES[cards.SYMBOL[number]],
    )


CARDS: Final = tuple(_card(number) for number in range(cards.CARDS))
"""All cards by id."""


@dataclass(frozen=True)
class Recipe:
    """A secret goal of one's own."""

    key: str
    points: int
    meaning: str
    ingredients: tuple[str, ...]
    """What it asks to collect; empty for the other goals."""


def recipe(number: int) -> Recipe:
    """The recipe of this id."""
    found = cards.RECIPES[number]
    collects = found.goal in (cards.BOTH_OF_COLOUR, cards.ONE_OF_COLOUR, cards.PLANTS)
    subject = found.subject if collects else []
    ingredients = tuple(cards.INGREDIENTS[one].key for one in subject)
    return Recipe(found.key, found.points, found.meaning, ingredients)


@dataclass(frozen=True)
class Player:
    """A seat and what everybody may know of it who has paid attention."""

    seat: int
    colour: str
    space: int
    """Of the pawn, from 0 to 19 clockwise."""
    kettle: tuple[Card, ...]
    """Everything in it, remembered from what was announced; the top card comes last."""

    @property
    def top(self) -> Card:
        """The card that decides the next walk."""
        return self.kettle[-1]

    def holding(self, ingredient: str) -> list[int]:
        """The values held of an ingredient."""
        return [card.value for card in self.kettle if card.ingredient == ingredient]

    def gain(self, card: Card) -> int:
        """What one more card would change in the points for sets."""
        held = self.holding(card.ingredient)
        own = card.colour == self.colour
        return set_points([*held, card.value], own=own) - set_points(held, own=own)

    def points(self) -> int:
        """The points for sets, as the kettle stands."""
        kinds = {card.ingredient: card.colour for card in self.kettle}
        return sum(
            set_points(self.holding(ingredient), own=colour == self.colour)
            for ingredient, colour in kinds.items()
        )


class KettleView:
    """The table as this seat knows it, nothing forgotten."""

    def __init__(self, turn: AskedTurn) -> None:
        if not isinstance(turn.observation, KettleObservation):
            raise TypeError("this turn is of another game")
        self.turn = turn
        self.seen = turn.observation
        """The same in columns of ids."""

    @cached_property
    def players(self) -> tuple[Player, ...]:
        """Everybody at the table, by seat."""
        kettles = self._memory.kettles
        variant = variant_of(self.turn.match.setup)
        return tuple(
            Player(
                seat=seat,
                colour=cards.COLOURS[colour],
                space=self.seen.pawns[seat],
                kettle=_named(kettles[seat]),
            )
            for seat, colour in enumerate(variant.colours)
        )

    @property
    def me(self) -> Player:
        """The own seat."""
        return self.players[self.seen.seat]

    @property
    def opponents(self) -> list[Player]:
        """The others, in turn order."""
        own, count = self.seen.seat, len(self.players)
        return [self.players[(own + step) % count] for step in range(1, count)]

    @property
    def pile(self) -> int:
        """How many cards the pile holds."""
        return self.seen.pile

    @cached_property
    def square(self) -> Mapping[str, Card]:
        """The cards on the table by cell, ``b3``."""
        grid = self.seen.grid
        return {
            notation.cell_text(cell): CARDS[card]
            for cell, card in enumerate(grid)
            if card != cards.EMPTY
        }

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards nobody has seen yet: they are in the pile, above those that are known."""
        return _named(self._memory.unseen(self.seen.grid))

    @property
    def buried(self) -> tuple[Card, ...]:
        """The known cards at the bottom of the pile, the next one first."""
        return _named(reversed(self._memory.bottom))

    @property
    def recipes(self) -> tuple[Recipe, ...]:
        """The own secret goals."""
        return tuple(recipe(number) for number in self.seen.recipes)

    def card(self, action: AskedAction) -> Card:
        """The card an action takes."""
        return CARDS[self.seen.grid[action.id % ALTERNATIVE]]

    def cell(self, action: AskedAction) -> str:
        """The cell an action takes it from."""
        return notation.cell_text(action.id % ALTERNATIVE)

    def is_plain(self, action: AskedAction) -> bool:
        """Whether it uses the symbol or keeps the last card; otherwise it does not."""
        return action.id < ALTERNATIVE

    def symbol(self, action: AskedAction) -> str:
        """The symbol that acts if this action is chosen: ``Hat``, ``Explosion`` or empty."""
        offered = action.id + ALTERNATIVE in self._legal_ids
        if not self.is_plain(action) or not offered or self.ends_match(action):
            return ""
        return self.card(action).symbol

    def ends_match(self, action: AskedAction) -> bool:
        """Whether the action takes the last card of a line that ends the match."""
        if self.pile:
            return False
        cell = action.id % ALTERNATIVE
        lines = variant_of(self.turn.match.setup).ending_lines[cell]
        grid = self.seen.grid
        return any(
            all(grid[other] == cards.EMPTY or other == cell for other in cards.LINE_CELLS[line])
            for line in lines
        )

    def landing(self, player: Player, steps: int) -> int:
        """The space a pawn reaches with so many steps from here."""
        space = player.space
        while steps > 0:
            space = (space + 1) % cards.SPACES
            if space not in self.seen.pawns:
                steps -= 1
        return space

    def line(self, space: int, without: str = "") -> list[Card]:
        """The cards to be taken from a space, none at a corner, without those of one cell."""
        grid = self.seen.grid
        return [
            CARDS[grid[cell]]
            for cell in cards.FACED[space]
            if grid[cell] != cards.EMPTY and (not without or notation.cell_text(cell) != without)
        ]

    @cached_property
    def _memory(self) -> Memory:
        return _remember(self.turn.match)

    @cached_property
    def _legal_ids(self) -> frozenset[int]:
        return frozenset(action.id for action in self.turn.legal)


def _named(ids: Iterable[int]) -> tuple[Card, ...]:
    return tuple(CARDS[number] for number in ids)


def _remember(match: AskedMatch) -> Memory:
    """What follows from everything that was announced; each event is taken in once."""
    memory, heard = match.kept.get("kupferkessel") or (Memory(match.players), 0)
    for event in match.memory[heard:]:
        memory.hear(event)
    match.kept["kupferkessel"] = (memory, len(match.memory))
    if not isinstance(memory, Memory):
        raise TypeError("what was kept is no memory of this game")
    return memory
