"""Every page as a function of the store, for the server and for static files alike.

`ROUTES` is the one list of addresses. A page is made within one reading transaction, from
`arena.views` alone; what it quotes from others is made safe where it is drawn.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from arena.views.board import MOST_RESULTS, board, slug
from arena.views.career import career
from arena.views.compare import compare
from arena.views.crosstable import CrossTables, best_crosstables, crosstables
from arena.views.film import film
from arena.views.front import front
from arena.views.game import game_view, known_games
from arena.views.match import show_match, tell_logs, tell_record
from arena.views.matches import list_matches
from arena.views.progress import progress
from arena.views.tournaments import list_tournaments, tournament_row
from arena.web.assets import drawing
from arena.web.page import (
    Page,
    bot_path,
    match_path,
    pair_path,
    part,
    tournament_path,
)
from arena.web.viewer import body, data, title
from leaderboard.errors import NotFound
from leaderboard.looking import bot_names
from leaderboard.store import Store
from referee.games.registry import UnknownGame, get_game
from referee.match.replay import OtherRules

LIST: Final = 50
"""Lines of a list on one page."""
_CROSSED: Final = 60
"""Bots of a cross table."""
_MOST_PAGES: Final = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """What was asked for besides the address."""

    query: Mapping[str, str]
    folder: Path | None
    """Where the database lies."""

    @property
    def page(self) -> int:
        """Which page of a list, from 1."""
        given = self.query.get("page", "1")
        return min(_MOST_PAGES, max(1, int(given))) if given.isdecimal() and len(given) < 7 else 1

    def text(self, name: str) -> str | None:
        """A word; None without one."""
        return self.query.get(name) or None


Make = Callable[..., Page]


@dataclass(frozen=True, slots=True)
class Route:
    """An address, and what makes its page."""

    path: str
    make: Make


def front_page(store: Store, ask: Ask) -> Page:
    """Who leads, and what is worth watching."""
    shown = front(store)
    return Page(
        template="front",
        title="Arena",
        path="/",
        json=shown.to_json(),
        values={"front": shown},
        again="leaderboard",
    )


def newest_board(store: Store, ask: Ask) -> Page:
    """The table of the newest tournament."""
    if not store.count_tournaments("tournament"):
        return _empty("/lb", "Leaderboard")
    return board_page(store, ask, tournament="last", path="/lb")


def pool_of_newest(store: Store, ask: Ask, game: str, variant: str) -> Page:
    """The table of one pool in the newest tournament."""
    path = f"/lb/{part(game)}/{part(variant)}"
    return board_page(store, ask, tournament="last", game=game, variant=variant, path=path)


def board_page(
    store: Store,
    ask: Ask,
    *,
    tournament: str,
    game: str | None = None,
    variant: str | None = None,
    path: str = "",
) -> Page:
    """A table."""
    shown = board(
        store,
        tournament,
        game=game,
        variant=variant,
        asked=ask.text("q") or "",
        page=ask.page,
    )
    id_ = shown.tournament.id
    here = tournament_path(id_, "lb", *((game, variant or "") if game else ()))
    return Page(
        template="leaderboard",
        title="Leaderboard",
        path=path or here,
        json=shown.to_json(),
        values={"board": shown, "slug": slug},
        again=f"leaderboard --tournament {id_}",
    )


def tournaments_page(store: Store, ask: Ask) -> Page:
    """All tournaments, newest first."""
    listed = list_tournaments(store, limit=LIST, page=ask.page)
    if not listed.total:
        return _empty("/t", "Tournaments")
    return Page(
        template="tournaments",
        title="Tournaments",
        path="/t",
        json={"tournaments": [row.to_json() for row in listed.rows], "total": listed.total},
        values={"listed": listed, "paging": _paging(ask, listed.total)},
        again="tournaments",
    )


def tournament_page(store: Store, ask: Ask, tournament: str) -> Page:
    """One tournament, as it stands."""
    shown = progress(store, tournament)
    return Page(
        template="tournament",
        title=f"Tournament {shown.row.name or shown.row.id}",
        path=tournament_path(shown.row.id),
        json=shown.to_json(),
        values={"shown": shown},
        again=f"leaderboard --tournament {shown.row.id}",
    )


def crosstable_page(store: Store, ask: Ask, tournament: str) -> Page:
    """Who beats whom."""
    row = tournament_row(store, tournament)
    kept = best_crosstables(store, row.id, limit=_CROSSED)
    large = kept is None and row.done > MOST_RESULTS
    if large:
        tables = CrossTables(tournament=store.find_tournament(row.id), tables=())
    else:
        tables = kept or crosstables(store, row.id)
    return Page(
        template="crosstable",
        title="Who beats whom",
        path=tournament_path(row.id, "crosstable"),
        json=tables.to_json(),
        values={"row": row, "tables": tables.tables, "large": large, "most": _CROSSED},
        again=f"crosstable --tournament {row.id}",
    )


def matches_page(store: Store, ask: Ask, tournament: str | None = None) -> Page:
    """A list of matches, newest first."""
    row = tournament_row(store, tournament) if tournament else None
    listed = list_matches(
        store,
        tournament=row.id if row else None,
        bot=ask.text("bot"),
        fault=ask.text("fault"),
        limit=LIST,
        page=ask.page,
    )
    path = tournament_path(row.id, "matches") if row else "/matches"
    return Page(
        template="matches",
        title="Matches",
        path=path,
        json={"matches": [one.to_json() for one in listed.rows], "total": listed.total},
        values={"row": row, "listed": listed, "paging": _paging(ask, listed.total)},
        again=f"matches --tournament {row.id}" if row else "matches",
    )


def match_page(store: Store, ask: Ask, match: str) -> Page:
    """The viewer: of everything once the tournament is over, until then of one seat."""
    shown = show_match(store, match, ask.folder)
    row = shown.row
    values: dict[str, Any] = {"row": row, "shown": shown, "film": None, "needed": ""}
    told: object = shown.to_json()
    heading = f"Match {row.match}"
    if row.status == "done" and not shown.pruned:
        record = tell_record(store, row.match)
        seat = _seat(ask, over=record.over)
        try:
            one = film(record, seat)
        except (OtherRules, UnknownGame) as error:
            # Rather no board than a wrong one; the record needs no rules to be read.
            values["needed"] = str(error).partition(": its table")[0]
            told = {**shown.to_json(), **({"record": record.to_json()} if record.over else {})}
        else:
            told, heading = one.to_json(), title(one)
            evidence = shown.evidence if shown.over else {}
            values |= {
                "film": data(one),
                "body": body(one, evidence),
                "seat": seat,
                "drawing": drawing(one.game),
                "game": row.pool.game,
            }
    return Page(
        template="match",
        title=heading,
        path=match_path(row.match),
        json=told,
        values=values,
        again=f"replay {row.match} --watch",
    )


def logs_page(store: Store, ask: Ask, match: str) -> Page:
    """What the bots of a match printed; for everybody's eyes only when all is over."""
    shown = show_match(store, match, ask.folder)
    if not shown.over:
        raise NotFound(
            f"what was printed in match {shown.row.match} is told when its tournament is over"
        )
    logs = tell_logs(store, shown.row.match, None)
    return Page(
        template="logs",
        title=f"Output of match {shown.row.match}",
        path=f"{match_path(shown.row.match)}/logs",
        json=logs.to_json(),
        values={"logs": logs},
        again=f"logs {shown.row.match}",
    )


def bots_page(store: Store, ask: Ask) -> Page:
    """All bots that took part somewhere."""
    names, total = bot_names(store, limit=LIST, offset=(ask.page - 1) * LIST)
    return Page(
        template="bots",
        title="Bots",
        path="/b",
        json={"bots": [{"bot": name, "tournaments": times} for name, times in names]},
        values={"names": names, "total": total, "paging": _paging(ask, total)},
        again="bots",
    )


def bot_page(store: Store, ask: Ask, bot: str, tournament: str | None = None) -> Page:
    """A bot, in the newest tournament it took part in or in a named one."""
    shown = career(store, bot, tournament)
    return Page(
        template="bot",
        title=shown.name,
        path=bot_path(shown.tournament.id, shown.name) if tournament else f"/b/{part(bot)}",
        json=shown.to_json(),
        values={"bot": shown},
        again=f"leaderboard --tournament {shown.tournament.id} --wide",
    )


def pair_page(store: Store, ask: Ask, tournament: str, one: str, other: str) -> Page:
    """Two bots: which is better, and why."""
    row = tournament_row(store, tournament)
    if row.done > MOST_RESULTS:
        raise NotFound(f"tournament {row.id} is too large for this page: use arena compare")
    shown = compare(store, one, other, tournament=row.id)
    return Page(
        template="pair",
        title=f"{shown.bots[0]} and {shown.bots[1]}",
        path=pair_path(row.id, one, other),
        json=shown.to_json(),
        values={"shown": shown, "row": row},
        again=f"compare {shown.bots[0]} {shown.bots[1]} --tournament {row.id}",
    )


def games_page(store: Store, ask: Ask) -> Page:
    """The games known here."""
    games = known_games()
    return Page(
        template="games",
        title="Games",
        path="/games",
        json={"games": [one.to_json() for one in games]},
        values={"games": games},
        again="games",
    )


def game_page(store: Store, ask: Ask, game: str) -> Page:
    """A game in short, with the signs it is drawn with."""
    shown = game_view(game)
    return Page(
        template="game",
        title=shown.title,
        path=f"/games/{part(game)}",
        json=shown.to_json(),
        values={"game": shown, "drawing": drawing(get_game(game))},
        again=f"games {game}",
    )


def write_page(store: Store, ask: Ask) -> Page:
    """How one begins."""
    return Page(
        template="write",
        title="Write a bot",
        path="/write-a-bot",
        json={"games": [one.name for one in known_games()]},
        values={"games": known_games()},
    )


def _empty(path: str, heading: str) -> Page:
    return Page(template="empty", title=heading, path=path, json={}, again="tournament --seed 1")


def _seat(ask: Ask, *, over: bool) -> int | None:
    """Whose film: of seat 1 if nobody says, as long as not everything may be told."""
    given = ask.query.get("seat", "")
    if given.isdecimal() and len(given) < 3:
        return int(given) - 1
    return None if over else 0


def _paging(ask: Ask, total: int) -> dict[str, int]:
    return {"page": ask.page, "pages": max(1, -(-total // LIST)), "total": total}


ROUTES: Final = (
    Route("/", front_page),
    Route("/lb", newest_board),
    Route("/lb/{game}/{variant}", pool_of_newest),
    Route("/t", tournaments_page),
    Route("/t/{tournament}", tournament_page),
    Route("/t/{tournament}/lb", board_page),
    Route("/t/{tournament}/lb/{game}/{variant}", board_page),
    Route("/t/{tournament}/crosstable", crosstable_page),
    Route("/t/{tournament}/matches", matches_page),
    Route("/t/{tournament}/b/{bot}", bot_page),
    Route("/t/{tournament}/b/{one}/vs/{other}", pair_page),
    Route("/matches", matches_page),
    Route("/m/{match}", match_page),
    Route("/m/{match}/logs", logs_page),
    Route("/b", bots_page),
    Route("/b/{bot}", bot_page),
    Route("/games", games_page),
    Route("/games/{game}", game_page),
    Route("/write-a-bot", write_page),
)
