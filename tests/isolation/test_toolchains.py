"""Bots in five languages, fetched through the proxy and built without a network, by real tools.

A tool that is missing is a failure on CI and a skip elsewhere; so is a registry that the
operator's own client cannot reach.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from arena.tournament.preparation import Surroundings, write_lock
from referee.bots.errors import BotError
from referee.bots.manifest import Manifest, read_manifest
from referee.bots.preparing.asking import Operator
from referee.bots.preparing.building import built
from referee.bots.preparing.fetching import lock_of
from referee.bots.preparing.registries import registry_of
from tests.leftovers import Ground

OPERATOR = Operator(dict(os.environ))
POM = """<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>bot</groupId><artifactId>bot</artifactId><version>1</version>
  <properties>
    <maven.compiler.source>11</maven.compiler.source>
    <maven.compiler.target>11</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
</project>
"""


@dataclass(frozen=True)
class Case:
    """A bot that needs one small package."""

    tools: tuple[str, ...]
    files: Mapping[str, str]
    build: tuple[str, ...]
    lock: Callable[[Path], None]
    """Writes the lock file, with the operator's own client."""
    made: str
    """What the build makes."""
    broken: tuple[str, str]
    """A file and what in it does not build."""
    error: str
    traps: Mapping[str, str] = field(default_factory=dict)
    """Settings by which a bot would steer the client, if they were heeded."""


def client(*words: str) -> Callable[[Path], None]:
    def run(home: Path) -> None:
        done = subprocess.run(words, cwd=home, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            missing(f"{words[0]} cannot reach its registry: {done.stderr[-300:]}")

    return run


def wheel_lock(home: Path) -> None:
    brought = home.parent / "wheels"
    words = ("-m", "pip", "download", "--no-deps", "--only-binary", ":all:", "six==1.17.0")
    client(sys.executable, *words, "--dest", str(brought))(home)
    digest = hashlib.sha256(next(brought.iterdir()).read_bytes()).hexdigest()
    (home / "requirements.lock").write_text(f"six==1.17.0 --hash=sha256:{digest}\n")


def jar_lock(home: Path) -> None:
    environment = {**os.environ, "XDG_CACHE_HOME": str(home.parent)}

    assert write_lock(home, Surroundings(environment)) > 10


CASES = {
    "go": Case(
        tools=("go",),
        files={
            "go.mod": "module bot\n\ngo 1.21\n\nrequire github.com/google/uuid v1.6.0\n",
            "main.go": 'package main\n\nimport "github.com/google/uuid"\n\n'
            "func main() { println(uuid.Nil.String()) }\n",
        },
        build=("go", "build", "-o", "bot", "."),
        lock=client("go", "mod", "tidy"),
        made="bot",
        broken=("main.go", "package main\nfunc main() { missing() }\n"),
        error="./main.go:2:15: undefined: missing",
    ),
    "node": Case(
        tools=("node", "npm"),
        files={
            "package.json": json.dumps(
                {
                    "name": "bot",
                    "version": "1.0.0",
                    "dependencies": {"is-number": "7.0.0"},
                    "scripts": {"build": "node make.js"},
                }
            ),
            "make.js": "require('fs').writeFileSync('out', `${require('is-number')(3)}`)\n",
        },
        traps={".npmrc": "registry=https://192.0.2.1/\n", "npm-shrinkwrap.json": "{}"},
        build=("npm", "run", "build"),
        lock=client(
            *("npm", "install", "--package-lock-only", "--omit-lockfile-registry-resolved=false"),
            *("--no-audit", "--userconfig", os.devnull),
        ),
        made="out",
        broken=("make.js", "throw new Error('no such card')\n"),
        error="Error('no such card')",
    ),
    "python": Case(
        tools=(),
        files={"main.py": "import six\n"},
        build=(
            *("{python}", "-m", "pip", "install", "--no-index", "--find-links", "wheels"),
            *("--target", "lib", "six"),
        ),
        lock=wheel_lock,
        made="lib/six.py",
        broken=("bot.toml", "--no-such-option"),
        error="no such option: --no-such-option",
    ),
    "rust": Case(
        tools=("cargo",),
        files={
            "Cargo.toml": '[package]\nname = "bot"\nversion = "0.1.0"\nedition = "2021"\n'
            '[dependencies]\nitoa = "=1.0.15"\n',
            "src/main.rs": 'fn main() { print!("{}", itoa::Buffer::new().format(7)) }\n',
        },
        traps={".cargo/config.toml": '[build]\nrustc-wrapper = "/evil"\n'},
        build=("cargo", "build", "--offline"),
        lock=client("cargo", "generate-lockfile"),
        made="target/debug/bot",
        broken=("src/main.rs", "fn main() { missing() }\n"),
        error="error[E0425]: cannot find function `missing` in this scope",
    ),
    "maven": Case(
        tools=("mvn", "java"),
        files={
            "pom.xml": POM,
            "src/main/java/Bot.java": "class Bot { public static void main(String[] a) { } }\n",
        },
        traps={".mvn/maven.config": "-Dmaven.repo.local=/evil\n"},
        build=("mvn", "-o", "-q", "-B", "compile"),
        lock=jar_lock,
        made="target/classes/Bot.class",
        broken=("src/main/java/Bot.java", "class Bot { int a = missing; }\n"),
        error="Bot.java:[1,21] cannot find symbol",
    ),
}


def missing(what: str) -> None:
    """A failure where everything must be there, a skip elsewhere."""
    if os.environ.get("CI") == "true":
        pytest.fail(what)
    pytest.skip(what)


def bot(folder: Path, case: Case) -> Path:
    home = folder / "bot"
    write(home, case.files)
    manifest = f'name = "bot"\ncommand = ["./bot"]\nbuild = {json.dumps(case.build)}\n'
    (home / "bot.toml").write_text(manifest)
    return home


def write(home: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text)


def files_of(home: Path) -> set[str]:
    return {str(path.relative_to(home)) for path in home.rglob("*") if path.is_file()}


@pytest.mark.parametrize("name", CASES)
def test_a_bot_is_fetched_by_its_lock_and_built_without_a_network(
    ground: Ground, sandbox: str, tmp_path: Path, name: str
) -> None:
    case, cache = CASES[name], tmp_path / "cache"
    for tool in case.tools:
        if shutil.which(tool) is None:
            missing(f"{tool} is not installed")
    home = bot(tmp_path, case)
    case.lock(home)
    write(home, case.traps)
    before, version = files_of(home), read_manifest(home).version

    made = built(read_manifest(home), OPERATOR, cache).made

    assert made is not None
    assert (made / case.made).is_file()
    assert files_of(home) == before
    assert read_manifest(home).version == version
    assert cache.stat().st_mode & 0o077 == 0 or (cache / "built").stat().st_mode & 0o077 == 0
    assert broken(home, case, cache).startswith("bot could not be built: exit code ")


def broken(home: Path, case: Case, cache: Path) -> str:
    """What is told of a build that cannot be; what was fetched is there by now."""
    name, text = case.broken
    if name == "bot.toml":
        text = (home / name).read_text().replace('"--target"', f'"{text}"')
    (home / name).write_text(text)
    manifest = read_manifest(home)
    lock = lock_of(manifest)
    assert lock is not None
    assert lock.place(cache).is_dir()
    with pytest.raises(BotError) as caught:
        built(manifest, OPERATOR, cache)
    assert case.error in str(caught.value)
    return str(caught.value)


def test_a_tool_that_is_not_there_is_named(ground: Ground, sandbox: str, tmp_path: Path) -> None:
    nobody = Operator({"PATH": str(tmp_path / "nowhere"), "HOME": str(tmp_path)})

    for tool in ("go", "cargo", "npm", "mvn"):
        home = tmp_path / tool
        home.mkdir()
        text = f'name = "bot"\ncommand = ["./bot"]\nbuild = ["{tool}", "build"]\n'
        (home / "bot.toml").write_text(text)
        with pytest.raises(BotError, match="is not installed"):
            built(read_manifest(home), nobody, tmp_path / "cache")


def test_a_registry_that_the_clients_cannot_tell_is_said(tmp_path: Path) -> None:
    with pytest.raises(BotError, match="npm is not installed"):
        registry_of("node", Operator({"PATH": "/nowhere", "HOME": str(tmp_path)}))


def test_a_manifest_without_a_build_has_no_lock(tmp_path: Path) -> None:
    (tmp_path / "go.sum").write_text("anything")

    assert lock_of(Manifest(tmp_path, "bot", ("./bot",))) is None
