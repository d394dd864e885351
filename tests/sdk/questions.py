"""Turns made from states, as the wire would put them."""

from collections.abc import Mapping
from typing import Final

from arena.sdk.bot import Match, Turn
from arena.sdk.local import turn_of
from arena.sdk.wire import Question
from referee.games.chance import Rng, Streams
from referee.games.contract import Game
from referee.games.course import Ask, Course
from referee.games.registry import get_game
from referee.games.state import State
from referee.v1 import play_pb2

GAMES: Final = ("kupferkessel", "trapper")


def a_match(game: str = "kupferkessel", players: int = 2, **settings: str) -> Match:
    rules = get_game(game)
    return Match(
        game=rules, setup=rules.setup(players), seat=0, settings=settings, seed=1, nodes=0
    )


def turns_of(
    game: Game, players: int, seed: int, options: Mapping[str, str] | None = None
) -> list[tuple[Turn, State]]:
    """Every question of a random match with the true state at that time."""
    setup = game.setup(players, options)
    course = Course(game, setup, Streams(seed.to_bytes(32, "big")))
    matches = [
        Match(game=game, setup=setup, seat=seat, settings={}, seed=seat, nodes=0)
        for seat in range(players)
    ]
    rng = Rng(seed)
    found: list[tuple[Turn, State]] = []
    while not course.over:
        state, legal = course.state, course.legal
        if len(legal) > 1:
            turn = turn_of(matches[state.seat], course.ask())
            found.append((turn, state.clone()))
            _ = turn.view.players  # a view shows the memory of its own time
        keen = [action for action in legal if not state.gives_up(action)] or legal
        course.decide(keen[rng.below(len(keen))])
    return found


def read_ask(game: Game, request: play_pb2.ActRequest) -> Ask:
    """All of a question, as a bot reads it that looks at everything."""
    read = Question(game, request)
    return Ask(
        seat=read.observation.seat,
        step=read.step,
        legal=tuple(read.legal),
        gives_up=tuple(read.gives_up),
        observation=read.observation,
        events=read.events,
    )
