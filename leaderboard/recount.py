"""Whether the ratings that were kept are those that the match log gives."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict

from leaderboard.ratings.table import DECIMALS
from leaderboard.standings import MODELS, refold
from leaderboard.store import Store
from leaderboard.values import Pool, PoolScores, Score

_NONE = PoolScores({})


def kept_ratings_differ(store: Store, tournament: str) -> list[tuple[str, str, str]] | None:
    """Each place where they do, what the log gives and what was kept; None if none were kept."""
    kept = store.ratings(tournament, MODELS)
    if kept is None:
        return None
    made = refold(store, tournament).scores(store.entries(tournament))
    return list(_differences(made, kept))


def _differences(
    expected: Mapping[Pool, PoolScores], found: Mapping[Pool, PoolScores]
) -> Iterator[tuple[str, str, str]]:
    for pool in sorted({*expected, *found}):
        made, kept = expected.get(pool, _NONE), found.get(pool, _NONE)
        place = f"table of {pool.game}"
        if made.waiting != kept.waiting:
            yield f"{place}, matches that wait", str(made.waiting), str(kept.waiting)
        for number in sorted({*made.scores, *kept.scores}):
            ours, theirs = _facts(made.scores.get(number)), _facts(kept.scores.get(number))
            for name in sorted({*ours, *theirs}):
                wanted, got = ours.get(name), theirs.get(name)
                if wanted != got:
                    yield f"{place}, entry {number}, {name}", str(wanted), str(got)


def _facts(score: Score | None) -> dict[str, object]:
    """A score as it is compared: to the decimals that are printed, for machines differ beyond."""
    if score is None:
        return {}
    facts = asdict(score.rating) | asdict(score.tally)
    if score.estimate is not None:
        facts |= asdict(score.estimate)
    return {
        name: round(value, DECIMALS) if isinstance(value, float) else value
        for name, value in facts.items()
    }
