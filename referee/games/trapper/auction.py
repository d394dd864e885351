"""The tactical variant: each tile goes to whoever bids most cards for it.

    turn --open--> bids --all others dropped--> payment --> catch --(joins)--> turn

The seat whose turn it is opens one auction after the other, always for the same trapper.
"""

from referee.games.trapper import events
from referee.games.trapper.actions import CATCH as CATCH_ACTION
from referee.games.trapper.actions import DROP, HIGHEST_BID, MIXES, OPEN, RAISE
from referee.games.trapper.board import reach
from referee.games.trapper.cards import able, cards_of_mix, hand_of, payments, spend
from referee.games.trapper.table import BID, CATCH, NOTHING, PAY, Table, tell
from referee.games.trapper.tiles import TRAPPERS


def openings(table: Table) -> list[int]:
    """The auctions that the seat to act can open, ascending."""
    actions: list[int] = []
    if not table.open_cells:
        return actions
    hand = hand_of(table, table.seat)
    for colour in range(TRAPPERS):
        if table.colour in (colour, NOTHING):
            first = OPEN + HIGHEST_BID * colour
            actions += range(first, first + able(hand, colour))
    return actions


def legal_actions(table: Table) -> list[int]:
    """What the seat to act may do in a running auction, ascending."""
    if table.phase == BID:
        most = able(hand_of(table, table.seat), table.colour)
        return [*range(RAISE + table.price - 1, RAISE + most - 1), DROP]
    if table.phase == PAY:
        return payments(table, table.seat)
    return [CATCH_ACTION + cell for cell in reach(table, table.colour)]


def open_auction(table: Table, opening: int) -> None:
    """Name a trapper and a first bid."""
    table.colour = opening // HIGHEST_BID
    _bid(table, opening % HIGHEST_BID + 1, events.OPENED)


def raise_bid(table: Table, number: int) -> None:
    """Name a higher number."""
    _bid(table, number, events.RAISED)


def drop(table: Table) -> None:
    """Leave this auction."""
    table.dropped[table.seat] = 1
    if table.journal is not None:
        tell(table.journal, events.DROPPED, table.seat)
    _next_bidder(table)


def pay(table: Table, payment: int) -> None:
    """Pay the price and go on to the choice of a tile."""
    seat = table.seat
    cards = cards_of_mix(payment % MIXES, table.colour, table.price)
    for colour in range(TRAPPERS):
        if cards[colour]:
            spend(table, seat, colour, cards[colour])
    # What was promised is on the table now, so the bid says nothing about the hand any more.
    table.bids[seat] = 0
    table.phase = CATCH
    if table.journal is not None:
        tell(
            table.journal,
            events.PAID,
            seat,
            colour=table.colour,
            number=table.price,
            cards=cards,
        )


def _bid(table: Table, number: int, kind: int) -> None:
    table.price = number
    table.bidder = table.seat
    table.bids[table.seat] = number
    if table.journal is not None:
        # Whoever raises names a number only; the trapper is the one that was opened for.
        colour = table.colour if kind == events.OPENED else 0
        tell(table.journal, kind, table.seat, colour=colour, number=number)
    _next_bidder(table)


def _next_bidder(table: Table) -> None:
    """Ask the next seat that is in the auction; if only the bidder is left, he pays."""
    seat = (table.seat + 1) % table.players
    while table.retired[seat] or table.dropped[seat]:
        seat = (seat + 1) % table.players
    table.seat = seat
    table.phase = PAY if seat == table.bidder else BID
