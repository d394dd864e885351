"""The course of a match: what follows a take, how turns end, when the match is over."""

from referee.games.trapper import events
from referee.games.trapper.board import arrive, lift
from referee.games.trapper.cards import discard_hand, draw
from referee.games.trapper.display import choose, exchange, exchanges, settle
from referee.games.trapper.table import JOIN, NOBODY, NOTHING, TURN, Table, tell


def take(table: Table, cell: int) -> None:
    """Take the tile of a cell with the trapper of this turn."""
    tile = lift(table, cell)
    table.taken = tile
    table.target = cell
    table.tile_seat[tile] = table.seat
    if table.journal is not None:
        tell(table.journal, events.TAKEN, table.seat, colour=table.colour, cell=cell, tile=tile)
    _go_on_joining(table)


def join(table: Table, partner: int) -> None:
    """Join the taken tile as its owner wants."""
    choose(table, partner)
    _go_on_joining(table)


def end_turn(table: Table) -> None:
    """End a turn in which tiles were taken."""
    if table.journal is not None:
        tell(table.journal, events.ENDED, table.seat)
    draw(table, table.seat, table.variant.draw)
    table.dry = 0
    next_turn(table)


def pass_turn(table: Table) -> None:
    """Draw cards instead of playing."""
    if table.journal is not None:
        tell(table.journal, events.PASSED, table.seat)
    drawn = draw(table, table.seat, table.variant.draw)
    table.dry = table.dry + 1 if drawn == 0 and not table.exchanged else 0
    if table.dry >= _active(table):
        finish(table, "no_cards")
    else:
        next_turn(table)


def retire(table: Table) -> None:
    """Leave the match."""
    _leave(table, table.seat, unasked=False)
    table.dry = 0
    next_turn(table)


def exchange_species(table: Table, part: int) -> None:
    """Get a species tile; once the board is empty that is a whole turn."""
    exchange(table, part)
    if not table.open_cells and table.colour == NOTHING:
        table.dry = 0
        next_turn(table)


def next_turn(table: Table) -> None:
    """Give the turn to the next seat that plays, or end the match."""
    seat = _next_active(table, table.holder)
    while seat != NOBODY and not table.open_cells and not exchanges(table, seat):
        _leave(table, seat, unasked=True)
        seat = _next_active(table, seat)
    if seat == NOBODY:
        finish(table, "all_retired" if table.open_cells else "board_empty")
    elif table.turn == table.variant.max_turns:
        finish(table, "max_turns")
    else:
        table.turn += 1
        table.seat = table.holder = seat
        table.colour = NOTHING
        table.exchanged = False
        if table.journal is not None:
            tell(table.journal, events.TURN, seat, number=table.turn)


def finish(table: Table, ending: str) -> None:
    """The match is over."""
    table.over = True
    table.ending = ending
    if table.journal is not None:
        tell(table.journal, events.OVER, number=1 + events.ENDINGS.index(ending))


def _go_on_joining(table: Table) -> None:
    """Ask for the next choice, or finish the take: the trapper moves when all is joined."""
    if not settle(table):
        table.phase = JOIN
        return
    arrive(table, table.colour, table.target)
    table.taken = table.target = NOTHING
    table.phase = TURN
    if table.variant.tactical:
        _close_auction(table)
    if not table.open_cells and not table.variant.bonus:
        finish(table, "board_empty")


def _close_auction(table: Table) -> None:
    """Whoever took the tile, the seat whose turn it is goes on."""
    table.seat = table.holder
    table.price = 0
    table.bidder = NOBODY
    for seat in range(table.players):
        table.bids[seat] = 0
        table.dropped[seat] = 0


def _leave(table: Table, seat: int, unasked: bool) -> None:
    hand = discard_hand(table, seat)
    table.retired[seat] = 1
    if table.journal is not None:
        tell(table.journal, events.RETIRED, seat, number=int(unasked), cards=hand)


def _active(table: Table) -> int:
    return table.players - sum(table.retired)


def _next_active(table: Table, seat: int) -> int:
    """The next seat to the left that has not retired; it may be the same one."""
    for _ in range(table.players):
        seat = (seat + 1) % table.players
        if not table.retired[seat]:
            return seat
    return NOBODY
