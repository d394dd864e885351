"""A bot that is one file: no manifest, no library; it speaks lines.

The ending of its name tells what runs it. It plays everything, one match at a time; its version is
its hash, and of its folder it is shown nothing but itself.
"""

import os
import re
import shutil
import sys
from pathlib import Path
from typing import Final

from referee.bots.errors import BotError
from referee.bots.manifest import LINES, Manifest
from referee.words import suggestion

_NODE: Final = (("node",), ("bun", "run"))
_RUNTIMES: Final[dict[str, tuple[tuple[str, ...], ...]]] = {
    "js": _NODE,
    "mjs": _NODE,
    "cjs": _NODE,
    "py": (("{python}",),),
    "sh": (("bash",), ("sh",)),
    "bash": (("bash",),),
    "pl": (("perl",),),
    "jar": (("java", "-jar"),),
    "java": (("java",),),
    "ts": (("deno", "run"), ("bun", "run"), ("tsx",)),
    "rb": (("ruby",),),
    "php": (("php",),),
    "lua": (("lua",), ("luajit",)),
    "r": (("Rscript",),),
    "jl": (("julia",),),
    "tcl": (("tclsh",),),
    "ex": (("elixir",),),
    "exs": (("elixir",),),
    "raku": (("raku",),),
    "ps1": (("pwsh", "-File"),),
    "dart": (("dart", "run"),),
    "scm": (("guile",),),
    "rkt": (("racket",),),
    "lisp": (("sbcl", "--script"),),
    "awk": (("gawk", "-f"), ("mawk", "-W", "interactive", "-f")),
}
"""What runs a file, by the ending of its name; the first that is installed."""
_COMPILED: Final = ("c", "cc", "cpp", "cxx", "go", "rs", "hs", "cs", "kt", "zig", "nim", "swift")
_NO_LETTER: Final = re.compile(r"[^A-Za-z0-9_-]+")
_LONGEST_NAME: Final = 40
_SHEBANG: Final = b"#!"
_MOST_NEARBY: Final = 200


def read_single_file(path: Path) -> Manifest:
    """The bot that is this file; BotError says what keeps it from being one."""
    real = path.resolve()
    if not real.name.isprintable():
        raise BotError(f"{path}: its name holds signs that are not seen; rename it")
    return Manifest(
        home=real.parent,
        name=_name(path),
        command=_command(path, real),
        protocol=LINES,
        sole=real.name,
    )


def nearby(name: str) -> str:
    """What to say to somebody who named a file or folder that is not there."""
    place = Path(name)
    folder = place.parent.resolve()
    if not folder.is_dir():
        return f"there is no folder {place.parent} either, seen from {Path.cwd()}"
    with os.scandir(folder) as entries:
        found = [one.name for one, _ in zip(entries, range(_MOST_NEARBY), strict=False)]
    shown = sorted(one for one in found if not one.startswith("."))
    hint = suggestion(place.name, shown)
    if not hint.startswith("did you mean"):
        return f"you are in {Path.cwd()}: go to the folder that has it, or give its path"
    close = hint.removeprefix("did you mean '").removesuffix("'?")
    return f"did you mean '{place.parent}/{close}'?" if place.parent != Path() else hint


def _name(path: Path) -> str:
    stem = _NO_LETTER.sub("-", path.stem).strip("-")
    named = stem if stem[:1].isalpha() else f"bot-{stem}".rstrip("-")
    return named[:_LONGEST_NAME]


def _command(path: Path, real: Path) -> tuple[str, ...]:
    """What runs it: by its ending, or itself."""
    ending = path.suffix.removeprefix(".").lower()
    if ending in _RUNTIMES:
        return (*_runtime(path, ending), real.name)
    if ending in _COMPILED:
        raise BotError(
            f"{path} is source that must be compiled first: name the program that comes of it, "
            "or write a bot.toml with build = [...]"
        )
    if not os.access(real, os.X_OK):
        known = ", ".join(_RUNTIMES)
        raise BotError(
            f"{path} is not executable: run chmod +x {path}, or give its name an ending that "
            f"tells what runs it ({known})"
        )
    return (*_shebang(path, real), f"./{real.name}")


def _runtime(path: Path, ending: str) -> tuple[str, ...]:
    """The program that runs such files; BotError if none is installed."""
    wanted = _RUNTIMES[ending]
    for words in wanted:
        if words[0] == "{python}" or shutil.which(words[0]) is not None:
            return words
    names = " or ".join(words[0] for words in wanted)
    raise BotError(
        f"{path} is run by {names}, which is not installed here: install it, or put the folder it "
        "lies in on the PATH"
    )


def _shebang(path: Path, real: Path) -> tuple[str, ...]:
    """The interpreter that the file names in its first line, if it does; it is looked for now.

    One that is found by `env` is named by its path: in a sandbox it is found no other way.
    """
    with real.open("rb") as file:
        first = file.readline(256)
    if not first.startswith(_SHEBANG):
        return ()
    if first.endswith(b"\r\n"):
        raise BotError(f"{path} has the line ends of Windows; save it with those of Unix (LF)")
    words = first[len(_SHEBANG) :].decode(errors="replace").split()
    if words and Path(words[0]).name == "env":
        words = [word for word in words[1:] if word != "-S"]
    if not words:
        raise BotError(f"{path}: its first line names no interpreter after #!")
    if words[0] in ("python3", "python") and shutil.which(words[0]) is None:
        words[0] = sys.executable
    if shutil.which(words[0]) is None:
        raise BotError(
            f"{path}: its first line names {words[0]}, which is not installed here: install it, "
            "or correct the line"
        )
    return tuple(words)
