"""From messages to what a bot sees; the only module of the kit that knows both.

The messages of a game have fields named like the columns that the game declares, so one
translation serves every game; the generic form brings the names along. Which messages those are
the game itself tells.
"""

import dataclasses
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from operator import attrgetter
from types import SimpleNamespace
from typing import Any, NamedTuple

from referee.games.contract import Game
from referee.games.observation import Observation
from referee.games.state import Event
from referee.v1 import generic_pb2, play_pb2


class Question:
    """A question as it came; each part of it is read where it is looked at."""

    def __init__(self, game: Game, request: play_pb2.ActRequest) -> None:
        self.step = request.step
        self._game = game
        self._request = request
        self._position = _position(game, request)

    @property
    def legal(self) -> Sequence[int]:
        """Action ids, in the order in which answers index them."""
        ids: Sequence[int] = self._position.actions.id
        return ids

    @property
    def gives_up(self) -> Sequence[int]:
        """Indices into `legal`."""
        return self._request.gives_up

    @property
    def events(self) -> tuple[Event, ...]:
        """What was announced since the last question."""
        return tuple(zip(*_layout(self._game).events(self._position.events), strict=True))

    @property
    def observation(self) -> Observation:
        """What lies open."""
        layout, came = _layout(self._game), self._position.observation
        seen: dict[str, Any] = {name: getattr(came, name) for name in layout.numbers}
        seen.update((name, tuple(getattr(came, name))) for name in layout.lists)
        return self._game.observation_type(**seen)


class _Layout(NamedTuple):
    """Where the values of a game's positions are found; looked up once for each game."""

    events: Callable[[Any], tuple[Any, ...]]
    """Gets the columns of the events."""
    numbers: tuple[str, ...]
    """The columns of an observation that are one number."""
    lists: tuple[str, ...]


def _position(game: Game, request: play_pb2.ActRequest) -> Any:  # noqa: ANN401 - each has its own
    """Events, observation and actions, each with an attribute for every column."""
    form = request.WhichOneof("position")
    if form == "generic":
        return _generic(game, request.generic)
    return _unpacked(game, request) if form == "typed" else getattr(request, form or "")


def _generic(game: Game, position: generic_pb2.GenericPosition) -> SimpleNamespace:
    observation = _by_name(position.observation)
    observation |= {name: observation[name][0] for name in _layout(game).numbers}
    return SimpleNamespace(
        events=SimpleNamespace(**_by_name(position.events)),
        observation=SimpleNamespace(**observation),
        actions=SimpleNamespace(**_by_name(position.actions)),
    )


@cache
def _layout(game: Game) -> _Layout:
    fields = dataclasses.fields(game.observation_type)
    return _Layout(
        events=_getter(("kind", *game.event_columns)),
        numbers=tuple(field.name for field in fields if _is_int(field)),
        lists=tuple(field.name for field in fields if not _is_int(field)),
    )


def _getter(names: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:
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


def _by_name(columns: Iterable[generic_pb2.Column]) -> dict[str, Any]:
    return {column.name: column.numbers for column in columns}


def _is_int(field: "dataclasses.Field[Any]") -> bool:
    """Whether a column of an observation is one number; annotations may be texts."""
    return field.type in (int, "int")
