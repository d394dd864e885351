"""Whether a database can be read, its records with their digests."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from leaderboard import soundness
from leaderboard.database import SCHEMA
from referee.match.digest import digest_of
from referee.match.record import read_record


def flaws(path: Path) -> Iterator[str]:
    """What is wrong with the database at `path`, a line each; nothing if all can be read."""
    return soundness.flaws(path, SCHEMA, _record_flaw)


def _record_flaw(record: Mapping[str, Any]) -> str | None:
    try:
        read_record(record)
        digest = digest_of(record)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        return f"it is no record ({error!r})"
    # Records of before there were digests have none.
    return None if record.get("digest", digest) == digest else "it does not fit its digest"
