"""Fifteen lanterns are worth 1 to 15. Each seat holds four and lights one in every round; whoever
lights the highest gets the worth of all that shine, and begins the next round."""

from typing import Final

from referee.games.chance import Rng
from referee.games.state import EVERYONE, State

from . import rounds
from .observation import LanternObservation

LANTERNS: Final = 15
HAND: Final = 4
NONE: Final = -1
DEALT: Final = 1
LIT: Final = 2
WON: Final = 3


class LanternState(State):
    """One position."""

    hands: list[list[int]]
    """Ascending."""
    unused: list[int]
    """What nobody was dealt, ascending."""
    lit: list[int]
    gone: list[int]
    points: list[int]
    lowest: bool

    def clone(self) -> "LanternState":
        other = LanternState()
        other.hands = [hand[:] for hand in self.hands]
        other.unused = self.unused[:]
        other.lit = self.lit[:]
        other.gone = self.gone[:]
        other.points = self.points[:]
        other.lowest = self.lowest
        other.players = self.players
        other.seat = self.seat
        other.turn = self.turn
        other.over = self.over
        other.ending = self.ending
        other.journal = None
        return other

    def legal_actions(self) -> list[int]:
        return self.hands[self.seat][:]

    def apply(self, action: int) -> None:
        seat = self.seat
        self.hands[seat].remove(action)
        self.lit[seat] = action
        if self.journal is not None:
            self.journal.add(EVERYONE, (LIT, seat, action, 0))
        if NONE in self.lit:
            self.seat = (seat + 1) % self.players
        else:
            self._award()

    def _award(self) -> None:
        winner = rounds.winner(self.lit, self.lowest)
        gain = rounds.gain(self.lit)
        self.points[winner] += gain
        if self.journal is not None:
            self.journal.add(EVERYONE, (WON, winner, self.lit[winner], gain))
        self.gone = sorted(self.gone + self.lit)
        self.lit = [NONE] * self.players
        self.seat = winner
        if self.hands[winner]:
            self.turn += 1
        else:
            self.over = True
            self.ending = "all_lit"

    def scores(self) -> list[int]:
        return self.points[:]

    def breakdown(self) -> list[list[tuple[str, int]]]:
        return [[("rounds", points)] for points in self.points]

    def observe(self, seat: int) -> LanternObservation:
        return LanternObservation(
            seat=seat,
            to_act=self.seat,
            turn=self.turn,
            hand=tuple(self.hands[seat]),
            hand_sizes=tuple([len(hand) for hand in self.hands]),
            lit=tuple(self.lit),
            gone=tuple(self.gone),
            points=tuple(self.points),
            lowest=int(self.lowest),
        )

    def determinize(self, seat: int, rng: Rng) -> "LanternState":
        other = self.clone()
        others = [holder for holder in range(self.players) if holder != seat]
        pool = sorted(self.unused + [each for holder in others for each in self.hands[holder]])
        rng.shuffle(pool)
        *hands, other.unused = rounds.split(pool, [len(self.hands[each]) for each in others])
        for holder, hand in zip(others, hands, strict=True):
            other.hands[holder] = hand
        return other
