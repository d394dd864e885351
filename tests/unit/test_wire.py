"""What the referee sends is what a bot reads, for every game and in both forms."""

import dataclasses
from collections.abc import Iterator
from typing import Any

import pytest
from google.protobuf.message import Message

from arena.sdk.wire import read_settings
from referee.games import registry
from referee.games.contract import Game, Setup
from referee.games.course import Ask
from referee.games.parts import Messages, Parts
from referee.games.registry import game_names, get_game
from referee.match.clock import Control, SeatClock
from referee.match.session import Reply, Session
from referee.match.verdict import Termination
from referee.talk import wire
from referee.talk.messages import question_bytes
from referee.talk.wire import components_to_pb, settings_to_pb
from referee.v1 import play_pb2
from tests.laws.setups import CASES, Case
from tests.sdk.questions import read_ask
from tests.toy.game import Toy, ToyObservation

TYPED = tuple(name for name in game_names() if get_game(name).parts.messages)
TOYS = [
    Case(Toy(), Toy().setup(players, {"refill": "on"}), f"toy-{players}") for players in (2, 4)
]


def messages_of(game: Game) -> Messages:
    assert game.parts.messages is not None
    return game.parts.messages


def positions(game: Game, setup: Setup) -> Iterator[Ask]:
    """What the seats of one match are asked, a different choice each time."""
    session = Session(game, setup, bytes(32))
    session.begin()
    while (ask := session.due) is not None:
        yield ask
        session.answer(Reply(ask.step % len(ask.legal)))


def over_the_wire(request: play_pb2.ActRequest) -> play_pb2.ActRequest:
    return play_pb2.ActRequest.FromString(request.SerializeToString())


@pytest.mark.parametrize("case", [*CASES, *TOYS], ids=lambda case: case.name)
def test_a_bot_reads_exactly_the_position_the_referee_wrote(case: Case) -> None:
    for position in positions(case.game, case.setup):
        request = play_pb2.ActRequest.FromString(wire.position(case.game, position))

        read = read_ask(case.game, over_the_wire(request))

        assert read.observation == position.observation
        assert read.events == position.events
        assert read.legal == position.legal


@pytest.mark.parametrize("case", [*CASES, *TOYS], ids=lambda case: case.name)
def test_a_question_is_the_bytes_that_the_library_would_write(case: Case) -> None:
    clock = SeatClock(Control(bank_us=10**9, hang_us=10**7))
    for ask in positions(case.game, case.setup):
        for texts in (False, True):
            told = question_bytes(case.game, case.setup, clock, ask, number=200, want_text=texts)
            read = play_pb2.ActRequest.FromString(told)

            assert read.SerializeToString() == told
            assert (read.match, read.step, tuple(read.gives_up)) == (200, ask.step, ask.gives_up)
            assert (read.clock.bank_us, read.clock.budget_us) == (10**9, 10**7)


@pytest.mark.parametrize("name", game_names())
def test_every_game_can_travel_in_the_generic_form(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = get_game(name)
    monkeypatch.setattr(type(game), "parts", Parts())
    for position in positions(game, game.setup(game.players[0])):
        request = play_pb2.ActRequest.FromString(wire.position(game, position))

        assert request.WhichOneof("position") == "generic"
        read = read_ask(game, over_the_wire(request))

        assert (read.observation, read.events, read.legal) == (
            position.observation,
            position.events,
            position.legal,
        )


@pytest.mark.parametrize("name", TYPED)
def test_a_game_with_messages_of_its_own_travels_in_them(name: str) -> None:
    game = get_game(name)
    setup = game.setup(game.players[0])
    position, start = next(positions(game, setup)), play_pb2.MatchStart()

    request = play_pb2.ActRequest.FromString(wire.position(game, position))
    components_to_pb(game, setup, start)

    assert request.WhichOneof("position") == name
    assert start.WhichOneof("components") == name


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_components_arrive_as_the_game_has_them(case: Case) -> None:
    start = play_pb2.MatchStart()
    components_to_pb(case.game, case.setup, start)
    read = play_pb2.MatchStart.FromString(start.SerializeToString())
    told = case.game.components(case.setup)

    form = read.WhichOneof("components")
    if form == "generic":
        sent = {column.name: [*column.numbers, *column.texts] for column in read.generic.columns}
        assert tuple(read.generic.event_kinds) == case.game.event_kinds
    else:
        message = getattr(read, case.game.name)
        sent = {name: list(getattr(message, name)) for name in told}
    assert sent == {name: list(column) for name, column in told.items()}


def test_the_generic_form_brings_names_of_columns_and_kinds_along() -> None:
    game = Toy()
    setup = game.setup(2)
    position, start = next(positions(game, setup)), play_pb2.MatchStart()

    request = play_pb2.ActRequest.FromString(wire.position(game, position))
    components_to_pb(game, setup, start)

    assert [column.name for column in request.generic.events] == ["kind", "seat", "card"]
    assert [column.name for column in request.generic.actions] == ["id", "card", "fold"]
    assert [column.name for column in request.generic.observation] == [
        field.name for field in dataclasses.fields(game.observation_type)
    ]
    assert [column.name for column in start.generic.columns] == ["card_value", "card_name"]
    assert tuple(start.generic.event_kinds) == game.event_kinds


def test_a_game_whose_annotations_are_texts_is_read_all_the_same() -> None:
    @dataclasses.dataclass(frozen=True)
    class Later(ToyObservation):
        extra: "int"
        more: "tuple[int, ...]"

    class LaterToy(Toy):
        observation_type = Later

    game = LaterToy()
    position = next(positions(Toy(), Toy().setup(2)))
    columns: dict[str, Any] = dict(position.observation.columns())
    seen = Later(**columns, extra=5, more=(6, 7))
    position = position._replace(observation=seen)
    request = play_pb2.ActRequest.FromString(wire.position(game, position))

    assert read_ask(game, over_the_wire(request)).observation == seen


def test_settings_arrive_as_they_were_sent() -> None:
    settings = {"depth": "3", "style": "bold"}

    assert read_settings(settings_to_pb(settings)) == settings


# --- messages and columns are tied ------------------------------------------------------------


@pytest.mark.parametrize("name", TYPED)
def test_messages_have_exactly_the_columns_the_game_declares_in_their_order(name: str) -> None:
    game = get_game(name)
    messages = messages_of(game)
    setup = game.setup(game.players[0])

    def names(message: Message) -> list[str]:
        return [field.name for field in message.DESCRIPTOR.fields]

    assert names(messages.events()) == ["kind", *game.event_columns]
    assert names(messages.actions()) == ["id", *game.action_columns]
    assert names(messages.components()) == list(game.components(setup))
    assert names(messages.observation()) == [
        field.name for field in dataclasses.fields(game.observation_type)
    ]
    assert names(messages.position()) == ["events", "observation", "actions"]


@pytest.mark.parametrize("name", TYPED)
def test_the_kinds_of_events_have_the_numbers_and_names_the_game_gives_them(name: str) -> None:
    game = get_game(name)
    kinds = messages_of(game).events().DESCRIPTOR.fields_by_name["kind"]
    assert kinds.enum_type is not None
    prefix = f"{name.upper()}_EVENT_KIND_"

    told = {value.number: value.name.removeprefix(prefix) for value in kinds.enum_type.values}

    assert told.pop(0) == "UNSPECIFIED"
    assert told == {i: kind.upper() for i, kind in enumerate(game.event_kinds, start=1)}


@pytest.mark.parametrize("name", TYPED)
def test_an_observation_column_is_repeated_exactly_if_the_game_has_a_tuple(name: str) -> None:
    game = get_game(name)
    message = messages_of(game).observation().DESCRIPTOR

    for field in dataclasses.fields(game.observation_type):
        assert message.fields_by_name[field.name].is_repeated == (field.type is not int)


def test_every_game_of_the_arena_has_messages_of_its_own() -> None:
    assert set(TYPED) == set(registry._OWN)


# --- terminations -----------------------------------------------------------------------------


@pytest.mark.parametrize("termination", Termination)
def test_every_termination_has_its_twin_on_the_wire(termination: Termination) -> None:
    number = play_pb2.Termination.Value(f"TERMINATION_{termination.name}")

    assert number > 0
    assert termination.value == termination.name.lower()


def test_the_wire_has_no_termination_that_the_referee_does_not_know() -> None:
    names = {name.removeprefix("TERMINATION_") for name, _ in play_pb2.Termination.items()}

    assert names == {"UNSPECIFIED", *(one.name for one in Termination)}


def test_only_what_the_host_did_is_void() -> None:
    assert {one for one in Termination if one.void} == {
        Termination.HOST_FAULT,
        Termination.INTERRUPTED,
    }
