"""From messages to what a bot sees; the only module of the kit that knows both.

The messages of a game have fields named like the columns that the game declares, so one
translation serves every game; the generic form brings the names along. Which messages those are
the game itself tells.
"""

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple

from referee.games.contract import Game
from referee.games.course import Ask
from referee.v1 import generic_pb2, play_pb2

_Getter = Callable[[Any], tuple[Any, ...]]
"""Gets columns of a message."""


class _Layout(NamedTuple):
    """Where the values of a game's positions are found; looked up once for each game."""

    events: tuple[str, ...]
    numbers: tuple[str, ...]
    """The columns of an observation that are one number."""
    lists: tuple[str, ...]
    typed_events: _Getter
    typed_numbers: _Getter
    typed_lists: _Getter


class _Columns(NamedTuple):
    """A position as it came."""

    events: Sequence[Sequence[int]]
    numbers: Sequence[Any]
    lists: Sequence[Sequence[int]]
    legal: Sequence[int]


def read_ask(game: Game, request: play_pb2.ActRequest) -> Ask:
    """The question that `request` puts."""
    layout = _layout(game)
    form = request.WhichOneof("position")
    if form == "generic":
        came = _generic(layout, request.generic)
    else:
        message = _unpacked(game, request) if form == "typed" else getattr(request, form or "")
        came = _typed(layout, message)
    seen: dict[str, Any] = dict(zip(layout.numbers, came.numbers, strict=True))
    seen.update(zip(layout.lists, map(tuple, came.lists), strict=True))
    observation = game.observation_type(**seen)
    return Ask(
        seat=observation.seat,
        step=request.step,
        legal=tuple(came.legal),
        gives_up=tuple(request.gives_up),
        observation=observation,
        events=tuple(zip(*came.events, strict=True)),
    )


def _generic(layout: _Layout, position: generic_pb2.GenericPosition) -> _Columns:
    events, observation = _by_name(position.events), _by_name(position.observation)
    return _Columns(
        events=[events[name] for name in layout.events],
        numbers=[observation[name][0] for name in layout.numbers],
        lists=[observation[name] for name in layout.lists],
        legal=_by_name(position.actions)["id"],
    )


def _typed(layout: _Layout, position: Any) -> _Columns:  # noqa: ANN401 - each game has its own
    return _Columns(
        events=layout.typed_events(position.events),
        numbers=layout.typed_numbers(position.observation),
        lists=layout.typed_lists(position.observation),
        legal=position.actions.id,
    )


@cache
def _layout(game: Game) -> _Layout:
    events = ("kind", *game.event_columns)
    fields = dataclasses.fields(game.observation_type)
    numbers = tuple(field.name for field in fields if _is_int(field))
    lists = tuple(field.name for field in fields if not _is_int(field))
    return _Layout(events, numbers, lists, _getter(events), _getter(numbers), _getter(lists))


def _getter(names: tuple[str, ...]) -> _Getter:
    """Gets the fields of these names, always as a tuple."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda message: tuple(getattr(message, name) for name in names)


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


def _by_name(columns: Iterable[generic_pb2.Column]) -> Mapping[str, Sequence[int]]:
    return {column.name: column.numbers for column in columns}


def _is_int(field: "dataclasses.Field[Any]") -> bool:
    """Whether a column of an observation is one number; annotations may be texts."""
    return field.type in (int, "int")
