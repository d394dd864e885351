"""Two bots as people compare them: which is better, how sure that is, and why."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from arena.errors import Misuse
from arena.tournament.formats.sequential import BASE, NEW
from arena.views.crosstable import Verdict, pair_json
from arena.views.pool import pool_json
from arena.views.reasons import Reasons, collect
from arena.views.sprt import Tested, tested
from leaderboard.errors import NotFound, Pruned
from leaderboard.field import is_played
from leaderboard.ratings.crossing import Met
from leaderboard.ratings.estimate import above
from leaderboard.ratings.evidence import Evidence
from leaderboard.ratings.pairs import Key, Pair, pairs, seen_by
from leaderboard.ratings.sequential import ENOUGH, e_value
from leaderboard.ratings.table import DECIMALS
from leaderboard.standings import counted
from leaderboard.store import Store
from leaderboard.values import MatchFilter, Pool, Result, StoredEntry, StoredMatch, Tournament
from referee.games.registry import get_game
from referee.words import suggestion

RECORDS: Final = 1000
"""Of so many matches at most, the newest, records are read."""
SWINGS: Final = 5
_PAGE: Final = 100


@dataclass(frozen=True, slots=True)
class Common:
    """What both did against somebody else."""

    bot: str
    one: Pair
    other: Pair

    def to_json(self) -> dict[str, object]:
        """The opponent for machines."""
        return {
            "bot": self.bot,
            "scores": [round(pair.score, DECIMALS) for pair in (self.one, self.other)],
            "leads": [_rounded(pair.lead) for pair in (self.one, self.other)],
            "blocks": [len(pair.blocks) for pair in (self.one, self.other)],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Swing:
    """A deal on which the two were far apart."""

    block: int
    deal: int
    score: float
    """Of the first one, from 0 to 1."""
    lead: float | None
    """Points ahead, on average over the matches of the block."""
    match: str
    """The one that shows it best."""

    def to_json(self) -> dict[str, object]:
        """The deal for machines."""
        return {
            "block": self.block,
            "deal_number": self.deal,
            "score": round(self.score, DECIMALS),
            "lead": _rounded(self.lead),
            "match": self.match,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """Two bots in one pool, as the first one sees it."""

    pool: Pool
    bots: tuple[str, str]
    pair: Pair | None
    """None if they never met."""
    evidence: tuple[float, float]
    """E-values: that the first is better, that the second is."""
    above: float
    """How probable it is, by all results of the pool, that the first one is stronger."""
    common: tuple[Common, ...]
    reasons: Reasons
    swings: tuple[Swing, ...]
    complete: bool
    """Whether nothing is still to be played."""
    waiting: int
    """Matches of the pool that count when their block is complete."""
    test: Tested | None = None
    """The sequential test that the tournament was, if it was one between these two."""

    @property
    def verdict(self) -> Verdict:
        """Of the first one; what it says holds however often one looks.

        Either may turn out better, so what counts is the mean of both bets.
        """
        if sum(self.evidence) / 2 < ENOUGH:
            return "open"
        return "better" if self.evidence[0] > self.evidence[1] else "worse"

    def to_json(self) -> dict[str, object]:
        """The comparison for machines."""
        met = None if self.pair is None else pair_json(Met.of(self.pair))
        return {
            **pool_json(self.pool),
            "complete": self.complete,
            "waiting": self.waiting,
            "bots": list(self.bots),
            "verdict": self.verdict,
            "e_values": [float(f"{value:.6g}") for value in self.evidence],
            "above": round(self.above, DECIMALS),
            "head_to_head": met,
            "common": [one.to_json() for one in self.common],
            **self.reasons.to_json(),
            "swings": [one.to_json() for one in self.swings],
            **({"test": self.test.to_json()} if self.test else {}),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two bots in every pool of a tournament in which both have results."""

    tournament: Tournament
    bots: tuple[str, str]
    pools: tuple[Compared, ...]

    def to_json(self) -> dict[str, object]:
        """The comparison for machines."""
        return {
            "run": {"tournament": self.tournament.id, "name": self.tournament.name},
            "bots": list(self.bots),
            "pools": [one.to_json() for one in self.pools],
        }


def compare(
    store: Store, one: str, other: str, *, tournament: str, game: str | None = None
) -> Comparison:
    """Two bots of a tournament, or of one game of it; NotFound if they took no part."""
    if game is not None:
        get_game(game)
    head = store.find_tournament(tournament, "tournament")
    entries = store.entries(head.id)
    first, second = (_entry(word, entries, head) for word in (one, other))
    if first == second:
        raise Misuse(f"{first.name} cannot be compared with itself: name two bots")
    results, waiting = counted(store, head.id)
    found = []
    for pool, met in pairs(results).items():
        seated = {entry for key in met for entry in key}
        if game in (None, pool.game) and {first.number, second.number} <= seated:
            of_pool = [result for result in results if result.pool == pool]
            both = (first, second)
            found.append(_compared(store, head, of_pool, met, both, waiting=waiting[pool]))
    return Comparison(tournament=head, bots=(first.name, second.name), pools=tuple(found))


def _entry(word: str, entries: Sequence[StoredEntry], head: Tournament) -> StoredEntry:
    """The entry that a word means: by its name, or the only one of that bot."""
    fitting = [entry for entry in entries if entry.name == word] or [
        entry for entry in entries if entry.bot == word
    ]
    if len(fitting) == 1:
        return fitting[0]
    names = ", ".join(entry.name for entry in fitting)
    if fitting:
        raise Misuse(f"'{word}' fits several bots of {head.id}: {names}; name one of them")
    known = [entry.name for entry in entries]
    raise NotFound(f"there is no bot '{word}' in tournament {head.id}; {suggestion(word, known)}")


def _compared(
    store: Store,
    head: Tournament,
    results: Sequence[Result],
    met: Mapping[Key, Pair],
    bots: tuple[StoredEntry, StoredEntry],
    *,
    waiting: int,
) -> Compared:
    tournament = head.id
    one, other = bots[0].number, bots[1].number
    names = {entry.number: entry.name for entry in store.entries(tournament)}
    pair = seen_by(met, one, other)
    blocks = () if pair is None else pair.blocks
    both = [result for result in results if {one, other} <= {*result.entries}]
    counting = {result.pairing for result in both}
    played = _played(store, tournament, results[0].pool, bots, counting)
    told = ((match, record) for match in played if (record := _kept(store, match)) is not None)
    return Compared(
        pool=results[0].pool,
        bots=(bots[0].name, bots[1].name),
        pair=pair,
        evidence=(e_value(blocks), e_value(1 - score for score in blocks)),
        above=_above(results, names, one, other),
        common=_common(met, names, one, other),
        reasons=collect(told, one, other, of=len(both)),
        swings=_swings(both, tournament, one, other),
        complete=is_played(head),
        waiting=waiting,
        test=tested(store, head) if {one, other} == {NEW, BASE} else None,
    )


def _kept(store: Store, match: StoredMatch) -> Mapping[str, object] | None:
    """The record of a match; None if it was removed."""
    try:
        return store.record(match)
    except Pruned:
        return None


def _above(results: Iterable[Result], names: Mapping[int, str], one: int, other: int) -> float:
    evidence = Evidence()
    for result in results:
        evidence.add(result)
    return above(evidence, one, other, names.__getitem__)


def _common(
    met: Mapping[Key, Pair], names: Mapping[int, str], one: int, other: int
) -> tuple[Common, ...]:
    found = []
    for number, name in sorted(names.items()):
        first, second = seen_by(met, one, number), seen_by(met, other, number)
        if first is not None and second is not None:
            found.append(Common(name, first, second))
    return tuple(found)


def _played(
    store: Store,
    tournament: str,
    pool: Pool,
    bots: tuple[StoredEntry, StoredEntry],
    counting: set[int],
) -> Iterator[StoredMatch]:
    """The newest matches of both that count, a page at a time."""
    left = RECORDS
    for offset in range(0, 100 * RECORDS, _PAGE):
        page = store.matches(
            MatchFilter(
                tournament=tournament,
                game=pool.game,
                bot=bots[0].name,
                against=bots[1].name,
                limit=_PAGE,
                offset=offset,
            )
        )
        for match in page:
            if match.pairing in counting and left:
                left -= 1
                yield match
        if len(page) < _PAGE or not left:
            return


def _swings(both: Iterable[Result], tournament: str, one: int, other: int) -> tuple[Swing, ...]:
    """The deals on which they were farthest apart, in points or, without, in score."""
    blocks: dict[int, list[Result]] = {}
    for result in both:
        blocks.setdefault(result.block, []).append(result)
    swings = [_swing(found, tournament, one, other) for found in blocks.values()]
    swings.sort(key=lambda swing: (-abs(swing.lead or 0), -abs(swing.score - 0.5), swing.block))
    return tuple(swing for swing in swings[:SWINGS] if swing.lead or swing.score != 0.5)


def _swing(found: Sequence[Result], tournament: str, one: int, other: int) -> Swing:
    leads: list[int] = []
    halves = 0
    best, farthest = found[0], -1
    for result in found:
        mine, yours = result.entries.index(one), result.entries.index(other)
        ranks = result.ranks
        halves += 1 if ranks[mine] == ranks[yours] else 2 * (ranks[mine] < ranks[yours])
        points = result.scores[mine], result.scores[yours]
        if points[0] is not None and points[1] is not None:
            leads.append(points[0] - points[1])
            if abs(leads[-1]) > farthest:
                best, farthest = result, abs(leads[-1])
    return Swing(
        block=best.block,
        deal=best.deal,
        score=halves / (2 * len(found)),
        lead=sum(leads) / len(leads) if leads else None,
        match=f"{tournament}-{best.pairing}",
    )


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, DECIMALS)
