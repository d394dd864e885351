"""The rules: one position, and what a decision makes of it.

A turn is: the pawn walks as far as the top card of its kettle says, the seat takes a card of the
line it then stands at, the card's symbol may act, the gap is filled. The walk is forced, so a
state only ever stops where a seat has to choose a card; turns lost at a corner pass inside.

An action is the cell to take from; `ALTERNATIVE` added to it declines the card's symbol or, if
the card ends the match, lays it aside. The alternative exists only where it makes a difference.
"""

from typing import Final

from mypy_extensions import i64

from referee.games.chance import Rng
from referee.games.kupferkessel import cards, events, scoring
from referee.games.kupferkessel.cards import (
    AHEAD,
    CELLS,
    CORNER,
    EMPTY,
    EXPLOSION,
    FACED,
    HAT,
    LINE_CELLS,
    NONE,
    SIZE,
    SPACE_LINE,
    SPACES,
    VALUE,
)
from referee.games.kupferkessel.observation import KettleObservation
from referee.games.kupferkessel.variant import Variant
from referee.games.state import EVERYONE, State

ALTERNATIVE: Final = CELLS
NUM_ACTIONS: Final = 2 * CELLS
MAX_TURNS: Final = 400
NOBODY: Final = -1


class KettleState(State):
    """One position of Kupferkessel Co.; `new_state` makes the first of a match."""

    variant: Variant
    cells: list[int]
    """The card in each cell, `EMPTY` for a gap."""
    line_sizes: list[int]
    """How many cards each row and column holds. Clones share it: it is replaced, not changed."""
    shortest: int
    """How many cards the shortest row or column holds; at 4 until the pile is used up."""
    pile: list[int]
    """Bottom first: cards are drawn from the end."""
    known: int
    """How many cards at the bottom of the pile everybody has seen."""
    kettles: list[list[int]]
    """The cards of each seat, bottom first."""
    pawns: list[int]
    out: list[int]
    """Cards that left the match."""
    recipes: list[list[int]]
    """The recipes of each seat. They never change hands, so clones share them."""
    recipes_left: list[int]
    extra: bool
    """Whether the seat has its second turn in a row."""
    ender: int
    """Who took the last card of a line."""

    def clone(self) -> "KettleState":
        other = KettleState()
        other.variant = self.variant
        other.cells = self.cells.copy()
        other.line_sizes = self.line_sizes
        other.shortest = self.shortest
        other.pile = self.pile.copy()
        other.known = self.known
        other.kettles = [kettle.copy() for kettle in self.kettles]
        other.pawns = self.pawns.copy()
        other.out = self.out.copy()
        other.recipes = self.recipes
        other.recipes_left = self.recipes_left
        other.extra = self.extra
        other.ender = self.ender
        other.players = self.players
        other.seat = self.seat
        other.over = self.over
        other.turn = self.turn
        other.ending = self.ending
        other.journal = None
        return other

    def begin(self) -> None:
        """Go from the deal to the first decision, which is up to seat 0."""
        self._next_turn(again=False)

    def legal_actions(self) -> list[int]:
        cells = self.cells
        symbols = self.variant.symbols
        ending = self.shortest <= 1  # only then can a card without a symbol end the match
        actions: list[int] = []
        alternatives: list[int] | None = None
        cell: i64
        for cell in FACED[self.pawns[self.seat]]:
            card: i64 = cells[cell]
            if card == EMPTY:
                continue
            actions.append(cell)
            if symbols[card] == NONE and not ending:
                continue
            if (ending and self._is_last(cell)) or self._usable(card) != NONE:
                if alternatives is None:
                    alternatives = [cell + ALTERNATIVE]
                else:
                    alternatives.append(cell + ALTERNATIVE)
        if alternatives is not None:
            actions += alternatives
        return actions

    def apply(self, action: int) -> None:
        if action >= ALTERNATIVE:
            self._take(action - ALTERNATIVE, alternative=True)
        else:
            self._take(action, alternative=False)

    def playout(self, rng: Rng) -> None:
        """As `State` has it, and with the same draws, but without lists of actions."""
        cells = self.cells
        symbols = self.variant.symbols
        place: i64
        while not self.over:
            line = FACED[self.pawns[self.seat]]
            ending = self.shortest <= 1
            # The places of the line whose card can be taken, and those with an alternative.
            there: i64 = 0
            twofold: i64 = 0
            choices: i64 = 0
            bit: i64 = 1
            for cell in line:
                card: i64 = cells[cell]
                if card != EMPTY:
                    there |= bit
                    choices += 1
                    if (ending and self._is_last(cell)) or (
                        symbols[card] != NONE and self._usable(card) != NONE
                    ):
                        twofold |= bit
                        choices += 1
                bit <<= 1
            nth: i64 = rng.below(choices)
            alternative = False
            place = -1
            while nth >= 0:
                place += 1
                if place == SIZE:  # the alternatives come after all others
                    place = 0
                    there = twofold
                    alternative = True
                nth -= there >> place & 1
            self._take(line[place], alternative)

    def _take(self, cell: i64, alternative: bool) -> None:
        """Take a card, with its symbol or without, and go on to the next decision."""
        card: i64 = self.cells[cell]
        if self.shortest <= 1 and self._is_last(cell):
            self._take_last(cell, aside=alternative)
            return
        symbol = NONE
        if self.variant.symbols[card] != NONE and not alternative:
            symbol = self._usable(card)
        self.kettles[self.seat].append(card)
        if self.journal is not None:
            self._announce(events.TAKEN, self.seat, cell, card, int(symbol != NONE))
        if symbol == EXPLOSION:
            self._explode()
        self._fill(cell)
        self._next_turn(symbol == HAT)

    def scores(self) -> list[int]:
        return scoring.totals(self.kettles, self.variant.colours, self.recipes, self.ender)

    def breakdown(self) -> list[list[tuple[str, int]]]:
        return scoring.breakdown(self.kettles, self.variant.colours, self.recipes, self.ender)

    def observe(self, seat: int) -> KettleObservation:
        return KettleObservation(
            seat=seat,
            to_act=self.seat,
            turn=self.turn,
            grid=tuple(self.cells),
            pile=len(self.pile),
            pawns=tuple(self.pawns),
            tops=tuple([kettle[-1] for kettle in self.kettles]),
            kettle_sizes=tuple([len(kettle) for kettle in self.kettles]),
            recipes=tuple(self.recipes[seat]),
            extra_turn=int(self.extra),
        )

    def determinize(self, seat: int, rng: Rng) -> "KettleState":
        other = self.clone()
        # Sorted first, so that the result does not depend on what the seat cannot know.
        unseen = sorted(self.pile[self.known :])
        rng.shuffle(unseen)
        other.pile[self.known :] = unseen
        if self.variant.recipes:
            other._deal_unknown_recipes(seat, rng)
        return other

    def _deal_unknown_recipes(self, seat: int, rng: Rng) -> None:
        own = self.recipes[seat]
        unknown = [recipe for recipe in self.variant.recipes if recipe not in own]
        rng.shuffle(unknown)
        self.deal_recipes(seat, own, unknown)

    def deal_recipes(self, seat: int, own: list[int], others: list[int]) -> None:
        """Give `own` to `seat` and `others` to the rest of the table, in order."""
        hand = self.variant.hand
        begin = 0
        hands: list[list[int]] = []
        for receiver in range(self.players):
            if receiver == seat:
                hands.append(own)
            else:
                hands.append(others[begin : begin + hand])
                begin += hand
        self.recipes = hands
        self.recipes_left = others[begin:]

    def _is_last(self, cell: i64) -> bool:
        """Whether the card in this cell is the last one of a line that ends the match."""
        first, second = self.variant.ending_lines[cell]
        return self.line_sizes[first] == 1 or self.line_sizes[second] == 1

    def _usable(self, card: i64) -> int:
        """The symbol of a card if it would change something for the seat to act."""
        symbol = self.variant.symbols[card]
        if symbol == HAT and self.extra:
            return NONE
        if symbol == EXPLOSION and not self._has_victim():
            return NONE
        return symbol

    def _has_victim(self) -> bool:
        for seat in range(self.players):
            if seat != self.seat and len(self.kettles[seat]) > 1:
                return True
        return False

    def _take_last(self, cell: i64, aside: bool) -> None:
        card = self.cells[cell]
        self._empty(cell)
        if aside:
            self.out.append(card)
        else:
            self.kettles[self.seat].append(card)
        if self.journal is not None:
            kind = events.LAST_ASIDE if aside else events.LAST_KEPT
            self._announce(kind, self.seat, cell, card, 0)
        self.ender = self.seat
        self.over = True
        self.ending = "last_card"

    def _explode(self) -> None:
        """Take the top card from every other kettle that has one to spare, in turn order."""
        buried = len(self.pile) > 0
        for step in range(1, self.players):
            victim = (self.seat + step) % self.players
            kettle = self.kettles[victim]
            if len(kettle) == 1:
                continue
            card = kettle.pop()
            if buried:
                self.pile.insert(0, card)
                self.known += 1
            else:
                self.out.append(card)
            if self.journal is not None:
                kind = events.EXPLODED if buried else events.EXPLODED_OUT
                self._announce(kind, victim, 0, card, 0)

    def _fill(self, cell: i64) -> None:
        """Close the gap at `cell` from the pile, if it has a card."""
        if not self.pile:
            self._empty(cell)
            return
        card = self.pile.pop()
        self.cells[cell] = card
        if self.known > len(self.pile):
            self.known -= 1
        if self.journal is not None:
            self._announce(events.REFILLED, 0, cell, card, 0)

    def _empty(self, cell: i64) -> None:
        self.cells[cell] = EMPTY
        row, column = cards.CELL_PLACES[cell]
        sizes = self.line_sizes.copy()
        across: i64 = sizes[row] - 1
        down: i64 = sizes[cards.SIZE + column] - 1
        sizes[row] = across
        sizes[cards.SIZE + column] = down
        self.line_sizes = sizes
        shorter = min(across, down)
        self.shortest = min(self.shortest, shorter)

    def _next_turn(self, again: bool) -> None:
        """Begin turns until one comes to a line, or the match reaches its last turn."""
        while self.turn < MAX_TURNS:
            self.turn += 1
            self.extra = again
            if not again:
                seat: i64 = self.seat + 1
                self.seat = 0 if seat == self.players else seat
            elif self.journal is not None:
                self._announce(events.EXTRA_TURN, self.seat, 0, 0, 0)
            if self._walk():
                return
            again = False
        self.over = True
        self.ending = "max_turns"
        if self.journal is not None:
            self._announce(events.TURN_LIMIT, 0, 0, 0, 0)

    def _walk(self) -> bool:
        """Move the pawn; whether it stands at a line and not at a corner."""
        seat = self.seat
        pawns = self.pawns
        space: i64 = pawns[seat]
        steps: i64 = VALUE[self.kettles[seat][-1]]
        # A pawn in the way is jumped for nothing, the nearer one first. The track is a ring, and
        # a list counts negative places from its end: `AHEAD` is modulo without a division.
        near: i64 = AHEAD[pawns[seat - 1] - space]
        if self.players == 2:
            if near <= steps:
                steps += 1
        else:
            far: i64 = AHEAD[pawns[seat - 2] - space]
            if far < near:
                near, far = far, near
            if near <= steps:
                steps += 1
            if far <= steps:
                steps += 1
        space = AHEAD[space + steps - SPACES]
        pawns[seat] = space
        at_line = SPACE_LINE[space] != CORNER
        if self.journal is not None:
            self._announce(events.MOVED if at_line else events.CORNER, seat, space, 0, 0)
        return at_line

    def _announce(self, kind: int, seat: int, place: int, card: int, used: int) -> None:
        if self.journal is not None:
            self.journal.add(EVERYONE, (kind, seat, place, card, used))


def new_state(
    variant: Variant,
    *,
    cells: list[int],
    line_sizes: list[int],
    pile: list[int],
    kettles: list[list[int]],
    pawns: list[int],
) -> KettleState:
    """What lies on the table before the first turn; recipes are still to be dealt."""
    state = KettleState()
    state.variant = variant
    state.cells = cells
    state.line_sizes = line_sizes
    state.shortest = min(line_sizes)
    state.pile = pile
    state.known = 0
    state.kettles = kettles
    state.pawns = pawns
    state.out = []
    state.recipes = []
    state.recipes_left = []
    state.extra = False
    state.ender = NOBODY
    state.players = len(pawns)
    state.seat = state.players - 1  # as if the last seat had just played: see `begin`
    state.over = False
    state.turn = 0
    state.ending = ""
    state.journal = None
    return state


def full_lines() -> list[int]:
    """How many cards each row and column of a full square holds."""
    return [len(cells) for cells in LINE_CELLS]
