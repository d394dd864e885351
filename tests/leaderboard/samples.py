"""Made-up tournaments and matches, and what several tests ask."""

import random
from itertools import permutations
from pathlib import Path

import pytest

from leaderboard import errors
from leaderboard.database import open_database
from leaderboard.store import Store
from leaderboard.values import FinishedMatch, Pool, SeatResult, StoredEntry, Tournament

POOL = Pool.of("kupferkessel", "1", {"recipes": "on"}, 2, "nodes")


def head(id_: str = "abc", **changes: object) -> Tournament:
    given: dict[str, object] = {
        "id": id_,
        "name": "test",
        "spec": {"rounds": 3, "bots": ["a", "b"]},
        "seed": 2**127 + 1,
        "secret": "00ff",
        "arena_version": "0.1.0",
        "created_us": 1_700_000_000_000_000,
    }
    return Tournament(**(given | changes))  # type: ignore[arg-type]


def field(size: int = 2) -> list[StoredEntry]:
    return [
        StoredEntry(
            number=number,
            name=f"bot{number}",
            bot="random" if number % 2 else "mcts",
            version=f"v{number}",
            options={"iterations": str(number)},
            command=("python", "bot.py"),
            home="bots/random",
        )
        for number in range(size)
    ]


def match(pairing: int, tournament: str = "abc", **changes: object) -> FinishedMatch:
    given: dict[str, object] = {
        "tournament": tournament,
        "pairing": pairing,
        "pool": POOL,
        "deal": pairing,
        "block": (pairing + 1) // 2,
        "termination": "normal",
        "reason": "Played to the end.",
        "turns": 20,
        "commitment": f"{pairing:064x}",
        "seats": (
            SeatResult(entry=0, rank=1, score=31, elapsed_us=10),
            SeatResult(entry=1, rank=2, score=-2, elapsed_us=20),
        ),
        "record": {"format": 1, "match": f"{tournament}-{pairing}", "moves": [{"step": 1}]},
        "logs": {0: "hello\n"},
    }
    return FinishedMatch(**(given | changes))  # type: ignore[arg-type]


def random_matches(seed: int, number: int, entries: int, players: int) -> list[FinishedMatch]:
    """Matches with ties, faults, and some that are void or skipped; the same for a seed."""
    rng = random.Random(seed)
    pool = Pool.of("trapper", "1", {}, players, "nodes")
    found: list[FinishedMatch] = []
    orders: list[tuple[int, ...]] = []
    block = 0
    for pairing in range(1, number + 1):
        if not orders:
            orders = list(permutations(rng.sample(range(entries), players)))
            block += 1
        faulty = rng.random() < 0.1
        seats = tuple(
            SeatResult(
                entry=entry,
                rank=rng.randint(1, players),
                fault="crash" if faulty and seat == 0 else None,
            )
            for seat, entry in enumerate(orders.pop())
        )
        status = rng.choices(["done", "void", "skipped"], [200, 1, 1])[0]
        found.append(
            match(pairing, pool=pool, seats=seats, status=status, block=block, deal=block)
        )
    return found


def stored(store: Store, tournament: str = "abc") -> set[int]:
    """The numbers of all pairings that are not missing: done, void or skipped."""
    return {result.pairing for result in store.results(tournament)}


def refused(path: Path | str, kind: type[errors.DatabaseError], *, write: bool) -> str:
    """Opening raises exactly this, in one line."""
    with pytest.raises(errors.DatabaseError) as caught:
        open_database(path, write=write, busy_s=0.1)
    assert type(caught.value) is kind
    text = str(caught.value)
    assert "\n" not in text
    return text
