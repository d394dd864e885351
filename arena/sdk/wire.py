"""From messages to what a bot sees; the only module of the kit that knows both.

The messages of a game have fields named like the columns that the game declares, so one
translation serves every game; the generic form brings the names along. Which messages those are
the game itself tells.
"""

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from referee.games.contract import Game
from referee.games.course import Ask
from referee.v1 import generic_pb2, play_pb2

_Read = tuple[list[Sequence[int]], Mapping[str, Any], Sequence[int]]
"""The columns of the events, the observation by name, the ids of the legal actions."""


def read_ask(game: Game, request: play_pb2.ActRequest) -> Ask:
    """The question that `request` puts."""
    form = request.WhichOneof("position")
    if form == "generic":
        told, seen, legal = _generic(game, request.generic)
    else:
        message = _unpacked(game, request) if form == "typed" else getattr(request, form or "")
        told, seen, legal = _typed(game, message)
    observation = game.observation_type(**seen)
    return Ask(
        seat=observation.seat,
        step=request.step,
        legal=tuple(legal),
        gives_up=tuple(request.gives_up),
        observation=observation,
        events=tuple(zip(*told, strict=True)),
    )


def _generic(game: Game, position: generic_pb2.GenericPosition) -> _Read:
    events, actions = _columns(position.events), _columns(position.actions)
    columns = _columns(position.observation)
    seen = {
        field.name: columns[field.name][0] if _is_int(field) else tuple(columns[field.name])
        for field in dataclasses.fields(game.observation_type)
    }
    return [events[name] for name in _event_names(game)], seen, actions["id"]


def _typed(game: Game, position: Any) -> _Read:  # noqa: ANN401 - each game has its own messages
    events, observation = position.events, position.observation
    seen = {}
    for field in dataclasses.fields(game.observation_type):
        value = getattr(observation, field.name)
        seen[field.name] = value if _is_int(field) else tuple(value)
    return [getattr(events, name) for name in _event_names(game)], seen, position.actions.id


def _event_names(game: Game) -> tuple[str, ...]:
    return ("kind", *game.event_columns)


def _unpacked(game: Game, request: play_pb2.ActRequest) -> Any:  # noqa: ANN401 - the game's own
    """The game's own message, as the game itself explains it."""
    if game.parts.messages is None:
        raise LookupError(f"{game.name} came in messages of its own, but brings none here")
    message = game.parts.messages.position()
    if not request.typed.Unpack(message):
        raise TypeError(f"{request.typed.type_url} is no message of {game.name}")
    return message


def read_settings(settings: Iterable[play_pb2.Setting]) -> dict[str, str]:
    """Names with their values."""
    return {setting.name: setting.value for setting in settings}


def _columns(columns: Iterable[generic_pb2.Column]) -> Mapping[str, Sequence[int]]:
    return {column.name: column.numbers for column in columns}


def _is_int(field: "dataclasses.Field[Any]") -> bool:
    """Whether a column of an observation is one number; annotations may be texts."""
    return field.type in (int, "int")
