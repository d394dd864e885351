"""Turns made from states, as the wire would put them."""

from collections.abc import Mapping
from typing import Final

from arena.sdk.bot import Match, Turn
from arena.sdk.local import turn_of
from referee.games.chance import Rng, Streams
from referee.games.contract import Game
from referee.games.registry import get_game
from referee.games.state import Journal, State

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
    journal = Journal()
    state = game.deal(setup, Streams(seed.to_bytes(32, "big")), journal)
    matches = [
        Match(game=game, setup=setup, seat=seat, settings={}, seed=seat, nodes=0)
        for seat in range(players)
    ]
    told = [0] * players
    rng = Rng(seed)
    found: list[tuple[Turn, State]] = []
    while not state.over:
        seat = state.seat
        legal = state.legal_actions()
        if len(legal) > 1:
            news = journal.seen_by(seat, told[seat])
            told[seat] = len(journal)
            found.append((turn_of(state, matches[seat], news, len(found) + 1), state.clone()))
            _ = found[-1][0].view.players  # a view shows the memory of its own time
        keen = [action for action in legal if not state.gives_up(action)] or legal
        state.apply(keen[rng.below(len(keen))])
    return found
