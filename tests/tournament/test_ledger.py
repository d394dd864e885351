"""What a runner remembers: results in order, whoever is out, and what counts."""

from dataclasses import replace

from arena.tournament.ledger import Bench, Ledger
from leaderboard.values import Pool, Result


def test_results_played_before_their_turn_do_not_count_for_a_bench_that_came_first() -> None:
    pool = Pool("g", "1", "{}", 2, "untimed")

    def benched(order: list[int]) -> dict[int, int]:
        """Entry 0 faults always, entry 1 in all but what it plays against 0 after its bench."""
        ledger = Ledger(Bench(limit=2), "all")
        faults = {1: (True, True), 2: (True, False), 3: (True, False), 4: (False, True)}
        entries = {1: (0, 1), 2: (0, 2), 3: (0, 1), 4: (2, 1)}
        for number in order:
            ledger.enter(Result(pool, number, 1, entries[number], (1, 2), faults[number]))
        return ledger.bench.out

    assert benched([1, 2, 3, 4]) == benched([3, 4, 1, 2]) == {0: 2, 1: 4}


def test_a_match_of_a_benched_bot_that_was_void_before_its_turn_is_no_void_of_the_others() -> None:
    pool = Pool("g", "1", "{}", 2, "untimed")
    good = {
        number: Result(pool, number, 1, (1, 2), ranks, (False, False))
        for number, ranks in {1: (1, 2), 2: (2, 1)}.items()
    }
    last = Result(pool, 3, 2, (0, 1), (2, 1), (True, False))
    void = Result(pool, 4, 3, (0, 1), (), (False, False), status="void")
    ledger = Ledger(Bench(limit=1), "all")

    ledger.enter(void)  # the runner stores it as skipped when it benches entry 0
    for one in (*good.values(), last):
        ledger.enter(one)
    ledger.recount([*good.values(), last, replace(void, status="skipped")])

    first = ledger.fold().scores(())[pool].scores
    ledger = Ledger(Bench(limit=1), "all")
    for one in (*good.values(), last):
        ledger.enter(one)
    ledger.recount([*good.values(), last])
    ledger.enter(void)
    assert ledger.fold().scores(())[pool].scores == first
    assert first[1].tally.voids == 0


def test_a_ledger_counts_in_order_and_passes_over_what_does_not_count() -> None:
    pool = Pool("g", "1", "{}", 2, "untimed")
    done = {
        number: Result(pool, number, (number + 1) // 2, (0, 1), (1, 2), (False, False))
        for number in range(1, 9)
    }
    results = done | {4: replace(done[4], status="skipped", ranks=())}
    ledger = Ledger(Bench(limit=5), "all")

    def matches() -> tuple[int, int]:
        found = ledger.fold().scores(()).get(pool)
        if found is None:
            return 0, 0
        return found.scores[0].tally.matches if found.scores else 0, found.waiting

    seen = []
    for number in (3, 1, 2, 5, 4, 8, 7, 6):
        ledger.enter(results[number])
        seen.append((ledger.next_number, *matches()))

    assert seen == [
        *((1, 0, 0), (2, 0, 1), (4, 2, 1), (4, 2, 1)),
        *((6, 2, 1), (6, 2, 1), (6, 2, 1), (9, 6, 0)),
    ]


def test_a_bot_is_benched_by_faults_in_a_row_only() -> None:
    bench = Bench(limit=3)
    for pairing, fault in enumerate([True, True, False, True, True], start=1):
        assert bench.take(pairing, (0, 1), (fault, False)) == []

    gone = bench.take(6, (0, 1), (True, False))

    assert gone == [0]
    assert not bench.skips(6, (0, 1))
    assert bench.skips(7, (1, 0))
    assert not bench.skips(8, (1, 2))


def test_a_limit_of_nothing_benches_nobody() -> None:
    bench = Bench(limit=0)

    assert [bench.take(pairing, (0, 1), (True, False)) for pairing in range(1, 50)] == [[]] * 49
