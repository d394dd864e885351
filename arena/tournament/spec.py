"""What an organiser asks for: a tournament as options or as a file, strictly parsed.

A file looks like this; everything but the bots may be left out:

    name = "autumn"
    bots = ["random", "./mybot:depth=3"]
    games = ["kupferkessel"]            # unless given, all games the bots share
    players = 2
    rounds = 50
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
"""

import os
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final

from arena.tournament.bench import LIMIT
from arena.tournament.contest import Contest
from arena.tournament.errors import SpecError
from arena.tournament.field import named_game, shared_games
from arena.tournament.formats.round_robin import SeatOrders
from referee.bots.entry import built_in_bots, is_folder, parse_entries
from referee.isolation.limits import LimitError, Limits, parse_limits
from referee.match.clock import SECOND_US, Control, parse_clock
from referee.match.seeds import fresh_seed
from referee.words import suggestion


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_flag(value: object) -> bool:
    return isinstance(value, bool) or value is None


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: object) -> bool:
    return isinstance(value, float) or _is_whole(value)


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _are_settings(value: object) -> bool:
    return isinstance(value, dict) and all(map(_is_text, value.values()))


def _are_numbers(value: object) -> bool:
    return isinstance(value, dict) and all(map(_is_number, value.values()))


_KEYS: Final[Mapping[str, tuple[Callable[[object], bool], str]]] = {
    "name": (_is_text, "a text"),
    "format": (_is_text, "a text"),
    "bots": (_are_texts, "a list of texts"),
    "games": (_are_texts, "a list of texts"),
    "options": (_are_settings, "a table of texts"),
    "players": (_is_whole, "a whole number"),
    "rounds": (_is_whole, "a whole number"),
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
}
"""What a file may say, and what it must look like."""
_WEAKEST_FIRST: Final = ("random", "heuristic", "mcts")


@dataclass(frozen=True, kw_only=True)
class Spec:
    """A tournament as it is asked for and stored; `resolve` makes it playable."""

    bots: tuple[str, ...]
    name: str = ""
    format: str = "round-robin"
    games: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    players: int = 2
    rounds: int = 10
    seed: int = 0
    seat_orders: str = SeatOrders.ALL.value
    tc: str = ""
    move_time: float = 0.0
    nodes: int = 0
    hang: float = 30.0
    startup: float = 30.0
    bench: int = LIMIT
    limits: Limits = field(default_factory=Limits)
    freeze: bool | None = None

    def __post_init__(self) -> None:
        if self.format != "round-robin":
            raise SpecError(f"format '{self.format}' is not known; there is round-robin")
        if self.seat_orders not in {order.value for order in SeatOrders}:
            raise SpecError(f"seat orders are all or rotations, not '{self.seat_orders}'")
        if self.seed < 0 or self.nodes < 0 or self.move_time < 0 or self.bench < 0:
            raise SpecError("seed, nodes, move_time and bench are not negative")
        if self.hang <= 0 or self.startup <= 0:
            raise SpecError("hang and startup are more than 0 seconds")

    def to_json(self) -> dict[str, object]:
        """As it is stored."""
        stored = {one.name: getattr(self, one.name) for one in fields(self)}
        lists = {"bots": list(self.bots), "games": list(self.games)}
        return {**stored, **lists, "limits": self.limits.as_json()}

    def resolve(self) -> Contest:
        """The tournament with its bots found and its games set up."""
        entries = parse_entries(self.bots)
        games = (
            [named_game(name, entries) for name in self.games]
            if self.games
            else shared_games(entries, self.players)
        )
        return Contest(
            entries=entries,
            games=tuple((game, game.setup(self.players, self.options)) for game in games),
            players=self.players,
            rounds=self.rounds,
            seat_orders=SeatOrders(self.seat_orders),
            control=self._control(),
            seed=self.seed,
            bench=self.bench,
            limits=self.limits,
            freeze=self.freeze,
        )

    def _control(self) -> Control:
        try:
            bank_us, increment_us = parse_clock(self.tc) if self.tc else (0, 0)
        except ValueError as error:
            raise SpecError(str(error)) from None
        return Control(
            bank_us=bank_us,
            increment_us=increment_us,
            move_us=round(self.move_time * SECOND_US),
            nodes=self.nodes,
            hang_us=round(self.hang * SECOND_US),
            startup_us=round(self.startup * SECOND_US),
        )


def read_spec(path: Path) -> Spec:
    """The tournament that a file describes."""
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SpecError(f"{path}: {error.strerror}") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SpecError(f"{path}: {error}") from None
    try:
        spec = parse_spec(document)
    except SpecError as error:
        raise SpecError(f"{path}: {error}") from None
    # Folders in a file are meant from where the file lies.
    return _with_bots(spec, [_beside(path.parent, bot) for bot in spec.bots])


def parse_spec(document: Mapping[str, Any]) -> Spec:
    """The tournament of a parsed document; a misspelt key is an error."""
    for key, value in document.items():
        if key not in _KEYS:
            raise SpecError(f"unknown key '{key}'; {suggestion(key, _KEYS)}")
        fits, words = _KEYS[key]
        if not fits(value):
            raise SpecError(f"{key} is {words}")
    if not document.get("bots"):
        raise SpecError('bots are missing, for example bots = ["random", "./mybot"]')
    given = dict(document)
    given["bots"] = tuple(given["bots"])
    given["games"] = tuple(given.get("games", ()))
    given["limits"] = _limits(given.get("limits", {}))
    given.setdefault("seed", fresh_seed())
    return Spec(**given)


def _limits(given: Mapping[str, float]) -> Limits:
    try:
        return parse_limits({name: str(value) for name, value in given.items()})
    except LimitError as error:
        raise SpecError(str(error)) from None


def default_bots(players: int) -> tuple[str, ...]:
    """The bots that come with the arena; the first one again if they do not fill a table.

    Weaker ones first: the live ratings depend on the order of matches, and tell the strongest
    two apart best if both have met the others before they meet each other.
    """
    places = {name: place for place, name in enumerate(_WEAKEST_FIRST)}
    known = tuple(sorted(built_in_bots(), key=lambda name: (places.get(name, len(places)), name)))
    return known + known[:1] * (players - len(known))


def settled(spec: Spec) -> Spec:
    """The same tournament with folders that mean the same from everywhere."""
    return _with_bots(spec, [_beside(Path.cwd(), bot) for bot in spec.bots])


def _with_bots(spec: Spec, bots: Sequence[str]) -> Spec:
    return replace(spec, bots=tuple(bots))


def _beside(folder: Path, bot: str) -> str:
    name, colon, options = bot.partition(":")
    if name in built_in_bots() or not is_folder(name, folder):
        return bot
    return os.path.normpath(folder.absolute() / name) + colon + options
