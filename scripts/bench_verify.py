"""How surely and how fast `arena verify` finds changes, in the records of a database.

Takes Kupferkessel matches of two of the newest tournament, changes single bytes of their canonical
form at random, and verifies the unchanged ones against the clock.
"""

import random
import sys
import time
from typing import Any, Final

from leaderboard.database import open_database
from leaderboard.values import MatchFilter
from referee.match.digest import canonical, lasting
from referee.match.verify import parse_json, verify

SEED: Final = 2001
MATCHES: Final = 200
CHANGES: Final = 1000
CHUNKS: Final = 5


def read_records(place: str) -> list[dict[str, Any]]:
    """The newest records of matches of two."""
    wanted = MatchFilter(game="kupferkessel", limit=MATCHES)
    with open_database(place, write=False) as database, database.reading() as store:
        return [store.record(match) for match in store.matches(wanted) if len(match.seats) == 2]


def found(records: list[dict[str, Any]], changes: int) -> int:
    """How many of so many changes of one byte are found."""
    rng = random.Random(SEED)
    texts = [canonical(lasting(record)).encode() for record in records]
    return sum(_is_found(rng.choice(texts), rng) for _ in range(changes))


def _is_found(text: bytes, rng: random.Random) -> bool:
    place = rng.randrange(len(text))
    other = rng.choice([byte for byte in range(256) if byte != text[place]])
    try:
        value = parse_json(text[:place] + bytes([other]) + text[place + 1 :])
    except ValueError:
        return True
    return bool(verify(value).findings)


def speed(records: list[dict[str, Any]]) -> float:
    """Matches in a second, the best of some chunks."""
    best = float("inf")
    for _ in range(CHUNKS):
        started = time.perf_counter()
        for record in records:
            assert not verify(record).findings
        best = min(best, time.perf_counter() - started)
    return len(records) / best


def main() -> None:
    """Print the figures."""
    if len(sys.argv) != 2:
        sys.exit(f"usage: {sys.argv[0]} DATABASE")
    records = read_records(sys.argv[1])
    print(f"{len(records)} records: {speed(records):.0f} matches in a second")
    print(f"{found(records, CHANGES)} of {CHANGES} changes of a byte are found")


if __name__ == "__main__":
    main()
