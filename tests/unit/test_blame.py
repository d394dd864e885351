"""Whose fault a missing answer is: what a bot does among its own processes blames nobody else."""

from collections.abc import Sequence
from typing import Final

import pytest

from referee.match.blame import Look, Stretch, Usage, is_hosts_fault

SECOND: Final = 1_000_000


def blamed_on_host(*usages: Usage, over_s: float = 4) -> bool:
    """The verdict after equally spaced looks."""
    apart = over_s * SECOND / (len(usages) - 1)
    return is_hosts_fault([Look(round(at * apart), one) for at, one in enumerate(usages)])


def steadily(
    *,
    ran: float = 0.0,
    waited: float = 0.0,
    ready: bool = False,
    held: float = 0.0,
    idle: Sequence[float] = (0.0, 0.0),
    squeezed: float = 0.0,
    turns: int = 0,
    uncounted: Sequence[frozenset[int]] = (frozenset(),) * 5,
) -> tuple[Usage, ...]:
    """Five looks in four seconds, everything in parts of them."""
    return tuple(
        Usage(
            on_cpu_us=round(ran * at * SECOND),
            waiting_us=round(waited * at * SECOND),
            ready=ready,
            held_us=round(held * at * SECOND),
            idle_us=tuple(round(one * at * SECOND) for one in idle),
            squeezed_us=round(squeezed * at * SECOND),
            turns=turns * at,
            uncounted=uncounted[at],
        )
        for at in range(5)
    )


# --- an honest bot on a busy machine ------------------------------------------------------------


@pytest.mark.parametrize("had", [0.0, 0.1, 0.33, 0.5, 0.65])
def test_a_bot_that_thinks_and_gets_no_processor_was_kept_by_the_host(had: float) -> None:
    assert blamed_on_host(*steadily(ran=had, waited=1 - had, ready=True))
    assert blamed_on_host(*steadily(ran=had, ready=True))  # the wait is not over, so not counted


def test_a_bot_that_is_kept_only_at_the_end_was_kept_by_the_host() -> None:
    ran = (0, 1, 2, 3, 3)
    usages = [Usage(one * SECOND, 0, ready=True) for one in ran]
    usages[-1] = Usage(3 * SECOND, SECOND, ready=True)

    assert blamed_on_host(*usages)


def test_a_processor_that_was_free_now_and_then_does_not_clear_an_overloaded_host() -> None:
    assert blamed_on_host(*steadily(ran=0.3, waited=0.7, ready=True, idle=(0.1, 0.15)))


def test_a_bot_that_stands_still_with_the_whole_referee_was_kept_by_the_host() -> None:
    """In a container with half a processor the others are idle and no help."""
    squeezed = steadily(ran=0.4, waited=0.6, ready=True, idle=(0.9, 0.9), squeezed=0.6)

    assert blamed_on_host(*squeezed)


# --- what a bot arranges among its own processes ------------------------------------------------


@pytest.mark.parametrize("busy", [True, False])
def test_one_that_waits_while_its_own_children_burn_the_processor_was_not_kept(
    *, busy: bool
) -> None:
    """*churn*: the time of the dead children is in the group's books."""
    idle = (0.0, 0.0) if busy else (0.0, 1.0)

    for ran in (0.9, 0.97, 0.999, 1.0):
        assert not blamed_on_host(*steadily(ran=ran, waited=1.0, ready=True, idle=idle))


def test_one_that_spins_loses_a_moment_to_others_and_was_not_kept() -> None:
    """Nearly all of the little that it missed it waited for, and still it had its share."""
    assert not blamed_on_host(*steadily(ran=0.9, waited=0.1, ready=True))


def test_one_that_waits_for_nothing_while_a_processor_is_idle_was_not_kept() -> None:
    assert not blamed_on_host(*steadily(ran=0.0, waited=1.0, ready=True, idle=(0.0, 0.95)))


def test_one_that_its_own_limit_holds_back_was_not_kept() -> None:
    held = steadily(ran=0.4, waited=0.6, ready=True, held=0.6)

    assert not blamed_on_host(*held)


@pytest.mark.parametrize(
    "usage",
    [
        pytest.param({}, id="sleeping"),
        pytest.param({"waited": 0.02}, id="stopped, after a moment"),
        pytest.param({"ran": 0.3, "waited": 0.02}, id="waiting for its own disk"),
    ],
)
def test_one_that_is_not_ready_was_not_kept_however_busy_the_machine(
    usage: dict[str, float],
) -> None:
    assert not blamed_on_host(*steadily(**usage))  # type: ignore[arg-type]


def test_where_a_dead_child_is_in_no_books_its_time_counts_as_the_bots() -> None:
    one, two = frozenset({1, 2}), frozenset({1, 3})

    dying = steadily(ready=True, waited=1.0, uncounted=(one, one, two, two, two))
    living = steadily(ready=True, waited=1.0, uncounted=(one, one, one, one, one | two))

    assert not blamed_on_host(*dying[:3], over_s=2)
    assert blamed_on_host(*living)


def test_a_look_that_comes_at_once_after_another_tells_nothing() -> None:
    assert not blamed_on_host(Usage(0, 0, ready=True), Usage(0, 0, ready=True), over_s=0)


def stretch(usages: Sequence[Usage]) -> Stretch:
    return Stretch([Look(at * SECOND, one) for at, one in enumerate(usages)])


def test_a_turn_that_was_given_up_was_had() -> None:
    """The disk is waited for 300 times a second, and 3 ms for the processor each time."""
    assert stretch(steadily(ran=0.03, waited=0.9, ready=True, turns=300)).had_us == 1.2 * SECOND


def test_one_that_thinks_has_used_its_turns() -> None:
    assert stretch(steadily(ran=0.3, waited=0.7, ready=True, turns=100)).had_us == 1.2 * SECOND


def test_turns_of_threads_that_are_gone_take_nothing_away() -> None:
    usages = [Usage(0, 0, ready=True, turns=500), Usage(SECOND, 0, ready=True, turns=100)]

    assert stretch(usages).had_us == SECOND
