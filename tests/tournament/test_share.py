"""What a runner plays of a schedule when others may play the same."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from arena.tournament.formats.round_robin import RoundRobin
from arena.tournament.share import STRETCH, Share
from leaderboard.claims import Unshared
from leaderboard.values import Pool, Result

ALL = RoundRobin(entries=2, rounds=200)
POOL = Pool.of("kupferkessel", "1", {}, 2, "nodes")


@dataclass
class Office:
    """Stretches that others have, and what is stored."""

    taken: set[int] = field(default_factory=set)
    stored: set[int] = field(default_factory=set)
    ours: set[int] = field(default_factory=set)
    shared: bool = True
    asked: int = 0

    def take(self, stretch: int) -> bool:
        if stretch in self.taken:
            return False
        self.ours.add(stretch)
        return True

    def give_back(self, stretch: int) -> None:
        self.ours.remove(stretch)

    def look(self, first: int, last: int) -> list[Result]:
        self.asked += 1
        return [
            Result(POOL, number, number, (0, 1), (1, 2), (False, False))
            for number in sorted(self.stored)
            if first <= number <= last
        ]


def share(office: Office, seen: list[int], stored: Sequence[tuple[int, int]] = ()) -> Share:
    def take_in(results: Sequence[Result]) -> None:
        seen.extend(result.pairing for result in results)

    return Share(ALL, stored, office, look=office.look, seen=take_in, clock=lambda: 0.0)


def numbers(given: Share) -> list[int]:
    return [pairing.number for pairing in given]


def test_where_nothing_is_shared_all_that_is_missing_is_given_and_nothing_asked() -> None:
    def fail(first: int, last: int) -> list[Result]:
        raise AssertionError("nobody else is there")

    given = Share(ALL, [(1, 10), (12, 399)], Unshared(), look=fail, seen=lambda results: None)

    assert numbers(given) == [11, 400]
    assert not given.waiting


def test_what_others_have_is_set_aside_until_it_is_stored() -> None:
    office, seen = Office(taken={1, 2}), list[int]()
    given = share(office, seen)
    second, third = range(STRETCH, 2 * STRETCH), range(2 * STRETCH, 3 * STRETCH)

    assert numbers(given) == [*range(1, STRETCH), *range(3 * STRETCH, 401)]
    assert given.waiting
    office.stored.update(second)
    assert numbers(given) == []
    assert seen == list(second)
    office.taken.clear()
    office.stored.update(third[:10])
    assert numbers(given) == list(third[10:])
    assert seen == [*second, *third[:10]]
    assert not given.waiting


def test_what_was_stored_before_it_was_claimed_is_not_played() -> None:
    office, seen = Office(stored={1, 2, 3}), list[int]()

    assert numbers(share(office, seen)) == list(range(4, 401))
    assert seen == [1, 2, 3]


def test_a_stretch_is_given_back_when_all_of_it_is_stored() -> None:
    office = Office()
    given = share(office, [])
    every = numbers(given)
    assert office.ours == set(range(400 // STRETCH + 1))

    given.stored(every[:STRETCH])
    assert 0 not in office.ours
    assert 1 in office.ours
    given.stored(every[STRETCH:])
    assert office.ours == set()


def test_numbers_that_are_stored_cost_nothing_to_pass_over() -> None:
    endless = RoundRobin(entries=2000, rounds=None)
    given = Share(
        endless,
        [(1, 10**9)],
        Unshared(),
        look=lambda first, last: [],
        seen=lambda results: None,
    )

    assert next(iter(given)).number == 10**9 + 1
