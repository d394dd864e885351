"""What a bot says about itself: the file `bot.toml` in its folder, strictly parsed.

    name = "mybot"                      # letters, digits, - and _
    version = "1.0"                     # optional, "0" unless given
    summary = "Takes the best card."    # optional, one line
    command = ["{python}", "mybot.py"]  # run in the bot's folder
    build = ["make"]                    # optional; run once for each version, in a sandbox
    games = ["kupferkessel"]            # optional; without it the bot plays every game
    protocol = "lines"                  # optional, "grpc" unless given: how it is spoken to
    matches_at_once = 16                # optional, of a bot that speaks lines; 1 unless given
    deterministic = true                # optional: the same match always goes the same way
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

import math
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, reduce
from pathlib import Path, PurePosixPath
from typing import Final

from referee.bots.errors import BotError
from referee.bots.folders import Filling, folder_at, read_plain
from referee.bots.source import FILE_NAME, Source
from referee.bots.toml import toml_of
from referee.words import suggestion

__all__ = [
    "FILE_NAME",
    "SHORT",
    "BotError",
    "BotOption",
    "Manifest",
    "is_bot_name",
    "read_manifest",
]
_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}")
_OPTION_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")
_KEYS: Final = (
    *("name", "version", "summary", "command", "build", "games", "files", "options"),
    *("protocol", "matches_at_once", "deterministic"),
)
_OPTION_KEYS: Final = ("type", "default", "minimum", "maximum", "values", "help")
_OPTION_TYPES: Final = ("integer", "number", "text", "flag", "choice")
LINES: Final = "lines"
_PROTOCOLS: Final = ("grpc", LINES)
_MOST_MATCHES: Final = 1024
_FLAGS: Final = ("on", "off")
_VERSION: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,39}")
_MOST_BYTES: Final = 256 * 1024
_MOST_PATTERNS: Final = 256
_LARGEST: Final = 1e300
SHORT: Final = 8
"""So many digits of its hash tell a version to people."""


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
    protocol: str = "grpc"
    matches_at_once: int = 1
    """How many matches it plays side by side, if it is not the bot that says so."""
    deterministic: bool = False
    """Whether it promises to decide the same whenever it is asked the same, with equal seeds."""
    sole: str = ""
    """The file that is the whole bot, if it has no manifest."""
    files: tuple[str, ...] = ()
    build: tuple[str, ...] = ()
    """What makes the program from its source; empty if there is nothing to make."""
    made: Path | None = None
    """Where the built bot lies, once it is built."""
    copy: Path | None = None
    """Where a copy of just this version lies, for levels that show it in place of its folder."""
    options: Mapping[str, BotOption] = field(default_factory=dict, hash=False)
    built_in: bool = False
    foreign: bool = False
    """Whether somebody else submitted it; then it plays in a sandbox only."""
    written: bytes = field(default=b"", repr=False)
    """The manifest as it was read, so that what is run later is what was read."""

    @cached_property
    def fingerprint(self) -> str:
        """SHA-256 of the manifest and the files it names, and of which can be run; whole."""
        return self.source.fingerprint()

    @property
    def version(self) -> str:
        """This state of the bot: the declared version and the beginning of its fingerprint."""
        return f"{self.declared_version}+{self.fingerprint[:SHORT]}"

    @property
    def source(self) -> Source:
        """The files that make up this version."""
        return Source(self.home, self.files, bool(self.build), self.written, self.sole)

    def copy_to(self, filling: Filling) -> None:
        """Write this version's files; BotError if they are others by now."""
        if self.source.fingerprint(filling) != self.fingerprint:
            raise BotError(f"{self.home}: its files changed while {self.name} was made ready")

    @property
    def folder(self) -> Path:
        """Where its program runs."""
        return self.made or self.home

    def words(self, command: tuple[str, ...]) -> tuple[str, ...]:
        """A command of this bot as it is run on this machine."""
        places = (("{python}", sys.executable), ("{bot}", str(self.folder)))
        return tuple(reduce(lambda text, one: text.replace(*one), places, w) for w in command)

    @property
    def speaks(self) -> bool:
        """Whether it is spoken to through its standard input and output."""
        return self.protocol == LINES

    def plays(self, game: str) -> bool:
        """Whether the bot can play the game of that name."""
        return not self.games or game in self.games


def is_bot_name(text: str) -> bool:
    """Whether a bot can have that name."""
    return _NAME.fullmatch(text) is not None


def read_manifest(home: Path, *, built_in: bool = False) -> Manifest:
    """The manifest of the bot in the folder `home`."""
    path = home / FILE_NAME
    written = _read(path)
    try:
        document = toml_of(written.decode())
    except ValueError as error:
        raise BotError(f"{path}: {error}; texts stand in quotes") from None
    try:
        return _manifest(home, document, written, built_in=built_in)
    except ValueError as error:
        raise BotError(f"{path}: {error}") from None


def _read(path: Path) -> bytes:
    """The manifest as it is written, if it is a plain file."""
    try:
        with folder_at(path.parent) as folder:
            plain = read_plain(folder, (path.name,))
        if plain.size > _MOST_BYTES:
            plain.close()
            raise ValueError(f"is over {_MOST_BYTES >> 10} KiB")
        return b"".join(plain.content())
    except FileNotFoundError:
        raise BotError(f"there is no {FILE_NAME} in {path.parent}") from None
    except OSError as error:
        raise BotError(f"{path}: {error.strerror}") from None
    except ValueError as error:
        raise BotError(f"{path} {error}") from None


def _manifest(
    home: Path, document: dict[str, object], written: bytes, *, built_in: bool
) -> Manifest:
    _only_known(document, _KEYS, "key")
    name = _text(document, "name")
    if not is_bot_name(name):
        raise ValueError(f"name '{name}' is not 1 to 40 letters, digits, - and _, a letter first")
    version = _text(document, "version", "0")
    if not _VERSION.fullmatch(version):
        raise ValueError(
            f"version {version!r} is not 1 to 40 letters, digits, '.', '-', '_' and '+', "
            "a letter or digit first"
        )
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
        declared_version=version,
        summary=_text(document, "summary", ""),
        games=_texts(document, "games"),
        protocol=_protocol(document),
        matches_at_once=_matches_at_once(document),
        deterministic=_flag(document, "deterministic"),
        files=_patterns(document),
        build=_texts(document, "build"),
        options=_options(document.get("options", {})),
        built_in=built_in,
        written=written,
    )


def _protocol(document: dict[str, object]) -> str:
    protocol = _text(document, "protocol", "grpc")
    if protocol not in _PROTOCOLS:
        raise ValueError(f"protocol is one of {', '.join(_PROTOCOLS)}, not '{protocol}'")
    return protocol


def _matches_at_once(document: dict[str, object]) -> int:
    if "matches_at_once" not in document:
        return 1
    count = document["matches_at_once"]
    if document.get("protocol") != LINES:
        raise ValueError(
            'matches_at_once is for protocol = "lines"; over gRPC a bot says it in its Hello'
        )
    if isinstance(count, bool) or not isinstance(count, int) or not 0 < count <= _MOST_MATCHES:
        raise ValueError(f"matches_at_once is a whole number from 1 to {_MOST_MATCHES}")
    return count


def _options(tables: object) -> dict[str, BotOption]:
    if not isinstance(tables, dict):
        raise ValueError("options are tables, for example [options.depth]")
    return {name: _option(name, table) for name, table in tables.items()}


def _patterns(document: dict[str, object]) -> tuple[str, ...]:
    patterns = _texts(document, "files")
    if len(patterns) > _MOST_PATTERNS:
        raise ValueError(
            f"files has over {_MOST_PATTERNS} patterns; one names a whole folder: "
            'files = ["data/**"]'
        )
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
    if "\0" in "".join(value):
        raise ValueError(f"{key} holds a zero byte")
    return tuple(value)


def _flag(table: Mapping[str, object], key: str) -> bool:
    value = table.get(key, False)
    if not isinstance(value, bool):
        raise ValueError(f"{key} is true or false, without quotes")
    return value


def _bound(table: Mapping[str, object], key: str) -> float | None:
    value = table.get(key)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"{key} is a number")
    number = float(value) if abs(value) < _LARGEST else math.nan
    if not math.isfinite(number):
        raise ValueError(f"{key} is no number that a bot can be given")
    return number
