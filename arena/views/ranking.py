"""A ranking as people look at it: tables of those that can be compared, and who was taken out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import groupby
from typing import Any

from arena.views.pool import pool_json
from leaderboard.errors import NotFound
from leaderboard.field import is_played
from leaderboard.pooling import pooled
from leaderboard.ratings.table import DECIMALS, Standing, Table
from leaderboard.standings import MODELS, history, standings
from leaderboard.store import Store
from leaderboard.values import ANY_FAULT, MatchFilter, Pool, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingLine:
    """One line of a table; where only the live estimate is told, all of the fit is None."""

    rank: int
    rank_low: int | None
    rank_high: int | None
    bot: str
    version: str
    rating: float | None
    low: float | None
    high: float | None
    first: float | None
    mu: float
    sigma: float
    matches: int
    blocks: int
    deals: int
    wins: int
    draws: int
    losses: int
    faults: int
    voids: int
    group: int
    """From 1; bots of different groups never met, directly or through others."""
    above_next: float | None
    settled: bool
    settle_deals: int | None

    def to_json(self) -> dict[str, object]:
        """The line for machines; ratings with four decimals."""
        values = {one.name: getattr(self, one.name) for one in fields(self)}
        return {
            name: round(value, DECIMALS) if isinstance(value, float) else value
            for name, value in values.items()
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Open:
    """Neighbours in a table whose order is not settled."""

    bots: tuple[str, ...]
    deals: int | None
    """About how many more deals would settle it; None if that cannot be told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Bots that can be compared, best first."""

    lines: tuple[RankingLine, ...]

    @property
    def open(self) -> tuple[Open, ...]:
        """The stretches of the table whose order is not settled."""
        stretches: list[list[RankingLine]] = []
        together = False
        for line in self.lines:
            if together:
                stretches[-1].append(line)
            elif not line.settled:
                stretches.append([line])
            together = not line.settled
        return tuple(_open(stretch) for stretch in stretches)


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolTable:
    """The standings of one pool, group by group."""

    pool: Pool
    lines: tuple[RankingLine, ...]
    complete: bool
    """Whether nothing is still to be played."""
    waiting: int
    """Matches that count when their block is complete."""

    @property
    def groups(self) -> tuple[Group, ...]:
        """Those that can be compared, each for themselves."""
        by_group = groupby(self.lines, lambda line: line.group)
        return tuple(Group(lines=tuple(lines)) for _, lines in by_group)

    def to_json(self) -> dict[str, object]:
        """The table for machines."""
        return {
            **pool_json(self.pool),
            "complete": self.complete,
            "waiting": self.waiting,
            "groups": [[line.bot for line in group.lines] for group in self.groups],
            "entries": [line.to_json() for line in self.lines],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Benched:
    """A bot that was taken out, or that could not take part in the newest night of a season."""

    bot: str
    version: str
    reason: str
    played: bool = True
    """Whether it took part until then."""
    last: str = ""
    """The last fault, and in which match; empty if nothing is known of one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """The tables of a tournament."""

    tournament: Tournament
    tables: tuple[PoolTable, ...]
    benched: tuple[Benched, ...]
    pooled: tuple[str, ...] = ()
    """The tournaments that are taken together, if these are several."""

    def to_json(self) -> dict[str, object]:
        """The ranking for machines."""
        head = self.tournament
        return {
            "schema": 2,
            "run": {
                "tournament": head.id,
                "name": head.name,
                "created_us": head.created_us,
                "finished_us": head.finished_us,
                "marks": list(head.marks),
                **({"tournaments": list(self.pooled)} if self.pooled else {}),
                # In which words a bot failed may depend on when it did.
                "last_faults": {one.bot: one.last for one in self.benched if one.last},
            },
            "model": MODELS.fit,
            "live_model": MODELS.live,
            "pools": [table.to_json() for table in self.tables],
            "benched": [
                {"bot": one.bot, "version": one.version, "reason": one.reason}
                for one in self.benched
            ],
        }


def ranking(
    store: Store, tournament: str, game: str | None = None, *, past: bool = False
) -> Ranking:
    """The ranking of a tournament, or of one game of it.

    Of a season it is that of who is in the field now; with the `past`, of all who ever were.
    """
    if game is not None:
        from referee.games.registry import get_game  # noqa: PLC0415 - loads games

        get_game(game)  # or tell which there are
    head = store.find_tournament(tournament, "tournament")
    return Ranking(
        tournament=head,
        tables=ranking_tables(store, head.id, game, past=past),
        benched=(*_benched(store, head), *_set_aside(head)),
    )


def ranking_tables(
    store: Store, tournament: str, game: str | None = None, *, past: bool = False
) -> tuple[PoolTable, ...]:
    """The tables of a ranking alone."""
    made = history(store, tournament) if past else standings(store, tournament)
    complete = is_played(store.find_tournament(tournament))
    return tuple(
        pool_table(table, complete=complete) for table in made if game in (None, table.pool.game)
    )


def ranking_of_all(store: Store, game: str | None = None) -> Ranking:
    """The ranking of all tournaments taken together, or of one game in all of them."""
    if game is not None:
        from referee.games.registry import get_game  # noqa: PLC0415 - loads games

        get_game(game)
    found = pooled(store)
    if not found.heads:
        raise NotFound("no tournament is stored yet: play one first")
    complete = all(map(is_played, found.heads))
    return Ranking(
        tournament=_together(found.heads),
        tables=tuple(
            pool_table(table, complete=complete)
            for table in found.tables
            if game in (None, table.pool.game)
        ),
        benched=(),
        pooled=tuple(head.id for head in found.heads),
    )


def _together(heads: Sequence[Tournament]) -> Tournament:
    """What stands above a table of several tournaments, in place of one of them."""
    ends = [head.finished_us for head in heads if head.finished_us is not None]
    return Tournament(
        id="all",
        name="",
        spec={},
        seed=0,
        secret="",
        arena_version=heads[-1].arena_version,
        created_us=min(head.created_us for head in heads),
        finished_us=max(ends) if len(ends) == len(heads) else None,
        marks=tuple(sorted({mark for head in heads for mark in head.marks})),
    )


def pool_table(table: Table, *, complete: bool = False) -> PoolTable:
    """A table as people look at it."""
    return PoolTable(
        pool=table.pool,
        lines=tuple(map(_line, table.standings)),
        complete=complete,
        waiting=table.waiting,
    )


def _line(one: Standing) -> RankingLine:
    live, tally, fit = one.score.rating, one.score.tally, one.score.estimate
    return RankingLine(
        rank=one.rank,
        rank_low=fit.rank_low if fit else None,
        rank_high=fit.rank_high if fit else None,
        bot=one.entry.name,
        version=one.entry.version,
        rating=fit.rating if fit else None,
        low=fit.low if fit else None,
        high=fit.high if fit else None,
        first=fit.first if fit else None,
        mu=live.mu,
        sigma=live.sigma,
        matches=tally.matches,
        blocks=tally.blocks,
        deals=fit.deals if fit else tally.blocks,
        wins=tally.wins,
        draws=tally.draws,
        losses=tally.losses,
        faults=tally.faults,
        voids=tally.voids,
        group=fit.group + 1 if fit else 1,
        above_next=fit.above_next if fit else None,
        settled=fit.settled if fit else False,
        settle_deals=fit.settle_deals if fit else None,
    )


def _open(stretch: list[RankingLine]) -> Open:
    needed = [line.settle_deals for line in stretch if not line.settled]
    told = [deals for deals in needed if deals is not None]
    return Open(
        bots=tuple(line.bot for line in stretch),
        deals=max(told) if len(told) == len(needed) else None,
    )


def _benched(store: Store, head: Tournament) -> Iterator[Benched]:
    for one in store.entries(head.id):
        if one.benched:
            last = _last_fault(store, head, one.number)
            yield Benched(bot=one.name, version=one.version, reason=one.benched, last=last)


def _last_fault(store: Store, head: Tournament, entry: int) -> str:
    """The last match in which an entry failed, in words."""
    wanted = MatchFilter(tournament=head.id, entry=entry, fault=ANY_FAULT, limit=1)
    return "".join(f"the last in match {one.id} ({one.reason})" for one in store.matches(wanted))


def _set_aside(head: Tournament) -> Iterator[Benched]:
    season: Any = head.spec.get("season", {})
    for one in season.get("aside", ()):
        yield Benched(bot=one["bot"], version=one["version"], reason=one["reason"], played=False)
