"""The version of the arena, in one place."""

from typing import Final

VERSION: Final = "0.1.0"
