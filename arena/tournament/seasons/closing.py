"""The end of a season: its seeds may be told, and nothing of it is played any more."""

from collections.abc import Iterator

from arena.errors import ArenaError
from arena.tournament.conduct import Now, missing
from arena.tournament.contest import Contest, resolve_stored
from arena.tournament.errors import SpecError
from arena.tournament.formats import Pairing
from arena.tournament.results import pool_of, unplayed_match
from arena.tournament.seasons.nights import find_season
from leaderboard.database import Database
from leaderboard.standings import make_standings
from leaderboard.store import Store
from leaderboard.values import FinishedMatch, Result, Tournament


class NotYet(ArenaError):
    """Something is still to be played."""


def close(database: Database, name: str, now: Now, *, skip: bool = False) -> Tournament:
    """End a season; NotYet if matches are missing, unless they are to be skipped."""
    head = find_season(database, name)
    if head is None:
        raise SpecError(f"there is no season '{name}'")
    with database.reading() as store:
        contest = resolve_stored(head, store.entries(head.id))
    left = missing(database, head, contest)
    if left and not skip:
        raise NotYet(
            f"{left} matches of season {name} are missing: play it on before it ends, "
            "or give them up with --skip-missing"
        )
    with database.writing() as store:
        if left:
            _skip_missing(store, head, contest, now())
        store.finish_tournament(head.id, now())
        return store.find_tournament(head.id)


def _skip_missing(store: Store, head: Tournament, contest: Contest, now_us: int) -> None:
    """Store as skipped what nobody will play; what a night wants depends on those before it."""
    for number in range(len(contest.terms.nights)):
        results = list(store.results(head.id))
        earlier = [one for one in results if one.generation < number]
        stored = {one.pairing for one in results}
        night = contest.format.generation(number, earlier)
        left = (one for one in night if one.number not in stored)
        store.add_matches(_skipped(head, contest, left, results), stored_us=now_us)
    make_standings(store, head.id).keep(store)


def _skipped(
    head: Tournament, contest: Contest, left: Iterator[Pairing], results: list[Result]
) -> Iterator[FinishedMatch]:
    pools = {one.pool.game: one.pool for one in results}  # as played, should rules have changed
    for pairing in left:
        game, setup = contest.games[pairing.game]
        pool = pools.get(game.name) or pool_of(game, setup, contest.terms.conditions.control)
        yield unplayed_match(
            head.id,
            contest.fixture(pairing),
            pool,
            status="skipped",
            reason="the season was closed before it was played",
        )
