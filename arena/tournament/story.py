"""How the lead went in a match: from its decisions, played once more by the rules alone."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from leaderboard.values import Story
from referee.games.chance import Streams
from referee.games.state import State
from referee.match.plan import Played
from referee.match.record import read_record
from referee.match.replay import OtherRules, Replay
from referee.match.session import Move

UNTOLD: Final = Story(deficit=0, changes=-1)
"""Of a match that ended without points, or by rules that are not here any more."""


def story_of_played(played: Played) -> Story:
    """Of a match that was just played."""
    plan, scores = played.plan, played.outcome.scores
    if not scores or None in scores:
        return UNTOLD
    state = plan.game.deal(plan.setup, Streams(plan.seeds.match))
    moves = (one.action for one in played.session.history if isinstance(one, Move))
    return story(_points(state, moves))


def story_of_record(stored: Mapping[str, Any]) -> Story:
    """Of a match that was stored."""
    try:
        record = read_record(stored)
    except (KeyError, TypeError):
        return UNTOLD  # `arena verify` tells what is wrong with it
    if not record.result.scores or None in record.result.scores:
        return UNTOLD
    try:
        replay = Replay(record)
    except OtherRules:
        return UNTOLD
    return story(points_of(replay))


def points_of(replay: Replay) -> list[list[int]]:
    """The points of all seats after the deal and after each decision."""
    points = [replay.scores() for _ in replay.positions()]
    return [*points, replay.scores()]


def story(points: Iterable[Sequence[int]]) -> Story:
    """From the points of all seats, step by step."""
    steps = list(points)
    winner = max(range(len(steps[-1])), key=steps[-1].__getitem__)
    leaders = [one for one in map(leader, steps) if one is not None]
    return Story(
        deficit=max(0, -min(lead(one, winner) for one in steps)),
        changes=sum(1 for one, other in pairwise(leaders) if one != other),
    )


def lead(points: Sequence[int], seat: int) -> int:
    """How many points a seat is ahead of the best of the others."""
    return points[seat] - max(one for other, one in enumerate(points) if other != seat)


def leader(points: Sequence[int]) -> int | None:
    """The seat that leads alone."""
    best = max(points)
    return points.index(best) if points.count(best) == 1 else None


def _points(state: State, actions: Iterable[int]) -> Iterator[list[int]]:
    yield state.scores()
    for action in actions:
        state.apply(action)  # as the referee did, which saw that it was legal
        yield state.scores()
