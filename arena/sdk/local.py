"""Matches without processes and without a referee: for debugging, tests and experiments.

Bots are classes here, or functions that make a bot for a match. They are told exactly what the
wire would tell them.

>>> from arena.sdk import Action, Bot, Turn, play_locally
>>> class First(Bot):
...     def act(self, turn: Turn) -> Action:
...         return turn.legal[0]
>>> result = play_locally([First, First], game="kupferkessel", seed=1)
>>> result.termination, len(result.scores)
('normal', 2)
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence

from arena.sdk.bot import Action, Bot, Match, Result, Turn
from arena.sdk.timing import Clock, Control
from referee.games.chance import Streams
from referee.games.course import Ask, Course
from referee.games.registry import get_game

MakesBot = Callable[[Match], Bot]


def play_locally(
    bots: Sequence[MakesBot],
    game: str = "kupferkessel",
    *,
    seed: int = 0,
    options: Mapping[str, str] | None = None,
    settings: Sequence[Mapping[str, str]] | None = None,
    nodes: int = 0,
    watch: Callable[[Turn, Action], None] | None = None,
) -> Result:
    """One match in this process; the same seed gives the same deal and the same bots' chance.

    `options` are the game's, `settings` each bot's own. `watch` is shown every decision.
    """
    rules = get_game(game)
    setup = rules.setup(len(bots), options)
    course = Course(rules, setup, Streams(_seed("deal", seed)))
    matches = [
        Match(
            game=rules,
            setup=setup,
            seat=seat,
            settings=settings[seat] if settings else {},
            seed=int.from_bytes(_seed(f"bot {seat}", seed)[:8], "big"),
            nodes=nodes,
        )
        for seat in range(len(bots))
    ]
    players = [make(match) for make, match in zip(bots, matches, strict=True)]
    for player in players:
        player.start()
    _play(course, players, watch)
    state = course.state
    result = Result(
        termination="max_turns" if state.ending == "max_turns" else "normal",
        reason=f"the match ended by the rules ({state.ending.replace('_', ' ')})",
        ranks=tuple(state.ranks()),
        scores=tuple(state.scores()),
    )
    for player in players:
        player.end(result)
    return result


def turn_of(match: Match, ask: Ask) -> Turn:
    """The question as the wire would put it to the bot of this match."""
    return Turn.put(match, ask, Clock(Control().hang_s, 0.0, 0.0))


def _play(
    course: Course,
    players: Sequence[Bot],
    watch: Callable[[Turn, Action], None] | None,
) -> None:
    while True:
        for _ in course.unasked():
            pass  # nobody is asked where there is nothing to choose
        if course.over:
            return
        ask = course.ask()
        turn = turn_of(players[ask.seat].match, ask)
        action = players[ask.seat].act(turn)
        if watch is not None:
            watch(turn, action)
        course.decide(action.id)


def _seed(name: str, seed: int) -> bytes:
    return hashlib.sha256(f"local\n{name}\n{seed}".encode()).digest()
