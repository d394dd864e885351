"""The tools that bots are made with: where they lie on this machine, and what they are told.

A sandbox shows the system's programs. Tools that lie elsewhere (a GOROOT in a home folder, what
rustup manages) are found outside by asking them, and shown by their prefix; a manager that picks
one of several does not work inside, where its settings are not.
"""

import os
import platform
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from arena.text import one_line
from referee.bots.errors import BotError
from referee.bots.manifest import Manifest
from referee.bots.preparing.asking import Operator
from referee.bots.preparing.step import LIMITS, OWN

SEARCH_PATH: Final = "/usr/local/bin:/usr/bin:/bin"
_TOO_WIDE: Final = ("/", "/usr", "/usr/local", "/home", "/root", "/opt", "/tmp", "/var")  # noqa: S108

_TELLS: Final[Mapping[str, str]] = {"go": "version", "make": "-v"}
"""How a program is asked for its version, unless it is --version."""
_MOST_TOLD: Final = 80


@dataclass(frozen=True)
class Toolchain:
    """Tools for one kind of source."""

    shown: tuple[Path, ...] = ()
    programs: tuple[Path, ...] = ()
    """Folders in which its programs are found."""
    environment: Mapping[str, str] = field(default_factory=dict, repr=False)

    def and_(self, other: "Toolchain") -> "Toolchain":
        """Both of them."""
        return Toolchain(
            self.shown + other.shown,
            self.programs + other.programs,
            {**self.environment, **other.environment},
        )

    @property
    def settings(self) -> dict[str, str]:
        """The environment in which its programs are found and run."""
        path = ":".join([*map(str, self.programs), SEARCH_PATH])
        return {**self.environment, "PATH": path}


def _go(operator: Operator) -> Toolchain:
    root = Path(operator.asked("go", "env", "GOROOT"))
    told = {
        "GOTOOLCHAIN": "local",
        "GOWORK": "off",
        "GOENV": "off",
        "GOFLAGS": "-buildvcs=false",
        "GOMAXPROCS": f"{LIMITS.cpus:g}",
        "GOPATH": f"{OWN}/go",
        "GOCACHE": f"{OWN}/go/cache",
        "GOSUMDB": "off",  # go.sum decides, and is held against what comes
        "GOPROXY": "off",
    }
    return Toolchain((root,), (root / "bin",), told)


def _rust(operator: Operator) -> Toolchain:
    root = Path(operator.asked("rustc", "--print", "sysroot"))
    told = {"CARGO_HOME": f"{OWN}/.cargo", "CARGO_TERM_COLOR": "never"}
    return Toolchain((root,), (root / "bin",), told)


def _node(operator: Operator) -> Toolchain:
    program = Path(operator.asked("node", "-p", "process.execPath"))
    told = {
        "npm_config_update_notifier": "false",
        "npm_config_globalconfig": os.devnull,
        "npm_config_cache": f"{OWN}/.npm",
        "npm_config_fund": "false",
        "npm_config_audit": "false",
        "npm_config_logs_max": "0",
        "NODE_OPTIONS": "",
    }
    return Toolchain(_prefix(program), (program.parent,), told)


def _java(operator: Operator) -> Toolchain:
    _, _, said = operator.tried("java", "-XshowSettings:properties", "-version")
    homes = [line.partition("=")[2].strip() for line in said.splitlines() if "java.home" in line]
    if not homes:
        raise BotError("java does not tell its java.home")
    home = Path(homes[0])
    told = {
        "JAVA_HOME": str(home),
        "JAVA_TOOL_OPTIONS": f"-XX:MaxRAM={LIMITS.memory_mb * 3 // 4}m -XX:-UsePerfData",
    }
    return Toolchain((home,), (home / "bin",), told)


def _maven(operator: Operator) -> Toolchain:
    java = _java(operator)
    found = shutil.which("mvn", path=operator.environment.get("PATH", SEARCH_PATH))
    if found is None:
        raise BotError("mvn is not installed")
    home = Path(found).resolve().parent.parent
    # Its settings are the operator's, perhaps with passwords; how it starts is none of that.
    started = [home / "bin/m2.conf", home / "conf/logging"]
    elsewhere = [path.resolve() for path in started if not path.resolve().is_relative_to(home)]
    prefix = () if str(home) in _TOO_WIDE else (home,)
    told = {"MAVEN_OPTS": f"-Duser.home={OWN}"}
    return java.and_(Toolchain((*prefix, *elsewhere), (Path(found).parent, home / "bin"), told))


FINDERS: Final[Mapping[str, tuple[tuple[str, ...], str, Callable[[Operator], Toolchain]]]] = {
    "go": (("go",), "go.mod", _go),
    "rust": (("cargo", "rustc"), "Cargo.toml", _rust),
    "node": (("node", "npm", "npx"), "package.json", _node),
    "maven": (("mvn",), "pom.xml", _maven),
    "java": (("java", "javac", "jar"), "", _java),
}
"""Each kind of source: the programs that make it, the file by which it is known, its tools."""


def toolchain_of(manifest: Manifest, operator: Operator) -> Toolchain:
    """What the bot's build needs: by the program it names, or by the files that are there.

    BotError if the program it names is not on this machine.
    """
    program = Path(manifest.build[0]).name
    names = {parts[0] for parts in manifest.source.names() if len(parts) == 1}
    found = Toolchain()
    for programs, file, finder in FINDERS.values():
        if program in programs:
            found = found.and_(finder(operator))
        elif file in names:  # a script may call it; what it needs of it is the script's business
            found = found.and_(_if_there(finder, operator))
    return found


def built_with(manifest: Manifest, operator: Operator) -> str:
    """What a bot's build is run by, with its version; empty if nothing is built."""
    if not manifest.build:
        return ""
    program = manifest.build[0]
    if program == "{python}":
        return f"python {platform.python_version()}"
    name = Path(program).name
    try:
        _, said, trouble = operator.tried(name, _TELLS.get(name, "--version"))
    except BotError:  # one of the bot's own
        return name
    return one_line((said or trouble).strip().partition("\n")[0][:_MOST_TOLD]) or name


def _if_there(finder: Callable[[Operator], Toolchain], operator: Operator) -> Toolchain:
    try:
        return finder(operator)
    except BotError:
        return Toolchain()


def _prefix(program: Path) -> tuple[Path, ...]:
    """What belongs to a program that lies in the `bin` of a folder of its own."""
    prefix = program.resolve().parent.parent
    return () if str(prefix) in _TOO_WIDE else (prefix,)
