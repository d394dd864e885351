"""How many workers play side by side."""

import pytest

from arena.tournament.places.crew import PATIENCE_S, Crew


@pytest.mark.parametrize(
    ("load", "workers"),
    [
        (1.0, 4),  # bots that think take turns: a worker for each processor
        (1.4, 3),
        (2.1, 2),  # both bots are busy most of the time
        (2.7, 1),  # referee and bots are: a second worker would be in the way
        (9.0, 1),
        (0.0, 4),
    ],
)
def test_as_many_workers_play_as_keep_the_processors_busy(load: float, workers: int) -> None:
    crew = Crew(most=4, processors=4)

    crew.heard(0, load, now=1.0)

    assert crew.wanted(now=1.0) == workers


def test_there_are_never_more_than_allowed_however_little_they_do() -> None:
    crew = Crew(most=2, processors=8)
    crew.heard(0, 1.0, now=1.0)

    assert crew.wanted(now=100.0) == 2


def test_while_nothing_is_heard_another_worker_joins_now_and_then() -> None:
    crew = Crew(most=3, processors=4)

    seen = [crew.wanted(now=step * PATIENCE_S / 2) for step in range(9)]

    assert seen == [1, 1, 2, 2, 3, 3, 3, 3, 3]


def test_a_chunk_without_a_load_is_waited_for_again() -> None:
    crew = Crew(most=3, processors=4)
    assert crew.wanted(now=0.0) == 1
    crew.heard(0, None, now=0.9)

    assert crew.wanted(now=1.8) == 1
    assert crew.wanted(now=2.0) == 2


def test_the_mean_of_all_workers_decides() -> None:
    crew = Crew(most=4, processors=4)
    crew.heard(0, 3.0, now=1.0)
    crew.heard(1, 1.0, now=1.5)
    crew.heard(0, 1.0, now=2.0)

    assert crew.wanted(now=2.0) == 4
