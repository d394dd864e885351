"""How good a bot is, in a sentence for each yardstick; and what to look at next."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from arena.tournament.extent import format_of
from arena.tournament.formats.rungs import Rung, Rungs
from arena.tournament.terms import stored_terms
from arena.tournament.yardsticks import yardstick_of
from arena.views.pool import pool_json
from arena.views.reasons import collect
from leaderboard.ratings.table import DECIMALS
from leaderboard.store import Store
from leaderboard.values import MatchFilter, Pool, StoredMatch, StoredSeat, Tournament

BOT: Final = 0
"""The entry that is rated."""
_SHARES: Final = (
    (0.95, "all"),
    (0.7, "most"),
    (0.58, "two thirds"),
    (0.42, "half"),
    (0.29, "a third"),
    (0.22, "a quarter"),
    (0.18, "a fifth"),
)
"""A share is called by the first of these that it reaches."""
_WORDS: Final = {"better": "beats", "worse": "loses to", "open": "against"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """The bot against one yardstick in one game."""

    yardstick: str
    rung: Rung

    @property
    def score(self) -> float | None:
        """What the bot scored, from 0 to 1; None if no deal is complete."""
        scores = self.rung.scores
        return sum(scores) / len(scores) if scores else None

    @property
    def sentence(self) -> str:
        """The verdict."""
        if self.score is None:
            return f"{self.yardstick}: not met in the time there was"
        deals = len(self.rung.scores)
        told = f"{100 * self.score:.0f} % of {deals} deal{'s' * (deals != 1)}"
        sure = "not settled" if self.rung.verdict == "open" else "sure"
        return f"{_WORDS[self.rung.verdict]} {self.yardstick}: {told}, {sure}"

    def to_json(self) -> dict[str, object]:
        """The verdict for machines."""
        return {
            "yardstick": self.yardstick,
            "verdict": self.rung.verdict,
            "score": None if self.score is None else round(self.score, DECIMALS),
            "deals": len(self.rung.scores),
            "e_values": [float(f"{value:.6g}") for value in self.rung.e_values],
            "sentence": self.sentence,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Worst:
    """The match that went worst."""

    match: str
    yardstick: str
    points: tuple[int | None, int | None]
    """The bot's, and those of the best of the others."""
    fault: str | None
    """The bot's, if that was why."""

    @property
    def sentence(self) -> str:
        """What happened."""
        if self.fault is not None:
            return f"a match against {self.yardstick} that it lost by {self.fault}"
        mine, yours = self.points
        told = "" if mine is None or yours is None else f" {mine} to {yours}"
        return f"lost{told} to {self.yardstick}"

    def to_json(self) -> dict[str, object]:
        """The match for machines."""
        return {
            "match": self.match,
            "yardstick": self.yardstick,
            "points": list(self.points),
            "fault": self.fault,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedGame:
    """The bot in one game."""

    pool: Pool
    measured: tuple[Measured, ...]
    """By yardstick, the weakest first."""
    matches: int
    worst: Worst | None
    look_at: tuple[str, ...]

    @property
    def above(self) -> str | None:
        """The strongest yardstick that it surely beats: the rung it reached."""
        beaten = [one.yardstick for one in self.measured if one.rung.verdict == "better"]
        return beaten[-1] if beaten else None

    @property
    def below(self) -> str | None:
        """The weakest yardstick that surely beats it."""
        lost = (one.yardstick for one in self.measured if one.rung.verdict == "worse")
        return next(lost, None)

    @property
    def rung(self) -> str:
        """Where it stands."""
        if self.above is not None and self.above == self.measured[-1].yardstick:
            return "above every yardstick"
        told = [f"above {self.above}"] if self.above is not None else []
        told += [f"below {self.below}"] if self.below is not None else []
        return ", ".join(told) or "nothing is settled yet"

    def beats(self, yardstick: str) -> bool:
        """Whether it surely beats a yardstick."""
        return any(
            one.yardstick == yardstick and one.rung.verdict == "better" for one in self.measured
        )

    def to_json(self) -> dict[str, object]:
        """The game for machines."""
        return {
            **pool_json(self.pool),
            "matches": self.matches,
            "above": self.above,
            "below": self.below,
            "rung": self.rung,
            "yardsticks": [one.to_json() for one in self.measured],
            "worst": None if self.worst is None else self.worst.to_json(),
            "look_at": list(self.look_at),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Rated:
    """A bot and how good it is."""

    tournament: Tournament
    bot: str
    version: str
    benched: str
    """Why it was taken out; empty if it was not."""
    faults: int
    """Matches that it lost by a fault."""
    games: tuple[RatedGame, ...]

    def beats(self, yardstick: str) -> bool:
        """Whether it surely beats a yardstick in every game."""
        return bool(self.games) and all(game.beats(yardstick) for game in self.games)

    def to_json(self) -> dict[str, object]:
        """The rating for machines."""
        return {
            "run": {"tournament": self.tournament.id},
            "bot": self.bot,
            "version": self.version,
            "benched": self.benched or None,
            "faults": self.faults,
            "games": [one.to_json() for one in self.games],
        }


def rated(store: Store, head: Tournament) -> Rated:
    """What a stored contest with the yardsticks has shown."""
    entries, terms = store.entries(head.id), stored_terms(head.spec)
    form = format_of(terms, len(entries), len(terms.games))
    if not isinstance(form, Rungs):
        raise TypeError(f"{head.id} is no contest with yardsticks")
    results = list(store.results(head.id))
    games = tuple(
        _rated_game(store, head, form, form.standing(number, results), pool)
        for number, pool in enumerate(dict.fromkeys(one.pool for one in results))
    )
    return Rated(
        tournament=head,
        bot=entries[BOT].name,
        version=entries[BOT].version,
        benched=entries[BOT].benched,
        faults=sum(one.faults[one.entries.index(BOT)] for one in results),
        games=games,
    )


def _rated_game(
    store: Store, head: Tournament, form: Rungs, standing: Sequence[Rung], pool: Pool
) -> RatedGame:
    names = [yardstick_of(entry.name) for entry in store.entries(head.id)]
    stored = store.matches(MatchFilter(tournament=head.id, game=pool.game))
    played = [match for match in reversed(stored) if match.status == "done"]
    to_take = _to_take(standing)
    met = [] if to_take is None else _against(played, form.others(to_take)[0])
    faulty = [match for match in played if _seats(match)[0].fault is not None]
    worst = _worst(faulty or met)
    return RatedGame(
        pool=pool,
        measured=tuple(
            Measured(yardstick=names[form.others(rung)[0]], rung=known)
            for rung, known in enumerate(standing)
        ),
        matches=len(played),
        worst=None if worst is None else _told(worst, names),
        look_at=(*_faults(faulty, len(played)), *_rules(store, met, names)),
    )


def _to_take(standing: Sequence[Rung]) -> int | None:
    """The rung that is to be taken next: the first that is surely lost, or else not won."""
    verdicts = [one.verdict for one in standing]
    for wanted in ("worse", "open"):
        if wanted in verdicts:
            return verdicts.index(wanted)
    return None


def _against(played: Iterable[StoredMatch], entry: int) -> list[StoredMatch]:
    return [match for match in played if entry in {seat.entry for seat in match.seats}]


def _seats(match: StoredMatch) -> tuple[StoredSeat, StoredSeat]:
    """The bot's, and that of the best of the others."""
    mine = next(one for one in match.seats if one.entry == BOT)
    others = (one for one in match.seats if one.entry != BOT)
    return mine, min(others, key=lambda one: (one.rank or 0, one.seat))


def _worst(played: Iterable[StoredMatch]) -> StoredMatch | None:
    """The widest defeat; None if there is none."""

    def behind(match: StoredMatch) -> tuple[int, int]:
        mine, best = _seats(match)
        return (best.score or 0) - (mine.score or 0), -match.pairing

    lost = [match for match in played if _places(match)[0] > _places(match)[1]]
    return max(lost, key=behind, default=None)


def _places(match: StoredMatch) -> tuple[int, int]:
    mine, best = _seats(match)
    return mine.rank or 0, best.rank or 0


def _told(match: StoredMatch, names: Sequence[str]) -> Worst:
    mine, best = _seats(match)
    return Worst(
        match=match.id,
        yardstick=names[best.entry],
        points=(mine.score, best.score),
        fault=mine.fault,
    )


def _faults(faulty: Sequence[StoredMatch], played: int) -> Iterator[str]:
    """What comes before everything else."""
    if faulty:
        kinds = sorted({_seats(match)[0].fault or "" for match in faulty})
        yield f"{len(faulty)} of {played} matches ended by its own fault: {', '.join(kinds)}"


def _rules(store: Store, met: Sequence[StoredMatch], names: Sequence[str]) -> Iterator[str]:
    """The rule that costs most against who was met; nothing if the bot is not behind."""
    if not met:
        return
    other = _seats(met[0])[1].entry
    told = ((match, store.record(match)) for match in met)
    rules = collect(told, BOT, other, of=len(met)).rules
    behind = [rule for rule in rules if rule.lead < 0]
    if not behind or sum(rule.lead for rule in rules) >= 0:
        return
    worst = min(behind, key=lambda rule: (rule.lead, rule.rule))
    share = worst.lead / sum(rule.lead for rule in behind)
    called = next((word for least, word in _SHARES if share >= least), f"{100 * share:.0f} %")
    yield (
        f"{called} of the points it loses to {names[other]} are '{worst.rule}': "
        f"{worst.one:.1f} a match against {worst.other:.1f}"
    )
