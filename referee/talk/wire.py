"""From the domain to messages; the only module of the referee that knows both.

Ids travel in columns. A game of the arena has typed messages whose fields are named like the
columns it declares (a test ties them), so one translation serves every game; any other game
travels in the generic form, with the names beside the numbers.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from google.protobuf.message import Message

from referee.games.contract import Game, Setup
from referee.games.observation import Observation
from referee.games.state import Event
from referee.v1 import generic_pb2, kupferkessel_pb2, play_pb2, trapper_pb2

Columns = Mapping[str, Sequence[int] | Sequence[str] | int]


@dataclass(frozen=True)
class _Messages:
    """The messages of a game; their fields are named like the game's columns."""

    components: Callable[..., Message]
    events: Callable[..., Message]
    observation: Callable[..., Message]
    actions: Callable[..., Message]
    position: Callable[..., Message]


_TYPED: Final[Mapping[str, _Messages]] = {
    "kupferkessel": _Messages(
        components=kupferkessel_pb2.KupferkesselComponents,
        events=kupferkessel_pb2.KupferkesselEvents,
        observation=kupferkessel_pb2.KupferkesselObservation,
        actions=kupferkessel_pb2.KupferkesselActions,
        position=kupferkessel_pb2.KupferkesselPosition,
    ),
    "trapper": _Messages(
        components=trapper_pb2.TrapperComponents,
        events=trapper_pb2.TrapperEvents,
        observation=trapper_pb2.TrapperObservation,
        actions=trapper_pb2.TrapperActions,
        position=trapper_pb2.TrapperPosition,
    ),
}


@dataclass(frozen=True)
class Position:
    """What a request tells a seat about the game."""

    events: tuple[Event, ...]
    observation: Observation
    legal: tuple[int, ...]
    """Action ids, in the order in which answers index them."""


def components_to_pb(game: Game, setup: Setup, start: play_pb2.MatchStart) -> None:
    """Explain the game's ids in `start`."""
    columns = game.components(setup)
    if game.name in _TYPED:
        getattr(start, game.name).CopyFrom(_TYPED[game.name].components(**columns))
    else:
        start.generic.columns.extend(_generic(columns))
        start.generic.event_kinds.extend(game.event_kinds)


def position_to_pb(game: Game, position: Position, request: play_pb2.ActRequest) -> None:
    """Lay out `position` in `request`."""
    events = _event_columns(game, position.events)
    observation = position.observation.columns()
    actions = _action_columns(game, position.legal)
    if game.name in _TYPED:
        messages = _TYPED[game.name]
        message = messages.position(
            events=messages.events(**events),
            observation=messages.observation(**observation),
            actions=messages.actions(**actions),
        )
        getattr(request, game.name).CopyFrom(message)
    else:
        request.generic.events.extend(_generic(events))
        request.generic.observation.extend(_generic(observation))
        request.generic.actions.extend(_generic(actions))


def settings_to_pb(settings: Mapping[str, str]) -> list[play_pb2.Setting]:
    """Names with their values."""
    return [play_pb2.Setting(name=name, value=value) for name, value in settings.items()]


def _event_columns(game: Game, events: Sequence[Event]) -> dict[str, Sequence[int]]:
    names = ("kind", *game.event_columns)
    columns: Iterable[Sequence[int]] = zip(*events, strict=True) if events else ((),) * len(names)
    return dict(zip(names, columns, strict=True))


def _action_columns(game: Game, legal: Sequence[int]) -> dict[str, Sequence[int]]:
    fields = zip(*(game.action_fields(action) for action in legal), strict=True)
    return {"id": legal, **dict(zip(game.action_columns, fields, strict=True))}


def _generic(columns: Columns) -> list[generic_pb2.Column]:
    result = []
    for name, values in columns.items():
        column = generic_pb2.Column(name=name)
        if isinstance(values, int):
            column.numbers.append(values)
        elif values and isinstance(values[0], str):
            column.texts.extend(str(value) for value in values)
        else:
            column.numbers.extend(int(value) for value in values)
        result.append(column)
    return result
