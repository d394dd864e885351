"""A season plays what is missing among who is there, and deals nothing twice."""

import random
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import combinations, pairwise

import pytest

from arena.tournament.errors import ScheduleError
from arena.tournament.formats import Pairing, SeatOrders
from arena.tournament.formats.round_robin import RoundRobin
from arena.tournament.formats.season import Season
from leaderboard.values import Pool, Result, Status

POOL = Pool.of("toy", "1", {}, 2, "nodes")


def result(pairing: Pairing, status: Status = "done") -> Result:
    return Result(
        *(POOL, pairing.number, pairing.block, pairing.seats, (), ()),
        status=status,
        generation=pairing.generation,
        deal=pairing.deal,
    )


def play(
    season: Season, status: Callable[[Pairing], Status] = lambda pairing: "done"
) -> list[tuple[Pairing, Status]]:
    """All pairings of all nights, each with what became of it."""
    played: list[tuple[Pairing, Status]] = []
    for number in range(len(season.nights)):
        results = [result(pairing, became) for pairing, became in played]
        pairings = list(season.generation(number, results))
        played += [(pairing, status(pairing)) for pairing in pairings]
    results = [result(pairing, became) for pairing, became in played]
    assert season.generation(len(season.nights), results) == ()
    assert season.total(results) == len(played)
    return played


def table(pairing: Pairing) -> tuple[int, tuple[int, ...]]:
    return pairing.game, tuple(sorted(pairing.seats))


def blocks_of(played: Iterable[tuple[Pairing, Status]]) -> Counter[tuple[int, tuple[int, ...]]]:
    """How many blocks of each table were played as a whole."""
    spoilt = {pairing.block for pairing, became in played if became != "done"}
    return Counter(
        table(pairing)
        for pairing, _ in played
        if pairing.order == 0 and pairing.block not in spoilt
    )


def nights_by_chance(seed: int) -> tuple[Season, Callable[[Pairing], Status]]:
    """A season in which versions come, go and come back; who is gone is skipped in part."""
    rng = random.Random(seed)
    players = rng.choice((2, 2, 3))
    nights: list[tuple[int, ...]] = [tuple(range(rng.randint(players, 5)))]
    entries = len(nights[0])
    for _ in range(rng.randint(1, 4)):
        entries += rng.randint(0, 2)
        others = rng.sample(range(entries), rng.randint(players, entries))
        nights.append(tuple(sorted(others)))
    season = Season(
        entries=entries,
        nights=tuple(nights),
        players=players,
        rounds=rng.randint(1, 3),
        games=rng.randint(1, 2),
        seat_orders=rng.choice(list(SeatOrders)),
    )

    def status(pairing: Pairing) -> Status:
        after = nights[pairing.generation + 1 :]
        stays = all(set(pairing.seats) <= set(field) for field in after[:1])
        return "skipped" if not stays and random.Random(pairing.number).random() < 0.6 else "done"

    return season, status


def test_a_season_of_one_night_is_a_round_robin() -> None:
    season = Season(entries=5, nights=((0, 1, 2, 3, 4),), rounds=3, games=2)
    robin = RoundRobin(entries=5, rounds=3, games=2)

    assert list(season.generation(0, ())) == list(robin)
    assert (season.count, season.blocks, season.in_a_pass) == (120, 60, 40)


def test_a_new_version_meets_everybody_and_nobody_else_plays_again() -> None:
    season = Season(entries=4, nights=((0, 1, 2), (0, 2, 3)), rounds=2)

    second = [pairing for pairing, _ in play(season) if pairing.generation == 1]

    assert {table(pairing)[1] for pairing in second} == {(0, 3), (2, 3)}
    assert len(second) == 2 * 2 * 2


def test_a_night_that_brings_nothing_new_has_no_pairing_and_the_next_one_goes_on() -> None:
    season = Season(entries=3, nights=((0, 1), (0, 1), (0, 1, 2)), rounds=1)

    played = [pairing for pairing, _ in play(season)]

    assert {pairing.generation for pairing in played} == {0, 2}
    assert len(season.generation(1, ())) == 0  # type: ignore[arg-type]
    assert season.generation(1, ()) != ()


def test_a_version_that_comes_back_gets_other_blocks_for_those_that_were_skipped() -> None:
    season = Season(entries=3, nights=((0, 1), (0, 2), (0, 1)), rounds=3)

    played = play(
        season, lambda one: "skipped" if one.generation == 0 and one.round > 1 else "done"
    )

    again = [pairing for pairing, _ in played if pairing.generation == 2]
    assert [pairing.round for pairing in again] == [4, 4, 5, 5]
    assert blocks_of(played)[0, (0, 1)] == 3


@pytest.mark.parametrize("seed", range(60))
def test_everybody_of_the_newest_field_has_met_equally_often(seed: int) -> None:
    season, status = nights_by_chance(seed)
    played = play(season, status)

    blocks = blocks_of(played)

    tables = combinations(season.nights[-1], season.players)
    wanted = {(game, one) for one in tables for game in range(season.games)}
    assert {blocks[one] for one in wanted} == {season.rounds}


@pytest.mark.parametrize("seed", range(60))
def test_no_block_of_a_table_comes_twice_in_all_nights(seed: int) -> None:
    season, status = nights_by_chance(seed)

    played = [pairing for pairing, _ in play(season, status)]

    deals = Counter((table(pairing), pairing.round, pairing.order) for pairing in played)
    assert set(deals.values()) == {1}
    assert [pairing.number for pairing in played] == [*range(1, len(played) + 1)]
    assert all(one.block <= other.block <= one.block + 1 for one, other in pairwise(played))


@pytest.mark.parametrize("seed", range(10))
def test_a_pairing_is_told_without_those_before_it(seed: int) -> None:
    season, status = nights_by_chance(seed)
    played = play(season, status)

    for number in range(len(season.nights)):
        results = [result(one, became) for one, became in played if one.generation < number]
        night = season.generation(number, results)
        assert [night[index] for index in range(len(list(night)))] == list(night)
        with pytest.raises(IndexError):
            night[len(list(night))]


@pytest.mark.parametrize(
    "nights", [((0,),), ((1, 0),), ((0, 0, 1),), ((0, 5),), ((-1, 0),)], ids=str
)
def test_a_field_that_cannot_be_is_refused(nights: tuple[tuple[int, ...], ...]) -> None:
    with pytest.raises(ScheduleError):
        Season(entries=2, nights=nights)
