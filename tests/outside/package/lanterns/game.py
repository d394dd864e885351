"""The rule book."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from referee.games.chance import Chance
from referee.games.contract import Game, Option, Setup
from referee.games.observation import Observation
from referee.games.parts import Messages, Parts
from referee.games.picture import Ink, Picture
from referee.games.state import Event, Journal, State

from .observation import LanternObservation
from .rules import DEALT, HAND, LANTERNS, LIT, NONE, LanternState


class Lanterns(Game):
    """Lanterns for two or three."""

    name = "lanterns"
    title = "Lanterns"
    rules_version = "1"
    summary = "Each seat lights a secret lantern in every round; the highest wins all that shine."
    players = (2, 3)
    options = (Option("lowest", ("off", "on"), "The lowest lantern wins instead.", players),)
    num_actions = LANTERNS
    max_turns = HAND
    event_kinds = ("dealt", "lit", "won")
    event_columns = ("seat", "lantern", "gain")
    action_columns = ("lantern",)
    observation_type: ClassVar[type[Observation]] = LanternObservation
    parts = Parts(
        messages=Messages("lanterns.messages", "Lanterns"),
        view="lanterns.view:LanternView",
        style="lanterns.style:LanternStyle",
        swapper="lanterns.swapper:LanternSwapper",
    )

    def deal(self, setup: Setup, chance: Chance, journal: Journal | None = None) -> LanternState:
        order = chance.shuffled("deal", list(range(LANTERNS)))
        seats = range(setup.players)
        state = _new(setup)
        state.hands = [sorted(order[HAND * seat : HAND * (seat + 1)]) for seat in seats]
        state.unused = sorted(order[HAND * setup.players :])
        state.journal = journal
        if journal is not None:
            for seat in seats:
                for lantern in state.hands[seat]:
                    journal.add(1 << seat, (DEALT, seat, lantern, 0))
        return state

    def rebuild(
        self, setup: Setup, seat: int, observation: Observation, memory: Sequence[Event]
    ) -> LanternState:
        seen = _own(observation)
        shown = {*seen.hand, *seen.lit, *seen.gone}
        unseen = [lantern for lantern in range(LANTERNS) if lantern not in shown]
        state = _new(setup)
        for holder, size in enumerate(seen.hand_sizes):
            if holder == seat:
                state.hands.append(list(seen.hand))
            else:
                state.hands.append(unseen[:size])
                unseen = unseen[size:]
        state.unused = unseen
        state.lit, state.gone = list(seen.lit), list(seen.gone)
        state.points = list(seen.points)
        state.seat, state.turn = seen.to_act, seen.turn
        state.over = not any(seen.hand_sizes) and NONE in seen.lit
        state.ending = "all_lit" if state.over else ""
        return state

    def components(self, setup: Setup) -> Mapping[str, Sequence[int] | Sequence[str]]:
        return {
            "lantern_worth": [lantern + 1 for lantern in range(LANTERNS)],
            "lantern_name": [self.action_text(lantern) for lantern in range(LANTERNS)],
        }

    def action_fields(self, action: int) -> tuple[int, ...]:
        return (action,)

    def action_text(self, action: int) -> str:
        return f"L{action + 1}"

    def parse_action(self, text: str) -> int:
        for action in range(LANTERNS):
            if self.action_text(action) == text:
                return action
        raise ValueError(f"'{text}' is no action; actions go from L1 to L{LANTERNS}")

    def picture(self, setup: Setup, observation: Observation) -> Picture:
        seen = _own(observation)
        hand = " ".join(self.action_text(lantern) for lantern in seen.hand)
        lit = " ".join(self.action_text(each) if each >= 0 else "--" for each in seen.lit)
        points = " ".join(map(str, seen.points))
        texts = (f"Round {seen.turn}", f"Hand   {hand}", f"Lit    {lit}", f"Points {points}")
        return Picture(tuple((Ink(text),) for text in texts))

    def event_text(self, setup: Setup, event: Event) -> str:
        kind, seat, lantern, gain = event
        name = self.action_text(lantern)
        what = "holds" if kind == DEALT else "lights" if kind == LIT else f"wins {gain} with"
        return f"Seat {seat + 1} {what} {name}."

    def deal_in_words(self, state: State) -> Mapping[str, object]:
        if not isinstance(state, LanternState):
            raise TypeError(f"{type(state).__name__} is no state of Lanterns")
        return {
            "hands": [[self.action_text(each) for each in hand] for hand in state.hands],
            "unused": [self.action_text(each) for each in state.unused],
        }


def _new(setup: Setup) -> LanternState:
    state = LanternState()
    state.players = setup.players
    state.hands, state.unused, state.gone = [], [], []
    state.lit = [NONE] * setup.players
    state.points = [0] * setup.players
    state.lowest = setup.options["lowest"] == "on"
    state.seat, state.turn = 0, 1
    state.over, state.ending = False, ""
    state.journal = None
    return state


def _own(observation: Observation) -> LanternObservation:
    if not isinstance(observation, LanternObservation):
        raise TypeError(f"{type(observation).__name__} is no observation of Lanterns")
    return observation
