"""A tournament of many bots and very many matches, made up: for what pages cost."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Engine, event
from sqlalchemy.engine import cursor

from leaderboard.database import Database
from leaderboard.keeping import save_crossed
from leaderboard.ratings.crossing import Crossed, Look, Met
from leaderboard.standings import MODELS
from leaderboard.values import (
    Estimate,
    FinishedMatch,
    Pool,
    PoolScores,
    Rating,
    Score,
    SeatResult,
    StoredEntry,
    Story,
    Tally,
    Tournament,
)

CROWD: Final = "crowd"
OPTIONS: Final = {"recipes": "off", "outer_lines_end": "off"}
POOL: Final = Pool.of("kupferkessel", "1", OPTIONS, 2, "untimed")
PATHS: Final = (
    *("/", "/lb", "/t", f"/t/{CROWD}", f"/t/{CROWD}/lb/kupferkessel/2p?page=3"),
    *(f"/t/{CROWD}/lb/kupferkessel/2p?q=17", f"/t/{CROWD}/crosstable", f"/t/{CROWD}/matches"),
    *(f"/t/{CROWD}/matches?page=40", f"/t/{CROWD}/matches?fault=any", f"/t/{CROWD}/b/bot7"),
    *("/matches", "/b", "/b?page=3", "/b/bot7", "/feed.xml", "/games"),
)
"""Pages that look into the database."""
_AT_ONCE: Final = 2000
LOOKS: Final = range(1, 61)


def crowd(results: Database, *, bots: int, matches: int, tell: Callable[[int], None]) -> None:
    """Fill a database; ratings are kept, as they are when a tournament is over."""
    rng = random.Random(1)
    head = Tournament(
        id=CROWD,
        name="a crowd",
        spec={"rounds": 1, "players": 2, "games": ["kupferkessel"]},
        seed=1,
        secret="00",
        arena_version="0.1.0",
        created_us=1,
    )
    field = [
        StoredEntry(number=number, name=f"bot{number}", bot=f"bot{number}", version="1")
        for number in range(bots)
    ]
    with results.writing() as store:
        store.add_tournament(head, field)
    met: Counter[tuple[int, int]] = Counter()
    for first in range(0, matches, _AT_ONCE):
        chunk = range(first, min(matches, first + _AT_ONCE))
        made = [_match(number + 1, bots, rng) for number in chunk]
        for match in made:
            low, high = sorted(seat.entry for seat in match.seats)
            met[low, high] += 1
        with results.writing() as store:
            store.add_matches(made, stored_us=1)
        tell(chunk.stop)
    scores = {number: _score(number, bots, matches) for number in range(bots)}
    with results.writing() as store:
        store.save_ratings(CROWD, MODELS, {POOL: PoolScores(scores)}, folded=matches)
        save_crossed(store, CROWD, MODELS, {POOL: _crossed(met, bots)}, folded=matches)
        store.finish_tournament(CROWD, 2)


def _match(pairing: int, bots: int, rng: random.Random) -> FinishedMatch:
    one = rng.randrange(bots)
    two = (one + 1 + rng.randrange(bots - 1)) % bots
    points = (rng.randrange(60), rng.randrange(60))
    fault = "crash" if rng.random() < 0.001 else None
    return FinishedMatch(
        tournament=CROWD,
        pairing=pairing,
        pool=POOL,
        deal=pairing,
        block=(pairing + 1) // 2,
        termination="crash" if fault else "normal",
        reason="the match ended by the rules (last card)",
        turns=40,
        commitment="00",
        story=Story(deficit=rng.randrange(30), changes=rng.randrange(9)),
        isolation="process",
        seats=tuple(
            SeatResult(
                entry=entry,
                rank=1 if mine > other or mine == other else 2,
                score=mine,
                fault=fault if entry == one else None,
            )
            for entry, mine, other in ((one, *points), (two, *points[::-1]))
        ),
    )


def _crossed(met: Counter[tuple[int, int]], bots: int) -> Crossed:
    """Everybody's pairs, and careers of the usual length."""
    return Crossed(
        {
            key: Met(wins=number, draws=0, losses=0, blocks=number, lead=1.5, p=0.5)
            for key, number in sorted(met.items())
        },
        {},
        {
            number: tuple(Look(10 * step, 25 + step / 60, 9 - step / 10, False) for step in LOOKS)
            for number in range(bots)
        },
    )


def _score(number: int, bots: int, matches: int) -> Score:
    rating = 40 - 30 * number / bots
    fit = Estimate(
        entry=number,
        group=0,
        rating=rating,
        low=rating - 1,
        high=rating + 1,
        rank_low=max(1, number),
        rank_high=min(bots, number + 3),
        first=0.0,
        above_next=0.5,
        settled=False,
        settle_deals=None,
        deals=10,
    )
    share = 2 * matches // bots
    return Score(
        Rating(rating, 1.0), Tally(matches=share, wins=share // 2, losses=share // 2), fit
    )


@dataclass
class Cost:
    """What was asked of the database."""

    queries: int = 0
    rows: int = 0


@contextmanager
def counted() -> Iterator[Cost]:
    """Counts every query, and every row that is fetched, while the block lasts."""
    cost = Cost()

    def asked(*_: Any) -> None:
        cost.queries += 1

    def counting(fetch: Callable[..., Any]) -> Callable[..., Any]:
        def counted_fetch(*given: Any, **named: Any) -> Any:
            found = fetch(*given, **named)
            cost.rows += len(found) if isinstance(found, list) else int(found is not None)
            return found

        return counted_fetch

    event.listen(Engine, "before_cursor_execute", asked)
    kinds = (cursor.CursorFetchStrategy, cursor.BufferedRowCursorFetchStrategy)
    names = ("fetchone", "fetchmany", "fetchall")
    before = {
        (kind, name): vars(kind)[name] for kind in kinds for name in names if name in vars(kind)
    }
    for (kind, name), fetch in before.items():
        setattr(kind, name, counting(fetch))
    try:
        yield cost
    finally:
        event.remove(Engine, "before_cursor_execute", asked)
        for (kind, name), fetch in before.items():
            setattr(kind, name, fetch)
