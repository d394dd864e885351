"""TOML that strangers wrote, read within bounds.

The library's reader has none: it goes as deep as brackets do, takes time that grows with the
square of a dotted name, and numbers of any length are errors of another kind.
"""

import re
import tomllib
from typing import Final

_MOST_PARTS: Final = 16
_PART: Final = r"""(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*"""
_LONG_NAME: Final = re.compile(rf"(?<![\w-]){_PART}(?:\.[ \t]*{_PART}){{{_MOST_PARTS}}}")


def toml_of(text: str) -> dict[str, object]:
    """What a document says; ValueError in one line if it says nothing that can be meant."""
    if _LONG_NAME.search(text):
        raise ValueError(f"a name has over {_MOST_PARTS} parts with dots between them")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
