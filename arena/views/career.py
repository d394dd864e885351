"""A bot in a tournament as people look at it: where it stands, how it got there, against whom."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from arena.views.board import MOST_RESULTS
from arena.views.crosstable import WORDS, Cell, cross_table
from arena.views.match import MatchRow, match_row
from arena.views.pool import pool_json
from arena.views.ranking import RankingLine, pool_table
from arena.views.tournaments import TournamentRow, tournament_row
from leaderboard.errors import NotFound
from leaderboard.keeping import has_crossed, kept_history, kept_opponents
from leaderboard.looking import (
    Entered,
    entered,
    entry_names,
    kept_pools,
    newest_entered,
    rating_page,
)
from leaderboard.ratings.crossing import Look
from leaderboard.ratings.table import DECIMALS, Table
from leaderboard.standings import MODELS, crossed, standings
from leaderboard.store import Store
from leaderboard.values import ANY_FAULT, MatchFilter, Pool

_TOURNAMENTS: Final = 20
_FAULTS: Final = 20
_OPPONENTS: Final = 60
"""Opponents on a page."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """What the bot did against another one."""

    bot: str
    cell: Cell

    def to_json(self) -> dict[str, object]:
        """The pair for machines, as the bot sees it."""
        return {"bot": self.bot, **self.cell.to_json()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """The bot in one pool."""

    pool: Pool
    line: RankingLine
    of: int
    """How many bots the table has."""
    history: tuple[Look, ...]
    """At the ends of passes, or at equal stretches of few of them."""
    opponents: tuple[Opponent, ...]
    """The best ones."""
    met: int
    """How many there are."""

    def to_json(self) -> dict[str, object]:
        """The part for machines."""
        return {
            **pool_json(self.pool),
            "entry": self.line.to_json(),
            "of": self.of,
            "history": [
                {
                    "matches": look.matches,
                    "mu": round(look.mu, DECIMALS),
                    "sigma": round(look.sigma, DECIMALS),
                    "fault": look.faulty,
                }
                for look in self.history
            ],
            "met": self.met,
            "opponents": [one.to_json() for one in self.opponents],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Career:
    """A bot in a tournament."""

    name: str
    version: str
    tournament: TournamentRow
    parts: tuple[Part, ...]
    large: bool
    """Whether there are too many matches to look into here, and nothing is kept of them."""
    faults: tuple[MatchRow, ...]
    elsewhere: tuple[tuple[str, str, str], ...]
    """Id and name of the tournaments it took part in, and its version there; newest first."""

    def to_json(self) -> dict[str, object]:
        """The bot for machines."""
        return {
            "bot": self.name,
            "version": self.version,
            "run": self.tournament.to_json()["run"],
            "pools": [part.to_json() for part in self.parts],
            "faults": [row.to_json() for row in self.faults],
            "tournaments": [
                {"tournament": id_, "name": name, "version": version}
                for id_, name, version in self.elsewhere
            ],
        }


def career(store: Store, name: str, tournament: str | None = None) -> Career:
    """A bot by its name in the tables, in a tournament or in the newest it took part in."""
    found = entered(store, name, limit=_TOURNAMENTS)
    row = tournament_row(store, tournament) if tournament else None
    here = newest_entered(store, name, row.id if row else None)
    if here is None:
        raise NotFound(f"there is no bot '{name}' in " + (row.id if row else "any tournament"))
    row = row or tournament_row(store, here.tournament.id)
    kept = has_crossed(store, row.id, MODELS)
    large = not kept and row.done > MOST_RESULTS
    parts = () if large else (_kept_parts if kept else _made_parts)(store, row, here)
    chosen = MatchFilter(tournament=row.id, entry=here.number, fault=ANY_FAULT, limit=_FAULTS)
    return Career(
        name=here.name,
        version=here.version,
        tournament=row,
        parts=tuple(parts),
        large=large,
        faults=tuple(map(match_row, store.matches(chosen))),
        elsewhere=tuple((one.tournament.id, one.tournament.name, one.version) for one in found),
    )


def _kept_parts(store: Store, row: TournamentRow, here: Entered) -> Iterator[Part]:
    """As it is kept: a bounded number of rows."""
    for kept in kept_pools(store, row.id, MODELS):
        standings, _ = rating_page(
            store, row.id, kept.pool, MODELS, entry=here.number, limit=1, offset=0
        )
        if not standings:
            continue
        table = pool_table(Table(kept.pool, standings, kept.waiting), complete=row.finished)
        found, met = kept_opponents(store, row.id, kept.pool, here.number, limit=_OPPONENTS)
        names = entry_names(store, row.id, {number for number, _, _ in found})
        yield Part(
            pool=kept.pool,
            line=table.lines[0],
            of=kept.entries,
            history=kept_history(store, row.id, kept.pool, here.number),
            opponents=tuple(
                Opponent(names[number], Cell(one, WORDS[sign])) for number, one, sign in found
            ),
            met=met,
        )


def _made_parts(store: Store, row: TournamentRow, here: Entered) -> Iterator[Part]:
    """Made of all results."""
    made = crossed(store, row.id)
    for table in standings(store, row.id):
        shown = pool_table(table, complete=row.finished)
        place = next((i for i, one in enumerate(shown.lines) if one.bot == here.name), None)
        if place is None:
            continue
        pool = made[table.pool]
        cells = cross_table(table, pool.met, pool.verdicts, complete=row.finished).cells
        opponents = [
            Opponent(line.bot, cells[place, other])
            for other, line in enumerate(shown.lines)
            if (place, other) in cells
        ]
        yield Part(
            pool=table.pool,
            line=shown.lines[place],
            of=len(shown.lines),
            history=pool.histories.get(here.number, ()),
            opponents=tuple(opponents[:_OPPONENTS]),
            met=len(opponents),
        )
