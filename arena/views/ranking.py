"""A ranking as people look at it: one table for each pool, and who was taken out."""

import itertools
from collections.abc import Iterable
from dataclasses import dataclass, fields

from arena.views.match import pool_json
from leaderboard.ratings.live import MODEL
from leaderboard.ratings.table import DECIMALS, Table
from leaderboard.standings import standings
from leaderboard.store import Store
from leaderboard.values import Pool, StoredEntry, Tournament
from referee.games.registry import get_game


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingLine:
    """One line of a table."""

    rank: int
    rank_low: int
    rank_high: int
    bot: str
    version: str
    mu: float
    sigma: float
    low: float
    high: float
    matches: int
    blocks: int
    wins: int
    draws: int
    losses: int
    faults: int
    voids: int

    @property
    def half_width(self) -> float:
        """Half of the interval: the number behind ±."""
        return (self.high - self.low) / 2

    def to_json(self) -> dict[str, object]:
        """The line for machines; ratings with four decimals."""
        values = {one.name: getattr(self, one.name) for one in fields(self)}
        return {
            name: round(value, DECIMALS) if isinstance(value, float) else value
            for name, value in values.items()
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolTable:
    """The standings of one pool, best first."""

    pool: Pool
    lines: tuple[RankingLine, ...]

    @property
    def unsettled(self) -> tuple[bool, ...]:
        """Whether a bot's interval overlaps that of the one before or behind it."""
        lines = self.lines
        overlaps = [after.high >= before.low for before, after in itertools.pairwise(lines)]
        return tuple(any(overlaps[max(0, place - 1) : place + 1]) for place in range(len(lines)))

    def to_json(self) -> dict[str, object]:
        """The table for machines."""
        return {**pool_json(self.pool), "entries": [line.to_json() for line in self.lines]}


@dataclass(frozen=True, slots=True, kw_only=True)
class Benched:
    """A bot that was taken out."""

    bot: str
    version: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """The tables of a tournament."""

    tournament: Tournament
    tables: tuple[PoolTable, ...]
    benched: tuple[Benched, ...]

    def to_json(self) -> dict[str, object]:
        """The ranking for machines."""
        head = self.tournament
        return {
            "run": {
                "tournament": head.id,
                "name": head.name,
                "created_us": head.created_us,
                "finished_us": head.finished_us,
                "marks": list(head.marks),
            },
            "model": MODEL,
            "pools": [table.to_json() for table in self.tables],
            "benched": [
                {"bot": one.bot, "version": one.version, "reason": one.reason}
                for one in self.benched
            ],
        }


def ranking(store: Store, tournament: str, game: str | None = None) -> Ranking:
    """The ranking of a tournament, or of one game of it."""
    if game is not None:
        get_game(game)
    head = store.find_tournament(tournament, "tournament")
    tables = [table for table in standings(store, head.id) if game in (None, table.pool.game)]
    return Ranking(
        tournament=head,
        tables=tuple(map(pool_table, tables)),
        benched=_benched(store.entries(head.id)),
    )


def pool_table(table: Table) -> PoolTable:
    """A table as people look at it."""
    return PoolTable(
        pool=table.pool,
        lines=tuple(
            RankingLine(
                rank=one.rank,
                rank_low=one.rank_low,
                rank_high=one.rank_high,
                bot=one.entry.name,
                version=one.entry.version,
                mu=one.score.rating.mu,
                sigma=one.score.rating.sigma,
                low=one.low,
                high=one.high,
                matches=one.score.tally.matches,
                blocks=one.score.tally.blocks,
                wins=one.score.tally.wins,
                draws=one.score.tally.draws,
                losses=one.score.tally.losses,
                faults=one.score.tally.faults,
                voids=one.score.tally.voids,
            )
            for one in table.standings
        ),
    )


def _benched(entries: Iterable[StoredEntry]) -> tuple[Benched, ...]:
    return tuple(
        Benched(bot=one.name, version=one.version, reason=one.benched)
        for one in entries
        if one.benched
    )
