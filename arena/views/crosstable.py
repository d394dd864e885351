"""Who beats whom as people look at it: one matrix for each pool, in the order of the ranking."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from arena.views.pool import pool_json
from leaderboard.ratings.pairs import Key, Pair, cycles, different, pairs, seen_by
from leaderboard.ratings.table import DECIMALS, Table
from leaderboard.standings import counted, standings
from leaderboard.store import Store
from leaderboard.values import Pool, Tournament
from referee.games.registry import get_game

Verdict = Literal["better", "worse", "open"]
_WORDS: Final[Mapping[int, Verdict]] = {1: "better", -1: "worse", 0: "open"}


@dataclass(frozen=True, slots=True)
class Cell:
    """A bot against another one, as the first sees it."""

    pair: Pair
    verdict: Verdict

    def to_json(self) -> dict[str, object]:
        """The pair for machines; a share and a chance with four decimals."""
        return {**pair_json(self.pair), "verdict": self.verdict}


def pair_json(pair: Pair) -> dict[str, object]:
    """What two did against each other, for machines."""
    return {
        "score": round(pair.score, DECIMALS),
        "wins": pair.wins,
        "draws": pair.draws,
        "losses": pair.losses,
        "blocks": len(pair.blocks),
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

    def to_json(self) -> dict[str, object]:
        """The table for machines; each pair once, the one that ranks higher first."""
        return {
            **pool_json(self.pool),
            "complete": self.complete,
            "waiting": self.waiting,
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


def crosstables(
    store: Store, tournament: str, game: str | None = None, players: int | None = None
) -> CrossTables:
    """Who beats whom in a tournament, or in one game of it, or at tables of one size."""
    if game is not None:
        get_game(game)
    head = store.find_tournament(tournament, "tournament")
    met = pairs(counted(store, head.id)[0])
    return CrossTables(
        tournament=head,
        tables=tuple(
            _crossed(table, met.get(table.pool, {}), complete=head.finished_us is not None)
            for table in standings(store, head.id)
            if game in (None, table.pool.game) and players in (None, table.pool.players)
        ),
    )


def _crossed(table: Table, met: Mapping[Key, Pair], *, complete: bool) -> CrossTable:
    entries = [standing.entry for standing in table.standings]
    names = {entry.number: entry.name for entry in entries}
    verdicts = different(met)
    cells: dict[tuple[int, int], Cell] = {}
    for place, one in enumerate(entries):
        for other_place, other in enumerate(entries):
            pair = seen_by(met, one.number, other.number)
            if pair is not None:
                key = (min(one.number, other.number), max(one.number, other.number))
                sign = verdicts.get(key, 0) * (1 if one.number < other.number else -1)
                cells[place, other_place] = Cell(pair, _WORDS[sign])
    return CrossTable(
        pool=table.pool,
        bots=tuple(entry.name for entry in entries),
        versions=tuple(entry.version for entry in entries),
        cells=cells,
        cycles=tuple(tuple(names[number] for number in ring) for ring in cycles(verdicts)),
        complete=complete,
        waiting=table.waiting,
    )
