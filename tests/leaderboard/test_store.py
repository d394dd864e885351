"""What is stored comes back, once, in a total order, under the names people use."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from leaderboard.database import Database, open_database
from leaderboard.errors import Ambiguous, NotFound, TournamentExists
from leaderboard.looking import vocabulary
from leaderboard.packing import pack_record
from leaderboard.ratings.counting import counting
from leaderboard.ratings.table import folded
from leaderboard.standings import MODELS, keep_standings, standings
from leaderboard.values import ANY_FAULT, FinishedMatch, MatchFilter, Pool, SeatResult
from tests.leaderboard.samples import POOL, field, head, match, random_matches, stored


def test_a_tournament_comes_back_as_it_was_stored(database: Database) -> None:
    with database.reading() as store:
        assert store.find_tournament("abc") == head()
        assert store.entries("abc") == tuple(field())


def test_a_tournament_is_stored_once(database: Database) -> None:
    with pytest.raises(TournamentExists, match="abc exists"), database.writing() as store:
        store.add_tournament(head(), field())


def test_finishing_a_tournament_is_noted(database: Database) -> None:
    with database.writing() as store:
        store.finish_tournament("abc", 1_700_000_001_000_000)

    with database.reading() as store:
        assert store.find_tournament("abc").finished_us == 1_700_000_001_000_000


def test_a_match_has_the_date_it_brings_or_that_of_its_storing(database: Database) -> None:
    with database.writing() as store:
        store.add_matches([match(1), match(2, stored_us=5)], stored_us=7)
        store.add_matches([match(3)])

    with database.reading() as store:
        found = store.matches(MatchFilter())
        results = list(store.results("abc"))

    assert [one.stored_us for one in found] == [None, 5, 7]
    assert [(one.deal, one.scores) for one in results] == [(n, (31, -2)) for n in (1, 2, 3)]


def test_a_result_read_back_is_that_of_the_match(database: Database) -> None:
    given = [match(1), match(2, status="void", seats=(SeatResult(entry=1, rank=None),) * 2)]
    with database.writing() as store:
        store.add_matches(given)

    with database.reading() as store:
        assert list(store.results("abc")) == [one.result for one in given]


def test_a_match_comes_back_as_it_was_stored(database: Database) -> None:
    given = match(7, attempts=2, generation=3, logs={1: "caf\udce9 \x00 ✓", 0: ""})

    with database.writing() as store:
        assert store.add_matches([given]) == 1

    with database.reading() as store:
        found = store.find_match("abc-7")
        assert found.id == "abc-7"
        for name in ("pairing", "generation", "pool", "deal", "block", "status", "attempts"):
            assert getattr(found, name) == getattr(given, name)
        for name in ("termination", "reason", "turns", "commitment"):
            assert getattr(found, name) == getattr(given, name)
        assert [(seat.name, seat.bot, seat.version) for seat in found.seats] == [
            ("bot0", "mcts", "v0"),
            ("bot1", "random", "v1"),
        ]
        assert [(s.rank, s.score, s.fault, s.elapsed_us) for s in found.seats] == [
            (1, 31, None, 10),
            (2, -2, None, 20),
        ]
        assert store.logs(found) == {1: "caf\udce9 \x00 ✓"}


def test_a_record_is_kept_without_loss(database: Database) -> None:
    record: dict[str, object] = {
        "z": [1, 2.5, None, True, {"deep": "ä\ud800\u2028"}],
        "a": 2**200,
        "note": "x" * 100_000,
    }

    with database.writing() as store:
        store.add_matches([match(1, record=record), match(2, record=pack_record(record))])

    with database.reading() as store:
        for name in ("abc-1", "abc-2"):
            found = store.record(store.find_match(name))
            assert found == record
            assert list(found) == list(record)


def test_a_match_without_a_record_says_so(database: Database) -> None:
    with database.writing() as store:
        store.add_matches([match(1, status="skipped", record=None, logs={})])

    with database.reading() as store:
        found = store.find_match("abc-1")
        assert store.logs(found) == {}
        with pytest.raises(NotFound, match="skipped"):
            store.record(found)


def test_sending_matches_again_changes_nothing(database: Database) -> None:
    first = [match(number) for number in range(1, 101)]
    again = [match(number, turns=99, attempts=2) for number in range(51, 151)]

    with database.writing() as store:
        assert store.add_matches(first) == 100
    for expected in (50, 0, 0):
        with database.writing() as store:
            assert store.add_matches(again) == expected

    with database.reading() as store:
        assert stored(store) == set(range(1, 151))
        assert store.find_match("abc-51").turns == 20
        assert store.find_match("abc-101").turns == 99
        assert len(list(store.results("abc"))) == 150


def test_a_pairing_twice_in_one_batch_counts_once(database: Database) -> None:
    with database.writing() as store:
        assert store.add_matches([match(1), match(1, turns=99)]) == 1
        assert store.add_matches([]) == 0

    with database.reading() as store:
        assert store.find_match("abc-1").turns == 20


def test_a_block_that_raises_stores_nothing(database: Database) -> None:
    def matches() -> Iterator[FinishedMatch]:
        yield match(1)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError), database.writing() as store:  # noqa: PT012
        store.add_matches([match(2)])
        store.add_matches(matches())

    with database.reading() as store:
        assert stored(store) == set()


def test_void_and_skipped_pairings_are_not_missing_and_count_in_nothing(
    database: Database,
) -> None:
    with database.writing() as store:
        unplayed = (SeatResult(entry=0, rank=None), SeatResult(entry=1, rank=None))
        store.add_matches(
            [
                match(1),
                match(2, status="skipped", seats=unplayed),
                match(3, status="void", seats=unplayed),
                match(4),
                match(5),
                match(6),
            ]
        )

    with database.reading() as store:
        assert stored(store) == {1, 2, 3, 4, 5, 6}
        assert store.counts("abc") == {"done": 4, "skipped": 1, "void": 1}
        everything = list(store.results("abc"))
        assert [one.pairing for one in counting(everything, "all")[0]] == [5, 6]
        assert [one.pairing for one in everything if one.status == "done"] == [1, 4, 5, 6]
        (table,) = standings(store, "abc")
        voids = [(one.entry.number, one.score.tally.voids) for one in table.standings]
        assert voids == [(0, 1), (1, 1)]


def test_what_a_benched_entry_played_counts_for_nobody(database: Database) -> None:
    with database.writing() as store:
        store.add_matches([match(number) for number in (1, 2, 3)])
        store.bench("abc", 1, "benched after 2 faults in a row", after=2)

    with database.reading() as store:
        assert store.counts("abc") == {"done": 2, "skipped": 1}
        everything = list(store.results("abc"))
        assert counting(everything, "all", benched={1}) == ([], Counter())
        assert [one.pairing for one in everything if one.status == "done"] == [1, 2]
        assert [entry.benched for entry in store.entries("abc")][:2] == [
            "",
            "benched after 2 faults in a row",
        ]
        with pytest.raises(NotFound):
            store.record(store.find_match("abc-3"))


def test_results_come_in_pairing_order_however_they_arrived(database: Database) -> None:
    numbers = list(range(1, 3001))
    random.Random(1).shuffle(numbers)

    with database.writing() as store:
        store.add_matches(match(number) for number in numbers)

    with database.reading() as store:
        results = list(store.results("abc"))
    assert [result.pairing for result in results] == list(range(1, 3001))
    assert results[0].pool == POOL
    assert (results[0].entries, results[0].ranks) == ((0, 1), (1, 2))


def test_names_may_be_shortened_as_long_as_they_are_unique(database: Database) -> None:
    with database.writing() as store:
        store.add_tournament(head("abd"), field())
        store.add_tournament(head("x1", kind="match"), field())
        store.add_matches([match(1), match(12), match(120), match(1, "abd"), match(1, "x1")])

    with database.reading() as store:
        assert store.find_tournament("abd").id == "abd"
        assert store.find_tournament("x").id == "x1"
        assert store.find_tournament("last").id == "x1"
        assert store.find_tournament("last", kind="tournament").id == "abd"
        assert store.find_match("last").id == "x1-1"
        assert store.find_match("x").id == "x1-1"
        assert store.find_match("abc-1").id == "abc-1"
        assert store.find_match("abc-12").id == "abc-12"
        assert store.find_match("ab-120").id == "abc-120"
        with pytest.raises(Ambiguous, match="abd, abc; type more"):
            store.find_tournament("ab")
        with pytest.raises(Ambiguous, match="abd-1, abc-1; type more"):
            store.find_match("ab-1")
        with pytest.raises(Ambiguous, match="abc-120, abc-12, abc-1;"):
            store.find_match("abc")
        with pytest.raises(NotFound, match=r"newest are abd, abc$"):
            store.find_tournament("x", kind="tournament")
        for unknown in ("nope", "abc-5", "abc-99999999999999999999", "%", "ABC"):
            with pytest.raises(NotFound, match="the newest are x1-1"):
                store.find_match(unknown)


def test_an_exact_id_wins_over_longer_ones(database: Database) -> None:
    with database.writing() as store:
        store.add_tournament(head("abcd"), field())
        store.add_matches([match(1), match(1, "abcd")])

    with database.reading() as store:
        assert store.find_tournament("abc").id == "abc"
        assert store.find_match("abc-1").id == "abc-1"


def test_a_tournament_is_found_by_its_name_if_no_other_has_it(database: Database) -> None:
    with database.writing() as store:
        store.add_tournament(head("one", name="autumn"), field())
        store.add_tournament(head("two", name="winter"), field())
        store.add_tournament(head("six", name="winter"), field())
        store.add_tournament(head("ten", name="abc"), field())

    with database.reading() as store:
        assert store.find_tournament("autumn").id == "one"
        assert store.find_tournament("abc").id == "abc"
        with pytest.raises(Ambiguous, match="'winter' fits several tournaments: six, two;"):
            store.find_tournament("winter")
        with pytest.raises(NotFound, match="there is no tournament 'autum';"):
            store.find_tournament("autum")


def test_the_games_and_bots_of_all_matches_can_be_asked_for(database: Database) -> None:
    with database.writing() as store:
        store.add_matches([match(1)])

    with database.reading() as store:
        words = vocabulary(store)

    assert words.games == ("kupferkessel",)
    assert words.bots == ("bot0", "bot1", "mcts", "random")


def test_nothing_stored_is_said_plainly(place: str) -> None:
    with open_database(place, write=True) as opened, opened.reading() as store:
        with pytest.raises(NotFound, match="play one first"):
            store.find_tournament("last")
        with pytest.raises(NotFound, match="play one first"):
            store.find_match("last")
        with pytest.raises(NotFound, match="none is stored yet"):
            store.find_match("abc")


def test_a_single_match_played_again_replaces_the_older_one(database: Database) -> None:
    single = head("m1", kind="match")

    with database.writing() as store:
        store.replace_single_match(single, field(), match(1, "m1", turns=5))
        store.add_matches([match(1)])
        assert store.find_match("last").id == "abc-1"
    with database.writing() as store:
        store.replace_single_match(single, field(3), match(1, "m1", turns=6))

    with database.reading() as store:
        assert store.find_match("last").id == "m1-1"
        assert store.find_match("m1").turns == 6
        assert [found.id for found in store.matches(MatchFilter())] == ["m1-1", "abc-1"]
        assert len(store.entries("m1")) == 3


def test_a_single_match_never_replaces_a_tournament(database: Database) -> None:
    with pytest.raises(TournamentExists), database.writing() as store:
        store.replace_single_match(head(kind="match"), field(), match(1))


def test_matches_are_listed_newest_first_and_filtered(database: Database) -> None:
    other = Pool.of("trapper", "1", {}, 2, "nodes")
    crash = (SeatResult(entry=0, rank=1), SeatResult(entry=2, rank=2, fault="crash"))
    hang = (SeatResult(entry=0, rank=2, fault="time_forfeit"), SeatResult(entry=2, rank=1))
    with database.writing() as store:
        store.add_tournament(head("def"), field(3))
        store.add_matches([match(2), match(1)])
        store.add_matches([match(1, "def", seats=crash), match(2, "def", pool=other, seats=hang)])

    def listed(**chosen: object) -> list[str]:
        with database.reading() as store:
            chosen_filter = MatchFilter(**chosen)  # type: ignore[arg-type]
            return [found.id for found in store.matches(chosen_filter)]

    assert listed() == ["def-2", "def-1", "abc-1", "abc-2"]
    assert listed(limit=2) == ["def-2", "def-1"]
    assert listed(tournament="abc") == ["abc-1", "abc-2"]
    assert listed(game="trapper") == ["def-2"]
    assert listed(bot="bot2") == ["def-2", "def-1"]
    assert listed(bot="random") == ["abc-1", "abc-2"]
    assert listed(fault="crash") == ["def-1"]
    assert listed(fault=ANY_FAULT) == ["def-2", "def-1"]
    assert listed(fault=ANY_FAULT, game="kupferkessel", bot="mcts", limit=5) == ["def-1"]
    assert listed(bot="nobody") == []
    assert listed(limit=2, offset=1) == ["def-1", "abc-1"]
    assert listed(bot="bot0", fault="crash") == []
    assert listed(bot="bot0", outcome="won") == ["def-1", "abc-1", "abc-2"]
    assert listed(bot="bot0", outcome="lost") == ["def-2"]
    assert listed(bot="bot0", against="bot2") == ["def-2", "def-1"]
    assert listed(bot="bot0", against="bot0") == []
    assert listed(bot="bot2", seat=1, outcome="won") == ["def-2"]
    assert listed(bot="bot2", seat=0) == []


def test_who_shares_the_first_rank_neither_won_nor_lost(database: Database) -> None:
    shared = (SeatResult(entry=0, rank=1), SeatResult(entry=1, rank=1))
    with database.writing() as store:
        store.add_matches([match(1, seats=shared), match(2)], stored_us=50)

    with database.reading() as store:
        won, lost = (
            [found.pairing for found in store.matches(MatchFilter(bot="bot1", outcome=outcome))]
            for outcome in ("won", "lost")
        )
        assert store.count_matches(MatchFilter(since_us=50, limit=1)) == 2
        assert store.count_matches(MatchFilter(since_us=51)) == 0
    assert (won, lost) == ([], [2])


def test_a_tournament_is_renamed_and_deleted_with_all_its_matches(database: Database) -> None:
    with database.writing() as store:
        store.add_tournament(head("def"), field())
        store.add_matches([match(1), match(1, "def")])
        store.rename_tournament("def", "other")
        store.delete_tournament("abc")

    with database.reading() as store:
        assert store.find_tournament("other").id == "def"
        assert store.count_tournaments("tournament") == 1
        assert [found.id for found in store.matches(MatchFilter())] == ["def-1"]


def test_listing_more_matches_than_fit_one_question_works(database: Database) -> None:
    with database.writing() as store:
        store.add_matches(match(number, record=None) for number in range(1, 2501))

    with database.reading() as store:
        found = store.matches(MatchFilter())
    assert len(found) == 2500
    assert all(len(one.seats) == 2 for one in found)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_kept_ratings_equal_those_folded_again(place: str, players: int) -> None:
    with open_database(place, write=True) as opened:
        with opened.writing() as store:
            store.add_tournament(head(), field(6))
            store.add_matches(random_matches(players, 600, 6, players))
        with opened.reading() as store:
            assert store.ratings("abc", MODELS) is None
            fresh = standings(store, "abc")
        with opened.writing() as store:
            kept = keep_standings(store, "abc")

    with open_database(place, write=False) as opened, opened.reading() as store:
        assert store.ratings("abc", MODELS) == folded(store.results("abc"), "all").scores(field(6))
        assert kept == fresh == standings(store, "abc")


def test_kept_ratings_are_dropped_as_soon_as_there_is_one_more_match(database: Database) -> None:
    with database.writing() as store:
        store.add_matches([match(1), match(2)])
        keep_standings(store, "abc")
        assert store.ratings("abc", MODELS) is not None
        store.add_matches([match(3)])

        assert store.ratings("abc", MODELS) is None
        (table,) = standings(store, "abc")
        assert table.waiting == 1
        assert table.standings[0].score.tally.matches == 2
        store.add_matches([match(4)])
        assert standings(store, "abc")[0].standings[0].score.tally.matches == 4


def test_nothing_is_kept_of_a_pool_whose_matches_only_wait(database: Database) -> None:
    with database.writing() as store:
        store.add_matches([match(1)])
        keep_standings(store, "abc")

        assert store.ratings("abc", MODELS) is None
        (table,) = standings(store, "abc")
        assert (table.standings, table.waiting) == ((), 1)
