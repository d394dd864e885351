"""The bot that somebody handed in: a folder, a file, or an archive that is unpacked for a while.

An archive is known by the ending of its name. What it holds is written through `Filling`, within
its bounds and below one folder; who owned a file there, and what it may besides being run, is
forgotten. Whatever is wrong with it is one line, and nothing of it is left.
"""

import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

from referee.bots.archive import unpack
from referee.bots.errors import BotError
from referee.bots.folders import MOST_BYTES, Filling, folder_at
from referee.bots.intake.streams import bunzipped, gunzipped, unxzed
from referee.bots.intake.zipped import unzip
from referee.bots.manifest import FILE_NAME, Manifest, read_manifest
from referee.bots.single_file import read_single_file

_Unpack = Callable[[BinaryIO, Filling], None]
_ENDINGS: Final[Mapping[str, _Unpack]] = {
    ".tar": unpack,
    ".tar.gz": lambda file, into: unpack(gunzipped(file), into),
    ".tgz": lambda file, into: unpack(gunzipped(file), into),
    ".tar.bz2": lambda file, into: unpack(bunzipped(file), into),
    ".tbz2": lambda file, into: unpack(bunzipped(file), into),
    ".tar.xz": lambda file, into: unpack(unxzed(file), into),
    ".txz": lambda file, into: unpack(unxzed(file), into),
    ".zip": unzip,
}
_OTHERS: Final = (".rar", ".7z", ".tar.zst", ".tzst", ".tar.lz", ".tar.z", ".gz", ".bz2", ".xz")
_NOT_OURS: Final = ("__MACOSX",)
"""What programs put beside what they pack."""


@contextmanager
def handed_in(path: Path) -> Iterator[Manifest]:
    """The bot at `path`, for the length of the block; BotError says what keeps it from being one.

    An archive holds a bot's folder, or just what is in one.
    """
    ending = _ending(path)
    if path.is_dir():
        yield read_manifest(path)
    elif ending is None:
        yield _single(path)
    else:
        with tempfile.TemporaryDirectory(prefix="arena-intake-") as name:
            folder = Path(name).resolve() / "bot"
            folder.mkdir(mode=0o755)
            _take_out(path, _ENDINGS[ending], folder)
            yield read_manifest(_home(path, folder))


def _ending(path: Path) -> str | None:
    """The ending that makes it an archive."""
    name = path.name.lower()
    return next((one for one in _ENDINGS if name.endswith(one) and name != one), None)


def _single(path: Path) -> Manifest:
    if not os.path.lexists(path):
        raise BotError(f"there is no {path}")
    if not path.is_file():
        raise BotError(f"{path} is no folder and no plain file")
    name = path.name.lower()
    if name == FILE_NAME:
        raise BotError(f"{path} is a manifest; hand in the folder it lies in")
    other = next((one for one in _OTHERS if name.endswith(one)), None)
    if other is not None:
        raise BotError(f"{path}: {other} is not read here; pack it as .tar.gz or .zip")
    return read_single_file(path)


def _take_out(path: Path, how: _Unpack, folder: Path) -> None:
    """Write what the archive holds into the folder."""
    try:
        with path.open("rb") as file:
            if os.fstat(file.fileno()).st_size > MOST_BYTES:
                raise BotError(f"it is over {MOST_BYTES >> 20} MB")
            with folder_at(folder) as opened:
                how(file, Filling(opened))
    except BotError as error:
        raise BotError(f"{path}: {error}") from None
    except FileNotFoundError:
        raise BotError(f"there is no {path}") from None
    except OSError as error:
        raise BotError(f"{path}: {error.strerror or error}") from None


def _home(path: Path, folder: Path) -> Path:
    """The folder in what was unpacked that is the bot."""
    if os.path.lexists(folder / FILE_NAME):
        return folder
    found = sorted(
        one
        for one in folder.iterdir()
        if one.name not in _NOT_OURS and not one.is_symlink() and (one / FILE_NAME).is_file()
    )
    if len(found) > 1:
        told = ", ".join(f"{one.name}/{FILE_NAME}" for one in found[:3])
        raise BotError(f"{path}: it holds {len(found)} bots ({told}); hand in each on its own")
    if not found:
        raise BotError(
            f"{path}: there is no {FILE_NAME} in it, neither at its top nor in a folder there"
        )
    return found[0]
