"""A game small enough to be followed by eye: secret hands, forced moves, later chance, a cap.

Sixteen cards are worth 0 to 15. Each of two to four seats holds three in secret and plays one a
turn, face up, for its points. A seat with a single card must play it; with more it may fold: it
then keeps its points and is out. With `refill` each seat draws a card after it played, and an
empty pile is made again from the cards played; such a match goes on until the cap.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from referee.games.chance import Chance, Rng, Streams
from referee.games.contract import Game, Option, Setup
from referee.games.observation import Observation
from referee.games.picture import Ink, Picture
from referee.games.state import EVERYONE, Event, Journal, State

CARDS: Final = 16
HAND: Final = 3
FOLD: Final = CARDS
MAX_TURNS: Final = 40
DEALT, PLAYED, FOLDED, DREW, RESHUFFLED, CAPPED = 1, 2, 3, 4, 5, 6
_ANY_CHANCE: Final = Streams(bytes(32))
"""For states that are guesses: the referee's own chance is not theirs to see."""


@dataclass(frozen=True)
class ToyObservation(Observation):
    """What lies open, and the own hand."""

    hand: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    pile: int
    discard: tuple[int, ...]
    points: tuple[int, ...]
    folded: tuple[int, ...]
    reshuffles: int
    refill: int


class ToyState(State):
    """One position."""

    def __init__(self, hands: list[list[int]], pile: list[int], chance: Chance) -> None:
        self.players = len(hands)
        self.hands = hands
        self.pile = pile  # drawn from the end
        self.discard: list[int] = []
        self.points = [0] * self.players
        self.folded = [0] * self.players
        self.reshuffles = 0
        self.refill = False
        self.seat = 0
        self.turn = 1
        self.over = False
        self.ending = ""
        self.journal = None
        self._shuffled = chance.shuffled

    def clone(self) -> "ToyState":
        other = ToyState([hand[:] for hand in self.hands], self.pile[:], _ANY_CHANCE)
        other._shuffled = self._shuffled
        other.discard = self.discard[:]
        other.points = self.points[:]
        other.folded = self.folded[:]
        other.reshuffles = self.reshuffles
        other.refill = self.refill
        other.seat, other.turn = self.seat, self.turn
        other.over, other.ending = self.over, self.ending
        return other

    def legal_actions(self) -> list[int]:
        hand = self.hands[self.seat]
        return [*sorted(hand), *([FOLD] if len(hand) > 1 else [])]

    def gives_up(self, action: int) -> bool:
        return action == FOLD

    def apply(self, action: int) -> None:
        seat = self.seat
        if action == FOLD:
            self.folded[seat] = 1
            self._announce(EVERYONE, (FOLDED, seat, 0))
        else:
            self.hands[seat].remove(action)
            self.discard.append(action)
            self.points[seat] += action
            self._announce(EVERYONE, (PLAYED, seat, action))
            if self.refill:
                self._draw(seat)
        self._next()

    def _draw(self, seat: int) -> None:
        if not self.pile:
            self.reshuffles += 1
            self.pile = self._shuffled(f"reshuffle {self.reshuffles}", self.discard)[::-1]
            self.discard = []
            self._announce(EVERYONE, (RESHUFFLED, 0, 0))
        card = self.pile.pop()
        self.hands[seat].append(card)
        self._announce(1 << seat, (DREW, seat, card))

    def _next(self) -> None:
        around = [(self.seat + i) % self.players for i in range(1, self.players + 1)]
        able = [seat for seat in around if self.hands[seat] and not self.folded[seat]]
        if not able:
            self.ending = "hands_empty" if not any(self.folded) else "folded"
        elif self.turn == MAX_TURNS:
            self.ending = "max_turns"
            self._announce(EVERYONE, (CAPPED, 0, 0))
        else:
            self.turn += 1
            self.seat = able[0]
        self.over = bool(self.ending)

    def _announce(self, seats: int, event: Event) -> None:
        if self.journal is not None:
            self.journal.add(seats, event)

    def scores(self) -> list[int]:
        return self.points[:]

    def breakdown(self) -> list[list[tuple[str, int]]]:
        return [[("cards", points)] for points in self.points]

    def observe(self, seat: int) -> ToyObservation:
        return ToyObservation(
            seat=seat,
            to_act=self.seat,
            turn=self.turn,
            hand=tuple(sorted(self.hands[seat])),
            hand_sizes=tuple(map(len, self.hands)),
            pile=len(self.pile),
            discard=tuple(self.discard),
            points=tuple(self.points),
            folded=tuple(self.folded),
            reshuffles=self.reshuffles,
            refill=int(self.refill),
        )

    def determinize(self, seat: int, rng: Rng) -> "ToyState":
        other = self.clone()
        others = [hand for number, hand in enumerate(other.hands) if number != seat]
        unseen = sorted([card for hand in others for card in hand] + other.pile)
        rng.shuffle(unseen)
        _spread(unseen, others, other.pile)
        other.hands[seat].sort()
        other._shuffled = _ANY_CHANCE.shuffled
        return other


class Toy(Game):
    """The rule book."""

    name = "toy"
    title = "Toy"
    rules_version = "1"
    summary = "Play cards for points, or fold."
    players = (2, 3, 4)
    options = (Option("refill", ("off", "on"), "Whether seats draw after playing.", players),)
    num_actions = CARDS + 1
    max_turns = MAX_TURNS
    event_kinds = ("dealt", "played", "folded", "drew", "reshuffled", "capped")
    event_columns = ("seat", "card")
    action_columns = ("card", "fold")
    observation_type: ClassVar[type[Observation]] = ToyObservation

    def deal(self, setup: Setup, chance: Chance, journal: Journal | None = None) -> ToyState:
        cards = chance.shuffled("deal", list(range(CARDS)))
        hands = [cards[HAND * seat : HAND * (seat + 1)] for seat in range(setup.players)]
        state = ToyState(hands, cards[HAND * setup.players :][::-1], chance)
        state.refill = setup.options["refill"] == "on"
        state.journal = journal
        for seat, hand in enumerate(hands):
            for card in hand:
                state._announce(1 << seat, (DEALT, seat, card))
        return state

    def rebuild(
        self, setup: Setup, seat: int, observation: Observation, memory: Sequence[Event]
    ) -> ToyState:
        assert isinstance(observation, ToyObservation)
        hands: list[list[int]] = [[0] * size for size in observation.hand_sizes]
        hands[seat] = list(observation.hand)
        state = ToyState(hands, [0] * observation.pile, _ANY_CHANCE)
        seen = {*observation.hand, *observation.discard}
        others = [hand for number, hand in enumerate(hands) if number != seat]
        _spread([card for card in range(CARDS) if card not in seen], others, state.pile)
        state.discard = list(observation.discard)
        state.points = list(observation.points)
        state.folded = list(observation.folded)
        state.reshuffles = observation.reshuffles
        state.refill = observation.refill == 1
        state.seat, state.turn = observation.to_act, observation.turn
        state.ending = _ending(observation, memory)
        state.over = bool(state.ending)
        return state

    def components(self, setup: Setup) -> Mapping[str, Sequence[int] | Sequence[str]]:
        return {
            "card_value": list(range(CARDS)),
            "card_name": [_name(card) for card in range(CARDS)],
        }

    def action_fields(self, action: int) -> tuple[int, ...]:
        return (0, 1) if action == FOLD else (action, 0)

    def action_text(self, action: int) -> str:
        return "fold" if action == FOLD else _name(action)

    def parse_action(self, text: str) -> int:
        for action in range(self.num_actions):
            if self.action_text(action) == text:
                return action
        raise ValueError(f"'{text}' is no action")

    def picture(self, setup: Setup, observation: Observation) -> Picture:
        assert isinstance(observation, ToyObservation)
        hand = " ".join(map(_name, observation.hand))
        points = " ".join(map(str, observation.points))
        return Picture(((Ink(f"Hand {hand}"),), (Ink(f"Points {points}"),)))

    def event_text(self, setup: Setup, event: Event) -> str:
        kind, seat, card = event
        return f"seat {seat + 1} {self.event_kinds[kind - 1]} {_name(card)}"

    def deal_in_words(self, state: State) -> Mapping[str, object]:
        assert isinstance(state, ToyState)
        return {
            "hands": [list(map(_name, hand)) for hand in state.hands],
            "pile": list(map(_name, reversed(state.pile))),
        }

    def chance_in_words(self, stream: str, result: Sequence[int]) -> list[str]:
        return list(map(_name, result))


def _name(card: int) -> str:
    return f"c{card}"


def _spread(cards: list[int], hands: list[list[int]], pile: list[int]) -> None:
    """Fill hands and pile, whose sizes stay as they are."""
    start = 0
    for place in (*hands, pile):
        end = start + len(place)
        place[:] = cards[start:end]
        start = end


def _ending(seen: ToyObservation, memory: Sequence[Event]) -> str:
    if any(event[0] == CAPPED for event in memory):
        return "max_turns"
    if all(folded or not size for folded, size in zip(seen.folded, seen.hand_sizes, strict=True)):
        return "folded" if any(seen.folded) else "hands_empty"
    return ""
