"""Pages as HTML. Whatever a template prints is escaped and made safe; nothing else is trusted."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from arena.text import one_line
from arena.views.marks import MARKS
from arena.views.ranking import RankingLine
from arena.views.words import counted, game_title, pool_words, variant_words
from arena.web import page as addresses
from arena.web.assets import OWN, asset, own
from arena.web.page import NAVIGATION, Page
from leaderboard.values import Pool
from referee.games.contract import Game
from referee.games.registry import game_names, get_game

_NAME: Final = 40
"""Characters of a name in a table."""
Link = Callable[[str], str]
"""The address of a page of this site, as a browser finds it."""


@dataclass(frozen=True, slots=True)
class Scale:
    """An axis for ratings: where a value lies, in percent."""

    low: float
    high: float

    @classmethod
    def of(cls, lines: Sequence[RankingLine]) -> "Scale":
        """One on which all intervals have room."""
        told = [
            value
            for line in lines
            for value in (
                line.low,
                line.rating,
                line.high,
                *([line.mu] if line.rating is None else []),
            )
            if value is not None
        ]
        low, high = min(told, default=0.0), max(told, default=50.0)
        pad = (high - low) * 0.04 or 1.0
        return cls(low - pad, high + pad)

    def at(self, value: float) -> str:
        """A value as ``12.3%``."""
        share = (value - self.low) / (self.high - self.low)
        return f"{100 * min(1.0, max(0.0, share)):.2f}%"

    @property
    def ticks(self) -> list[int]:
        """Round values on it."""
        steps = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
        step = next((one for one in steps if (self.high - self.low) / one <= 6), 2000)
        first = -int(-self.low // step) * step
        return list(range(first, int(self.high) + 1, step))


class Renderer:
    """Draws pages for a server or for files, which differ in how an address is written."""

    def __init__(self, link: Link, asset_link: Link, *, live: bool, policy: str = "") -> None:
        self._environment = _environment()
        self._link = link
        self._asset_link = asset_link
        self._live = live
        self._policy = policy

    def draw(self, page: Page, *, template: str = "") -> str:
        """The page, or one part of it by another template."""
        chosen = self._environment.get_template(f"{template or page.template}.jinja")
        return chosen.render(
            page=page,
            link=self.link,
            asset=lambda name: self._asset_link(own_assets()[name]),
            game_asset=lambda game, name: self._asset_link(game_assets(get_game(game))[name].name),
            navigation=NAVIGATION,
            live=self._live,
            policy=self._policy,
            ui=Markup(own("ui.svg")),  # noqa: S704 - our own file
            trusted=Markup,
            at=addresses,
            **page.values,
        )

    def link(self, path: str, **query: object) -> str:
        """An address within the site."""
        given = {name: value for name, value in query.items() if value not in (None, "", 1)}
        return self._link(path + (f"?{urlencode(given)}" if given else ""))


def own_assets() -> Mapping[str, str]:
    """The names under which the arena's own files are served, by their plain names."""
    return {name: asset(name, own(name)).name for name in OWN}


def all_assets() -> Mapping[str, tuple[str, str]]:
    """Media type and text of everything that pages load, by the name it is served under."""
    found = [asset(name, own(name)) for name in OWN]
    for name in game_names():
        found += game_assets(get_game(name)).values()
    return {one.name: (one.media_type, one.text) for one in found}


def game_assets(game: Game) -> Mapping[str, Any]:
    """What a game brings to be drawn, as it is served; nothing for one without."""
    from arena.web.assets import drawing  # noqa: PLC0415

    brought = drawing(game)
    if not brought.script:
        return {}
    return {
        "js": asset(f"{game.name}.js", brought.script),
        "css": asset(f"{game.name}.css", brought.style),
    }


def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader("arena.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_safe,
    )
    made.filters |= {
        "number": _number,
        "percent": _percent,
        "date": _date,
        "name": lambda text: one_line(str(text), _NAME),
        "counted": counted,
        "step": lambda share: min(10, max(0, round(10 * share))),
    }
    made.globals |= {
        "scale": Scale.of,
        "game_title": game_title,
        "pool_words": _pool_words,
        "mark_words": lambda mark: MARKS.get(mark, mark),
        "variant": lambda pool: ", ".join(variant_words(pool.game, pool.chosen, pool.players)),
    }
    return made


def _safe(value: object) -> object:
    """What is printed: text of others in one safe line, unless it is HTML of ours already."""
    if isinstance(value, str) and not isinstance(value, Markup):
        return one_line(value)
    return value


def _pool_words(pool: Pool) -> str:
    return pool_words(pool.game, pool.chosen, pool.players, pool.control)


def _number(value: float | None, digits: int = 0) -> str:
    if value is None:
        return "–"
    told = f"{abs(value):,.{digits}f}"
    return f"−{told}" if value < 0 and float(told.replace(",", "")) else told


def _percent(share: float) -> str:
    """A share; what is nearly sure is not called certain."""
    return "over 99%" if 0.995 <= share < 1 else f"{100 * share:.0f}%"


def _date(us: int | None) -> str:
    if us is None:
        return "–"
    return datetime.fromtimestamp(us / 1e6, UTC).strftime("%Y-%m-%d %H:%M UTC")
