"""The games known here: those of the arena, and those other packages offer by entry point.

A package offers a game with an entry point of the group ``arena.games`` that names a `Game`
class. Nothing of it is imported before it is asked for by name.
"""

from importlib import import_module
from importlib.metadata import entry_points
from typing import Final

from arena.errors import Misuse
from referee.games.contract import Game
from referee.words import suggestion

GROUP: Final = "arena.games"
_OWN: Final = ("kupferkessel", "trapper")
"""Each is the folder of this name below this one; its module `game` holds it as `GAME`."""


class UnknownGame(Misuse):
    """No game of that name."""


def game_names() -> tuple[str, ...]:
    """The names of all games, the arena's own first."""
    foreign = sorted(point.name for point in entry_points(group=GROUP))
    return (*_OWN, *(name for name in foreign if name not in _OWN))


def get_game(name: str) -> Game:
    """The game called `name`."""
    if name in _OWN:
        return _instance(name, import_module(f"referee.games.{name}.game").GAME)
    for point in entry_points(group=GROUP, name=name):
        try:
            rule_book = point.load()
        except Exception as error:  # whatever a package of others raises
            raise UnknownGame(
                f"the game '{name}' cannot be loaded from {point.value} ({error!r}): mend or "
                "uninstall that package, or name another game with --game"
            ) from error
        return _instance(name, rule_book)
    raise UnknownGame(f"there is no game '{name}'; {suggestion(name, game_names())}")


def _instance(name: str, rule_book: object) -> Game:
    game = rule_book() if isinstance(rule_book, type) else rule_book
    if not isinstance(game, Game) or game.name != name:
        raise UnknownGame(
            f"what is registered as the game '{name}' is no game of that name: mend or uninstall "
            "the package that offers it"
        )
    return game
