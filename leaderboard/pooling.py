"""All tournaments of a database taken together, as if they were one.

A line is a name with a version and options, wherever it played. What counts is told tournament by
tournament; then blocks and deals are numbered through all of them. A contest that was played
twice on the same seed has the same deals twice, which are no new evidence.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from leaderboard.field import newest_field
from leaderboard.ratings.counting import Blocks, Doubts
from leaderboard.ratings.table import Fold, Table, make_tables
from leaderboard.standings import benched_of, seat_orders_of
from leaderboard.store import Store
from leaderboard.values import Pool, PoolScores, Result, StoredEntry, Tournament, canonical


@dataclass(frozen=True)
class Pooled:
    """One table for each pool, of all tournaments."""

    heads: tuple[Tournament, ...]
    """Oldest first."""
    tables: tuple[Table, ...]


def pooled(store: Store) -> Pooled:
    """The tables of all tournaments, the live estimate in the order in which they began."""
    heads = tuple(reversed(store.tournaments("tournament")))
    numbers, fold = _Numbers(), Fold()
    waiting: Counter[Pool] = Counter()
    for head in heads:
        entries = store.entries(head.id)
        numbers.begin(head, entries)
        blocks, doubts = Blocks(seat_orders_of(head), benched_of(entries)), Doubts()
        for result in store.results(head.id):
            settled = doubts.settle(result)
            if settled.status == "void":
                fold.count_void(numbers.renumbered(settled))
            fold.count([numbers.renumbered(one) for one in blocks.add(settled)])
        waiting += blocks.waiting()
    field = numbers.field()
    scores = {
        pool: PoolScores(found.scores, waiting[pool]) for pool, found in fold.scores(field).items()
    }
    return Pooled(heads, make_tables(scores, field))


class _Numbers:
    """Numbers entries, blocks and deals through all tournaments."""

    def __init__(self) -> None:
        self._entries: dict[tuple[str, str, str], StoredEntry] = {}
        self._blocks: dict[tuple[str, int], int] = {}
        self._deals: dict[tuple[str, int], int] = {}
        self._tournament = self._contest = ""
        self._here: dict[int, int] = {}
        """The numbers of entries of the present tournament."""

    def begin(self, head: Tournament, entries: Iterable[StoredEntry]) -> None:
        """What follows is of this tournament."""
        self._tournament, self._contest = head.id, _contest(head)
        self._here = {one.number: self._entry(one) for one in entries}

    def renumbered(self, result: Result) -> Result:
        """A result of the present tournament with numbers that mean nothing else in another."""
        block, deal = (self._tournament, result.block), (self._contest, result.deal)
        return replace(
            result,
            entries=tuple(self._here[number] for number in result.entries),
            block=self._blocks.setdefault(block, len(self._blocks) + 1),
            deal=self._deals.setdefault(deal, len(self._deals) + 1),
        )

    def field(self) -> tuple[StoredEntry, ...]:
        """Everybody, each under a name of its own."""
        names = Counter(one.name for one in self._entries.values())
        seen: Counter[str] = Counter()
        field = []
        for one in self._entries.values():
            name = one.name if names[one.name] == 1 else f"{one.name}@{one.version}"
            seen[name] += 1
            field.append(replace(one, name=name if seen[name] == 1 else f"{name}#{seen[name]}"))
        return tuple(field)

    def _entry(self, one: StoredEntry) -> int:
        key = (one.name, one.version, canonical(dict(one.options)))
        new = replace(one, number=len(self._entries), benched="")
        return self._entries.setdefault(key, new).number


def _contest(head: Tournament) -> str:
    """What the deals of a tournament are numbered within.

    The id of a season tells its terms alone: with other bots its deals are others.
    """
    return head.id if newest_field(head) is not None else head.id.partition("x")[0]
