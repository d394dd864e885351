"""Columns are the very bytes that protobuf's library would make of them."""

from random import Random

import pytest

from referee.talk.columns import columns_of, varint, written
from referee.v1 import kupferkessel_pb2, play_pb2, trapper_pb2

SEEN = trapper_pb2.TrapperObservation
UNSIGNED, SIGNED = "trappers", "board"
EDGES = (0, 1, 63, 64, 127, 128, 255, 256, 16_383, 16_384, 2**31 - 1)


def wrote(name: str, value: object) -> bytes:
    return written(columns_of(SEEN, [name]), [value])


@pytest.mark.parametrize("length", [0, 1, 5, 127, 128, 300])
@pytest.mark.parametrize("most", [1, 63, 127, 128, 255, 2**31 - 1])
def test_a_column_is_written_as_the_library_writes_it(length: int, most: int) -> None:
    chance = Random(length * most)
    plain = [chance.randint(0, most) for _ in range(length)]
    signed = tuple(chance.randint(-most - 1, most) for _ in range(length))

    assert wrote(UNSIGNED, plain) == SEEN(trappers=plain).SerializeToString()
    assert wrote(SIGNED, signed) == SEEN(board=signed).SerializeToString()


@pytest.mark.parametrize("value", EDGES)
def test_a_number_is_written_as_the_library_writes_it(value: int) -> None:
    assert wrote("turn", value) == SEEN(turn=value).SerializeToString()
    assert wrote("target", -value) == SEEN(target=-value).SerializeToString()
    assert varint(play_pb2.ActRequest.STEP_FIELD_NUMBER << 3) + varint(value or 1) == (
        play_pb2.ActRequest(step=value or 1).SerializeToString()
    )


@pytest.mark.parametrize("value", [[-1], [2**32]])
def test_what_no_column_can_hold_is_refused(value: list[int]) -> None:
    with pytest.raises(ValueError, match="range"):
        wrote(UNSIGNED, value)


def test_columns_of_other_kinds_are_left_to_the_library() -> None:
    message = play_pb2.ActRequest
    columns = columns_of(message, ["table_text", "action_texts", "gives_up"])

    told = written(columns, ["a", ["b", "c"], [1]])

    assert message.FromString(told) == message(
        table_text="a", action_texts=["b", "c"], gives_up=[1]
    )


def test_columns_that_are_missing_at_the_end_are_left_out() -> None:
    columns = columns_of(kupferkessel_pb2.KupferkesselEvents, ["kind", "seat", "place"])

    assert written(columns, ()) == b""
