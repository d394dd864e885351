"""Brings what a bot's lock file names into its folder; nothing of the bot is run in it."""

import subprocess
from dataclasses import dataclass
from typing import Final

from referee.bots.errors import BotError
from referee.bots.manifest import Manifest

FETCH_S: Final = 600.0


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


def _last_line(output: bytes) -> str:
    lines = [line.strip() for line in output.decode(errors="replace").splitlines()]
    return next((line for line in reversed(lines) if line), "it said nothing")
