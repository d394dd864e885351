"""Who beats whom as people look at it: one matrix for each pool, in the order of the ranking."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from arena.views.pool import pool_json
from leaderboard.field import is_played
from leaderboard.keeping import has_crossed, kept_pairs
from leaderboard.looking import kept_pools, rating_page
from leaderboard.ratings.crossing import Met, met_as
from leaderboard.ratings.pairs import Key, cycles
from leaderboard.ratings.table import DECIMALS, Table
from leaderboard.standings import MODELS, meetings, standings
from leaderboard.store import Store
from leaderboard.values import Pool, Tournament
from referee.games.registry import get_game

Verdict = Literal["better", "worse", "open"]
WORDS: Final[Mapping[int, Verdict]] = {1: "better", -1: "worse", 0: "open"}


@dataclass(frozen=True, slots=True)
class Cell:
    """A bot against another one, as the first sees it."""

    pair: Met
    verdict: Verdict

    def to_json(self) -> dict[str, object]:
        """The pair for machines; a share and a chance with four decimals."""
        return {**pair_json(self.pair), "verdict": self.verdict}


def pair_json(pair: Met) -> dict[str, object]:
    """What two did against each other, for machines."""
    return {
        "score": round(pair.score, DECIMALS),
        "wins": pair.wins,
        "draws": pair.draws,
        "losses": pair.losses,
        "blocks": pair.blocks,
        "lead": None if pair.lead is None else round(pair.lead, DECIMALS),
        "p": round(pair.p, DECIMALS),
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossTable:
    """The pairs of one pool; bots in the order of the ranking."""

    pool: Pool
    bots: tuple[str, ...]
    versions: tuple[str, ...]
    cells: Mapping[tuple[int, int], Cell]
    """By places among the bots; both ways. Who never met has none."""
    cycles: tuple[tuple[str, ...], ...]
    """Bots of which each is better than the next, and the last than the first."""
    complete: bool
    """Whether nothing is still to be played."""
    waiting: int
    """Matches that count when their block is complete."""
    of: int
    """How many bots there are; the best of them are in it."""

    def to_json(self) -> dict[str, object]:
        """The table for machines; each pair once, the one that ranks higher first."""
        return {
            **pool_json(self.pool),
            "complete": self.complete,
            "waiting": self.waiting,
            "of": self.of,
            "entries": [
                {"rank": place + 1, "bot": bot, "version": version}
                for place, (bot, version) in enumerate(zip(self.bots, self.versions, strict=True))
            ],
            "pairs": [
                {"bots": [self.bots[one], self.bots[other]], **cell.to_json()}
                for (one, other), cell in self.cells.items()
                if one < other
            ],
            "cycles": [list(ring) for ring in self.cycles],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossTables:
    """The pairs of a tournament."""

    tournament: Tournament
    tables: tuple[CrossTable, ...]

    def to_json(self) -> dict[str, object]:
        """The tables for machines."""
        head = self.tournament
        return {
            "run": {
                "tournament": head.id,
                "name": head.name,
                "created_us": head.created_us,
                "finished_us": head.finished_us,
            },
            "pools": [table.to_json() for table in self.tables],
        }


def best_crosstables(store: Store, tournament: str, *, limit: int) -> CrossTables | None:
    """The best of each pool among each other, as it is kept; None if nothing is."""
    head = store.find_tournament(tournament, "tournament")
    if not has_crossed(store, head.id, MODELS):
        return None
    tables = []
    for kept in kept_pools(store, head.id, MODELS):
        best, _ = rating_page(store, head.id, kept.pool, MODELS, limit=limit, offset=0)
        numbers = {standing.entry.number for standing in best}
        tables.append(
            cross_table(
                Table(kept.pool, best, kept.waiting),
                *kept_pairs(store, head.id, kept.pool, numbers),
                complete=is_played(head),
                of=kept.entries,
            )
        )
    return CrossTables(tournament=head, tables=tuple(tables))


def crosstables(
    store: Store, tournament: str, game: str | None = None, players: int | None = None
) -> CrossTables:
    """Who beats whom in a tournament, or in one game of it, or at tables of one size."""
    if game is not None:
        get_game(game)
    head = store.find_tournament(tournament, "tournament")
    chosen = [
        table
        for table in standings(store, head.id)
        if game in (None, table.pool.game) and players in (None, table.pool.players)
    ]
    found = meetings(store, head.id, [table.pool for table in chosen])
    complete = is_played(head)
    return CrossTables(
        tournament=head,
        tables=tuple(
            cross_table(table, *found.get(table.pool, ({}, {})), complete=complete)
            for table in chosen
        ),
    )


def cross_table(
    table: Table,
    met: Mapping[Key, Met],
    verdicts: Mapping[Key, int],
    *,
    complete: bool,
    of: int | None = None,
) -> CrossTable:
    """The pairs of a table, or of part of one."""
    entries = [standing.entry for standing in table.standings]
    names = {entry.number: entry.name for entry in entries}
    cells: dict[tuple[int, int], Cell] = {}
    for place, one in enumerate(entries):
        for other_place, other in enumerate(entries):
            pair = met_as(met, one.number, other.number)
            if pair is not None:
                key = (min(one.number, other.number), max(one.number, other.number))
                sign = verdicts.get(key, 0) * (1 if one.number < other.number else -1)
                cells[place, other_place] = Cell(pair, WORDS[sign])
    return CrossTable(
        pool=table.pool,
        bots=tuple(entry.name for entry in entries),
        versions=tuple(entry.version for entry in entries),
        cells=cells,
        cycles=tuple(tuple(names[number] for number in ring) for ring in cycles(verdicts)),
        complete=complete,
        waiting=table.waiting,
        of=len(entries) if of is None else of,
    )
