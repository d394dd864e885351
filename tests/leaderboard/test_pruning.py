"""Records and logs go, what came of matches stays; on files and on servers."""

import pytest

from leaderboard import errors, pruning
from leaderboard.database import Database
from leaderboard.pruning import Aim, Amount
from leaderboard.retention import KEEP_ALL, KeepLogs, parse_keep_logs, without_logs
from leaderboard.store import Store
from leaderboard.values import FinishedMatch, MatchFilter, SeatResult
from tests.leaderboard.samples import head, match

FAULTY = 7
NOW, LONG_AGO = 1000, 10


def _seats(fault: str | None) -> tuple[SeatResult, ...]:
    return (SeatResult(entry=0, rank=1), SeatResult(entry=1, rank=2, fault=fault))


def _twenty() -> list[FinishedMatch]:
    """The first ten are old; one of each half has a fault."""
    return [
        match(
            number,
            seats=_seats("crash" if number % 10 == FAULTY else None),
            stored_us=LONG_AGO if number <= 10 else NOW,
        )
        for number in range(1, 21)
    ]


@pytest.fixture
def full(database: Database) -> Database:
    with database.writing() as store:
        store.add_matches(_twenty())
    return database


def _prune(database: Database, aim: Aim) -> Amount:
    total = Amount()
    with database.writing() as store:
        for within in list(pruning.slices(store, head())):
            total += pruning.amount(store, head(), aim, within)
            pruning.prune(store, head(), aim, within)
    return total


def _left(store: Store) -> tuple[list[int], list[int]]:
    """The pairings with a record, and those with a log."""
    records, logs = [], []
    for one in sorted(store.matches(MatchFilter()), key=lambda one: one.pairing):
        try:
            store.record(one)
            records.append(one.pairing)
        except errors.Pruned:
            pass
        if store.logs(one) == {0: "hello\n"}:
            logs.append(one.pairing)
        else:
            assert store.logs(one) == {0: None}
    return records, logs


OLD, NEW, ALL = list(range(1, 11)), list(range(11, 21)), list(range(1, 21))


@pytest.mark.parametrize(
    ("records", "keep", "left"),
    [
        (True, KeepLogs(), (NEW, NEW)),
        (False, KeepLogs(), (ALL, NEW)),
        (True, KEEP_ALL, (NEW, ALL)),
        (True, KeepLogs(faulty=True), (NEW, [FAULTY, *NEW])),
        (False, KeepLogs(last=12), (ALL, list(range(9, 21)))),
        (False, KeepLogs(last=100), (ALL, ALL)),
    ],
)
def test_what_is_old_goes_unless_it_is_to_be_kept(
    full: Database, records: bool, keep: KeepLogs, left: tuple[list[int], list[int]]
) -> None:
    with full.reading() as store:
        before = list(store.results("abc"))

    removed = _prune(full, Aim(before_us=NOW, records=records, keep_logs=keep))

    with full.reading() as store:
        assert _left(store) == left
        assert list(store.results("abc")) == before
    assert removed.records == 20 - len(left[0])
    assert removed.logs == 20 - len(left[1])
    assert (removed.size_bytes > 0) == (left != (ALL, ALL))


def test_what_is_gone_is_not_removed_again(full: Database) -> None:
    aim = Aim(before_us=NOW, records=True, keep_logs=KeepLogs())
    _prune(full, aim)

    assert _prune(full, aim) == Amount()


def test_matches_without_a_date_are_as_old_as_their_tournament(database: Database) -> None:
    with database.writing() as store:
        store.add_matches([match(1)])
    begun = head().created_us

    assert _prune(database, Aim(before_us=begun, records=True, keep_logs=KEEP_ALL)) == Amount()
    later = Aim(before_us=begun + 1, records=True, keep_logs=KEEP_ALL)
    assert _prune(database, later).records == 1


def test_while_it_is_played_only_the_newest_logs_stay(database: Database) -> None:
    for number in range(1, 21):
        with database.writing() as store:
            store.add_matches([match(number)])
            pruning.keep_newest_logs(store, "abc", 5)

    with database.reading() as store:
        assert _left(store) == (ALL, list(range(16, 21)))


def test_a_log_that_is_not_to_be_kept_leaves_a_trace(database: Database) -> None:
    calm, faulty = match(1), match(2, seats=_seats("crash"))
    keep = KeepLogs(faulty=True)
    assert [keep.wants(one) for one in (calm, faulty)] == [False, True]

    with database.writing() as store:
        store.add_matches([without_logs(calm), faulty])
        store.add_matches([without_logs(match(3, logs={0: "", 1: "x"}))])

    with database.reading() as store:
        found = {one.pairing: store.logs(one) for one in store.matches(MatchFilter())}
    assert found == {1: {0: None}, 2: {0: "hello\n"}, 3: {1: None}}


def test_policies_are_read() -> None:
    assert parse_keep_logs("all") == KEEP_ALL
    assert parse_keep_logs("none") == KeepLogs()
    assert parse_keep_logs("faults") == KeepLogs(faulty=True)
    assert parse_keep_logs("last=100") == KeepLogs(last=100)


@pytest.mark.parametrize("text", ["", "last", "last=0", "last=-1", "last=x", "some", "last=1e3"])
def test_other_words_are_no_policy(text: str) -> None:
    with pytest.raises(errors.BadPolicy, match="write faults"):
        parse_keep_logs(text)
