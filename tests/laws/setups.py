"""Every game of the registry in every variant worth telling apart."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from referee.games.contract import Game, Setup
from referee.games.registry import game_names, get_game


@dataclass(frozen=True)
class Case:
    """One variant of one game."""

    game: Game
    setup: Setup
    name: str


def _cases_of(game: Game) -> Iterator[Case]:
    for players in game.players:
        yield _case(game, players, {})
        offered = [option for option in game.options if players in option.players]
        for option in offered:
            for value in option.values[1:]:
                yield _case(game, players, {option.name: value})
        if len(offered) > 1:
            yield _case(game, players, {option.name: option.values[-1] for option in offered})


def _case(game: Game, players: int, chosen: dict[str, str]) -> Case:
    words = [game.name, str(players), *(f"{name}-{value}" for name, value in chosen.items())]
    return Case(game, game.setup(players, chosen), "-".join(words).replace("_", "-"))


CASES: Final = [case for name in game_names() for case in _cases_of(get_game(name))]
"""Per number of players: the defaults, each option changed alone, all options changed."""
