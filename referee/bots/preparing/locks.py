"""Lock files: what each kind allows to come, by the hash of every file.

A lock that names anything but packages of a registry (a path, a repository, an address without a
hash) is refused, whatever a client would make of it. What a client has brought is an archive for
each package; it counts if its hash stands in the lock, and is dropped otherwise.
"""

import base64
import binascii
import hashlib
import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from referee.bots.folders import MOST_BYTES, MOST_FILES
from referee.bots.toml import toml_of

_CHUNK: Final = 1 << 20
_REQUIREMENT: Final = re.compile(
    r"[A-Za-z0-9][A-Za-z0-9._-]*(\[[A-Za-z0-9._, -]*\])? ?== ?[A-Za-z0-9.!+_-]+( ?;[^#]*)?"
)
_HASH: Final = "--hash=sha256:"
_SHA256: Final = re.compile(r"[0-9a-f]{64}")
_GO_SUM: Final = re.compile(r"(\S+) (v\S+?)(/go\.mod)? (h1:\S+)")


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file of ours, in hex."""
    return _digest(path, "sha256").hex()


def sha512_of(path: Path) -> str:
    """The SHA-512 of a file of ours, in hex."""
    return _digest(path, "sha512").hex()


def _digest(path: Path, kind: str) -> bytes:
    with path.open("rb") as file:
        return hashlib.file_digest(file, kind).digest()


def pip_hashes(text: str) -> frozenset[str]:
    """What `requirements.lock` names, as SHA-256."""
    hashes: set[str] = set()
    for number, line in _joined(text):
        words = line.split()
        options = [word for word in words if word.startswith("-")]
        wanted = " ".join(words[: len(words) - len(options)])
        said = {one.removeprefix(_HASH) for one in options}
        if (
            not options
            or words[-len(options) :] != options
            or not all(one.startswith(_HASH) for one in options)
            or not all(map(_SHA256.fullmatch, said))
            or not _REQUIREMENT.fullmatch(wanted)
        ):
            raise ValueError(f"line {number} is not NAME==VERSION --hash=sha256:...")
        hashes |= said
    return frozenset(hashes)


def _joined(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a requirements file, those that go on joined, without remarks."""
    whole, first = "", 0
    for number, line in enumerate(text.splitlines(), 1):
        bare = re.sub(r"(^|\s)#.*", "", line).strip()
        first = first or number
        whole += " " + bare.removesuffix("\\")
        if bare.endswith("\\"):
            continue
        if whole.strip():
            yield first, whole.strip()
        whole, first = "", 0
    if whole.strip():
        yield first, whole.strip()


def npm_hashes(text: str) -> frozenset[str]:
    """What `package-lock.json` names, as SHA-512."""
    try:
        packages = json.loads(text)["packages"]
        found = {name: dict(package) for name, package in packages.items() if name}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise ValueError("holds no packages; npm 7 or later writes it") from None
    hashes: set[str] = set()
    for name, package in found.items():
        address, said = str(package.get("resolved", "")), str(package.get("integrity", ""))
        if package.get("inBundle"):
            continue  # comes within another one
        strong = [one for one in said.split() if one.startswith("sha512-")]
        if strong and not address and not package.get("link"):
            raise ValueError(
                f"does not say where {name!r} comes from; write it again with "
                "npm install --package-lock-only --omit-lockfile-registry-resolved=false"
            )
        if package.get("link") or not address.startswith(("https://", "http://")) or not strong:
            raise ValueError(f"{name!r} does not come from a registry with its SHA-512")
        hashes.add(_from_base64(strong[0].removeprefix("sha512-"), name).hex())
    return frozenset(hashes)


def _from_base64(text: str, name: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except binascii.Error:
        raise ValueError(f"{name!r} has a hash that is none") from None


def cargo_hashes(text: str) -> dict[str, str]:
    """What `Cargo.lock` names: the SHA-256 of each crate, with its name and version."""
    hashes: dict[str, str] = {}
    for name, source, said in _packages_of_cargo(text):
        if source is None:
            continue  # the bot's own
        if not source.startswith(("registry+", "sparse+")) or not _SHA256.fullmatch(said):
            raise ValueError(f"{name!r} does not come from a registry with its SHA-256")
        hashes[said] = name
    return hashes


def _packages_of_cargo(text: str) -> list[tuple[str, str | None, str]]:
    """Name and version, source and checksum of each package."""
    found = []
    try:
        packages: Any = toml_of(text).get("package", [])
        for package in packages:
            source, said = package.get("source"), package.get("checksum", "")
            if not isinstance(source, str | None) or not isinstance(said, str):
                raise TypeError(package)
            found.append((f"{package['name']}-{package['version']}", source, said))
    except (ValueError, KeyError, TypeError, AttributeError):
        raise ValueError("is no lock file of cargo") from None
    return found


def go_hashes(text: str) -> dict[tuple[str, str, bool], str]:
    """What `go.sum` names: by module, version and whether it is the go.mod alone."""
    hashes: dict[tuple[str, str, bool], str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        found = _GO_SUM.fullmatch(line.strip())
        if found is not None:
            hashes[found[1], found[2], bool(found[3])] = found[4]
        elif line.strip():
            raise ValueError(f"line {number} is not MODULE VERSION HASH")
    return hashes


def go_mod_hash(path: Path) -> str:
    """The hash of a go.mod, as go.sum has it."""
    return _go_hash([("go.mod", sha256_of(path))])


def go_zip_hash(path: Path) -> str:
    """The hash of a module, as go.sum has it; ValueError if it cannot be told within bounds."""
    files: list[tuple[str, str]] = []
    left = MOST_BYTES
    try:
        with zipfile.ZipFile(path) as archive:
            for info in archive.infolist()[:MOST_FILES]:
                digest = hashlib.sha256()
                with archive.open(info) as file:
                    while chunk := file.read(_CHUNK):
                        left -= len(chunk)
                        if left < 0:
                            raise ValueError("is too large")
                        digest.update(chunk)
                files.append((info.filename, digest.hexdigest()))
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError) as error:
        raise ValueError(f"is no module: {error}") from None
    return _go_hash(files)


def _go_hash(files: list[tuple[str, str]]) -> str:
    lines = "".join(f"{digest}  {name}\n" for name, digest in sorted(files))
    whole = hashlib.sha256(lines.encode("utf-8", "surrogateescape")).digest()
    return "h1:" + base64.b64encode(whole).decode()


def arena_hashes(text: str) -> dict[str, str]:
    """What `arena.lock` names: the SHA-256 of each file, by its path in the repository."""
    hashes: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        digest, gap, path = line.partition("  ")
        if not gap or not _SHA256.fullmatch(digest) or not path:
            raise ValueError(f"line {number} is not SHA256, two spaces and a path")
        hashes[path] = digest
    return hashes
