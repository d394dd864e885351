"""The rules: one position, and what a decision makes of it.

In a turn a seat takes tiles with one trapper, paying a card of his colour or two of another one
for each, and draws at its end; or it passes and only draws. A canoe that is full is scored at
once. In the tactical variant the tiles of a turn are auctioned instead (`auction`).

A state stops only where a seat decides: at every step of its own turn, where a tile can be
joined in more than one way, and at each step of an auction. The ids of actions are in `actions`.
"""

from referee.games.chance import Rng
from referee.games.trapper import auction, events, scoring, turns
from referee.games.trapper.actions import (
    CATCH,
    DROP,
    END,
    EXCHANGE,
    JOIN,
    OPEN,
    PASS,
    PAY,
    RAISE,
    RETIRE,
    TAKE,
)
from referee.games.trapper.board import reach
from referee.games.trapper.cards import hand_of, spend
from referee.games.trapper.display import exchanges, partners
from referee.games.trapper.guess import fill_hidden
from referee.games.trapper.observation import TrapperObservation
from referee.games.trapper.table import JOIN as JOIN_PHASE
from referee.games.trapper.table import NOTHING, TURN, Table, tell
from referee.games.trapper.tiles import (
    CANOE_TILE,
    CANOES,
    CAPACITY,
    CELLS,
    FACE_DOWN,
    HIDDEN,
    TRAPPERS,
)


class TrapperState(Table):
    """One position of Trapper."""

    def clone(self) -> "TrapperState":
        other = TrapperState()
        self.copy_to(other)
        return other

    def begin(self) -> None:
        """Go from the deal to the first decision."""
        turns.next_turn(self)

    def legal_actions(self) -> list[int]:
        if self.phase == TURN:
            return self._turn_actions()
        if self.phase == JOIN_PHASE:
            return [JOIN + tile for tile in partners(self)]
        return auction.legal_actions(self)

    def apply(self, action: int) -> None:
        if action < END:
            self._buy(action - TAKE)
        elif action == END:
            turns.end_turn(self)
        elif action == PASS:
            turns.pass_turn(self)
        elif action == RETIRE:
            turns.retire(self)
        elif action < JOIN:
            turns.exchange_species(self, action - EXCHANGE + 1)
        elif action < OPEN:
            turns.join(self, action - JOIN)
        else:
            self._apply_in_auction(action)

    def gives_up(self, action: int) -> bool:
        return action == RETIRE and len(self.open_cells) > 0

    def scores(self) -> list[int]:
        return scoring.totals(self)

    def breakdown(self) -> list[list[tuple[str, int]]]:
        return scoring.breakdown(self)

    def observe(self, seat: int) -> TrapperObservation:
        return TrapperObservation(
            seat=seat,
            to_act=self.seat,
            turn=self.turn,
            phase=self.phase,
            holder=self.holder,
            board=tuple([HIDDEN if tile >= FACE_DOWN else tile for tile in self.cells]),
            trappers=tuple(self.trappers),
            hand=tuple(hand_of(self, seat)),
            hand_sizes=tuple([sum(hand_of(self, each)) for each in range(self.players)]),
            pile=len(self.pile),
            discards=tuple(self.discards),
            tile_seat=tuple(self.tile_seat),
            tile_canoe=tuple(self.tile_canoe),
            scored=tuple(self._scored_canoes()),
            coins=tuple(self.coins),
            canoe_tiles=tuple(self.canoe_tiles),
            species_tiles=tuple(self.species_tiles),
            retired=tuple(self.retired),
            dry_passes=self.dry,
            colour=self.colour,
            exchanged=int(self.exchanged),
            joining=self.taken,
            target=self.target,
            price=self.price,
            bidder=self.bidder,
            bids=tuple(self.bids),
            dropped=tuple(self.dropped),
        )

    def determinize(self, seat: int, rng: Rng) -> "TrapperState":
        other = self.clone()
        fill_hidden(other, seat, rng)
        return other

    def _turn_actions(self) -> list[int]:
        """What the seat may do in its turn; without tiles it can only exchange and leave."""
        tactical = self.variant.tactical
        actions = [] if tactical else self._takes()
        if self.colour != NOTHING:
            actions.append(END)
        else:
            if self.open_cells:
                actions.append(PASS)
            actions.append(RETIRE)
        if not self.exchanged and self.scored[self.seat] and self.variant.bonus:
            actions += exchanges(self, self.seat)
        if tactical:
            actions += auction.openings(self)
        return actions

    def _takes(self) -> list[int]:
        """The takes that the seat can pay: each trapper, colour of the cards and cell."""
        hand = hand_of(self, self.seat)
        actions: list[int] = []
        open_ = self.colour == NOTHING
        for trapper in range(0 if open_ else self.colour, TRAPPERS if open_ else self.colour + 1):
            found: list[int] = []
            for colour in range(TRAPPERS):
                if hand[colour] > 1 or (hand[colour] == 1 and colour == trapper):
                    found = found or reach(self, trapper)
                    first = CELLS * (TRAPPERS * trapper + colour)
                    actions += [first + cell for cell in found]
        return actions

    def _buy(self, take: int) -> None:
        """Pay for a tile and take it."""
        trapper = take // (TRAPPERS * CELLS)
        colour = take // CELLS % TRAPPERS
        count = 1 if colour == trapper else 2
        self.colour = trapper
        spend(self, self.seat, colour, count)
        if self.journal is not None:
            paid = [count if each == colour else 0 for each in range(TRAPPERS)]
            tell(self.journal, events.PAID, self.seat, colour=trapper, number=1, cards=paid)
        turns.take(self, take % CELLS)

    def _apply_in_auction(self, action: int) -> None:
        if action < RAISE:
            auction.open_auction(self, action - OPEN)
        elif action < DROP:
            auction.raise_bid(self, action - RAISE + 2)
        elif action == DROP:
            auction.drop(self)
        elif action < CATCH:
            auction.pay(self, action - PAY)
        else:
            turns.take(self, action - CATCH)

    def _scored_canoes(self) -> list[int]:
        """The scored canoes in anybody's hands, as tiles, ascending."""
        return [
            CANOE_TILE[canoe]
            for canoe in range(CANOES)
            if self.loads[canoe] == CAPACITY[canoe] and self.tile_seat[CANOE_TILE[canoe]] >= 0
        ]
