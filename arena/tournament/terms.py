"""What belongs to a contest: its terms, from options or a file, parsed and checked once.

A file looks like this; everything but the bots may be left out:

    name = "autumn"
    bots = ["random", "./mybot:depth=3"]
    format = "round-robin"              # or "gauntlet", or "ladder"
    new = 1                             # of a gauntlet: the first so many bots meet the rest
    games = ["kupferkessel"]            # unless given, all games the bots share
    players = 2
    rounds = 50                         # 0: until it is stopped
    seed = 1                            # unless given, drawn afresh
    seat_orders = "all"                 # or "rotations"
    tc = "10+0.2"                       # a clock; or move_time = 1.0
    nodes = 1000                        # unless given, each bot's own budget
    hang = 30.0
    startup = 30.0
    bench = 5                           # faults in a row that take a bot out; 0 never

    freeze = true                       # stop bots not on turn; unless given, in timed play

    [options]
    recipes = "on"                      # of the games

    [limits]
    memory_mb = 512                     # what a bot may use

The same keys are what is stored. How a contest is played now, where and by how many, is no term
of it: that is a `Run`.
"""

import os
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final

from arena.errors import Misuse
from arena.text import NO_NAME, is_name
from arena.tournament.errors import SpecError
from arena.tournament.formats import (
    FORMATS,
    GAUNTLET,
    IN_PASSES,
    NEWEST,
    ROUND_ROBIN,
    SEASON,
    SEQUENTIAL,
    TABLE_BY_TABLE,
    SeatOrders,
)
from leaderboard.ratings.sequential import Sprt
from referee.bots.conditions import Conditions, parse_conditions
from referee.bots.entry import built_in_bots, is_path, on_shelf
from referee.bots.shelf import NO_SHELF, Shelf
from referee.match.seeds import fresh_seed
from referee.words import suggestion

ROUNDS: Final = 10
"""Deals for each table, unless something else is agreed."""
BENCH: Final = 5
"""After so many faults in a row a bot is taken out, unless something else is agreed."""
MOST: Final[Mapping[str, int]] = {
    "players": 100,
    "rounds": 1_000_000,
    "seed": 2**256 - 1,
    "bench": 1_000_000,
}
"""Numbers beyond which nobody means what he wrote, and databases cannot hold what follows."""


_BITS: Final = 1024


def _number(value: int) -> str:
    """A number as people write it."""
    return str(value) if value < 10**9 else f"2**{value.bit_length()} - 1"


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_flag(value: object) -> bool:
    return isinstance(value, bool) or value is None


def _is_whole(value: object) -> bool:
    # Python can read numbers in a file that are too long for it to write.
    return isinstance(value, int) and not isinstance(value, bool) and value.bit_length() <= _BITS


def _is_number(value: object) -> bool:
    return isinstance(value, float) or _is_whole(value)


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _are_settings(value: object) -> bool:
    return isinstance(value, dict) and all(map(_is_text, value.values()))


def _are_numbers(value: object) -> bool:
    return isinstance(value, dict) and all(map(_is_number, value.values()))


KEYS: Final[Mapping[str, tuple[Callable[[object], bool], str]]] = {
    "name": (_is_text, "a text"),
    "format": (_is_text, "a text"),
    "bots": (_are_texts, "a list of texts"),
    "games": (_are_texts, "a list of texts"),
    "options": (_are_settings, "a table of texts"),
    "players": (_is_whole, "a whole number"),
    "rounds": (_is_whole, "a whole number"),
    "new": (_is_whole, "a whole number"),
    "seed": (_is_whole, "a whole number"),
    "seat_orders": (_is_text, "a text"),
    "tc": (_is_text, "a text"),
    "move_time": (_is_number, "a number of seconds"),
    "nodes": (_is_whole, "a whole number"),
    "hang": (_is_number, "a number of seconds"),
    "startup": (_is_number, "a number of seconds"),
    "bench": (_is_whole, "a whole number"),
    "limits": (_are_numbers, "a table of numbers"),
    "freeze": (_is_flag, "true or false"),
    "sprt": (_are_numbers, "a table of numbers"),
}
"""What a file may say, and what it must look like."""
FINGERPRINTS: Final = "fingerprints"
"""What is stored beside the terms: the whole hash of each bot, by the name of its entry."""
SEASON_SO_FAR: Final = "season"
"""What is stored beside the terms of a season, and grows: its nights, and who may take part."""


@dataclass(frozen=True, kw_only=True)
class Terms:
    """All that was agreed before the first match. With the bots' versions it decides the id."""

    bots: tuple[str, ...]
    name: str = ""
    format: str = IN_PASSES
    games: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    players: int = 2
    rounds: int | None = ROUNDS
    """Deals for each table, or generations; None: it goes on until it is stopped."""
    new: int = 0
    """How many of the bots, the first ones, run a gauntlet; 0 in other formats."""
    seed: int = field(default=0, repr=False)
    """Not shown: deals still to be played follow from it."""
    seat_orders: str = SeatOrders.ALL.value
    bench: int = BENCH
    """After how many faults in a row a bot is taken out; 0 never."""
    conditions: Conditions = field(default_factory=Conditions)
    sprt: Sprt | None = None
    """What a sequential test tests; such a one only has it."""
    nights: tuple[tuple[int, ...], ...] = ()
    """The fields of a season so far, by numbers of entries. They are stored beside the terms."""

    def __post_init__(self) -> None:
        if self.format not in FORMATS:
            raise SpecError(
                f"format '{self.format}' is not known; {suggestion(self.format, NEWEST)}"
            )
        if (self.new > 0) != (self.format == NEWEST[GAUNTLET]) or self.new < 0:
            raise SpecError("a gauntlet has new bots, one or more, and no other format has")
        if self.rounds is None and self.format == TABLE_BY_TABLE:
            raise SpecError("a tournament of the first order has an end")
        if (self.sprt is None) == (self.format == SEQUENTIAL):
            raise SpecError(f"format {SEQUENTIAL} and sprt go together")
        if self.format == SEASON and self.rounds is None:
            raise SpecError("a season has so many rounds for each table, not without end")
        if self.seat_orders not in {order.value for order in SeatOrders}:
            raise SpecError(f"seat orders are all or rotations, not '{self.seat_orders}'")
        if self.seed < 0 or self.bench < 0:
            raise SpecError("seed and bench are not negative")
        for name, most in MOST.items():
            if (getattr(self, name) or 0) > most:
                raise SpecError(f"{name} is at most {_number(most)}, not {getattr(self, name)}")
        if self.name and not is_name(self.name):
            raise SpecError(NO_NAME)

    @property
    def order_facts(self) -> dict[str, object]:
        """What results depend on of who meets whom when, for ids.

        Rounds only cut the newer orders short, so that a tournament can be prolonged.
        """
        if self.format == TABLE_BY_TABLE:
            return {"format": ROUND_ROBIN, "rounds": self.rounds}
        if self.sprt is not None:
            return {"format": self.format, "sprt": asdict(self.sprt)}
        if self.format == SEASON:
            return {"format": self.format, "name": self.name, "rounds": self.rounds}
        if self.new:
            return {"format": self.format, "new": self.new}
        return {"format": self.format}

    def to_json(self) -> dict[str, Any]:
        """As it is stored; `stored_terms` reads it."""
        own = {one.name: getattr(self, one.name) for one in fields(self)}
        conditions, test, _ = own.pop("conditions"), own.pop("sprt"), own.pop("nights")
        if test is not None:
            own["sprt"] = asdict(test)
        if not self.new:
            del own["new"]
        own["rounds"] = self.rounds or 0
        own["format"] = ROUND_ROBIN if self.format == TABLE_BY_TABLE else self.format
        lists = {"bots": list(self.bots), "games": list(self.games), "options": dict(self.options)}
        return {**own, **lists, **conditions.to_json()}

    def seen_from(self, folder: Path, shelf: Shelf = NO_SHELF) -> "Terms":
        """The same with the folders of bots that are written as seen from `folder`."""
        return replace(self, bots=tuple(_absolute(folder, bot, shelf) for bot in self.bots))

    def kept_in(self, folder: Path | None) -> "Terms":
        """The same for a database in `folder`: bots below it are written as seen from there.

        So a folder can be moved or copied as a whole, and plays the bots that lie in it.
        """
        if folder is None:
            return self
        return replace(self, bots=tuple(_relative(folder, bot) for bot in self.bots))


def read_terms(path: Path, rounds: int | None = ROUNDS, shelf: Shelf = NO_SHELF) -> Terms:
    """The terms that a file tells; its folders are meant from where the file lies.

    `rounds` are meant if it does not tell them.
    """
    document = read_document(path)
    try:
        return parse_terms(document, rounds).seen_from(path.parent, shelf)
    except SpecError as error:
        raise SpecError(f"{path}: {error}") from None


def read_document(path: Path) -> dict[str, Any]:
    """What a file in TOML says; SpecError if it cannot be read."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SpecError(f"{path}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        # No text, no TOML, a number of thousands of digits, or lists in lists without end.
        raise SpecError(f"{path}: {error}") from None


def parse_terms(document: Mapping[str, Any], rounds: int | None = ROUNDS) -> Terms:
    """The terms of a parsed document; a misspelt key is an error."""
    for key, value in document.items():
        if key not in KEYS:
            raise SpecError(f"unknown key '{key}'; {suggestion(key, KEYS)}")
        fits, words = KEYS[key]
        if not fits(value):
            raise SpecError(f"{key} is {words}")
    if not document.get("bots") and document.get("format") != SEASON:
        raise SpecError('bots are missing, for example bots = ["random", "./mybot"]')
    try:
        conditions = parse_conditions(document)
    except Misuse as error:
        raise SpecError(str(error)) from None
    given = {key: value for key, value in document.items() if key not in Conditions().to_json()}
    given["bots"], given["games"] = tuple(given.get("bots", ())), tuple(given.get("games", ()))
    given["rounds"] = given.get("rounds", rounds) or None
    form = given.get("format", ROUND_ROBIN)
    given["format"] = NEWEST.get(form, form)
    if form == GAUNTLET:
        given.setdefault("new", 1)
    given.setdefault("seed", fresh_seed())
    if "sprt" in given:
        given["sprt"] = _parse_sprt(given["sprt"])
    return Terms(**given, conditions=conditions)


def _parse_sprt(document: Mapping[str, float]) -> Sprt:
    known = [one.name for one in fields(Sprt)]
    for key in document:
        if key not in known:
            raise SpecError(f"sprt has no '{key}'; {suggestion(key, known)}")
    try:
        return Sprt(**document)
    except ValueError as error:
        raise SpecError(str(error)) from None


def stored_terms(document: Mapping[str, Any]) -> Terms:
    """The terms as they were stored; what then was the only order is the first of them now."""
    beside = (FINGERPRINTS, SEASON_SO_FAR)
    terms = parse_terms({key: document[key] for key in document if key not in beside})
    if terms.format == SEASON:
        nights = document[SEASON_SO_FAR]["nights"]
        return replace(terms, nights=tuple(tuple(one["field"]) for one in nights))
    first = document.get("format", ROUND_ROBIN) == ROUND_ROBIN
    return replace(terms, format=TABLE_BY_TABLE) if first else terms


def _absolute(folder: Path, bot: str, shelf: Shelf) -> str:
    name, colon, options = bot.partition(":")
    if name in built_in_bots() or on_shelf(name, shelf) or not is_path(name, folder):
        return bot
    return os.path.normpath(folder.absolute() / name) + colon + options


def _relative(folder: Path, bot: str) -> str:
    name, colon, options = bot.partition(":")
    place = Path(name).resolve()
    if not Path(name).is_absolute() or not place.is_relative_to(folder.resolve()):
        return bot
    return f"./{place.relative_to(folder.resolve()).as_posix()}{colon}{options}"
