"""Records and logs as bytes, and back without loss."""

import json
import zlib
from collections.abc import Mapping


def pack_record(record: Mapping[str, object]) -> bytes:
    """A JSON-able record, compressed. The order of keys is kept."""
    return zlib.compress(
        json.dumps(record, separators=(",", ":"), allow_nan=False).encode("ascii")
    )


def unpack_record(packed: bytes) -> dict[str, object]:
    """The record that was packed."""
    record = json.loads(zlib.decompress(packed))
    if not isinstance(record, dict):
        raise ValueError("what was packed is no record")
    return record


def pack_text(text: str) -> bytes:
    """A text, compressed; bytes that were no text when they were read survive as well."""
    return zlib.compress(text.encode("utf-8", "surrogatepass"))


def unpack_text(packed: bytes) -> str:
    """The text that was packed."""
    return zlib.decompress(packed).decode("utf-8", "surrogatepass")
