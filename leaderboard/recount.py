"""Whether the ratings that were kept are those that the match log gives."""

from collections.abc import Iterator

from leaderboard.ratings.live import MODEL
from leaderboard.ratings.table import DECIMALS, Scores, fold
from leaderboard.store import Store
from leaderboard.values import Score


def kept_ratings_differ(store: Store, tournament: str) -> list[tuple[str, str, str]] | None:
    """Each place where they do, what the log gives and what was kept; None if none were kept."""
    kept = store.ratings(tournament, MODEL)
    if kept is None:
        return None
    benched = {entry.number for entry in store.entries(tournament) if entry.benched}
    return list(_differences(fold(store.results(tournament), benched), kept))


def _differences(expected: Scores, found: Scores) -> Iterator[tuple[str, str, str]]:
    for pool in sorted({*expected, *found}):
        made, kept = expected.get(pool, {}), found.get(pool, {})
        for number in sorted({*made, *kept}):
            wanted, got = _told(made.get(number)), _told(kept.get(number))
            if wanted != got:
                yield f"table of {pool.game}, entry {number}", wanted, got


def _told(score: Score | None) -> str:
    """A score as it is compared: to the decimals that are printed, for machines differ beyond."""
    if score is None:
        return "none"
    mu, sigma = round(score.rating.mu, DECIMALS), round(score.rating.sigma, DECIMALS)
    return f"mu {mu}, sigma {sigma}, {score.tally}"
