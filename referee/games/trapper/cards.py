"""Cards: what a seat can pay, and where cards go."""

from referee.games.state import Journal
from referee.games.trapper import events
from referee.games.trapper.actions import MIXES, OTHERS, PAIRS, PAY, pairs_of
from referee.games.trapper.table import Table, tell
from referee.games.trapper.tiles import CARDS_PER_COLOUR, TRAPPERS


def hand_of(table: Table, seat: int) -> list[int]:
    """The cards of a seat by colour."""
    return table.hands[TRAPPERS * seat : TRAPPERS * (seat + 1)]


def draw(table: Table, seat: int, count: int) -> int:
    """Draw up to `count` cards; how many there were."""
    drawn = _draw_from_pile(table, seat, count)
    if drawn < count and sum(table.discards) > 0:
        _reshuffle(table)
        drawn += _draw_from_pile(table, seat, count - drawn)
    return drawn


def spend(table: Table, seat: int, colour: int, count: int) -> None:
    """Discard cards of a colour from a hand."""
    table.hands[TRAPPERS * seat + colour] -= count
    table.discards[colour] += count
    if table.reshuffles:
        floors = table.floors
        for other in range(table.players):
            if other != seat:
                place = TRAPPERS * other + colour
                floors[place] = max(0, floors[place] - count)


def discard_hand(table: Table, seat: int) -> list[int]:
    """Discard all cards of a seat; which they were, by colour."""
    hand = hand_of(table, seat)
    for colour in range(TRAPPERS):
        spend(table, seat, colour, hand[colour])
    return hand


def able(hand: list[int], colour: int) -> int:
    """The highest price that a hand can pay for a tile with the trapper `colour`."""
    total = hand[colour]
    for other in OTHERS[colour]:
        total += hand[other] // 2
    return total


def mixes(hand: list[int], colour: int, price: int) -> list[int]:
    """The ways in which a hand can pay exactly `price`, ascending; see `actions`."""
    first, second, third = OTHERS[colour]
    own = hand[colour]
    result: list[int] = []
    for a in range(min(hand[first] // 2, price) + 1):
        for b in range(min(hand[second] // 2, price - a) + 1):
            rest = price - a - b
            code = PAIRS * (PAIRS * a + b)
            least, most = max(0, rest - own), min(hand[third] // 2, rest)
            result += range(code + least, code + most + 1)
    return result


def cards_of_mix(mix: int, colour: int, price: int) -> list[int]:
    """How many cards of each colour a payment takes."""
    pairs = pairs_of(mix, colour)
    result = [2 * count for count in pairs]
    result[colour] = price - sum(pairs)
    return result


def payments(table: Table, seat: int) -> list[int]:
    """The actions with which `seat` can pay the price of the auction."""
    first = PAY + MIXES * table.colour
    return [first + mix for mix in mixes(hand_of(table, seat), table.colour, table.price)]


def _draw_from_pile(table: Table, seat: int, count: int) -> int:
    pile = table.pile
    hands = table.hands
    count = min(count, len(pile))
    if table.journal is not None and count:
        _announce_draw(table.journal, seat, pile[-count:])
    for _ in range(count):
        hands[TRAPPERS * seat + pile.pop()] += 1
    return count


def _announce_draw(journal: Journal, seat: int, cards: list[int]) -> None:
    """Everybody hears how many cards were drawn, the seat alone which ones."""
    drawn = [cards.count(colour) for colour in range(TRAPPERS)]
    tell(journal, events.DREW, seat, number=len(cards))
    tell(journal, events.DRAWN, seat, number=len(cards), cards=drawn, seats=1 << seat)


def _reshuffle(table: Table) -> None:
    """Make the discards the new pile."""
    for seat in range(table.players):
        for colour in range(TRAPPERS):
            place = TRAPPERS * seat + colour
            known = table.discards[colour] + table.hands[place]
            table.floors[place] = CARDS_PER_COLOUR - known
    table.reshuffles += 1
    cards = as_cards(table.discards)
    table.pile = table.chance.shuffled(f"reshuffle {table.reshuffles}", cards)[::-1]
    table.discards = [0] * TRAPPERS
    if table.journal is not None:
        tell(table.journal, events.RESHUFFLED, number=len(cards))


def as_cards(counts: list[int]) -> list[int]:
    """The cards that are counted by colour, in the order of colours."""
    result: list[int] = []
    for colour in range(TRAPPERS):
        result += [colour] * counts[colour]
    return result
