"""The kinds of source that come with a lock file: what is fetched for each, and what is kept.

What is kept is laid out as it must lie below `/tmp` when the bot is built, where each tool looks
for it; nothing of it needs a network any more.
"""

import gzip
import io
import json
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from referee.bots.archive import unpack
from referee.bots.folders import Filling
from referee.bots.preparing import locks
from referee.bots.preparing.step import OWN

_CHUNK: Final = 1 << 20
_CRATES: Final = f"""
[source.crates-io]
replace-with = "kept"
[source.kept]
directory = "{OWN}/crates"
[net]
offline = true
"""
_UNLOCKED: Final = re.compile(
    r"(^|/)(_remote\.repositories|[^/]*\.lastUpdated|resolver-status\.properties"
    r"|maven-metadata[^/]*|[^/]*\.(sha1|sha256|sha512|md5|asc|part|lock))$"
)
"""What Maven writes beside what it fetches, otherwise each time."""


@dataclass(frozen=True)
class Kind:
    """One kind of source, known by its lock file."""

    name: str
    lock: str
    back: str
    """The folder that a client fills, in the sandbox that fetches."""
    keep: Callable[[str, Path, Filling], None]
    """Writes what the lock, as a text, allows of what came; ValueError if the lock is no good."""
    check: Callable[[str], object]
    """ValueError if a lock names what does not come from a registry."""
    command: tuple[str, ...] = ()
    """What fetches; without it the build does, with a network."""
    before: tuple[str, ...] = ()
    """What is run before the build."""
    told: Mapping[str, str] = field(default_factory=dict)
    """What the build is told."""


def _keep_wheels(lock: str, came: Path, filling: Filling) -> None:
    wanted = locks.pip_hashes(lock)
    for path in _files(came):
        if path.suffix == ".whl" and locks.sha256_of(path) in wanted:
            filling.file(f"made/wheels/{path.name}", _content(path), executable=False)


def _keep_packages(lock: str, came: Path, filling: Filling) -> None:
    wanted = locks.npm_hashes(lock)
    for path in _files(came):
        digest = locks.sha512_of(path)
        if digest in wanted:
            place = f".npm/_cacache/content-v2/sha512/{digest[:2]}/{digest[2:4]}/{digest[4:]}"
            filling.file(place, _content(path), executable=False)
            wanted -= {digest}


def _keep_crates(lock: str, came: Path, filling: Filling) -> None:
    wanted = locks.cargo_hashes(lock)
    for path in _files(came):
        name = wanted.pop(locks.sha256_of(path), None) if path.suffix == ".crate" else None
        if name is None:
            continue
        crate = Filling(filling.folder, filling.files_left, filling.bytes_left)
        try:
            with (
                path.open("rb") as packed,
                io.BufferedReader(gzip.GzipFile(fileobj=packed)) as archive,
            ):
                unpack(archive, crate, "crates")
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise ValueError(f"names {name}, which is no crate: {error}") from None
        filling.files_left, filling.bytes_left = crate.files_left, crate.bytes_left
        told = json.dumps({"files": {}, "package": locks.sha256_of(path)}).encode()
        filling.file(f"crates/{name}/.cargo-checksum.json", [told], executable=False)
    filling.subfolder("crates")
    filling.file(".cargo/config.toml", [_CRATES.encode()], executable=False)


def _keep_modules(lock: str, came: Path, filling: Filling) -> None:
    wanted = locks.go_hashes(lock)
    hashes = {".zip": locks.go_zip_hash, ".mod": locks.go_mod_hash}
    for path in _files(came):
        name, at, version = path.relative_to(came).as_posix().partition("/@v/")
        module = re.sub("!([a-z])", lambda found: found[1].upper(), name)
        if not at or path.suffix not in hashes:
            continue
        number = re.sub("!([a-z])", lambda found: found[1].upper(), version[: -len(path.suffix)])
        said = wanted.get((module, number, path.suffix == ".mod"))
        if said is not None and said == _or_nothing(hashes[path.suffix], path):
            filling.file(f"goproxy/{name}/@v/{version}", _content(path), executable=False)
    filling.subfolder("goproxy")


def _keep_jars(lock: str, came: Path, filling: Filling) -> None:
    wanted = locks.arena_hashes(lock)
    for path in _files(came):
        name = path.relative_to(came).as_posix()
        if name in wanted and wanted[name] == locks.sha256_of(path):
            del wanted[name]
            filling.file(f".m2/repository/{name}", _content(path), executable=False)
    if wanted:
        raise ValueError(f"names {min(wanted)}, and nothing of that hash came")


def maven_lock(came: Path) -> str:
    """The lock of a local repository."""
    names = sorted(path.relative_to(came).as_posix() for path in _files(came))
    return "".join(
        f"{locks.sha256_of(came / name)}  {name}\n" for name in names if not _UNLOCKED.search(name)
    )


KINDS: Final = (
    Kind(
        name="go",
        lock="go.sum",
        back=f"{OWN}/go/pkg/mod/cache/download",
        keep=_keep_modules,
        check=locks.go_hashes,
        command=("go", "mod", "download"),
        told={"GOPROXY": f"file://{OWN}/goproxy"},
    ),
    Kind(
        name="node",
        lock="package-lock.json",
        back=f"{OWN}/.npm/_cacache/content-v2",
        keep=_keep_packages,
        check=locks.npm_hashes,
        command=("npm", "ci", "--ignore-scripts"),
        before=("npm", "ci", "--ignore-scripts", "--offline"),
    ),
    Kind(
        name="python",
        lock="requirements.lock",
        back=f"{OWN}/wheels",
        keep=_keep_wheels,
        check=locks.pip_hashes,
        command=(
            *("{python}", "-m", "pip", "download", "--no-deps", "--require-hashes"),
            *("--only-binary", ":all:", "--requirement", "requirements.lock"),
            *("--dest", f"{OWN}/wheels"),
        ),
    ),
    Kind(
        name="rust",
        lock="Cargo.lock",
        back=f"{OWN}/.cargo/registry/cache",
        keep=_keep_crates,
        check=locks.cargo_hashes,
        command=("cargo", "fetch", "--locked"),
    ),
    Kind(
        name="maven",
        lock="arena.lock",
        back=f"{OWN}/.m2/repository",
        keep=_keep_jars,
        check=locks.arena_hashes,
    ),
)


def _files(folder: Path) -> Iterator[Path]:
    """The plain files that came, in order."""
    return (path for path in sorted(folder.rglob("*")) if path.is_file() and not path.is_symlink())


def _content(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            yield chunk


def _or_nothing(hashed: Callable[[Path], str], path: Path) -> str:
    """The hash of what came; nothing if it has none, since it is not what was locked then."""
    try:
        return hashed(path)
    except ValueError:
        return ""
