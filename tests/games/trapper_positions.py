"""Positions of Trapper put together from named pieces."""

from collections.abc import Mapping, Sequence
from typing import Final

from referee.games.chance import Chance, Rng
from referee.games.state import Journal
from referee.games.trapper import notation, tiles
from referee.games.trapper.board import reveal_around
from referee.games.trapper.cards import as_cards
from referee.games.trapper.game import Trapper
from referee.games.trapper.rules import TrapperState
from referee.games.trapper.variant import VARIANTS

GAME: Final = Trapper()
CELLS: Final = {notation.cell_text(cell): cell for cell in range(tiles.CELLS)}
CARD_LETTERS: Final = {"g": 0, "b": 1, "e": 2, "v": 3}
"""Cards of a hand as letters: ``"ggb"`` is two green ones and a blue one."""
ALL_CARDS: Final = [tiles.CARDS_PER_COLOUR] * tiles.TRAPPERS


def tile(name: str, sides: str = "nesw") -> int:
    """A tile by name: ``"mink 3"``, ``"bear canoe 2"``; a letter adds its water, ``"mink 3 n"``.

    Of two that are alike it is the first with its water on one of `sides`.
    """
    words = name.split()
    if words[-1] in list("nesw"):
        sides = words.pop()
    return next(
        each
        for each in range(tiles.TILES)
        if tiles.tile_name(each) == " ".join(words) and notation.tile_text(each)[-1] in sides
    )


def hand(letters: str) -> list[int]:
    """Cards by colour."""
    return [sum(CARD_LETTERS[letter] == colour for letter in letters) for colour in range(4)]


def position(
    *hands: str,
    board: Mapping[str, str] | None = None,
    trappers: Sequence[str] = ("d4", "e4", "e5", "d5"),
    displays: Sequence[Sequence[str]] = (),
    pile: str | None = None,
    discards: str = "",
    seat: int = 0,
    variant: str = "base",
    chance: Chance | None = None,
) -> TrapperState:
    """A state at the start of a turn of `seat`.

    `board` names tiles in cells, all others are empty, and what touches no empty cell lies face
    down. A display lists tiles; a canoe with its load is ``"bear canoe 3: bear 4, herb 1"``.
    Without a `pile` all cards that nobody holds and that are not discarded are in it; what else
    is not named is out of the match.
    """
    state = TrapperState()
    state.lay_out(VARIANTS[variant], len(hands))
    state.chance = chance or Rng(1)
    state.hands = [count for letters in hands for count in hand(letters)]
    state.discards = hand(discards)
    held = [sum(state.hands[colour::4]) + state.discards[colour] for colour in range(4)]
    rest = as_cards([tiles.CARDS_PER_COLOUR - count for count in held])
    state.pile = rest if pile is None else [CARD_LETTERS[letter] for letter in reversed(pile)]
    for owner, display in enumerate(displays):
        for entry in display:
            _lay_out(state, owner, entry)
    _set_board(state, board or {}, trappers)
    state.turn = 1
    state.seat = state.holder = seat
    return state


def _lay_out(state: TrapperState, owner: int, entry: str) -> None:
    """Put a tile, or a canoe with its load, into a display; a full canoe is scored."""
    name, _, load = entry.partition(":")
    first = tile(name.strip())
    state.tile_seat[first] = owner
    for each in filter(None, (word.strip() for word in load.split(","))):
        joined = tile(each)
        if state.tile_seat[joined] >= 0:  # the first of two that are alike is used
            joined += 1
        canoe = tiles.CANOE_OF[first]
        state.tile_seat[joined] = owner
        state.tile_canoe[joined] = first
        state.worths[canoe] += tiles.VALUE[joined]
        if tiles.KIND[joined] == tiles.ANIMAL:
            state.loads[canoe] += 1
        else:
            state.plants[canoe] |= 1 if tiles.KIND[joined] == tiles.MUSHROOM else 2
        if state.loads[canoe] == tiles.CAPACITY[canoe]:
            state.scored[owner] |= 1 << tiles.SPECIES_OF[first]


def _set_board(state: TrapperState, board: Mapping[str, str], trappers: Sequence[str]) -> None:
    state.cells = [tiles.NO_TILE] * tiles.CELLS
    for place, name in board.items():
        state.cells[CELLS[place]] = tile(name) + tiles.FACE_DOWN
    state.open_cells = []
    for cell in range(tiles.CELLS):
        if state.cells[cell] == tiles.NO_TILE:
            reveal_around(state, cell)
    state.trappers = [CELLS[place] for place in trappers]
    used = {each % tiles.FACE_DOWN for each in state.cells if each != tiles.NO_TILE}
    state.out = [
        each for each in range(tiles.TILES) if each not in used and state.tile_seat[each] < 0
    ]


def actions(state: TrapperState) -> list[str]:
    """The legal actions in notation."""
    return [notation.action_text(action) for action in state.legal_actions()]


def play(state: TrapperState, *texts: str) -> None:
    """Carry out actions given in notation; they must be legal."""
    for text in texts:
        action = notation.parse_action(text)
        assert action in state.legal_actions(), f"{text} is not among {actions(state)}"
        state.apply(action)


def told(state: TrapperState, *texts: str, seat: int = 0) -> list[str]:
    """What `seat` is told, in words, while these actions are carried out."""
    state.journal = Journal()
    play(state, *texts)
    return [GAME.event_text(GAME.setup(state.players), e) for e in state.journal.seen_by(seat)]


def points(state: TrapperState, seat: int = 0) -> dict[str, int]:
    """The coins of a seat by rule."""
    return dict(state.breakdown()[seat])


def owner(state: TrapperState, name: str) -> int:
    """The seat that holds a tile."""
    return state.tile_seat[tile(name)]


def lies_with(state: TrapperState, name: str) -> str:
    """The canoe with which a tile was laid, empty for none."""
    canoe = state.tile_canoe[tile(name)]
    return tiles.tile_name(canoe) if canoe >= 0 else ""
