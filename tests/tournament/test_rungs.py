"""A bot climbs the yardsticks: where time is spent, and what is called sure."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from arena.tournament.errors import ScheduleError
from arena.tournament.formats import SeatOrders
from arena.tournament.formats.rungs import FIRST, MOST, STEP, Rungs
from leaderboard.values import Result
from tests.leaderboard.test_doubts import killed
from tests.tournament.test_formats import Fate, played, result, well


def climbed(
    chances: dict[int, float], form: Rungs, looks: int = 200, fate: Fate = well, seed: int = 1
) -> list[Result]:
    """All results of a bot that beats each yardstick with a chance of its own."""
    rng, results = random.Random(seed), list[Result]()
    for number in range(looks):
        found = list(form.generation(number, results))
        if not found:
            return results
        for pairing in found:
            told = result(pairing, rng, fate)
            other = next(entry for entry in pairing.seats if entry)
            won = rng.random() < chances[other]
            ranks = tuple(
                (1 if won else 2) if entry == 0 else (2 if won else 1) for entry in pairing.seats
            )
            results.append(told if told.status != "done" else _with(told, ranks))
    raise AssertionError("it does not end")


def _with(told: Result, ranks: tuple[int, ...]) -> Result:
    return Result(
        told.pool,
        told.pairing,
        told.block,
        told.entries,
        ranks,
        told.faults,
        generation=told.generation,
        deal=told.deal,
    )


def test_clear_cases_are_decided_soon_and_left_at_once() -> None:
    form = Rungs(entries=4)
    results = climbed({1: 1.0, 2: 0.9, 3: 0.0}, form)
    first, second, third = form.standing(0, results)

    assert (first.verdict, second.verdict, third.verdict) == ("better", "better", "worse")
    assert first.blocks == third.blocks == 2 * STEP
    assert second.blocks <= 5 * STEP


def test_it_climbs_from_the_weakest_and_comes_back_to_what_is_open() -> None:
    form = Rungs(entries=4)
    results = climbed({1: 0.5, 2: 0.0, 3: 0.0}, form)

    order = list(dict.fromkeys(next(e for e in one.entries if e) for one in results))
    met = Counter(next(e for e in one.entries if e) for one in results[: 2 * (FIRST + 4 * STEP)])
    assert order == [1, 2, 3]
    assert met == {1: 2 * FIRST, 2: 4 * STEP, 3: 4 * STEP}
    assert form.standing(0, results)[0].blocks == MOST


def test_games_go_on_independently_of_each_other() -> None:
    form = Rungs(entries=3, games=2)
    results = climbed({1: 1.0, 2: 0.5}, form)

    for game in range(2):
        rungs = form.standing(game, results)
        assert [one.verdict for one in rungs] == ["better", "open"]
    assert {one.pool.game for one in results} == {"toy0", "toy1"}


@pytest.mark.parametrize("players", [3, 4])
def test_at_larger_tables_it_meets_one_yardstick_alone_at_every_seat(players: int) -> None:
    form = Rungs(entries=2 * players - 1, players=players, seat_orders=SeatOrders.ROTATIONS)
    pairings, _ = played(form)

    seats = Counter(one.seats.index(0) for one in pairings)
    tables = {frozenset(one.seats) for one in pairings}
    assert len(set(seats.values())) == 1
    assert tables == {frozenset(range(players)), frozenset({0, *range(players, 2 * players - 1)})}


def test_equal_bots_are_seldom_told_apart() -> None:
    form = Rungs(entries=6)
    wrong = 0
    for seed in range(12):
        results = climbed(dict.fromkeys(range(1, 6), 0.5), form, seed=seed)
        wrong += any(one.verdict != "open" for one in form.standing(0, results))

    assert wrong <= 2  # each time with at most 5 %


def test_a_bot_that_is_taken_out_climbs_no_further() -> None:
    form = Rungs(entries=3)
    results = climbed(
        {1: 0.0, 2: 0.0},
        form,
        fate=lambda pairing, rng: ("done" if pairing.number < 6 else "skipped", (False, False)),
    )

    assert len(results) == 2 * STEP


def test_a_yardstick_fills_all_seats() -> None:
    with pytest.raises(ScheduleError, match="fills all seats"):
        Rungs(entries=4, players=3)


def test_three_replays_of_a_killed_program_count_in_all_games_together() -> None:
    form = Rungs(entries=2, games=2)
    results = [
        replace(one, killed=killed(one.entries[0] == 0, one.entries[1] == 0))
        for one in climbed({1: 1.0}, form, looks=1000)
    ]

    games = [form.standing(game, results)[0].scores for game in range(2)]

    # Games take turns: pairings 1 and 2 are the first one's, 3 and 4 the second one's.
    assert games[0][0] == 1.0
    assert games[1][0] == 0.5
    assert not any((*games[0][1:], *games[1][1:]))


def test_what_is_behind_a_gap_is_no_evidence() -> None:
    form = Rungs(entries=2)
    results = climbed({1: 1.0}, form)

    (rung,) = form.standing(0, [one for one in results if one.pairing != 5])

    assert rung.scores == (1.0, 1.0)
    assert rung.blocks == 2
