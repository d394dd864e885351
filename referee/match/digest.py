"""The digest of a record: SHA-256 over everything in it that is the same in every run.

It covers the record's JSON form with sorted keys and no spaces, without

- ``run`` and the ``elapsed_us`` of moves, because they differ between two runs of a match whose
  records are equal;
- ``seed`` and ``secret``, because they are added when the tournament is over, and are checked by
  their own hashes;
- the digest itself.

Whoever changes a record can make its digest anew. It finds what went wrong by accident, and with
a digest that was published before it finds everything: also notes, evaluations and sentences,
which do not follow from the rules.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Final

_LEFT_OUT: Final = ("run", "seed", "secret")


def canonical(value: object) -> str:
    """The one JSON text of a value: sorted keys, no spaces, nothing but ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def lasting(record: Mapping[str, Any]) -> dict[str, Any]:
    """The part of a record's JSON form that is the same in every run; its digest with it."""
    kept = {name: value for name, value in record.items() if name not in _LEFT_OUT}
    kept["moves"] = [
        {name: value for name, value in move.items() if name != "elapsed_us"}
        for move in record["moves"]
    ]
    return kept


def digest_of(record: Mapping[str, Any]) -> str:
    """The digest of a record's JSON form, in hexadecimal."""
    kept = lasting(record)
    kept.pop("digest", None)
    return hashlib.sha256(canonical(kept).encode("ascii")).hexdigest()
