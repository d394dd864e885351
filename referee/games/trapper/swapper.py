"""Who knows what in Trapper."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from referee.games.chance import Rng, Streams
from referee.games.contract import Setup
from referee.games.state import State
from referee.games.swapper import Decided, Orders, Past, Stacked, Swapper
from referee.games.trapper.rules import TrapperState
from referee.games.trapper.tiles import FACE_DOWN as FACE_DOWN_BIAS
from referee.games.trapper.tiles import START_CELLS, TRAPPERS

FACE_DOWN: Final = "face-down tiles"
REMOVED: Final = "removed tiles"
FOREIGN: Final = "foreign hands"
PILE: Final = "pile order"
RESHUFFLE: Final = "next reshuffle"

_ATTEMPTS: Final = 5
_MOST_EXCHANGES: Final = 6
_NO_SEED: Final = bytes(32)


class TrapperSwapper(Swapper):
    """Secret are tiles nobody has seen, the cards in other hands, and the cards still to come."""

    later_chance = RESHUFFLE

    def kinds(self, setup: Setup) -> tuple[str, ...]:
        return (FACE_DOWN, REMOVED, FOREIGN, PILE, RESHUFFLE)

    def secrets(self, state: State, seat: int) -> Mapping[str, object]:
        state = _trapper(state)
        # What would come if it had to be shuffled now; a copy of chance records nothing.
        discards = [card for card in range(TRAPPERS) for _ in range(state.discards[card])]
        stream = f"reshuffle {state.reshuffles + 1}"
        return {
            FACE_DOWN: [tile if tile >= FACE_DOWN_BIAS else None for tile in state.cells],
            REMOVED: sorted(state.out),
            FOREIGN: [_hand(state, other) for other in range(state.players) if other != seat],
            PILE: state.pile,
            RESHUFFLE: state.chance.copy().shuffled(stream, discards),
        }

    def known(self, state: State, seat: int) -> object:
        state = _trapper(state)
        board = [min(tile, FACE_DOWN_BIAS) for tile in state.cells]
        sizes = [sum(_hand(state, other)) for other in range(state.players)]
        cards = (_hand(state, seat), sizes, len(state.pile), state.discards, state.reshuffles)
        displays = (state.tile_seat, state.tile_canoe, state.canoe_tiles, state.species_tiles)
        turn = (state.seat, state.holder, state.turn, state.phase, state.colour, state.exchanged)
        taken = (state.taken, state.target, state.retired, state.dry, state.over, state.ending)
        auction = (state.price, state.bidder, state.bids, state.dropped)
        return board, state.trappers, cards, displays, turn, taken, auction

    def swap(self, past: Past, seat: int, kinds: Sequence[str], orders: Orders, rng: Rng) -> None:
        state = _trapper(past.state)
        if FACE_DOWN in kinds or REMOVED in kinds:
            _swap_tiles(state, REMOVED in kinds, orders["tiles"], rng)
        if FOREIGN in kinds:
            _swap_hands(past, seat, orders, rng)
        if PILE in kinds:
            order = orders[_stream(state.reshuffles)]
            begin = len(order) - len(state.pile)
            # With the next cards left alone the two matches stay alike for longer.
            begin += rng.below(max(1, len(state.pile) - 1))
            _shuffle_places(order, list(range(begin, len(order))), rng)


def _swap_tiles(state: TrapperState, removed: bool, order: list[int], rng: Rng) -> None:
    """Let tiles that lie face down change places, with the removed ones if wanted."""
    places = [cell for cell, tile in enumerate(state.cells) if tile >= FACE_DOWN_BIAS]
    rng.shuffle(places)
    # If only a few of them move, the first match goes on for longer before one turns up.
    places = places[: 2 + rng.below(len(places))] if places else []
    _shuffle_places(order, places + (START_CELLS if removed else []), rng)


class _Place(NamedTuple):
    """Where a card lies in what chance gave."""

    stream: str
    place: int


class _Course:
    """A match played again, with an eye on where the cards of every hand came from."""

    def __init__(self, past: Past, orders: Orders) -> None:
        self._orders = orders
        self.state = _dealt(past, orders)
        self.held: list[list[list[_Place]]] = [
            [[] for _ in range(TRAPPERS)] for _ in range(past.setup.players)
        ]
        """By seat and colour, the cards in hand, in the order in which they came."""
        self.legal: list[list[int]] = []
        """What could be decided at each move."""
        self._next = 0
        """How many cards of the present stream have been drawn."""
        for seat in range(past.setup.players):
            self._take_in(seat, _stream(0), self.state.variant.hand)
        for move in past.moves:
            self._apply(move)

    def _apply(self, move: Decided) -> None:
        state = self.state
        before, left = state.reshuffles, len(state.pile)
        self.legal.append(state.legal_actions())
        state.apply(move.action)
        # Only whoever decides draws, and before anybody has to leave.
        if state.reshuffles > before:
            self._take_in(move.seat, _stream(before), left)
            self._next = 0
            left = len(self._orders[_stream(state.reshuffles)])
        self._take_in(move.seat, _stream(state.reshuffles), left - len(state.pile))
        for seat, cards in enumerate(self.held):
            for places, count in zip(cards, _hand(state, seat), strict=True):
                # The oldest card of a colour goes first: those that are left are as young as
                # can be, and exchanging them changes as little of the past as can be.
                del places[: len(places) - count]

    def _take_in(self, seat: int, stream: str, count: int) -> None:
        for place in range(self._next, self._next + count):
            self.held[seat][self._orders[stream][place]].append(_Place(stream, place))
        self._next += count

    def unseen(self, seat: int) -> Iterator[tuple[int, _Place]]:
        """The cards that `seat` does not see, each with its holder; -1 for the pile."""
        for holder, cards in enumerate(self.held):
            if holder != seat:
                yield from ((holder, place) for places in cards for place in places)
        stream = _stream(self.state.reshuffles)
        size = len(self._orders[stream])
        yield from ((-1, _Place(stream, place)) for place in range(self._next, size))


def _swap_hands(past: Past, seat: int, orders: Orders, rng: Rng) -> None:
    """Exchange cards of other hands with each other and with the pile.

    A card that was never played can be any card, but for what its holder did with the mere hand:
    the bids it made must stay payable, and it must have been asked at the same points.
    """
    course = _Course(past, orders)
    unseen = list(course.unseen(seat))
    exchanges = 1 + rng.below(_MOST_EXCHANGES)
    for _ in range(_ATTEMPTS):
        changed = {stream: list(order) for stream, order in orders.items()}
        for _ in range(exchanges):
            _exchange(unseen, changed, rng)
        if changed != orders and _possible(past, seat, course, changed):
            orders.update(changed)
            return
        exchanges = (exchanges + 1) // 2


def _exchange(unseen: list[tuple[int, _Place]], orders: Orders, rng: Rng) -> None:
    """Exchange a card of another hand with one held elsewhere, if there are two unlike ones."""
    hands = [(holder, place) for holder, place in unseen if holder >= 0]
    if not hands:
        return
    holder, (stream, one) = hands[rng.below(len(hands))]
    order = orders[stream]
    # Within one stream: what was shuffled were the discards, which everybody has seen.
    others = [
        place.place
        for other, place in unseen
        if other != holder and place.stream == stream and order[place.place] != order[one]
    ]
    if others:
        two = others[rng.below(len(others))]
        order[one], order[two] = order[two], order[one]


def _possible(past: Past, seat: int, course: _Course, changed: Orders) -> bool:
    """Whether the other seats could and would have played the same with changed cards.

    What `seat` itself may do is not looked at: if that has changed it is a leak to be found.
    """
    state = _dealt(past, changed)
    for move, legal in zip(past.moves, course.legal, strict=True):
        if move.seat != seat:
            other = state.legal_actions()
            if move.action not in other or (len(legal) > 1) != (len(other) > 1):
                return False
            if move.stand_in and legal != other:
                return False  # it draws a number among all it may do
        state.apply(move.action)
    return state.seat == seat or len(state.legal_actions()) > 1


def _dealt(past: Past, orders: Orders) -> TrapperState:
    return _trapper(past.game.deal(past.setup, Stacked(orders, Streams(_NO_SEED))))


def _stream(reshuffles: int) -> str:
    return f"reshuffle {reshuffles}" if reshuffles else "cards"


def _hand(state: TrapperState, seat: int) -> list[int]:
    return state.hands[TRAPPERS * seat : TRAPPERS * (seat + 1)]


def _shuffle_places(order: list[int], places: Sequence[int], rng: Rng) -> None:
    """Let what lies in `places` of `order` change places."""
    moved = [order[place] for place in places]
    rng.shuffle(moved)
    for place, item in zip(places, moved, strict=True):
        order[place] = item


def _trapper(state: State) -> TrapperState:
    if not isinstance(state, TrapperState):
        raise TypeError(f"{type(state).__name__} is no state of Trapper")
    return state
