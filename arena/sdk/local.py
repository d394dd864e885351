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
from referee.games.registry import get_game
from referee.games.state import Journal, State

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
    journal = Journal()
    state = rules.deal(setup, Streams(_seed("deal", seed)), journal)
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
    _play(state, journal, players, watch)
    result = Result(
        termination="max_turns" if state.ending == "max_turns" else "normal",
        reason=f"the match ended by the rules ({state.ending.replace('_', ' ')})",
        ranks=tuple(state.ranks()),
        scores=tuple(state.scores()),
    )
    for player in players:
        player.end(result)
    return result


def turn_of(state: State, match: Match, told: Sequence[tuple[int, ...]], step: int) -> Turn:
    """The question whose decision is due in `state`, to the seat that has it."""
    match.memory.extend(told)
    match.asked += 1
    return Turn(
        match=match,
        step=step,
        observation=state.observe(state.seat),
        events=told,
        legal=tuple(
            Action(index, action, state.gives_up(action), match.game)
            for index, action in enumerate(state.legal_actions())
        ),
        clock=Clock(Control().hang_s, 0.0, 0.0),
    )


def _play(
    state: State,
    journal: Journal,
    players: Sequence[Bot],
    watch: Callable[[Turn, Action], None] | None,
) -> None:
    told = [0] * len(players)
    step = 0
    while not state.over:
        step += 1
        legal = state.legal_actions()
        if len(legal) == 1:  # nobody is asked where there is nothing to choose
            state.apply(legal[0])
            continue
        seat = state.seat
        news = journal.seen_by(seat, told[seat])
        told[seat] = len(journal)
        turn = turn_of(state, players[seat].match, news, step)
        action = players[seat].act(turn)
        if watch is not None:
            watch(turn, action)
        state.apply(action.id)


def _seed(name: str, seed: int) -> bytes:
    return hashlib.sha256(f"local\n{name}\n{seed}".encode()).digest()
