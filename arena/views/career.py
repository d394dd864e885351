"""A bot in a tournament as people look at it: where it stands, how it got there, against whom."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from arena.views.board import MOST_RESULTS
from arena.views.crosstable import Cell, crosstables
from arena.views.match import MatchRow, match_row
from arena.views.pool import pool_json
from arena.views.ranking import RankingLine, pool_table
from arena.views.tournaments import TournamentRow, tournament_row
from leaderboard.errors import NotFound
from leaderboard.looking import entered
from leaderboard.ratings.live import Live
from leaderboard.ratings.table import DECIMALS
from leaderboard.standings import counted, standings
from leaderboard.store import Store
from leaderboard.values import ANY_FAULT, MatchFilter, Pool, Result

_TOURNAMENTS: Final = 20
_FAULTS: Final = 20
_POINTS: Final = 100
"""Points of a curve."""


@dataclass(frozen=True, slots=True)
class Then:
    """The live estimate after so many matches that count."""

    matches: int
    mu: float
    sigma: float
    faulty: bool
    """Whether the bot failed since the point before."""


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
    history: tuple[Then, ...]
    opponents: tuple[Opponent, ...]

    def to_json(self) -> dict[str, object]:
        """The part for machines."""
        return {
            **pool_json(self.pool),
            "entry": self.line.to_json(),
            "of": self.of,
            "history": [
                {
                    "matches": then.matches,
                    "mu": round(then.mu, DECIMALS),
                    "sigma": round(then.sigma, DECIMALS),
                    "fault": then.faulty,
                }
                for then in self.history
            ],
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
    """Whether there are too many matches to look into here."""
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
    here = next((one for one in found if row is None or one.tournament.id == row.id), None)
    if here is None:
        raise NotFound(f"there is no bot '{name}' in " + (row.id if row else "any tournament"))
    row = row or tournament_row(store, here.tournament.id)
    large = row.done > MOST_RESULTS
    chosen = MatchFilter(tournament=row.id, bot=here.name, fault=ANY_FAULT, limit=_FAULTS)
    return Career(
        name=here.name,
        version=here.version,
        tournament=row,
        parts=() if large else tuple(_parts(store, row, here.number, here.name)),
        large=large,
        faults=tuple(map(match_row, store.matches(chosen))),
        elsewhere=tuple((one.tournament.id, one.tournament.name, one.version) for one in found),
    )


def _parts(store: Store, row: TournamentRow, number: int, name: str) -> Iterable[Part]:
    results, _ = counted(store, row.id)
    met = {table.pool: table for table in crosstables(store, row.id).tables}
    for table in standings(store, row.id):
        shown = pool_table(table, complete=row.finished)
        place = next((i for i, one in enumerate(shown.lines) if one.bot == name), None)
        if place is None:
            continue
        crossed = met[table.pool]
        yield Part(
            pool=table.pool,
            line=shown.lines[place],
            of=len(shown.lines),
            history=_history([one for one in results if one.pool == table.pool], number),
            opponents=tuple(
                Opponent(bot, crossed.cells[place, other])
                for other, bot in enumerate(crossed.bots)
                if (place, other) in crossed.cells
            ),
        )


def _history(results: Iterable[Result], number: int) -> tuple[Then, ...]:
    """The live estimate after each of its matches, thinned out."""
    live, failed = Live(), False
    points: list[Then] = []
    for result in results:
        live.add(result)
        if number not in result.entries:
            continue
        failed = failed or result.faults[result.entries.index(number)]
        now = live.ratings[number]
        points.append(Then(len(points) + 1, now.mu, now.sigma, failed))
        failed = False
    step = -(-len(points) // _POINTS) or 1
    return tuple(_thinned(points, step))


def _thinned(points: list[Then], step: int) -> Iterable[Then]:
    for end in range(step, len(points) + step, step):
        part = points[end - step : end]
        last = part[-1]
        yield Then(last.matches, last.mu, last.sigma, any(one.faulty for one in part))
