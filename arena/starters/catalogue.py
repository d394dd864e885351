"""The starters there are, what each needs on a machine, and whether it is here."""

import os
import re
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from arena.errors import Misuse
from referee.bots.errors import BotError
from referee.bots.preparing.asking import Operator
from referee.words import suggestion

_COLOURS: Final = re.compile(r"\x1b\[[0-9;]*m")
_NUMBERS: Final = re.compile(r"(\d+)(?:\.(\d+))?")


@dataclass(frozen=True)
class Need:
    """A program that building or running takes."""

    asked: tuple[str, ...]
    """The program, and how it is asked for its version if that matters."""
    least: tuple[int, int] = (0, 0)
    fix: str = ""

    def trouble(self, operator: Operator) -> str:
        """What is missing, with its remedy; empty if nothing is."""
        program = self.asked[0]
        path = operator.environment.get("PATH", os.defpath)
        if shutil.which(program, path=path) is None:
            return f"{program} is not installed ({self.fix})"
        if len(self.asked) == 1:
            return ""
        try:
            code, said, _ = operator.tried(*self.asked)
        except BotError as error:
            return f"{error} ({self.fix})"
        if code != 0:
            return f"'{' '.join(self.asked)}' fails ({self.fix})"
        found = _NUMBERS.search(_COLOURS.sub("", said))
        here = (int(found[1]), int(found[2] or 0)) if found else (0, 0)
        if here < self.least:
            wanted, got = (".".join(map(str, one)) for one in (self.least, here))
            return f"{program} is {got} and should be {wanted} or later ({self.fix})"
        return ""


@dataclass(frozen=True)
class Starter:
    """A folder that plays, in one language."""

    name: str
    """As `--lang` takes it; also its folder of templates."""
    language: str
    edit: str
    """The file to edit."""
    needs: tuple[Need, ...] = ()
    aliases: tuple[str, ...] = ()
    built: bool = True
    """Whether it is made by a build, which takes a sandbox."""

    @property
    def speaks(self) -> str:
        """How it talks to the referee."""
        return "lines" if self.name.startswith("lines-") else "gRPC"


_APT: Final = "apt-get install"
_CPP: Final = f"{_APT} g++ cmake pkg-config libgrpc++-dev protobuf-compiler-grpc"

STARTERS: Final = (
    Starter("python", "Python", edit="bot.py", aliases=("py",)),
    Starter(
        "typescript",
        "TypeScript",
        edit="src/bot.ts",
        needs=(
            Need(("node", "--version"), (20, 0), "https://nodejs.org"),
            Need(("npm", "--version"), (9, 0), "it comes with Node"),
        ),
        aliases=("ts", "node"),
    ),
    Starter(
        "go",
        "Go",
        edit="main.go",
        needs=(Need(("go", "env", "GOVERSION"), (1, 24), "https://go.dev/dl"),),
        aliases=("golang",),
    ),
    Starter(
        "rust",
        "Rust",
        edit="src/main.rs",
        needs=(
            Need(("cargo", "--version"), (1, 88), "https://rustup.rs, or rustup update"),
            Need(("cc",), fix=f"{_APT} gcc"),
        ),
        aliases=("rs",),
    ),
    Starter(
        "java",
        "Java",
        edit="src/main/java/bot/MyBot.java",
        needs=(
            Need(("javac", "--version"), (17, 0), f"{_APT} openjdk-17-jdk-headless"),
            Need(("mvn", "--version"), (3, 6), f"{_APT} maven"),
        ),
        aliases=("maven",),
    ),
    Starter(
        "cpp",
        "C++",
        edit="src/main.cpp",
        needs=(
            Need(("g++",), fix=_CPP),
            Need(("cmake", "--version"), (3, 16), _CPP),
            Need(("grpc_cpp_plugin",), fix=_CPP),
            Need(("pkg-config", "--modversion", "grpc++", "protobuf"), (1, 51), _CPP),
        ),
        aliases=("c++", "cxx"),
    ),
    Starter("lines-python", "Python", edit="bot.py", aliases=("lines-py",), built=False),
    Starter(
        "lines-javascript",
        "JavaScript",
        edit="bot.js",
        needs=(Need(("node", "--version"), (18, 0), "https://nodejs.org"),),
        aliases=("javascript", "js", "lines-js"),
        built=False,
    ),
    Starter(
        "lines-cpp",
        "C++",
        edit="src/main.cpp",
        needs=(Need(("g++",), fix=f"{_APT} g++"),),
        aliases=("lines-c++",),
    ),
    Starter(
        "lines-bash",
        "Bash",
        edit="bot.sh",
        needs=(Need(("bash", "--version"), (4, 0), f"{_APT} bash"),),
        aliases=("bash", "sh"),
        built=False,
    ),
)


@dataclass(frozen=True)
class Readiness:
    """A starter, and what it lacks here."""

    starter: Starter
    missing: tuple[str, ...] = ()

    @property
    def ready(self) -> bool:
        """Whether it can be built and played here."""
        return not self.missing

    def to_json(self) -> dict[str, object]:
        """The same for machines."""
        return {
            "lang": self.starter.name,
            "language": self.starter.language,
            "speaks": self.starter.speaks,
            "edit": self.starter.edit,
            "ready": self.ready,
            "missing": list(self.missing),
        }


def find(lang: str) -> Starter:
    """The starter of that name; Misuse if there is none."""
    wanted = lang.lower()
    for starter in STARTERS:
        if wanted == starter.name or wanted in starter.aliases:
            return starter
    names = [starter.name for starter in STARTERS]
    if several := [name for name in names if name.startswith(f"{wanted}-")]:
        raise Misuse(f"'{lang}' is not a language alone; it is one of {', '.join(several)}")
    raise Misuse(f"there is no starter for '{lang}'; {suggestion(wanted, names)}")


def readiness(
    starters: Sequence[Starter], operator: Operator, sandbox: Callable[[], str | None]
) -> list[Readiness]:
    """What each starter lacks on this machine; `sandbox` tells why there is none."""
    without = sandbox() if any(starter.built for starter in starters) else None
    found = []
    for starter in starters:
        troubles = [f"a sandbox: {without}"] if starter.built and without is not None else []
        troubles += filter(None, (need.trouble(operator) for need in starter.needs))
        found.append(Readiness(starter, tuple(troubles)))
    return found
