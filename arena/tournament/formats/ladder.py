"""A ladder: each generation plays the blocks that tell most about the order so far.

A generation has as many blocks in each game as there are entries. In the first one everybody sits
with his neighbours by number, so that all are compared. Later ones follow from the fit to all
results before, game by game: `leaderboard.ratings.telling` names the tables, and the first `TOP`
places are found before the others. Nobody starves: of any `PATIENCE` generations in a row
everybody has a block in one.

Who is taken out for its faults is told by the same rule as while it is played, and meets nobody
any more. Where too few are left for a table, a ladder with an end is filled with what they would
have played, to be skipped; one without an end ends.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from arena.tournament.formats.passes import refuse_impossible
from arena.tournament.formats.port import Pairing, Pairings, SeatOrders
from arena.tournament.formats.tables import orders_of, seat_orders
from arena.tournament.ledger import taken_out
from leaderboard.ratings.counting import counting
from leaderboard.ratings.evidence import Evidence
from leaderboard.ratings.fit import fit
from leaderboard.ratings.telling import Plan
from leaderboard.values import Result

TOP: Final = 5
PATIENCE: Final = 4

Table = tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ladder:
    """`rounds` generations of one block for each entry, in every game."""

    entries: int
    players: int = 2
    rounds: int | None = 1
    """None: it goes on until somebody stops it."""
    games: int = 1
    seat_orders: SeatOrders = SeatOrders.ALL
    bench: int = 0
    """After how many faults in a row an entry is taken out; 0 never."""

    def __post_init__(self) -> None:
        refuse_impossible(self.entries, self.players, self.rounds, self.games)

    @property
    def orders(self) -> int:
        """Matches in a block."""
        return orders_of(self.players, self.seat_orders)

    @property
    def blocks_each(self) -> int:
        """Blocks in a generation."""
        return self.games * self.entries

    @property
    def in_a_pass(self) -> int:
        """Pairings in a generation."""
        return self.blocks_each * self.orders

    @property
    def blocks(self) -> int | None:
        """Blocks in all; None without end."""
        return None if self.rounds is None else self.blocks_each * self.rounds

    @property
    def count(self) -> int | None:
        """Pairings in all; None without end."""
        return None if self.rounds is None else self.in_a_pass * self.rounds

    def finding(self, results: Sequence[Result]) -> None:
        """There is no test."""

    def generation(self, number: int, results: Sequence[Result]) -> Pairings:
        """The blocks that tell most by these results."""
        if self.rounds is not None and number >= self.rounds:
            return ()
        out = taken_out(results, self.bench)
        field = [entry for entry in range(self.entries) if entry not in out]
        if len(field) < self.players:
            if self.rounds is None:
                return ()
            field, out = list(range(self.entries)), {}
        games = [_Game() for _ in range(self.games)]
        for result in results:
            self._game(result, games).note(result)
        for result in counting(results, self.seat_orders.value, out)[0]:
            self._game(result, games).told.add(result)
        tables = tuple(
            (game, table, before + 1)
            for game, known in enumerate(games)
            for table, before in known.numbered(self._tables(number, field, known))
        )
        return _Generation(self, number, tables)

    def _tables(self, number: int, field: Sequence[int], known: "_Game") -> list[Table]:
        """The tables of one game."""
        if number == 0:
            ring = [*field, *field]
            return [tuple(ring[at : at + self.players]) for at in range(len(field))]
        owed = [
            entry for entry in field if known.newest.get(entry, -PATIENCE) <= number - PATIENCE
        ]
        plan = Plan(fit(known.told, field), self.players, self.orders)
        return plan.blocks(owed, self.entries, TOP)

    def _game(self, result: Result, games: Sequence["_Game"]) -> "_Game":
        """The game of a result, which its block tells."""
        return games[(result.block - 1) % self.blocks_each // self.entries]


class _Game:
    """What has come of one game so far."""

    def __init__(self) -> None:
        self.told = Evidence()
        """Of what counts."""
        self.newest: dict[int, int] = {}
        """In which generation an entry last had a block."""
        self._blocks: defaultdict[Table, set[int]] = defaultdict(set)

    def note(self, result: Result) -> None:
        """Take in that they met, whatever came of it."""
        self._blocks[tuple(sorted(result.entries))].add(result.block)
        for entry in result.entries:
            self.newest[entry] = max(result.generation, self.newest.get(entry, 0))

    def numbered(self, tables: Iterable[Table]) -> Iterator[tuple[Table, int]]:
        """Each with how many blocks it had before."""
        more: Counter[Table] = Counter()
        for table in map(tuple, map(sorted, tables)):
            yield table, len(self._blocks.get(table, ())) + more[table]
            more[table] += 1


@dataclass(frozen=True, slots=True)
class _Generation:
    """The blocks of a generation."""

    ladder: Ladder
    number: int
    tables: tuple[tuple[int, Table, int], ...]
    """Of each block the game, who meets, and the how-manieth block of theirs it is."""

    def __iter__(self) -> Iterator[Pairing]:
        return map(self.__getitem__, range(self.ladder.in_a_pass))

    def __getitem__(self, index: int) -> Pairing:
        if not 0 <= index < self.ladder.in_a_pass:
            raise IndexError(f"generation {self.number} has no pairing {index}")
        place, order = divmod(index, self.ladder.orders)
        game, table, round_ = self.tables[place]
        block = self.number * self.ladder.blocks_each + place + 1
        seats = seat_orders(table, self.ladder.seat_orders)[order]
        number = self.number * self.ladder.in_a_pass + index + 1
        return Pairing(number, self.number, game, round_, block, block, order, seats)
