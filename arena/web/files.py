"""Writing files that are there when they are complete."""

from contextlib import suppress
from pathlib import Path

from arena.errors import ArenaError


class NotWritten(ArenaError):
    """A file that could not be written."""


def write(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    part = path.with_name(f"{path.name}.part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    except OSError as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise NotWritten(
            f"{path} cannot be written ({error.strerror}): name another file"
        ) from None
