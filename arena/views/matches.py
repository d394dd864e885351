"""Matches as people list them: filtered, and in pages."""

from collections.abc import Iterable
from dataclasses import dataclass

from arena.views.match import MatchRow, match_row
from leaderboard.errors import NotFound
from leaderboard.looking import vocabulary
from leaderboard.store import Store
from leaderboard.values import ANY_FAULT, MatchFilter, Outcome, Vocabulary
from referee.bots.entry import built_in_bots
from referee.games.registry import game_names
from referee.match.verdict import Termination
from referee.words import suggestion


@dataclass(frozen=True, slots=True)
class MatchPage:
    """Part of a list of matches, the newest first."""

    rows: tuple[MatchRow, ...]
    total: int
    """How many fit in all."""


def list_matches(
    store: Store,
    *,
    tournament: str | None = None,
    game: str | None = None,
    bot: str | None = None,
    against: str | None = None,
    fault: str | None = None,
    outcome: Outcome | None = None,
    seat: int | None = None,
    since_us: int | None = None,
    limit: int,
    page: int = 1,
) -> MatchPage:
    """A page of those that fit; NotFound for a word that fits nothing here or anywhere."""
    chosen = MatchFilter(
        tournament=store.find_tournament(tournament).id if tournament else None,
        game=game,
        since_us=since_us,
        bot=bot,
        seat=seat,
        outcome=outcome,
        fault=fault,
        against=against,
        limit=limit,
        offset=(page - 1) * limit,
    )
    total = store.count_matches(chosen)
    if not total:
        _refuse_unknown(game=game, bots=(bot, against), fault=fault, known=vocabulary(store))
    return MatchPage(tuple(map(match_row, store.matches(chosen))), total)


def _refuse_unknown(
    *, game: str | None, bots: Iterable[str | None], fault: str | None, known: Vocabulary
) -> None:
    """NotFound for a word that fits nothing here or anywhere; it may be misspelt."""
    faults = [one.value for one in Termination if one.faulty]
    for what, word, words in (
        ("game", game, (*game_names(), *known.games)),
        *(("bot", bot, (*built_in_bots(), *known.bots)) for bot in bots),
        ("fault", fault, (ANY_FAULT, *faults)),
    ):
        if word is not None and word not in words:
            raise NotFound(f"there is no {what} '{word}'; {suggestion(word, sorted({*words}))}")
