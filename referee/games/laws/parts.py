"""Laws of parts: what a game brings besides its rules fits them. One that it lacks breaks none."""

import dataclasses
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from referee.games.chance import Rng, Streams
from referee.games.contract import Setup
from referee.games.course import Ask, Course
from referee.games.laws.trial import Trial
from referee.games.observation import Observation
from referee.games.parts import Messages
from referee.games.state import Event
from referee.games.told import told

if TYPE_CHECKING:
    from google.protobuf.message import Message


def messages_have_exactly_the_columns_the_game_declares_in_their_order(trial: Trial) -> None:
    """One translation serves every game."""
    game, messages = trial.game, trial.game.parts.messages
    if messages is None:
        return
    fields = dataclasses.fields(game.observation_type)
    for message, columns in (
        (messages.events(), ["kind", *game.event_columns]),
        (messages.actions(), ["id", *game.action_columns]),
        (messages.components(), list(game.components(trial.setup))),
        (messages.observation(), [each.name for each in fields]),
        (messages.position(), ["events", "observation", "actions"]),
    ):
        names = [each.name for each in message.DESCRIPTOR.fields]
        trial.require(
            names == columns, f"{message.DESCRIPTOR.name} has fields {names}, not {columns}"
        )
    seen = messages.observation().DESCRIPTOR.fields_by_name
    for each in fields:
        trial.require(
            seen[each.name].is_repeated == (each.type not in (int, "int")),
            f"column {each.name} of an observation is repeated in one of type and message",
        )


def messages_carry_everything_a_match_tells(trial: Trial) -> None:
    """No number is too large or below zero for its field."""
    messages = trial.game.parts.messages
    if messages is None:
        return
    _require_kept(trial, messages.components, dict(trial.game.components(trial.setup)))
    for seed in trial.seeds():
        for ask in _asks(trial, seed):
            _require_carried(trial, messages, ask)


def _require_carried(trial: Trial, messages: Messages, ask: Ask) -> None:
    game = trial.game
    _require_kept(trial, messages.observation, dict(ask.observation.columns()))
    rows = [(action, *game.action_fields(action)) for action in ask.legal]
    _require_kept(trial, messages.actions, _in_columns(("id", *game.action_columns), rows))
    _require_kept(trial, messages.events, _in_columns(("kind", *game.event_columns), ask.events))


def _in_columns(names: Sequence[str], rows: Sequence[Sequence[int]]) -> dict[str, Any]:
    return {name: [row[place] for row in rows] for place, name in enumerate(names)}


def _require_kept(trial: Trial, make: Any, columns: dict[str, Any]) -> None:  # noqa: ANN401 - protobuf
    written: Message = make(**columns)
    read: Message = make()
    read.ParseFromString(written.SerializeToString())
    for name, column in columns.items():
        value = getattr(read, name)
        kept = value if isinstance(column, int) else list(value)
        sent = column if isinstance(column, int) else list(column)
        trial.require(kept == sent, f"column {name} was sent as {sent} and came as {kept}")


@dataclass
class _Match:
    """A match as views are told it."""

    setup: Setup
    memory: list[Event] = field(default_factory=list)
    kept: dict[str, Any] = field(default_factory=dict)

    @property
    def players(self) -> int:
        return self.setup.players


@dataclass(frozen=True)
class _Action:
    id: int


@dataclass(frozen=True)
class _Turn:
    match: _Match
    observation: Observation
    legal: Sequence[_Action]


def a_view_can_be_made_of_every_question(trial: Trial) -> None:
    """From what the seat was told alone."""
    if not trial.game.parts.view:
        return
    for _, turn in _turns(trial):
        trial.require(trial.game.view(turn) is not None, "there is no view")


def every_question_can_be_told_in_named_objects(trial: Trial) -> None:
    """As JSON, from what the seat was told alone; every action has its own notation."""
    for ask, turn in _turns(trial):
        question = told(trial.game, turn)
        actions, table = question.actions(ask.legal, ask.gives_up), question.table()
        texts = {action["text"] for action in actions}
        trial.require(len(texts) == len(ask.legal), "two actions have the same text")
        trial.require(
            table.get("turn") == ask.observation.turn, "a table does not begin with its turn"
        )
        news = question.news(ask.events)
        trial.require(len(news) == len(ask.events), "not every event is told")
        named = {"actions": actions, "table": table, "news": news}
        trial.require(json.loads(json.dumps(named)) == named, "what is told is no plain JSON")


def _turns(trial: Trial) -> Iterator[tuple[Ask, _Turn]]:
    """Every question of some matches, as its seat was told it."""
    for seed in trial.seeds():
        matches = [_Match(trial.setup) for _ in trial.seats]
        for ask in _asks(trial, seed):
            match = matches[ask.seat]
            match.memory.extend(ask.events)
            legal = [_Action(action) for action in ask.legal]
            yield ask, _Turn(match, ask.observation, legal)


def a_style_considers_legal_actions_and_judges_every_seat(trial: Trial) -> None:
    """At every step, and wherever it has played on to."""
    style = trial.game.style()
    for _ in trial.seeds():
        for step, state in trial.states():
            if state.over or step % 5:
                continue
            chosen = style.candidates(state)
            legal = state.legal_actions()
            trial.require(chosen, "the style considers nothing")
            trial.require(chosen == sorted(chosen), f"what it considers is not sorted: {chosen}")
            trial.require(
                set(chosen) <= set(legal), f"it considers {chosen} where {legal} is legal"
            )
            guess = state.determinize(state.seat, Rng(step))
            style.play_on(guess, Rng(step))
            judged = len(style.points(guess))
            trial.require(judged == len(trial.seats), f"it judges {judged} seats")


def a_swapper_tells_each_kind_of_secret_and_what_is_known(trial: Trial) -> None:
    """The same for a state and its clone."""
    if not trial.game.parts.swapper:
        return
    swapper = trial.game.swapper()
    kinds = swapper.kinds(trial.setup)
    trial.require(kinds, "there is no kind of secret: without secrets no swapper is needed")
    for _ in trial.seeds():
        for _, state in trial.states():
            for seat in trial.seats:
                told = swapper.secrets(state, seat)
                lacking = [kind for kind in kinds if kind not in told]
                trial.require(not lacking, f"secrets {lacking} are not told")
                known = swapper.known(state, seat) == swapper.known(state.clone(), seat)
                trial.require(known, "something else is known of a clone")


def _asks(trial: Trial, seed: int) -> list[Ask]:
    """Every question of one match."""
    course = Course(trial.game, trial.setup, Streams(seed.to_bytes(32, "big")))
    rng = Rng(seed)
    asked: list[Ask] = []
    while not course.over:
        asked.append(course.ask())
        course.decide(course.legal[rng.below(len(course.legal))])
    return asked


LAWS = (
    messages_have_exactly_the_columns_the_game_declares_in_their_order,
    messages_carry_everything_a_match_tells,
    a_view_can_be_made_of_every_question,
    every_question_can_be_told_in_named_objects,
    a_style_considers_legal_actions_and_judges_every_seat,
    a_swapper_tells_each_kind_of_secret_and_what_is_known,
)
