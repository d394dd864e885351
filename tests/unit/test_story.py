"""How the lead went, told from points."""

import pytest

from arena.tournament.story import UNTOLD, leader, points_of, story, story_of_record
from leaderboard.values import Story
from referee.games.registry import get_game
from referee.match.record import read_record
from referee.match.replay import Replay
from tests.unit.recorded import played_record


@pytest.mark.parametrize(
    ("points", "told"),
    [
        ([(0, 0), (3, 0), (3, 5)], Story(3, 1)),
        ([(0, 0), (1, 0), (1, 1), (2, 1)], Story(0, 0)),
        ([(0, 0), (1, 0), (0, 1), (1, 0), (9, 0)], Story(1, 2)),
        ([(0, 0, 0), (2, 0, 0), (2, 0, 4), (2, 9, 4)], Story(4, 2)),
        ([(0, 0), (0, 7), (7, 7)], Story(7, 0)),
    ],
)
def test_deficit_is_the_winners_and_every_other_leader_is_a_change(
    points: list[tuple[int, ...]], told: Story
) -> None:
    assert story(points) == told


def test_who_shares_the_lead_does_not_lead() -> None:
    assert [leader(one) for one in ((1, 2), (2, 2), (3, 1, 3), (3, 4, 3))] == [1, None, None, 1]


def test_a_record_tells_it_and_one_without_points_or_rules_does_not() -> None:
    stored = played_record(get_game("trapper"), 3, chance=4)
    fault = played_record(get_game("kupferkessel"), faults={0: 9})

    assert story_of_record(stored) == story(points_of(Replay(read_record(stored))))
    assert story_of_record(fault) == UNTOLD
    assert story_of_record({**stored, "rules": "0"}) == UNTOLD
