"""Makes a bot that comes as source ready to run, in two steps.

**fetch** brings what the source needs from elsewhere. It is the one step with a network, so
nothing of the bot is run in it: a lock file in the bot's folder decides which tool is called, and
the tool brings what the lock file names, checks it by its hash, and runs no script of it.

**build** runs the bot's own `build` command, in a sandbox without network, on a copy of the files
that make up the version and of what was fetched. What lies in the copy afterwards is the bot. It
is kept under its version, so a version is built once; the source stays as it is.

The copy is made, and the result packed, inside the sandbox's own `/tmp`. All that leaves it is an
archive on its output, which is unpacked as what it is: data from a stranger.
"""

import io
import os
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from referee.bots.manifest import BotError, Manifest
from referee.isolation.calls import Form
from referee.isolation.limits import Limits
from referee.isolation.port import Launch, LaunchError
from referee.isolation.probe import try_sandbox
from referee.isolation.workspace import Workspace

BUILD_S: Final = 600.0
FETCH_S: Final = 600.0
LIMITS: Final = Limits(memory_mb=2048, processes=256, cpus=2.0, disk_mb=1024, open_files=1024)
"""What a compiler may use; more than a bot."""
_BUILD: Final = """
exec 3>&1 >/tmp/build.log 2>&1
mkdir /tmp/made && cp -R . /tmp/made && cd /tmp/made && "$@" || {
    code=$?
    tail -c 4096 /tmp/build.log >&3
    exit "$code"
}
exec tar -cf - . >&3
"""


@dataclass(frozen=True)
class Lock:
    """A kind of lock file: how to fetch what it names, and where that is put."""

    file: str
    command: tuple[str, ...]
    brings: str
    """The folder that the tool fills."""


LOCKS: Final = (
    Lock("go.sum", ("go", "mod", "vendor"), "vendor"),
    Lock("package-lock.json", ("npm", "ci", "--ignore-scripts", "--no-audit"), "node_modules"),
    Lock(
        "requirements.lock",
        (
            *("{python}", "-m", "pip", "download", "--no-deps", "--require-hashes"),
            *("--only-binary", ":all:", "--requirement", "requirements.lock", "--dest", "wheels"),
        ),
        "wheels",
    ),
)


def lock_of(manifest: Manifest) -> Lock | None:
    """The lock file of a bot; BotError if it has several."""
    found = [lock for lock in LOCKS if (manifest.home / lock.file).is_file()]
    if len(found) > 1:
        names = " and ".join(lock.file for lock in found)
        raise BotError(f"{manifest.name} has {names}; one lock file tells what to fetch")
    return found[0] if found else None


def is_fetched(manifest: Manifest) -> bool:
    """Whether nothing is left to bring; what others submit comes with all it needs."""
    lock = lock_of(manifest)
    return lock is None or manifest.foreign or (manifest.home / lock.brings).is_dir()


def fetch(manifest: Manifest) -> None:
    """Bring what the bot's lock file names into its folder; BotError if that fails."""
    lock = lock_of(manifest)
    if lock is None:
        return
    words = manifest.words(lock.command)
    try:
        done = subprocess.run(
            words,
            cwd=manifest.home,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=FETCH_S,
            check=False,
        )
    except FileNotFoundError:
        raise BotError(
            f"{manifest.name} has a {lock.file}, and {words[0]} is not installed"
        ) from None
    except subprocess.TimeoutExpired:
        raise BotError(f"{manifest.name}: {words[0]} did not end in {FETCH_S:g} s") from None
    if done.returncode != 0:
        raise BotError(
            f"{manifest.name}: {words[0]} could not fetch what {lock.file} names: "
            f"{_last_line(done.stdout)}"
        )


def store_of_built(environment: Mapping[str, str]) -> Path:
    """Where built bots are kept; BotError if this user has no place for it."""
    given, home = environment.get("XDG_CACHE_HOME", ""), environment.get("HOME", "")
    if not given and not home:
        raise BotError("there is no place to keep built bots; set XDG_CACHE_HOME to a folder")
    return (Path(given) if given else Path(home) / ".cache") / "arena" / "built"


def built(manifest: Manifest, store: Path) -> Manifest:
    """The bot with its program made; at once if this version was built before.

    BotError if the build fails, LaunchError if there is no sandbox to build in.
    """
    if not manifest.build:
        return manifest
    made = _place(manifest, store)
    if not made.is_dir():
        _keep(_build(manifest), made)
    return replace(manifest, made=made)


def is_built(manifest: Manifest, store: Path) -> bool:
    """Whether nothing is left to make."""
    return not manifest.build or _place(manifest, store).is_dir()


def _place(manifest: Manifest, store: Path) -> Path:
    return store / f"{manifest.name}-{manifest.version}"


def _build(manifest: Manifest) -> bytes:
    """Run the build command; the archive of what it made."""
    facts = try_sandbox()
    if facts.trouble is not None:
        raise LaunchError(f"{manifest.name} is built in a sandbox, and {facts.trouble}")
    with Workspace() as workspace, closing(facts.open(LIMITS)) as sandbox:
        for pattern in sandbox.traces:
            workspace.watch(pattern)
        door, scratch = workspace.place()
        door.touch()
        _copy_source(manifest, scratch)
        words = replace(manifest, made=Path("/tmp/made")).words(manifest.build)  # noqa: S108 - its own
        launch = Launch(
            command=words,
            home=scratch,
            socket=door,
            scratch=scratch,
            environment={},
            python=any("{python}" in word for word in manifest.build),
            wrapper=("/bin/sh", "-c", _BUILD, "build"),
            calls=Form.PREPARE,
        )
        code, output = sandbox.run(launch, BUILD_S)
    if code != 0:
        raise BotError(
            f"{manifest.name} could not be built (exit code {code}): {_last_line(output)}"
        )
    return output


def _copy_source(manifest: Manifest, folder: Path) -> None:
    lock = lock_of(manifest)
    fetched = manifest.home / lock.brings if lock is not None else None
    if fetched is not None and fetched.is_dir():
        shutil.copytree(fetched, folder / fetched.name, symlinks=True)
    for path in manifest.source():
        copy = folder / path.relative_to(manifest.home)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, copy)


def _keep(archive: bytes, made: Path) -> None:
    """Unpack what was built; of two who build the same version one is kept."""
    made.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".making-", dir=made.parent) as name:
        whole = Path(name) / "made"
        try:
            with tarfile.open(fileobj=io.BytesIO(archive)) as packed:
                packed.extractall(whole, filter="data")
        except tarfile.TarError as error:
            raise BotError(f"{made.name}: what it built cannot be kept: {error}") from None
        try:
            os.rename(whole, made)  # noqa: PTH104 - it tells a folder that is there already
        except OSError:
            if not made.is_dir():
                raise


def _last_line(output: bytes) -> str:
    lines = [line.strip() for line in output.decode(errors="replace").splitlines()]
    return next((line for line in reversed(lines) if line), "it said nothing")
