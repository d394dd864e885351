"""What a record looks like as JSON, key by key: whatever does not is found before it is used."""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

_LONGEST: Final = 100
"""Characters of a value that are shown."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something in a record that is not as it must be."""

    place: str
    """As a path: ``moves[12].turn``."""
    expected: str
    found: str

    def __str__(self) -> str:
        return f"{self.place}: expected {self.expected}, found {self.found}"


def shown(value: object) -> str:
    """A value as a finding tells it, on one line and not too long."""
    text = " ".join(repr(value).split())
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


@dataclass(frozen=True, slots=True)
class _Kind:
    """What a value may be."""

    words: str
    fits: Callable[[object], bool]


def _is_text(value: object) -> bool:
    return type(value) is str


def _is_whole(value: object) -> bool:
    return type(value) is int  # a bool is an int to Python, but not here


def _is_number(value: object) -> bool:
    return _is_whole(value) or (type(value) is float and math.isfinite(value))


def _are(fits: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, list) and all(map(fits, value))


def _by_name(fits: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, dict) and all(map(fits, value.values()))


def _or_null(kind: _Kind) -> _Kind:
    return _Kind(f"{kind.words} or null", lambda value: value is None or kind.fits(value))


_TEXT: Final = _Kind("a text", _is_text)
_WHOLE: Final = _Kind("a whole number", _is_whole)
_YES: Final = _Kind("true", lambda value: value is True)
_OBJECT: Final = _Kind("an object", lambda value: isinstance(value, dict))
_OBJECTS: Final = _Kind("a list of objects", _are(_OBJECT.fits))
_TEXTS: Final = _Kind("an object of texts", _by_name(_is_text))
_NUMBER: Final = _Kind("a number", _is_number)

Shape = Mapping[str, _Kind]
_RECORD: Final[Shape] = {
    **dict.fromkeys(("format", "match", "game", "rules", "control", "commitment"), _TEXT),
    **dict.fromkeys(("players", "deal_number", "pairing"), _WHOLE),
    **dict.fromkeys(("deal", "result"), _OBJECT),
    **dict.fromkeys(("seats", "moves"), _OBJECTS),
    "options": _TEXTS,
}
_TOLD_AT_TIMES: Final[Shape] = {
    **dict.fromkeys(("match_seed", "secret", "digest"), _TEXT),
    "seed": _WHOLE,
    "run": _OBJECT,
}
_SEAT: Final[Shape] = {
    **dict.fromkeys(("bot", "version"), _TEXT),
    **dict.fromkeys(("rank", "score", "fault_step"), _or_null(_WHOLE)),
    "seat": _WHOLE,
    "options": _TEXTS,
    "fault": _or_null(_TEXT),
}
_MOVE: Final[Shape] = {
    **dict.fromkeys(("step", "turn", "seat"), _WHOLE),
    "action": _TEXT,
    "note": _or_null(_TEXT),
    "eval": _or_null(_NUMBER),
}
_CHANCE: Final[Shape] = {
    "chance": _TEXT,
    "result": _Kind("a list of texts", _are(_is_text)),
}
_RESULT: Final[Shape] = {
    **dict.fromkeys(("termination", "reason"), _TEXT),
    "turns": _WHOLE,
    "scores": _Kind("a list of whole numbers or null", _are(_or_null(_WHOLE).fits)),
    "ranks": _Kind("a list of whole numbers", _are(_is_whole)),
    "breakdown": _Kind("a list of objects of whole numbers", _are(_by_name(_is_whole))),
}


def misshapen(record: object) -> Iterator[Finding]:
    """Every place where a JSON value does not look like a record."""
    if not isinstance(record, dict):
        yield Finding("record", "an object", shown(record))
        return
    outer = list(_misfits(record, "", _RECORD, _TOLD_AT_TIMES))
    yield from outer
    if outer:
        return
    for number, seat in enumerate(record["seats"]):
        yield from _misfits(seat, f"seats[{number}].", _SEAT, {"attached": _YES})
    for number, move in enumerate(record["moves"]):
        place = f"moves[{number}]."
        if "chance" in move:
            yield from _misfits(move, place, _CHANCE, {})
        else:
            yield from _misfits(move, place, _MOVE, _BESIDE_A_MOVE)
    yield from _misfits(record["result"], "result.", _RESULT, {})


_BESIDE_A_MOVE: Final[Shape] = {"elapsed_us": _WHOLE, "stand_in": _YES}


def _misfits(
    found: Mapping[str, Any], place: str, needed: Shape, allowed: Shape
) -> Iterator[Finding]:
    for name in needed.keys() - found.keys():
        yield Finding(f"{place}{name}", needed[name].words, "nothing")
    for name, value in found.items():
        kind = needed.get(name) or allowed.get(name)
        if kind is None:
            yield Finding(f"{place}{name}", "no such key", shown(value))
        elif not kind.fits(value):
            yield Finding(f"{place}{name}", kind.words, shown(value))
