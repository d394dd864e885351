"""A match in which a program was killed has two ends; the order alone tells which counts."""

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from arena.tournament.ledger import Bench, Ledger
from leaderboard.database import open_database
from leaderboard.ratings.counting import MOST_REPLAYS, counting, settled
from leaderboard.ratings.table import Fold
from leaderboard.values import Killed, MatchFilter, Pool, Result
from tests.leaderboard.samples import field, head, match

POOL = Pool("g", "1", "{}", 2, "untimed")


def killed(*doubted: bool) -> Killed:
    """The seats so marked were killed, and lost."""
    return Killed(
        termination="crash",
        reason="seat 1 was killed by signal 9 (SIGKILL)",
        ranks=tuple(2 if one else 1 for one in doubted),
        scores=tuple(None for _ in doubted),
        faults=tuple("crash" if one else None for one in doubted),
        doubted=doubted,
    )


def won(pairing: int, *, after: Killed | None = None, entries: Sequence[int] = (0, 1)) -> Result:
    """A match that the first seat wins, perhaps when it is played again."""
    block = (pairing + 1) // 2
    faults = (False,) * len(entries)
    return Result(
        POOL, pairing, block, tuple(entries), (1, 2), faults, scores=(9, 3), killed=after
    )


def test_the_first_three_of_a_bot_count_as_they_were_played_again() -> None:
    results = list(settled(won(number, after=killed(True, False)) for number in range(1, 8)))

    assert [one.ranks for one in results] == [(1, 2)] * 3 + [(2, 1)] * 4
    assert [one.faults for one in results] == [(False, False)] * 3 + [(True, False)] * 4
    assert [one.scores for one in results] == [(9, 3)] * 3 + [(None, None)] * 4
    assert {one.killed for one in results} == {None}


def test_each_bot_has_its_own_three() -> None:
    first = [won(number, after=killed(True, False)) for number in range(1, 5)]
    second = [won(number, after=killed(False, True)) for number in range(5, 8)]

    results = list(settled([*first, *second]))

    assert [one.ranks for one in results[3:]] == [(2, 1), (1, 2), (1, 2), (1, 2)]


def test_a_match_whose_replay_is_void_counts_as_a_crash_from_the_fourth_on() -> None:
    spoilt = [
        replace(won(number, after=killed(True, False)), status="void", ranks=())
        for number in range(1, 6)
    ]

    results = list(settled(spoilt))

    assert [one.status for one in results] == ["void"] * 3 + ["done"] * 2
    assert results[4].ranks == (2, 1)


def test_what_was_skipped_uses_up_no_replay() -> None:
    skipped = replace(won(1, after=killed(True, False)), status="skipped", ranks=())
    rest = [won(number, after=killed(True, False)) for number in range(2, 6)]

    results = list(settled([skipped, *rest]))

    assert [one.ranks for one in results] == [(), (1, 2), (1, 2), (1, 2), (2, 1)]


@pytest.mark.parametrize("seed", range(10))
def test_in_whatever_order_results_arrive_the_same_matches_are_replays(seed: int) -> None:
    chance = random.Random(seed)
    log = [
        won(number, after=killed(True, False) if number % 3 else None) for number in range(1, 21)
    ]
    arriving = log.copy()
    chance.shuffle(arriving)

    ledger = Ledger(Bench(limit=0), "all")
    for one in arriving:
        ledger.enter(one)
    fold = Fold("all")
    for one in log:
        fold.take(one)

    assert ledger.fold().scores(()) == fold.scores(())
    tally = fold.scores(())[POOL].scores[0].tally
    assert tally.faults == sum(one.killed is not None for one in log) - MOST_REPLAYS
    assert sum(one.faults[0] for one in counting(log, "all")[0]) == tally.faults


@pytest.mark.parametrize("order", [range(1, 13), range(12, 0, -1)])
def test_who_kills_himself_is_benched_after_the_same_match(order: Sequence[int]) -> None:
    ledger = Ledger(Bench(limit=5), "all")

    for number in order:
        ledger.enter(won(number, after=killed(True, False)))

    assert ledger.bench.out == {0: MOST_REPLAYS + 5}


def test_both_ends_are_stored_and_read_back(place: str) -> None:
    given = replace(match(1), killed=killed(True, False))

    with open_database(place, write=True) as database:
        with database.writing() as store:
            store.add_tournament(head(), field())
            store.add_matches([given, match(2)])
        with database.reading() as store:
            results = list(store.results("abc"))
            found = store.matches(MatchFilter(tournament="abc"))
        with database.writing() as store:
            store.bench("abc", given.seats[0].entry, "benched", 0)
        with database.reading() as store:
            benched = list(store.results("abc"))

    assert [one.killed for one in results] == [given.killed, None]
    assert {one.pairing: one.killed for one in found} == {1: given.killed, 2: None}
    assert benched[0].killed is None


@pytest.mark.parametrize("name", ["ranks", "scores", "faults", "doubted"])
def test_an_end_that_does_not_fit_its_seats_is_no_end(name: str) -> None:
    told = {
        key: list(value) if isinstance(value, tuple) else value
        for key, value in killed(True, False).to_json().items()
    }

    assert Killed.parse(told) == killed(True, False)
    with pytest.raises(ValueError, match="for every seat"):
        Killed.parse(told | {name: [1]})
