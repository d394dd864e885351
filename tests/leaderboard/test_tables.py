"""From a match log to tables: what counts, in which order, and who stands where."""

import random
from collections import Counter
from dataclasses import replace
from itertools import permutations

import pytest

from leaderboard.ratings.counting import block_size, counting
from leaderboard.ratings.table import DECIMALS, Fold, Table, folded, make_tables
from leaderboard.values import Pool, Result, StoredEntry
from tests.leaderboard.samples import POOL, field, random_matches

pytestmark = pytest.mark.slow


def block(
    number: int,
    entries: tuple[int, ...],
    *ranks: tuple[int, ...],
    pool: Pool = POOL,
    first: int | None = None,
) -> list[Result]:
    """A block of rotations of a table, with the ranks of each match."""
    turned = [entries[shift:] + entries[:shift] for shift in range(len(entries))]
    begin = (number - 1) * len(entries) + 1 if first is None else first
    return [
        Result(pool, begin + at, number, seats, told, (False,) * len(seats), deal=number)
        for at, (seats, told) in enumerate(zip(turned, ranks, strict=True))
    ]


def log(seed: int, rounds: int, entries: int = 5) -> list[Result]:
    """A round robin of two whose strength differs, as a log."""
    rng = random.Random(seed)
    results: list[Result] = []
    number = 0
    for _ in range(rounds):
        for one in range(entries):
            for other in range(one + 1, entries):
                number += 1
                ranks = [
                    (1, 2) if rng.random() < 0.5 + 0.08 * (o - s) else (2, 1)
                    for s, o in ((one, other), (other, one))
                ]
                results += block(number, (one, other), *ranks)
    return results


def tables(results: list[Result], entries: list[StoredEntry]) -> tuple[Table, ...]:
    return make_tables(folded(results, "all").scores(entries), entries)


def test_a_block_counts_when_it_is_complete_and_then_as_a_whole() -> None:
    results = block(1, (0, 1), (1, 2), (1, 2)) + block(2, (0, 1), (1, 2), (1, 2))

    assert counting(results[:1], "all") == ([], Counter({POOL: 1}))
    assert counting(results[:3], "all") == (results[:2], Counter({POOL: 1}))
    assert counting(results, "all") == (results, Counter())


def test_a_block_of_which_a_match_will_never_come_neither_counts_nor_waits() -> None:
    results = block(1, (0, 1), (1, 2), (1, 2))
    for status in ("void", "skipped"):
        for spoilt in (0, 1):
            log = [replace(one) for one in results]
            log[spoilt] = replace(log[spoilt], status=status, ranks=())

            assert counting(log, "all") == ([], Counter())
    assert counting(results, "all", benched={1}) == ([], Counter())


def test_blocks_follow_each_other_by_their_last_match_and_stand_by_number_within() -> None:
    early, late = block(7, (0, 1), (1, 2), (1, 2)), block(3, (0, 2), (1, 2), (1, 2))
    mixed = [
        replace(one, pairing=number)
        for number, one in enumerate((late[0], early[0], early[1], late[1]), 1)
    ]

    counted, _ = counting(mixed, "all")

    assert [(one.block, one.pairing) for one in counted] == [(7, 2), (7, 3), (3, 1), (3, 4)]


@pytest.mark.parametrize(
    ("players", "orders", "size"),
    [(2, "all", 2), (3, "all", 6), (4, "all", 24), (3, "rotations", 3), (4, "rotations", 4)],
)
def test_a_block_is_as_large_as_there_are_orders(players: int, orders: str, size: int) -> None:
    assert block_size(players, orders) == size


def test_wins_draws_and_losses_are_counted_by_pairs_of_seats() -> None:
    three = Pool.of("trapper", "1", {}, 3, "nodes")
    results = block(1, (0, 1, 2), (1, 2, 2), (1, 1, 1), (3, 2, 1), pool=three)
    results[2] = replace(results[2], faults=(False, True, False))

    scores = folded(results, "rotations").scores(())[three].scores

    tallies = {number: score.tally for number, score in scores.items()}
    counts = {n: (t.wins, t.draws, t.losses, t.matches, t.blocks) for n, t in tallies.items()}
    assert counts == {0: (3, 2, 1, 3, 1), 1: (2, 3, 1, 3, 1), 2: (0, 3, 3, 3, 1)}
    assert [tally.faults for tally in tallies.values()] == [1, 0, 0]


def test_taking_in_step_by_step_is_taking_in_at_once() -> None:
    results = [one.result for one in random_matches(5, 300, 4, 2)]
    folding = Fold("all")
    for one in results:
        folding.take(one)
        folding.scores(())

    assert folding.scores(field(4)) == folded(results, "all").scores(field(4))


def test_pools_are_rated_apart_and_stand_in_their_order() -> None:
    other = Pool.of("a game", "1", {}, 2, "nodes")
    results = [
        *block(1, (0, 1), (1, 2), (2, 1)),
        *block(2, (0, 1), (2, 1), (1, 2), pool=other),
    ]

    found = tables(results, field())

    assert [table.pool for table in found] == [other, POOL]
    assert [table.standings[0].entry.number for table in found] == [1, 0]


def test_bots_that_never_met_stand_in_groups_with_ranks_of_their_own() -> None:
    results = [
        *block(1, (0, 1), (1, 2), (2, 1)),
        *block(2, (2, 3), (1, 2), (2, 1)),
        *block(3, (3, 4), (1, 2), (2, 1)),
    ]

    (table,) = tables(results, field(5))

    told = [
        (one.score.estimate.group, one.rank, one.entry.name)
        for one in table.standings
        if one.score.estimate
    ]
    assert told == [(0, 1, "bot2"), (0, 2, "bot3"), (0, 3, "bot4"), (1, 1, "bot0"), (1, 2, "bot1")]


def test_all_orders_of_naming_and_thirty_shuffles_give_one_fitted_table() -> None:
    results = log(1, 12)
    entries = field(5)

    def fitted(results: list[Result], entries: list[StoredEntry]) -> list[object]:
        (table,) = tables(results, entries)
        lines: list[object] = []
        for line in table.standings:
            estimate = line.score.estimate
            assert estimate is not None
            plain = replace(estimate, entry=0)
            values = [getattr(plain, name) for name in plain.__dataclass_fields__]
            shown = [round(one, DECIMALS) if isinstance(one, float) else one for one in values]
            lines.append((line.rank, line.entry.name, line.score.tally, shown))
        return lines

    expected = fitted(results, entries)
    for seed in range(30):
        shuffled = results[:]
        random.Random(seed).shuffle(shuffled)
        assert fitted(shuffled, entries) == expected
    for order in permutations(range(5)):
        renamed = [replace(one, entries=tuple(order[e] for e in one.entries)) for one in results]
        field_ = [replace(entries[order.index(n)], number=n) for n in range(5)]
        assert fitted(renamed, field_) == expected


def test_the_order_of_a_balanced_round_robin_is_the_order_of_points() -> None:
    for seed in range(40):
        (table,) = tables(log(seed, 4), field(5))
        points = [2 * one.score.tally.wins + one.score.tally.draws for one in table.standings]

        assert points == sorted(points, reverse=True)
