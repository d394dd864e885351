"""From the domain to messages; the only module of the referee that knows both.

Ids travel in columns. A game may bring typed messages whose fields are named like the columns it
declares (a law ties them), so one translation serves every game; any other game travels in the
generic form, with the names beside the numbers.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from google.protobuf import any_pb2
from google.protobuf.descriptor import Descriptor
from google.protobuf.message import Message

from referee.games.contract import Game, Setup
from referee.games.course import Ask
from referee.v1 import generic_pb2, play_pb2

Columns = Mapping[str, Sequence[int] | Sequence[str] | int]


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


def position_fields(game: Game, ask: Ask) -> dict[str, Any]:
    """What a seat is told about the game, as fields of its `ActRequest`."""
    names = _names(game)
    spelled = zip(*map(names.spell, ask.legal), strict=True)
    events = dict(zip(names.event, zip(*ask.events, strict=True), strict=False))
    observation = ask.observation.columns()
    actions = {"id": ask.legal, **dict(zip(game.action_columns, spelled, strict=True))}
    if messages := game.parts.messages:
        position = {"events": events, "observation": observation, "actions": actions}
        if place := _place(play_pb2.ActRequest.DESCRIPTOR, "position", messages.position):
            return {place: position}
        typed = any_pb2.Any()
        typed.Pack(messages.position(**position))
        return {"typed": typed}
    told = {name: events.get(name, ()) for name in names.event}
    generic = {"events": told, "observation": observation, "actions": actions}
    return {"generic": {part: _generic(columns) for part, columns in generic.items()}}


class _Names(NamedTuple):
    """What is equal in every position of a game."""

    event: tuple[str, ...]
    """The columns of an event."""
    spell: Callable[[int], tuple[int, ...]]
    """The values of an action's columns; looked up once for each action."""


@cache
def _names(game: Game) -> _Names:
    return _Names(("kind", *game.event_columns), cache(game.action_fields))


@cache
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
