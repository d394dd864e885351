"""From the domain to messages; the only module of the referee that knows both.

Ids travel in columns. A game may bring typed messages whose fields are named like the columns it
declares (a law ties them), so one translation serves every game; any other game travels in the
generic form, with the names beside the numbers.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from google.protobuf.descriptor import Descriptor
from google.protobuf.message import Message

from referee.games.contract import Game, Setup
from referee.games.course import Ask
from referee.games.state import Event
from referee.v1 import generic_pb2, play_pb2

Columns = Mapping[str, Sequence[int] | Sequence[str] | int]


def components_to_pb(game: Game, setup: Setup, start: play_pb2.MatchStart) -> None:
    """Explain the game's ids in `start`."""
    columns = game.components(setup)
    if messages := game.parts.messages:
        _put(messages.components(**columns), start, "components")
    else:
        start.generic.columns.extend(_generic(columns))
        start.generic.event_kinds.extend(game.event_kinds)


def position_to_pb(game: Game, ask: Ask, request: play_pb2.ActRequest) -> None:
    """Lay out in `request` what a seat is told about the game."""
    events = _event_columns(game, ask.events)
    observation = ask.observation.columns()
    actions = _action_columns(game, ask.legal)
    if messages := game.parts.messages:
        message = messages.position(
            events=messages.events(**events),
            observation=messages.observation(**observation),
            actions=messages.actions(**actions),
        )
        _put(message, request, "position")
    else:
        request.generic.events.extend(_generic(events))
        request.generic.observation.extend(_generic(observation))
        request.generic.actions.extend(_generic(actions))


def _put(message: Message, into: play_pb2.MatchStart | play_pb2.ActRequest, oneof: str) -> None:
    """Where the contract has a place for this message, otherwise as one it does not know."""
    if place := _place(into.DESCRIPTOR, oneof, message.DESCRIPTOR):
        getattr(into, place).CopyFrom(message)
    else:
        into.typed.Pack(message)


@cache
def _place(frame: Descriptor, oneof: str, message: Descriptor) -> str:
    """The field of a choice that holds messages of this type; empty if there is none."""
    fields = frame.oneofs_by_name[oneof].fields
    return next((field.name for field in fields if field.message_type is message), "")


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
