"""Columns of numbers as the bytes of a message, laid down as protobuf lays them down.

A question is made for every decision, and nearly all of it are short columns of small numbers.
Protobuf's library takes its time with them: it looks up each field by name, and takes one number
after the other. But a packed number below 128 is one byte, so Python makes most columns at once.
Whatever is not of that kind is left to the library, its refusals as well.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

_BYTES: Final = 2
"""The wire's word for a field that is so many bytes."""
_MORE: Final = 0x80
"""Set in all bytes of a number but the last."""
_PLAIN: Final = {
    getattr(FieldDescriptor, f"TYPE_{name}")
    for name in ("UINT32", "UINT64", "INT32", "INT64", "ENUM")
}
_SIGNED: Final = {FieldDescriptor.TYPE_SINT32, FieldDescriptor.TYPE_SINT64}
_UNFOLDED: Final[Mapping[int, int]] = {
    number: 2 * number if number >= 0 else -2 * number - 1
    for number in range(-_MORE // 2, _MORE // 2)
}
"""Signed numbers of one byte, as what stands in it."""

Column = Callable[[Any], bytes]
"""Writes the values of a column, or its one value."""


@lru_cache(maxsize=4096)
def varint(number: int) -> bytes:
    """A number as the wire has it, seven bits a byte, the low ones first."""
    if number < _MORE:
        return bytes((number,))
    return bytes((number % _MORE | _MORE,)) + varint(number // _MORE)


def opening(number: int) -> bytes:
    """What stands before the length of a field that is so many bytes."""
    return varint(number << 3 | _BYTES)


def written(columns: Sequence[Column], values: Iterable[Any]) -> bytes:
    """A message of these columns."""
    return b"".join([write(value) for write, value in zip(columns, values, strict=False)])


def columns_of(message: Callable[..., Message], names: Iterable[str]) -> tuple[Column, ...]:
    """The columns of these names in such messages."""
    fields: Mapping[str, Any] = message().DESCRIPTOR.fields_by_name
    return tuple(_column(message, fields[name]) for name in names)


def _column(message: Callable[..., Message], field: FieldDescriptor) -> Column:
    def by_library(value: object) -> bytes:
        return message(**{field.name: value}).SerializeToString()

    if field.type not in _PLAIN | _SIGNED or field.is_repeated != field.is_packed:
        return by_library
    if not field.is_repeated:
        return lru_cache(maxsize=1024)(by_library)
    signed = _UNFOLDED.__getitem__ if field.type in _SIGNED else None
    return _packed(opening(field.number), signed, by_library)


def _packed(begin: bytes, signed: Callable[[int], int] | None, by_library: Column) -> Column:
    heads = [begin + varint(length) for length in range(_MORE)]

    def write(values: Sequence[int]) -> bytes:
        if not values:
            return b""
        try:
            small = bytes(values if signed is None else map(signed, values))
        except (KeyError, ValueError):  # negative or large
            return by_library(values)
        if len(small) < _MORE and small.isascii():
            return heads[len(small)] + small
        return by_library(values)

    return write
