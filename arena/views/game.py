"""A game as people look at it."""

from dataclasses import dataclass

from referee.games.contract import Game, Option
from referee.games.registry import game_names, get_game


@dataclass(frozen=True, slots=True, kw_only=True)
class GameView:
    """A rule book in short."""

    name: str
    title: str
    rules: str
    players: tuple[int, ...]
    summary: str
    max_turns: int
    num_actions: int
    options: tuple[Option, ...]

    def to_json(self) -> dict[str, object]:
        """The game for machines."""
        return {
            "name": self.name,
            "title": self.title,
            "rules": self.rules,
            "players": list(self.players),
            "summary": self.summary,
            "max_turns": self.max_turns,
            "num_actions": self.num_actions,
            "options": [
                {
                    "name": option.name,
                    "values": list(option.values),
                    "default": option.values[0],
                    "meaning": option.meaning,
                    "players": list(option.players),
                }
                for option in self.options
            ],
        }


def known_games() -> list[GameView]:
    """All that can be played here."""
    return [game_view(name) for name in game_names()]


def game_view(name: str) -> GameView:
    """The game of that name."""
    return _view(get_game(name))


def _view(game: Game) -> GameView:
    return GameView(
        name=game.name,
        title=game.title,
        rules=game.rules_version,
        players=game.players,
        summary=game.summary,
        max_turns=game.max_turns,
        num_actions=game.num_actions,
        options=game.options,
    )
