"""The runner over slots that are no processes: any order, any losses, the same table."""

import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from arena.tournament.conduct import begin, prolong, reopen
from arena.tournament.contest import Contest, resolve
from arena.tournament.errors import SpecError, WorkersFail
from arena.tournament.events import Event, MatchFinished, MatchStarted, WorkerLost
from arena.tournament.formats import Pairing, Pairings
from arena.tournament.formats.round_robin import RoundRobin
from arena.tournament.line import MOST_LOSSES
from arena.tournament.places import Place
from arena.tournament.runner import Brake, Ending, Runner
from arena.tournament.share import STRETCH
from arena.tournament.terms import Terms
from leaderboard.database import Database, open_database
from leaderboard.ratings.counting import counting
from leaderboard.ratings.table import folded
from leaderboard.standings import refold, standings
from leaderboard.values import Result
from tests.postgres import Server
from tests.tournament.fake_place import FakePlace

pytestmark = pytest.mark.slow

TERMS = Terms(
    bots=("random:as=a", "random:as=b", "random:as=c"), games=("kupferkessel",), rounds=20, seed=4
)


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with open_database(tmp_path / "arena.db", write=True) as database:
        yield database


def play(
    database: Database, place_of: Callable[[Contest, str], Place], brake: Brake | None = None
) -> tuple[str, list[Event], Ending]:
    contest = resolve(TERMS)
    head = begin(database, contest, now=lambda: 1)
    events: list[Event] = []
    runner = Runner(head.id, contest, database, events.append, brake or Brake())
    ending = runner.run(place_of(contest, head.id))
    return head.id, events, ending


def table(database: Database, tournament: str) -> object:
    with database.reading() as store:
        return [
            [(line.entry.name, line.score) for line in one.standings]
            for one in standings(store, tournament)
        ]


@pytest.mark.parametrize("size", [1, 2, 5])
def test_every_pairing_is_stored_once_and_the_table_is_the_same(
    database: Database, size: int
) -> None:
    first, events, ending = play(
        database, lambda contest, id_: FakePlace(contest, id_, 1, random.Random(0))
    )
    again, _, _ = play(
        database, lambda contest, id_: FakePlace(contest, id_, size, random.Random(size))
    )

    assert ending is Ending.COMPLETE
    assert sum(isinstance(event, MatchFinished) for event in events) == 120
    assert sum(isinstance(event, MatchStarted) for event in events) == 120
    assert table(database, first) == table(database, again)


def test_chunks_of_dead_workers_are_played_again(database: Database) -> None:
    chance = random.Random(3)
    tournament, events, ending = play(
        database,
        lambda contest, id_: FakePlace(
            contest, id_, 3, chance, loses=lambda chunk: chance.random() < 0.15
        ),
    )

    with database.reading() as store:
        counts = store.counts(tournament)
    assert ending is Ending.COMPLETE
    assert any(isinstance(event, WorkerLost) for event in events)
    assert counts["done"] == 120


def test_a_match_that_kills_every_worker_becomes_void_and_stops_nothing(
    database: Database,
) -> None:
    deadly = 17
    tournament, events, ending = play(
        database,
        lambda contest, id_: FakePlace(
            contest,
            id_,
            2,
            random.Random(1),
            loses=lambda chunk: deadly in [one.pairing.number for one in chunk],
        ),
    )

    with database.reading() as store:
        void = store.find_match(f"{tournament}-{deadly}")
        counts = store.counts(tournament)
    assert ending is Ending.COMPLETE
    assert counts == {"done": 119, "void": 1}
    assert void.status == "void"
    assert void.reason is not None
    assert "workers died" in void.reason
    lost = [event for event in events if isinstance(event, WorkerLost)]
    assert MOST_LOSSES <= len(lost) <= MOST_LOSSES + 1


def test_a_pulled_brake_stops_after_what_is_being_played(database: Database) -> None:
    brake = Brake(gently=False)

    def pull() -> None:
        brake.gently = True

    def place(contest: Contest, id_: str) -> Place:
        return FakePlace(contest, id_, 2, random.Random(1), before_taking=pull)

    tournament, _, ending = play(database, place, brake)

    with database.reading() as store:
        stored = len(list(store.results(tournament)))
    assert ending is Ending.STOPPED
    assert 0 < stored < 120


def test_a_tournament_stops_when_its_time_is_up_and_is_no_less_fair(database: Database) -> None:
    looks = iter(range(1000))
    brake = Brake(time_up=lambda: next(looks) > 12)

    tournament, _, ending = play(
        database, lambda contest, id_: FakePlace(contest, id_, 2, random.Random(1)), brake
    )

    with database.reading() as store:
        results = list(store.results(tournament))
    blocks = Counter(frozenset(one.entries) for one in counting(results, "all")[0])
    assert ending is Ending.TIME_UP
    assert 0 < len(results) < 120
    assert max(blocks.values()) - min(blocks.values()) <= 10 * 2  # what two workers hold


@pytest.mark.parametrize("size", [1, 4])
def test_a_faulty_bot_is_benched_after_the_same_match_with_any_crew(
    database: Database, size: int
) -> None:
    tournament, _, _ = play(
        database,
        lambda contest, id_: FakePlace(
            contest, id_, size, random.Random(size), faults=lambda pairing, entry: entry == 1
        ),
    )

    with database.reading() as store:
        results = list(store.results(tournament))
        counts = store.counts(tournament)
        benched = {one.number for one in store.entries(tournament) if one.benched}
    done = {one.pairing for one in results if one.status == "done"}
    counted, _ = counting(results, "all", benched)
    assert done == {1, 2, 3, 4, 5, 6, 7, *(n for n in range(8, 121) if n % 6 in (3, 4))}
    assert counts == {"done": 45, "skipped": 75}
    assert {entry for result in counted for entry in result.entries} == {0, 2}


def test_a_machine_that_kills_every_worker_stops_the_tournament_and_voids_nothing(
    database: Database,
) -> None:
    with pytest.raises(WorkersFail, match="one after the other"):
        play(
            database,
            lambda contest, id_: FakePlace(
                contest, id_, 2, random.Random(1), loses=lambda chunk: True
            ),
        )

    with database.reading() as store:
        counts = store.counts(store.find_tournament("last").id)
    assert counts == {}


@dataclass(frozen=True)
class TwoSteps:
    """A format whose second generation follows from the results of the first."""

    first: RoundRobin

    @property
    def count(self) -> int:
        return self.first.count or 0

    @property
    def in_a_pass(self) -> int:
        return self.first.in_a_pass

    @property
    def blocks(self) -> int:
        return self.first.blocks or 0

    @property
    def orders(self) -> int:
        return self.first.orders

    def finding(self, results: Sequence[Result]) -> None:
        return None

    def generation(self, number: int, results: Sequence[Result]) -> Pairings:
        if number == 0:
            return self.first
        if number > 1:
            return ()
        assert len(results) == self.count, "what is played of a generation has no part in it"
        wins = Counter(result.entries[result.ranks.index(1)] for result in results)
        best, second = sorted(wins, key=lambda entry: (-wins[entry], entry))[:2]
        return tuple(
            Pairing(
                number=self.count + 1 + place,
                generation=1,
                game=0,
                round=1,
                block=self.blocks + 1 + place // 2,
                deal=100 + place // 2,
                order=place % 2,
                seats=(best, second) if place % 2 else (second, best),
            )
            for place in range(40)
        )


@pytest.mark.parametrize("stops_after", [0, 1, 3, 5])
def test_a_format_in_generations_goes_on_where_it_was_stopped(
    database: Database, stops_after: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = TwoSteps(RoundRobin(entries=3, players=2, rounds=4))
    monkeypatch.setattr(Contest, "format", steps)
    contest = resolve(TERMS)
    head = begin(database, contest, now=lambda: 1)
    brake, taken = Brake(), iter(range(1000))

    def pull() -> None:
        brake.gently = stops_after > 0 and next(taken) >= stops_after

    first = Runner(head.id, contest, database, lambda event: None, brake)
    ending = first.run(FakePlace(contest, head.id, 1, random.Random(1), before_taking=pull))
    again = Runner(head.id, contest, database, lambda event: None, Brake())
    last = again.run(FakePlace(contest, head.id, 2, random.Random(2)))

    with database.reading() as store:
        results = list(store.results(head.id))
    assert ending is (Ending.STOPPED if stops_after else Ending.COMPLETE)
    assert last is Ending.COMPLETE
    assert [result.pairing for result in results] == list(range(1, 24 + 40 + 1))
    assert [result.generation for result in results] == [0] * 24 + [1] * 40
    assert len({frozenset(result.entries) for result in results if result.generation}) == 1


def test_a_finished_tournament_is_prolonged_and_equals_a_longer_one(database: Database) -> None:
    short = replace(TERMS, rounds=5)

    def finish(terms: Terms) -> str:
        contest = resolve(terms)
        head = begin(database, contest, now=lambda: 1)
        Runner(head.id, contest, database, lambda event: None, Brake()).run(
            FakePlace(contest, head.id, 2, random.Random(1))
        )
        return head.id

    first = finish(short)
    with database.reading() as store:
        head = store.find_tournament(first)
    longer = prolong(database, head, 20)
    contest = reopen(database, longer)
    runner = Runner(first, contest, database, lambda event: None, Brake())

    ending = runner.run(FakePlace(contest, first, 3, random.Random(2)))

    assert ending is Ending.COMPLETE
    assert table(database, first) == table(database, finish(TERMS))
    with pytest.raises(SpecError, match="has begun 20 rounds"):
        prolong(database, longer, 19)


def test_a_resumed_runner_skips_who_was_benched_before_it_has_read_why(
    database: Database,
) -> None:
    """Results of before are entered while it plays: who is out must be known at once."""
    contest = resolve(replace(TERMS, bench=3, rounds=60))
    head = begin(database, contest, now=lambda: 1)

    def runner_of(brake: Brake) -> Runner:
        return Runner(head.id, contest, database, lambda event: None, brake)

    def place(before_taking: Callable[[], None] = lambda: None) -> FakePlace:
        return FakePlace(
            contest,
            head.id,
            1,
            random.Random(3),
            faults=lambda pairing, entry: entry == 2,
            before_taking=before_taking,
        )

    brake = Brake()
    taken: list[int] = []

    def stop_later() -> None:
        taken.append(1)
        brake.gently = len(taken) > 3

    assert runner_of(brake).run(place(stop_later)) is Ending.STOPPED
    again = place()
    assert runner_of(Brake()).run(again) is Ending.COMPLETE

    with database.reading() as store:
        results = list(store.results(head.id))
        assert store.entries(head.id)[2].benched
    assert len(results) == contest.format.count
    assert {one.status for one in results if one.pairing > 100 and 2 in one.entries} == {"skipped"}


def test_two_runners_of_a_server_share_a_tournament(server: Server) -> None:
    contest = resolve(replace(TERMS, bench=3, rounds=60))
    with open_database(server.database(), write=True) as shared:
        head = begin(shared, contest, now=lambda: 1)
        endings: dict[int, Ending] = {}
        played: dict[int, int] = {}

        def work(number: int) -> None:
            def hear(event: Event) -> None:
                if isinstance(event, MatchStarted):
                    played[number] = played.get(number, 0) + 1

            with shared.claims(head.id) as claims:
                runner = Runner(head.id, contest, shared, hear, Brake(), claims=claims)
                place = FakePlace(
                    contest,
                    head.id,
                    2,
                    random.Random(number),
                    faults=lambda pairing, entry: entry == 2 and pairing > 150,
                    before_taking=lambda: time.sleep(0.01),
                )
                endings[number] = runner.run(place)
                runner.tell_ratings()

        threads = [threading.Thread(target=work, args=(number,)) for number in (1, 2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)

        assert endings == {1: Ending.COMPLETE, 2: Ending.COMPLETE}
        assert min(played.values()) >= STRETCH
        with shared.reading() as store:
            results = list(store.results(head.id))
            alone = folded(results, "all", {2}).scores(store.entries(head.id))
            assert store.entries(head.id)[2].benched
            assert folded(results, "all").taken == contest.format.count
            assert refold(store, head.id).scores(store.entries(head.id)) == alone
        faulty = [one.pairing for one in results if one.status == "done" and any(one.faults)]
        out = max(faulty)
        late = {one.status for one in results if one.pairing > out and 2 in one.entries}
        assert len(faulty) == 3
        assert late == {"skipped"}
