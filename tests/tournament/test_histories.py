"""The live table is the leaderboard: over the same matches, whatever happened on the way."""

import random
from pathlib import Path

import pytest

from arena.tournament import runner as runner_module
from arena.tournament.conduct import begin
from arena.tournament.contest import Contest, resolve
from arena.tournament.events import Event, RatingChanged
from arena.tournament.results import stored_entries
from arena.tournament.runner import Brake, Ending, Runner
from arena.tournament.terms import Terms
from leaderboard.database import Database, open_database
from leaderboard.ratings.table import Table, folded, make_tables
from leaderboard.standings import keep_standings, standings
from leaderboard.values import Pool, PoolScores
from tests.tournament.fake_place import FakePlace

pytestmark = pytest.mark.slow

FIELD = ("random:as=a", "random:as=b", "random:as=c", "random:as=d")


class History:
    """A tournament with voids, faults, lost workers and stops, as a seed has it."""

    def __init__(self, database: Database, seed: int) -> None:
        chance = random.Random(seed)
        terms = Terms(
            bots=FIELD,
            games=("kupferkessel", "trapper")[: chance.choice((1, 2))],
            rounds=chance.randint(2, 6),
            seed=seed,
            bench=chance.choice((0, 2, 3)),
        )
        self.chance, self.database = chance, database
        self.contest = resolve(terms)
        self.tournament = begin(database, self.contest, now=lambda: 1).id
        self.events: list[Event] = []
        self.checked = self.fitted = 0
        self.last: dict[Pool, Table] = {}
        """The last table that was told of each pool; a screen shows just these."""
        numbers = range(1, (self.contest.format.count or 0) + 1)
        self.void = {number for number in numbers if chance.random() < 0.04}
        self.faults = {
            (number, entry)
            for number in numbers
            for entry in range(len(FIELD))
            if chance.random() < (0.0, 0.1, 0.5, 0.02)[entry]
        }

    def play(self) -> None:
        """Run until nothing is missing; what is told is compared on the way."""
        while True:
            brake = Brake()
            crew = Runner(self.tournament, self.contest, self.database, self._hear, brake)
            ending = crew.run(self._place(brake))
            crew.tell_ratings()
            if ending is Ending.COMPLETE:
                return

    def _place(self, brake: Brake) -> FakePlace:
        chance = self.chance

        def pull() -> None:
            brake.gently = brake.gently or chance.random() < 0.15

        return FakePlace(
            self.contest,
            self.tournament,
            chance.choice((1, 2, 5)),
            chance,
            loses=lambda chunk: chance.random() < 0.05,
            faults=lambda pairing, entry: (pairing, entry) in self.faults,
            spoils=lambda pairing: pairing in self.void,
            before_taking=pull,
        )

    def _hear(self, event: Event) -> None:
        self.events.append(event)
        if isinstance(event, RatingChanged):
            pool = event.table.pool
            fitted = any(one.score.estimate for one in event.table.standings)
            found = self._prefix(event.matches, fitted=fitted)
            same = [one for one in found if one.pool == pool]
            assert [event.table] == (same or [Table(pool, ())])
            self.last[pool] = event.table
            self.fitted += fitted
            self.checked += 1

    def _prefix(self, matches: int, *, fitted: bool) -> tuple[Table, ...]:
        """The leaderboard of the first so many matches."""
        with self.database.reading() as store:
            entries = store.entries(self.tournament)
            results = [one for one in store.results(self.tournament) if one.pairing <= matches]
        benched = {entry.number for entry in entries if entry.benched}
        fold = folded(results, self.contest.terms.seat_orders, benched)
        known = stored_entries(self.contest.entries)
        return make_tables(fold.scores(known if fitted else ()), known)


def _plain(tables: tuple[Table, ...], contest: Contest) -> tuple[Table, ...]:
    """Tables whose entries are as a runner knows them: it is not told why somebody is out."""
    known = {entry.number: entry for entry in stored_entries(contest.entries)}
    scores = {
        table.pool: PoolScores(
            {one.entry.number: one.score for one in table.standings}, table.waiting
        )
        for table in tables
    }
    return make_tables(scores, known.values())


@pytest.mark.parametrize("seed", range(40))
def test_every_rating_event_is_the_leaderboard_of_the_same_matches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(runner_module, "RATING_EVERY", 5)
    with open_database(tmp_path / "arena.db", write=True) as database:
        history = History(database, seed)

        history.play()

        with database.writing() as store:
            kept = keep_standings(store, history.tournament)
            again = standings(store, history.tournament)
    shown = {pool: table for pool, table in history.last.items() if table.standings}
    assert history.checked >= history.fitted >= len(shown)
    assert kept == again
    assert shown == {table.pool: table for table in _plain(kept, history.contest)}


def test_histories_have_voids_benched_bots_and_stops(tmp_path: Path) -> None:
    voids = benched = stops = 0
    for seed in range(12):
        with open_database(tmp_path / f"{seed}.db", write=True) as database:
            history = History(database, seed)
            history.play()
            with database.reading() as store:
                voids += store.counts(history.tournament).get("void", 0)
                benched += sum(bool(one.benched) for one in store.entries(history.tournament))
        stops += sum(event.event == "tournament_stopping" for event in history.events)

    assert min(voids, benched, stops) > 5
