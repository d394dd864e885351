"""From the domain to messages; the only module of the referee that knows both.

Ids travel in columns. A game may bring typed messages whose fields are named like the columns it
declares (a law ties them), so one translation serves every game; any other game travels in the
generic form, with the names beside the numbers.
"""

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, Final, NamedTuple

from google.protobuf import any_pb2
from google.protobuf.descriptor import Descriptor
from google.protobuf.message import Message

from referee.games.contract import Game, Setup
from referee.games.course import Ask
from referee.games.parts import Messages
from referee.talk.columns import Column, columns_of, opening, varint, written
from referee.v1 import generic_pb2, play_pb2

Columns = Mapping[str, Sequence[int] | Sequence[str] | int]
Values = Iterable[Any]
"""Of columns, one after the other."""
_URLS: Final = "type.googleapis.com"
_request: Final[Callable[..., play_pb2.ActRequest]] = play_pb2.ActRequest
"""A message of fields: protobuf takes dictionaries where its stubs know of messages alone."""


def components_to_pb(game: Game, setup: Setup, start: play_pb2.MatchStart) -> None:
    """Explain the game's ids in `start`."""
    columns = game.components(setup)
    if messages := game.parts.messages:
        components = messages.components(**columns)
        # Where the contract has no place for this message it travels as one it does not know.
        if place := _place(start.DESCRIPTOR, "components", messages.components):
            getattr(start, place).CopyFrom(components)
        else:
            start.typed.Pack(components)
    else:
        start.generic.columns.extend(_generic(columns))
        start.generic.event_kinds.extend(game.event_kinds)


def position(game: Game, ask: Ask) -> bytes:
    """What a seat is told about the game, as bytes of its `ActRequest`."""
    form = _form(game, game.parts.messages)
    events = zip(*ask.events, strict=True)
    spelled = zip(*map(form.spell, ask.legal), strict=True)
    if (typed := form.typed) is None:
        return _generic_position(game, ask, events, spelled)
    told = (
        typed.events.written(events)
        + typed.observation.written(form.seen(ask.observation))
        + typed.actions.written((ask.legal, *spelled))
    )
    if form.place:
        return form.place + varint(len(told)) + told
    anything = any_pb2.Any(type_url=f"{_URLS}/{typed.name}", value=told)
    return play_pb2.ActRequest(typed=anything).SerializeToString()


class _Part(NamedTuple):
    """One of the messages that a position is made of."""

    begin: bytes
    """What stands before its length."""
    columns: tuple[Column, ...]

    def written(self, values: Values) -> bytes:
        """The part with these values."""
        told = written(self.columns, values)
        return self.begin + varint(len(told)) + told


class _Typed(NamedTuple):
    """A game's own messages."""

    name: str
    events: _Part
    observation: _Part
    actions: _Part


class _Form(NamedTuple):
    """What is equal in every position of a game."""

    spell: Callable[[int], tuple[int, ...]]
    """The values of an action's columns; looked up once for each action."""
    seen: Callable[[Any], Iterable[Any]]
    """The values of an observation's columns."""
    typed: _Typed | None
    """None if it travels in the generic form."""
    place: bytes
    """What stands before a position of this game; empty if the contract has no place for it."""


@cache
def _form(game: Game, messages: Messages | None) -> _Form:
    spell = cache(game.action_fields)
    columns = tuple(field.name for field in dataclasses.fields(game.observation_type))
    seen = attrgetter(*columns)
    if messages is None:
        return _Form(spell, seen, None, b"")
    described = messages.position().DESCRIPTOR

    def part(name: str, message: Callable[..., Message], columns: Sequence[str]) -> _Part:
        begin = opening(described.fields_by_name[name].number)
        return _Part(begin, columns_of(message, columns))

    typed = _Typed(
        described.full_name,
        part("events", messages.events, ("kind", *game.event_columns)),
        part("observation", messages.observation, columns),
        part("actions", messages.actions, ("id", *game.action_columns)),
    )
    frame = play_pb2.ActRequest.DESCRIPTOR
    place = _place(frame, "position", messages.position)
    begin = opening(frame.fields_by_name[place].number) if place else b""
    return _Form(spell, seen, typed, begin)


def _generic_position(game: Game, ask: Ask, events: Values, spelled: Values) -> bytes:
    names = ("kind", *game.event_columns)
    told: dict[str, Any] = {
        "events": dict.fromkeys(names, ()) | dict(zip(names, events, strict=False)),
        "observation": ask.observation.columns(),
        "actions": {"id": ask.legal, **dict(zip(game.action_columns, spelled, strict=True))},
    }
    generic = {part: _generic(columns) for part, columns in told.items()}
    return _request(generic=generic).SerializeToString()


def _place(frame: Descriptor, oneof: str, message: Callable[..., Message]) -> str:
    """The field of a choice that holds such messages; empty if there is none."""
    described = message().DESCRIPTOR
    fields = frame.oneofs_by_name[oneof].fields
    return next((field.name for field in fields if field.message_type is described), "")


def settings_to_pb(settings: Mapping[str, str]) -> list[play_pb2.Setting]:
    """Names with their values."""
    return [play_pb2.Setting(name=name, value=value) for name, value in settings.items()]


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
