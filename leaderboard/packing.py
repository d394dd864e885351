"""Records and logs as bytes, and back without loss.

A database may come from anywhere: what is unpacked has a bound, which nothing of ours comes near.
"""

import json
import zlib
from collections.abc import Mapping
from typing import Final

MOST_BYTES: Final = 256 * 1024 * 1024
_LEVEL: Final = 1
"""Of compression: a tenth larger than the usual one, in half of its time."""


def pack_record(record: Mapping[str, object]) -> bytes:
    """A JSON-able record, compressed. The order of keys is kept."""
    return zlib.compress(
        json.dumps(record, separators=(",", ":"), allow_nan=False).encode("ascii"),
        _LEVEL,
    )


def unpack_record(packed: bytes) -> dict[str, object]:
    """The record that was packed."""
    record = json.loads(_unpacked(packed))
    if not isinstance(record, dict):
        raise ValueError("what was packed is no record")
    return record


def pack_text(text: str) -> bytes:
    """A text, compressed; bytes that were no text when they were read survive as well."""
    return zlib.compress(text.encode("utf-8", "surrogatepass"))


def unpack_text(packed: bytes) -> str:
    """The text that was packed."""
    return _unpacked(packed).decode("utf-8", "surrogatepass")


def _unpacked(packed: bytes) -> bytes:
    """The bytes that were compressed; zlib.error if they are torn, or more than may be."""
    stream = zlib.decompressobj()
    whole = stream.decompress(packed, MOST_BYTES)
    if not stream.eof:
        what = f"over {MOST_BYTES >> 20} MB" if len(whole) == MOST_BYTES else "cut off"
        raise zlib.error(f"what was packed is {what}")
    return whole
