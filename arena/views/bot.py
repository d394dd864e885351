"""A bot as people look at it."""

from dataclasses import asdict, dataclass

from referee.bots.entry import find_bot
from referee.bots.manifest import BotOption, Manifest
from referee.bots.shelf import NO_SHELF, Shelf


@dataclass(frozen=True, slots=True, kw_only=True)
class BotView:
    """What a bot says about itself, and where it lies."""

    name: str
    version: str
    summary: str
    games: tuple[str, ...]
    """Empty if it plays every game."""
    built_in: bool
    command: tuple[str, ...]
    options: tuple[BotOption, ...]
    home: str

    def to_json(self) -> dict[str, object]:
        """The bot for machines."""
        return {
            "name": self.name,
            "version": self.version,
            "summary": self.summary,
            "games": list(self.games),
            "built_in": self.built_in,
            "command": list(self.command),
            "options": [_option_json(option) for option in self.options],
            "run": {"home": self.home},
        }


def bot_view(name: str, shelf: Shelf = NO_SHELF) -> BotView:
    """The bot of that name, or in that folder."""
    return _view(find_bot(name, shelf))


def _view(bot: Manifest) -> BotView:
    return BotView(
        name=bot.name,
        version=bot.version,
        summary=bot.summary,
        games=bot.games,
        built_in=bot.built_in,
        command=bot.command,
        options=tuple(bot.options.values()),
        home=str(bot.home),
    )


def _option_json(option: BotOption) -> dict[str, object]:
    told = asdict(option)
    names = ("name", "kind", "default", "minimum", "maximum", "values", "help")
    return {("type" if name == "kind" else name): told[name] for name in names}
