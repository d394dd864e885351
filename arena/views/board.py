"""A leaderboard a page at a time, for tables that may have thousands of lines.

What is kept of the ratings is paged by the database. Where nothing is kept, because matches came
in since, the table is made of the results, as the command line makes it; but not of any number
of them: a page must not cost a minute.
"""

from dataclasses import dataclass
from typing import Final

from arena.views.pool import pool_json
from arena.views.ranking import Benched, PoolTable, RankingLine, pool_table, ranking_tables
from arena.views.tournaments import TournamentRow, tournament_row
from arena.views.words import variant_words
from leaderboard.errors import NotFound
from leaderboard.looking import KeptPool, benched, kept_pools, rating_page, stored_pools
from leaderboard.ratings.table import Table
from leaderboard.standings import MODELS
from leaderboard.store import Store
from leaderboard.values import Pool

LINES: Final = 50
"""Lines of a page."""
MOST_RESULTS: Final = 20_000
"""Of so many stored matches a page makes ratings and pairs itself."""
_MOST_BENCHED: Final = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """A page of the table of one pool."""

    tournament: TournamentRow
    pools: tuple[Pool, ...]
    """All that were played, the games together."""
    pool: Pool | None
    """The one that is shown; None if nothing was played."""
    table: PoolTable | None
    """None if it is too large to be made here and nothing is kept."""
    total: int
    """Lines that fit, on all pages."""
    page: int
    asked: str
    """What the names of bots are to hold."""
    benched: tuple[Benched, ...]

    @property
    def lines(self) -> tuple[RankingLine, ...]:
        """Those of this page."""
        return self.table.lines if self.table else ()

    @property
    def pages(self) -> int:
        """How many there are."""
        return max(1, -(-self.total // LINES))

    @property
    def unequal(self) -> bool:
        """Whether some met fewer opponents' matches than others, so that scores mislead."""
        return len({line.matches for line in self.lines}) > 1

    def to_json(self) -> dict[str, object]:
        """The page for machines; its lines are those of `arena leaderboard --json`."""
        shown = self.table.to_json() if self.table else None
        return {
            "schema": 2,
            "run": self.tournament.to_json()["run"],
            "model": MODELS.fit,
            "live_model": MODELS.live,
            "pools": [pool_json(pool) for pool in self.pools],
            "table": shown,
            "total": self.total,
            "page": self.page,
            "pages": self.pages,
            "benched": [
                {"bot": one.bot, "version": one.version, "reason": one.reason}
                for one in self.benched
            ],
        }


def slug(pool: Pool) -> str:
    """A pool as part of an address: ``2p``, ``3p+tactical@blitz``."""
    size, *options = variant_words(pool.game, pool.chosen, pool.players)
    words = [word.removesuffix(" on").replace(" ", "-") for word in options]
    told = "+".join([size.replace(" players", "p"), *words])
    return told if pool.control == "untimed" else f"{told}@{pool.control}"


def board(
    store: Store,
    tournament: str,
    *,
    game: str | None = None,
    variant: str | None = None,
    asked: str = "",
    page: int = 1,
) -> Board:
    """A page of a table: of the pool with this game and `slug`, or of the first one."""
    row = tournament_row(store, tournament)
    kept = {one.pool: one for one in kept_pools(store, row.id, MODELS)}
    # Looking through all matches for what was played is dear; a table that is over tells it, too.
    pools = tuple(kept) if kept and row.finished else tuple(stored_pools(store, row.id))
    pool = _chosen(pools, game, variant)
    table, total = None, 0
    if pool is not None:
        table, total = _table(store, row, kept.get(pool), pool, asked=asked, page=page)
    return Board(
        tournament=row,
        pools=pools,
        pool=pool,
        table=table,
        total=total,
        page=page,
        asked=asked,
        benched=tuple(
            Benched(bot=name, version=version, reason=reason)
            for name, version, reason in benched(store, row.id, limit=_MOST_BENCHED)
        ),
    )


def _chosen(pools: tuple[Pool, ...], game: str | None, variant: str | None) -> Pool | None:
    fitting = [
        pool for pool in pools if game in (None, pool.game) and variant in (None, slug(pool))
    ]
    if not fitting and (game or variant):
        there = ", ".join(f"{pool.game}/{slug(pool)}" for pool in pools) or "nothing yet"
        raise NotFound(
            f"there is no table {game}/{variant or ''} in this tournament; there is {there}"
        )
    return fitting[0] if fitting else None


def _table(
    store: Store, row: TournamentRow, kept: KeptPool | None, pool: Pool, *, asked: str, page: int
) -> tuple[PoolTable | None, int]:
    first = (page - 1) * LINES
    if kept is not None:
        standings, total = rating_page(
            store, row.id, pool, MODELS, contains=asked, limit=LINES, offset=first
        )
        whole = Table(pool, standings, kept.waiting)
        return pool_table(whole, complete=row.played), total
    if row.done > MOST_RESULTS:
        return None, 0
    made = next((one for one in ranking_tables(store, row.id) if one.pool == pool), None)
    if made is None:
        return None, 0
    lines = [line for line in made.lines if asked.lower() in line.bot.lower()]
    part = PoolTable(
        pool=pool,
        lines=tuple(lines[first : first + LINES]),
        complete=made.complete,
        waiting=made.waiting,
    )
    return part, len(lines)
