"""The shelf: every version of every bot that was submitted, each under its whole hash.

Whoever names a bot is handed a shelf and asks it; `FolderShelf` is the real one. A version is one
folder, ``NAME/HASH``:

    about.json     who handed it in, when, and what it was built with
    files.json     the hash of each file below
    source/        just the files of the version
    built/         what was built of them, if something was

A folder comes whole and is never changed; `about.json` alone is replaced, as one. All files are
looked at whenever a version is asked for, before anything of it is run.
"""

import hashlib
import json
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final, Protocol

from referee.bots.errors import BotError, Damaged, ShelfError
from referee.bots.folders import Filling, folder_at, kind_of
from referee.bots.manifest import SHORT, Manifest, is_bot_name, read_manifest
from referee.bots.preparing.kept import filled, ready
from referee.bots.single_file import read_single_file

_ABOUT: Final = "about.json"
_FILES: Final = "files.json"
_SOURCE: Final = "source"
_BUILT: Final = "built"
_FORM: Final = "arena-shelf/1"
DIGITS: Final = 64
"""Of a whole hash."""


@dataclass(frozen=True, kw_only=True)
class Kept:
    """A version on the shelf."""

    name: str
    fingerprint: str
    """The whole hash of its files."""
    declared: str
    """The version its manifest tells."""
    alias: str = ""
    """What it is called where others look."""
    author: str = ""
    """Who made it; nobody is told unless it is asked for."""
    submitted_us: int = 0
    size_bytes: int = 0
    built_with: str = ""
    """The toolchain it was built with; empty if nothing was built."""
    sole: str = ""
    """The file that is all of it."""
    withdrawn_us: int | None = None
    """When it was taken out of future contests."""
    sums: str = field(default="", repr=False)
    """The hash of `files.json`."""

    @property
    def version(self) -> str:
        """The version as tables show it."""
        return f"{self.declared}+{self.short}"

    @property
    def short(self) -> str:
        """The beginning of its hash, which tells it to people."""
        return self.fingerprint[:SHORT]


class Shelf(Protocol):
    """Where submitted bots are looked for."""

    def names(self) -> tuple[str, ...]:
        """The names of all bots on it, in order."""

    def versions(self, name: str) -> tuple[Kept, ...]:
        """All versions of a bot, oldest first; none if it is not there."""

    def manifest(self, kept: Kept) -> Manifest:
        """The bot in this version, ready to run; BotError names a file that has changed."""


class NoShelf:
    """The shelf of whoever has none."""

    def names(self) -> tuple[str, ...]:
        """Nothing."""
        return ()

    def versions(self, name: str) -> tuple[Kept, ...]:
        """Nothing."""
        return ()

    def manifest(self, kept: Kept) -> Manifest:
        """Nothing can be asked for."""
        raise BotError(f"{kept.name} {kept.version} is on no shelf")


NO_SHELF: Final = NoShelf()


@dataclass(frozen=True)
class FolderShelf:
    """A shelf in a folder, which is made when the first bot comes."""

    place: Path

    def names(self) -> tuple[str, ...]:
        """The names of all bots on it, in order."""
        return tuple(
            name for name in _below(self.place) if is_bot_name(name) and any(self._of(name))
        )

    def versions(self, name: str) -> tuple[Kept, ...]:
        """All versions of a bot, oldest first; BotError if what tells of one is damaged."""
        found = [_about(folder) for folder in self._of(name)]
        return tuple(sorted(found, key=lambda one: (one.submitted_us, one.fingerprint)))

    def manifest(self, kept: Kept) -> Manifest:
        """The bot in this version, ready to run; BotError names a file that has changed."""
        folder = self._folder(kept)
        self._check(kept)
        source, built = folder / _SOURCE, folder / _BUILT
        found = read_single_file(source / kept.sole) if kept.sole else read_manifest(source)
        if found.fingerprint != kept.fingerprint:
            raise Damaged(f"{source} is not what was submitted{_MEND}")
        made = built.resolve() if built.is_dir() else None
        copy = None if found.build else found.home
        return replace(found, name=kept.name, foreign=True, made=made, copy=copy)

    def source(self, kept: Kept) -> Path:
        """The folder with just the files of the version."""
        return self._folder(kept) / _SOURCE

    def keep(self, manifest: Manifest, kept: Kept, *, anew: bool = False) -> Kept:
        """Put a version on the shelf, with what was built of it.

        Of two the first stays, unless this one comes `anew`: then that goes once this is whole.
        """
        _private(self.place)
        folder = self._folder(kept)
        with _writing(folder), filled(folder) as filling:
            whole = Path(f"/proc/self/fd/{filling.folder}").resolve()
            (whole / _SOURCE).mkdir()
            (whole / _SOURCE).chmod(0o755)  # a bot's uid may be another
            with folder_at(whole / _SOURCE) as source:
                manifest.copy_to(Filling(source))
            if manifest.made is not None:
                shutil.copytree(manifest.made, whole / _BUILT, symlinks=True)
            sums = _document(_sums(whole))
            (whole / _FILES).write_bytes(sums)
            size = sum(
                one.lstat().st_size for one in (whole / _SOURCE).rglob("*") if one.is_file()
            )
            about = replace(kept, size_bytes=size, sums=hashlib.sha256(sums).hexdigest())
            (whole / _ABOUT).write_bytes(_document({"form": _FORM, **asdict(about)}))
            if anew:
                _take_away(folder)
        return _about(folder)

    def change(self, kept: Kept) -> None:
        """Tell something else of a version, in place of what was told."""
        path = self._folder(kept) / _ABOUT
        with _writing(path), ExitStack() as unless_done:
            descriptor, name = tempfile.mkstemp(prefix=f".{_ABOUT}-", dir=path.parent)
            unless_done.callback(os.unlink, name)
            with os.fdopen(descriptor, "wb") as new:
                new.write(_document({"form": _FORM, **asdict(kept)}))
            Path(name).replace(path)
            unless_done.pop_all()

    def remove(self, kept: Kept) -> None:
        """Take a version away for good, with all that is known of it."""
        folder = self._folder(kept)
        with _writing(folder):
            _take_away(folder)
            if not any(self._of(kept.name)):
                shutil.rmtree(folder.parent)

    def has_left(self, name: str) -> bool:
        """Whether anything of a bot is there, as a removal that was interrupted leaves it."""
        return is_bot_name(name) and bool(_below(self.place / name))

    def clear(self, name: str) -> None:
        """Remove whatever is left of a bot."""
        if self.has_left(name):
            with _writing(self.place / name):
                shutil.rmtree(self.place / name)

    def clear_damaged(self, name: str, fingerprint: str) -> str:
        """Remove a version if what tells of it is damaged; what was wrong, empty if nothing."""
        folder = self.place / name / fingerprint
        try:
            if folder.is_dir():
                _about(folder)
        except Damaged as error:
            with _writing(folder):
                _take_away(folder)
            return str(error)
        return ""

    def _folder(self, kept: Kept) -> Path:
        return self.place / kept.name / kept.fingerprint

    def _of(self, name: str) -> Iterator[Path]:
        """The folders of a bot's versions."""
        if is_bot_name(name):
            for hash_ in _below(self.place / name):
                if len(hash_) == DIGITS:
                    yield self.place / name / hash_

    def _check(self, kept: Kept) -> None:
        """Look at every file of a version; Damaged if one is not as it was."""
        folder = self._folder(kept)
        try:
            written = (folder / _FILES).read_bytes()
            now = _sums(folder)
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError) as error:
            raise Damaged(f"{error.filename or folder}: {error.strerror}{_MEND}") from None
        except OSError as error:  # as too many open files: nothing is wrong with the version
            raise BotError(
                f"{error.filename or folder} cannot be read: {error.strerror}"
            ) from None
        if hashlib.sha256(written).hexdigest() != kept.sums:
            raise Damaged(f"{folder / _FILES} was changed on the shelf{_MEND}")
        then: Mapping[str, str] = json.loads(written)
        for name in sorted({*then, *now}):
            if then.get(name) != now.get(name):
                what = "was changed" if name in then and name in now else "is new"
                what = what if name in now else "is missing"
                raise Damaged(f"{folder / name} {what} on the shelf{_MEND}")


_MEND: Final = ": submit the bot again"


def _about(folder: Path) -> Kept:
    """What is told of the version in a folder."""
    path = folder / _ABOUT
    known = {one.name for one in fields(Kept)}
    try:
        told: Any = json.loads(path.read_bytes())
        if not isinstance(told, dict) or told.pop("form", "") != _FORM:
            raise ValueError("it is not of this form")
        kept = Kept(**{name: value for name, value in told.items() if name in known})
        if (kept.name, kept.fingerprint) != (folder.parent.name, folder.name):
            raise ValueError("it tells of another version")
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError) as error:
        raise Damaged(f"{path}: {error.strerror}{_MEND}") from None
    except OSError as error:
        raise BotError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, TypeError) as error:
        raise Damaged(f"{path} is damaged{_MEND} ({error})") from None
    return kept


def _below(folder: Path) -> list[str]:
    """What lies in a folder, in order; nothing if it is not there."""
    try:
        return sorted(os.listdir(folder))  # noqa: PTH208 - names are all that is needed
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise BotError(f"the shelf {folder} cannot be read: {error.strerror}") from None


@contextmanager
def _writing(place: Path) -> Iterator[None]:
    """ShelfError if something there cannot be written, for the length of the block."""
    try:
        yield
    except OSError as error:
        raise ShelfError(
            f"{place} cannot be written ({error.strerror or error}): mend that, or name another "
            "shelf with --shelf"
        ) from None


def _take_away(folder: Path) -> None:
    """Remove a version's folder, at once as far as anybody sees; also what is left of another."""
    gone = folder.with_name(f".gone-{folder.name}")
    if gone.exists():  # it was interrupted
        shutil.rmtree(gone)
    if folder.exists():
        folder.rename(gone)
        shutil.rmtree(gone)


def _private(place: Path) -> None:
    """Make the folder, readable by its owner only."""
    try:
        ready(place)
    except OSError as error:
        raise BotError(
            f"{place} cannot be made ({error.strerror}): name a folder with --shelf"
        ) from None


def _document(told: Mapping[str, object]) -> bytes:
    return (json.dumps(told, indent=1, sort_keys=True) + "\n").encode()


def _sums(folder: Path) -> dict[str, str]:
    """Each file and link of a version with its hash, and whether it can be run."""
    found: dict[str, str] = {}
    for top in (_SOURCE, _BUILT):
        for place, folders, names in os.walk(folder / top, onerror=_fail):
            for name in (*names, *folders):
                path = Path(place) / name
                if path.is_symlink():
                    found[path.relative_to(folder).as_posix()] = f"-> {path.readlink()}"
                elif name in names:
                    found[path.relative_to(folder).as_posix()] = _sum(path)
    return found


def _fail(error: OSError) -> None:
    """What cannot be read is not missing."""
    if not isinstance(error, FileNotFoundError):
        raise error


def _sum(path: Path) -> str:
    mode = path.lstat().st_mode
    if not stat.S_ISREG(mode):
        return kind_of(mode)  # opening a fifo would wait
    with path.open("rb") as file:
        runs = "x" if os.fstat(file.fileno()).st_mode & 0o100 else ""
        return f"{runs}{hashlib.file_digest(file, 'sha256').hexdigest()}"
