r"""Text for people, made safe: the one place through which words of others come.

Bots, files and databases bring names, notes, logs and errors. Shown as they are, they could steer
a terminal, turn the direction of a line, hide in a name or stand on top of other words. Here each
such character is spelled out, as in ``\x1b`` or ``\u202e``; nothing is left out in silence.

`safe` keeps lines, `one_line` makes one of them; the cells are for tables of other programs. Like
the errors, this lies below all layers: it imports nothing of the arena, and everybody may import
it.
"""

import re
import unicodedata
from typing import Final

LONGEST_LINE: Final = 2000
"""Characters of a line that quotes somebody; more is left out in its middle, and that is said."""
LONGEST_NAME: Final = 80
LONGEST_CELL: Final = 32_000
"""Spreadsheets take little more."""
MOST_MARKS: Final = 4
"""Accents on one letter; no script needs more."""

NO_NAME: Final = (
    f"a name is one line of at most {LONGEST_NAME} visible signs without spaces around it"
)
"""What to say about a text that is none."""

_INVISIBLE: Final = frozenset(
    (
        *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, 0xFFFC),
        *range(0x180B, 0x1810),
        *range(0xFE00, 0xFE10),
        *(0x16FE4, 0x1D159),
        *range(0xE0000, 0xE1000),
    )
)
"""What fonts show nothing for, though Python takes some of it for letters."""
_BREAKS: Final = dict.fromkeys(map(ord, "\n\r\t\v\f\u2028\u2029"), " ")
_MARKS: Final = ("Mn", "Me", "Mc")
_IN_ASCII: Final = {"\xb1": "+-", "\u2026": "...", "\u2013": "-", "\u2014": "-"}
_FORMULA: Final = ("=", "+", "-", "@")
_MARKDOWN: Final = re.compile(r"([\\`*\[\]<>|~&]|(?<!\w)_|_(?!\w))")


def safe(text: str) -> str:
    """The text with all that is not to be seen spelled out; lines and tabs stay."""
    if text.isascii() and text.replace("\n", "").replace("\t", "").isprintable():
        return text
    shown: list[str] = []
    marks = MOST_MARKS  # a text does not begin with an accent on what stands before it
    for sign in text:
        if sign in "\n\t":
            shown.append(sign)
            marks = MOST_MARKS
        elif sign.isascii():
            shown.append(sign if sign.isprintable() else _spelled(sign))
            marks = 0
        else:
            marks = marks + 1 if unicodedata.category(sign) in _MARKS else 0
            seen = sign.isprintable() and ord(sign) not in _INVISIBLE and marks <= MOST_MARKS
            shown.append(sign if seen else _spelled(sign))
    return "".join(shown)


def one_line(text: str, longest: int = LONGEST_LINE) -> str:
    """The text in one safe line that is not too long."""
    # Cut before as well: what is spelled out grows, and nobody sees more of it.
    return _cut(safe(_cut(text, longest).translate(_BREAKS)), longest)


def in_ascii(error: UnicodeError) -> tuple[str, int]:
    """What a stream shows that knows fewer characters; an error handler for `codecs`."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    told = error.object[error.start : error.end]
    return "".join(_IN_ASCII.get(sign) or _spelled(sign) for sign in told), error.end


def is_name(text: str) -> bool:
    """Whether a text can be a name: one line that is seen as it is written, and not too long."""
    return (
        0 < len(text) <= LONGEST_NAME
        and one_line(text) == text == text.strip()
        and unicodedata.normalize("NFC", text) == text
    )


def csv_cell(value: object) -> object:
    """A cell that spreadsheets take for what it is: numbers as they are, no text as a formula."""
    if not isinstance(value, str):
        return value
    shown = one_line(value, LONGEST_CELL)
    return f"'{shown}" if shown.lstrip().startswith(_FORMULA) else shown


def markdown_cell(value: object) -> str:
    """A cell that means nothing to Markdown but its words."""
    return _MARKDOWN.sub(r"\\\1", one_line(str(value)))


def _spelled(sign: str) -> str:
    """A character by its number."""
    number = ord(sign)
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def _cut(text: str, longest: int) -> str:
    """The beginning and the end of a text that is too long."""
    if len(text) <= longest:
        return text
    gap = " [...] "
    half = (longest - len(gap)) // 2
    return text[:half] + gap + text[-half:]
