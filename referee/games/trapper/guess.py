"""What a seat cannot see, dealt anew from all that it holds possible.

Everything here follows from what the seat knows: pools are sorted before they are shuffled, so
that two positions the seat cannot tell apart give the same result from equal generators.

- Unseen tiles go to the cells that lie face down and to the four places out of the match.
- Unseen cards go to the other hands and to the pile. Cards that are known to be in some other
  hand (`Table.floors`) stay out of the pile, and whoever has made a bid in the running auction
  gets a hand that can pay it. Between two seats that is exact; among more it is not followed
  which of the other hands holds a card that is known to be in one of them.
"""

from typing import Final, NamedTuple

from referee.games.chance import Rng
from referee.games.trapper.cards import able, as_cards, cards_of_mix, hand_of, mixes
from referee.games.trapper.table import Table
from referee.games.trapper.tiles import CARDS_PER_COLOUR, FACE_DOWN, TRAPPERS

_ATTEMPTS: Final = 8
"""How often plain luck may miss the bids before hands are built around payments."""
_SEEDS: Final = 1 << 30


def fill_hidden(table: Table, seat: int, rng: Rng) -> None:
    """Deal anew what `seat` cannot see; what it can see stays."""
    _deal_tiles(table, rng)
    _deal_cards(table, seat, rng)
    table.chance = Rng(rng.below(_SEEDS))
    # What another seat concluded from its hand is not known here.
    own = table.floors[TRAPPERS * seat : TRAPPERS * (seat + 1)]
    table.floors = [0] * (TRAPPERS * table.players)
    table.floors[TRAPPERS * seat : TRAPPERS * (seat + 1)] = own


def _deal_tiles(table: Table, rng: Rng) -> None:
    hidden = [cell for cell, tile in enumerate(table.cells) if tile >= FACE_DOWN]
    pool = sorted([table.cells[cell] - FACE_DOWN for cell in hidden] + table.out)
    rng.shuffle(pool)
    for place, cell in enumerate(hidden):
        table.cells[cell] = pool[place] + FACE_DOWN
    table.out = pool[len(hidden) :]


class _Unseen(NamedTuple):
    """Cards that are to be dealt."""

    pool: list[int]
    """All of them, by colour."""
    floor: list[int]
    """Those that do not go to the pile, by colour."""
    sizes: list[int]
    """How many each seat gets."""

    def without(self, seat: int, cards: list[int]) -> "_Unseen":
        """What is left when these cards went to a seat."""
        sizes = self.sizes[:]
        sizes[seat] -= sum(cards)
        return _Unseen(_less(self.pool, cards), _less(self.floor, cards), sizes)


def _less(counts: list[int], cards: list[int]) -> list[int]:
    return [max(0, counts[colour] - cards[colour]) for colour in range(TRAPPERS)]


def _deal_cards(table: Table, seat: int, rng: Rng) -> None:
    own = hand_of(table, seat)
    pool = [CARDS_PER_COLOUR - own[c] - table.discards[c] for c in range(TRAPPERS)]
    floor = table.floors[TRAPPERS * seat : TRAPPERS * (seat + 1)]
    sizes = [sum(hand_of(table, other)) for other in range(table.players)]
    sizes[seat] = 0
    unseen = _Unseen(pool, floor, sizes)
    hands, table.pile = _deal(unseen, rng)
    bidders = [other for other, bid in enumerate(table.bids) if bid and other != seat]
    attempts = 1
    while not _can_pay(table, bidders, hands):
        if attempts < _ATTEMPTS:
            hands, table.pile = _deal(unseen, rng)
        else:
            hands, table.pile = _deal_around_bids(table, bidders, unseen, rng)
        attempts += 1
    hands[seat] = own
    table.hands = [count for hand in hands for count in hand]


def _can_pay(table: Table, bidders: list[int], hands: list[list[int]]) -> bool:
    return all(able(hands[seat], table.colour) >= table.bids[seat] for seat in bidders)


def _deal(unseen: _Unseen, rng: Rng) -> tuple[list[list[int]], list[int]]:
    """A hand for each seat, and the pile."""
    pool, floor, sizes = unseen
    sure = as_cards(floor)
    rest = as_cards(_less(pool, floor))
    rng.shuffle(rest)
    luck = sum(sizes) - len(sure)
    dealt = sure + rest[:luck]
    if sure:
        rng.shuffle(dealt)
    hands: list[list[int]] = []
    begin = 0
    for size in sizes:
        hand = [0] * TRAPPERS
        for card in dealt[begin : begin + size]:
            hand[card] += 1
        hands.append(hand)
        begin += size
    return hands, rest[luck:]


def _deal_around_bids(
    table: Table, bidders: list[int], unseen: _Unseen, rng: Rng
) -> tuple[list[list[int]], list[int]]:
    """The same, but every bidder first gets some cards with which the bid can be paid."""
    promised = _promise(table, bidders, unseen, rng)
    if promised is None:
        raise AssertionError("a bid stands that no hand can pay")
    for place, seat in enumerate(bidders):
        unseen = unseen.without(seat, promised[place])
    hands, pile = _deal(unseen, rng)
    for place, seat in enumerate(bidders):
        for colour in range(TRAPPERS):
            hands[seat][colour] += promised[place][colour]
    return hands, pile


def _promise(
    table: Table, bidders: list[int], unseen: _Unseen, rng: Rng
) -> list[list[int]] | None:
    """A payment for each bidder that leaves room for all others, None if there is no way."""
    if not bidders:
        return [] if sum(unseen.floor) <= sum(unseen.sizes) else None
    seat = bidders[0]
    ways = mixes(unseen.pool, table.colour, table.bids[seat])
    rng.shuffle(ways)
    for way in ways:
        cards = cards_of_mix(way, table.colour, table.bids[seat])
        if sum(cards) <= unseen.sizes[seat]:
            rest = _promise(table, bidders[1:], unseen.without(seat, cards), rng)
            if rest is not None:
                return [cards, *rest]
    return None
