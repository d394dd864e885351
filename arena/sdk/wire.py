"""From messages to what a bot sees; the only module of the kit that knows both.

The messages of a game have fields named like the columns that the game declares, so one
translation serves every game; the generic form brings the names along.
"""

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.games.contract import Game
from referee.games.observation import Observation
from referee.games.state import Event
from referee.v1 import generic_pb2, play_pb2


@dataclass(frozen=True)
class Position:
    """What a request tells about the game."""

    events: tuple[Event, ...]
    observation: Observation
    legal: tuple[int, ...]


def read_position(game: Game, request: play_pb2.ActRequest) -> Position:
    """The position laid out in `request`."""
    event_names = ("kind", *game.event_columns)
    fields = dataclasses.fields(game.observation_type)
    if request.HasField("generic"):
        told = _columns(request.generic.events)
        seen = _columns(request.generic.observation)
        legal: Sequence[int] = _columns(request.generic.actions)["id"]
        values: Mapping[str, Any] = {
            field.name: seen[field.name][0] if _is_int(field) else tuple(seen[field.name])
            for field in fields
        }
    else:
        message = getattr(request, game.name)
        told = {name: getattr(message.events, name) for name in event_names}
        legal = message.actions.id
        seen = {field.name: getattr(message.observation, field.name) for field in fields}
        values = {
            field.name: seen[field.name] if _is_int(field) else tuple(seen[field.name])
            for field in fields
        }
    events = zip(*(told[name] for name in event_names), strict=True)
    return Position(tuple(events), game.observation_type(**values), tuple(legal))


def read_settings(settings: Iterable[play_pb2.Setting]) -> dict[str, str]:
    """Names with their values."""
    return {setting.name: setting.value for setting in settings}


def _columns(columns: Iterable[generic_pb2.Column]) -> Mapping[str, Sequence[int]]:
    return {column.name: column.numbers for column in columns}


def _is_int(field: "dataclasses.Field[Any]") -> bool:
    """Whether a column of an observation is one number; annotations may be texts."""
    return field.type in (int, "int")
