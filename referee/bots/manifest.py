"""What a bot says about itself: the file `bot.toml` in its folder, strictly parsed.

    name = "mybot"                      # letters, digits, - and _
    version = "1.0"                     # optional, "0" unless given
    summary = "Takes the best card."    # optional, one line
    command = ["{python}", "mybot.py"]  # run in the bot's folder
    build = ["make"]                    # optional; run once for each version, in a sandbox
    games = ["kupferkessel"]            # optional; without it the bot plays every game
    files = ["*.py"]                    # optional; what makes up a version, all files unless given

    [options.depth]
    type = "integer"                    # or number, text, flag, choice
    default = 3
    minimum = 1                         # optional, for integer and number; also maximum
    values = ["a", "b"]                 # for choice
    help = "How far to look ahead."

``{python}`` in a command is the interpreter the arena runs on, ``{bot}`` the bot's folder.
A version of a bot is the manifest's version with a hash of the manifest and the files it names.
"""

import hashlib
import math
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, reduce
from pathlib import Path, PurePosixPath
from typing import Final

from arena.errors import Unfit
from referee.words import suggestion

FILE_NAME: Final = "bot.toml"
_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}")
_OPTION_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")
_KEYS: Final = ("name", "version", "summary", "command", "build", "games", "files", "options")
_OPTION_KEYS: Final = ("type", "default", "minimum", "maximum", "values", "help")
_OPTION_TYPES: Final = ("integer", "number", "text", "flag", "choice")
_FLAGS: Final = ("on", "off")
_LARGEST: Final = 256 * 1024 * 1024
_DATABASE: Final = re.compile(r"\.(db|sqlite3?)(-wal|-shm|-journal)?$")
_PASSED_OVER: Final = ("__pycache__", "node_modules", "target")


class BotError(Unfit):
    """A bot that cannot be used."""


@dataclass(frozen=True)
class BotOption:
    """A setting that a bot offers."""

    name: str
    kind: str
    default: str
    help: str = ""
    minimum: float | None = None
    maximum: float | None = None
    values: tuple[str, ...] = ()

    def check(self, value: str) -> str:
        """The value as it is told to the bot; ValueError says what is allowed."""
        if self.kind in ("integer", "number"):
            return self._check_number(value)
        allowed = _FLAGS if self.kind == "flag" else self.values
        if self.kind in ("flag", "choice") and value not in allowed:
            raise ValueError(f"is one of {', '.join(allowed)}")
        return value

    def _check_number(self, value: str) -> str:
        try:
            number = int(value) if self.kind == "integer" else float(value)
            if not math.isfinite(number):
                raise ValueError(value)
        except (ValueError, OverflowError):
            raise ValueError(f"is {'an' if self.kind == 'integer' else 'a'} {self.kind}") from None
        if self.minimum is not None and number < self.minimum:
            raise ValueError(f"is at least {self.minimum:g}")
        if self.maximum is not None and number > self.maximum:
            raise ValueError(f"is at most {self.maximum:g}")
        return str(number)


@dataclass(frozen=True)
class Manifest:
    """A bot's own description, and where it lies."""

    home: Path
    name: str
    command: tuple[str, ...]
    declared_version: str = "0"
    summary: str = ""
    games: tuple[str, ...] = ()
    """Empty if the bot plays every game."""
    files: tuple[str, ...] = ()
    build: tuple[str, ...] = ()
    """What makes the program from its source; empty if there is nothing to make."""
    made: Path | None = None
    """Where the built bot lies, once it is built."""
    options: Mapping[str, BotOption] = field(default_factory=dict, hash=False)
    built_in: bool = False
    foreign: bool = False
    """Whether somebody else submitted it; then it plays in a sandbox only."""

    @cached_property
    def version(self) -> str:
        """This state of the bot: the declared version and a hash of its files."""
        digest = hashlib.sha256()
        for path in self.source():
            try:
                content = path.read_bytes()
            except OSError as error:
                raise BotError(f"{path}: {error.strerror}") from None
            name = path.relative_to(self.home).as_posix()
            digest.update(f"{len(name)}:{name}:{len(content)}:".encode() + content)
        return f"{self.declared_version}+{digest.hexdigest()[:8]}"

    @property
    def folder(self) -> Path:
        """Where its program runs."""
        return self.made or self.home

    def words(self, command: tuple[str, ...]) -> tuple[str, ...]:
        """A command of this bot as it is run on this machine."""
        places = (("{python}", sys.executable), ("{bot}", str(self.folder)))
        return tuple(reduce(lambda text, one: text.replace(*one), places, w) for w in command)

    def source(self) -> list[Path]:
        """The files that make up this version."""
        return sorted({self.home / FILE_NAME, *self._named_files()})

    def plays(self, game: str) -> bool:
        """Whether the bot can play the game of that name."""
        return not self.games or game in self.games

    def _named_files(self) -> Iterator[Path]:
        size = 0
        for pattern in self.files or ("**/*",):
            for path in self.home.glob(pattern):
                if path.is_file() and not _passed_over(path.relative_to(self.home)):
                    size += path.stat().st_size
                    if size > _LARGEST:
                        raise BotError(
                            f"{self.home}: over {_LARGEST >> 20} MB of files; "
                            f"name the bot's own ones in {FILE_NAME}, files = [...]"
                        )
                    yield path


def read_manifest(home: Path, *, built_in: bool = False) -> Manifest:
    """The manifest of the bot in the folder `home`."""
    path = home / FILE_NAME
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BotError(f"there is no {FILE_NAME} in {home}") from None
    except OSError as error:
        raise BotError(f"{path}: {error.strerror}") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BotError(f"{path}: {error}; texts stand in quotes") from None
    try:
        return _manifest(home, document, built_in=built_in)
    except ValueError as error:
        raise BotError(f"{path}: {error}") from None


def _manifest(home: Path, document: dict[str, object], *, built_in: bool) -> Manifest:
    _only_known(document, _KEYS, "key")
    name = _text(document, "name")
    if not _NAME.fullmatch(name):
        raise ValueError(f"name '{name}' is not 1 to 40 letters, digits, - and _, a letter first")
    command = _texts(document, "command")
    if not command:
        raise ValueError('command is missing, for example command = ["{python}", "main.py"]')
    if not command[0] or "\0" in "".join(command):
        fault = "holds a zero byte" if command[0] else "begins with an empty text"
        raise ValueError(f'command {fault}, for example command = ["{{python}}", "main.py"]')
    return Manifest(
        home=home.resolve(),
        name=name,
        command=command,
        declared_version=_text(document, "version", "0"),
        summary=_text(document, "summary", ""),
        games=_texts(document, "games"),
        files=_patterns(document),
        build=_texts(document, "build"),
        options=_options(document.get("options", {})),
        built_in=built_in,
    )


def _options(tables: object) -> dict[str, BotOption]:
    if not isinstance(tables, dict):
        raise ValueError("options are tables, for example [options.depth]")
    return {name: _option(name, table) for name, table in tables.items()}


def _patterns(document: dict[str, object]) -> tuple[str, ...]:
    patterns = _texts(document, "files")
    for pattern in patterns:
        path = PurePosixPath(pattern)
        if not path.parts or path.is_absolute() or ".." in path.parts:
            raise ValueError(
                f"files '{pattern}' is no pattern inside the bot's folder; "
                'write for example files = ["*.py"]'
            )
    return patterns


def _option(name: str, table: object) -> BotOption:
    if not _OPTION_NAME.fullmatch(name):
        raise ValueError(
            f"option '{name}' is not lower-case letters, digits and _, a letter first"
        )
    if not isinstance(table, dict):
        raise ValueError(f"option '{name}' is a table: [options.{name}]")
    _only_known(table, _OPTION_KEYS, f"key of option '{name}'")
    kind = _text(table, "type")
    if kind not in _OPTION_TYPES:
        raise ValueError(f"type of option '{name}' is one of {', '.join(_OPTION_TYPES)}")
    if "default" not in table or name == "as":
        raise ValueError(f"option '{name}' has no default" if name != "as" else "'as' is reserved")
    default = table["default"]
    if not isinstance(default, str | int | float):
        raise ValueError(f"default of option '{name}' is a text, a number or a flag")
    text = ("off", "on")[default] if isinstance(default, bool) else str(default)
    option = BotOption(
        name=name,
        kind=kind,
        default=text,
        help=_text(table, "help", ""),
        minimum=_bound(table, "minimum"),
        maximum=_bound(table, "maximum"),
        values=_texts(table, "values"),
    )
    if kind == "choice" and not option.values:
        example = 'for example values = ["a", "b"]'
        raise ValueError(f"option '{name}' is a choice without values, {example}")
    try:
        option.check(text)
    except ValueError as error:
        raise ValueError(f"default of option '{name}' {error}, not '{text}'") from None
    return option


def _only_known(table: Mapping[str, object], known: tuple[str, ...], what: str) -> None:
    for key in table:
        if key not in known:
            raise ValueError(f"unknown {what} '{key}'; {suggestion(key, known)}")


def _text(table: Mapping[str, object], key: str, default: str | None = None) -> str:
    value = table.get(key, default)
    if value is None:
        raise ValueError(f'{key} is missing, for example {key} = "..."')
    if not isinstance(value, str):
        raise ValueError(f'{key} is a text: {key} = "{value}"')
    return value


def _texts(table: Mapping[str, object], key: str) -> tuple[str, ...]:
    value = table.get(key, [])
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise ValueError(f'{key} is a list of texts: {key} = ["...", "..."]')
    return tuple(value)


def _bound(table: Mapping[str, object], key: str) -> float | None:
    value = table.get(key)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"{key} is a number")
    return float(value)


def _passed_over(path: Path) -> bool:
    """Whether a file is none of the author's making: hidden, a cache, built, or results."""
    return _DATABASE.search(path.name) is not None or any(
        part.startswith(".") or part in _PASSED_OVER for part in path.parts
    )
