"""Colours that carry a meaning can be told apart by people who see few of them."""

import re
from itertools import combinations
from math import cbrt, dist
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[2]
Vector = tuple[float, float, float]
Matrix = tuple[Vector, Vector, Vector]

SEEN: Final[dict[str, Matrix]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""How linear light is seen by those who lack one kind of cone."""
XYZ: Final[Matrix] = (
    (0.4124, 0.3576, 0.1805),
    (0.2126, 0.7152, 0.0722),
    (0.0193, 0.1192, 0.9505),
)
WHITE: Final = (0.9505, 1.0, 1.089)


def times(matrix: Matrix, vector: Vector) -> Vector:
    a, b, c = (sum(x * y for x, y in zip(row, vector, strict=True)) for row in matrix)
    return a, b, c


def linear(colour: str) -> Vector:
    digits = colour.lstrip("#")
    digits = "".join(2 * one for one in digits) if len(digits) == 3 else digits
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return r, g, b


def lab(light: Vector) -> Vector:
    clipped = tuple(min(1.0, max(0.0, one)) for one in light)
    xyz = times(XYZ, clipped)  # type: ignore[arg-type]
    scaled = [one / white for one, white in zip(xyz, WHITE, strict=True)]
    x, y, z = (cbrt(one) if one > 0.008856 else 7.787 * one + 16 / 116 for one in scaled)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def smallest(colours: list[str], seen: str) -> float:
    labs = [lab(times(SEEN[seen], linear(colour))) for colour in colours]
    return min(dist(one, other) for one, other in combinations(labs, 2))


def contrast(one: str, other: str) -> float:
    light = sorted(
        sum(w * c for w, c in zip(XYZ[1], linear(colour), strict=True)) for colour in (one, other)
    )
    return (light[1] + 0.05) / (light[0] + 0.05)


def css(path: str) -> str:
    return (ROOT / path).read_text()


def tokens(theme: str) -> dict[str, str]:
    rule = {"light": r"^:root \{(.*?)\}", "dark": r"^:root\[data-theme=dark\] \{(.*?)\}"}[theme]
    found = re.search(rule, css("arena/web/static/base.css"), re.DOTALL | re.MULTILINE)
    assert found
    return dict(re.findall(r"--(\w+): (#[0-9a-f]{3,6})\b", found.group(1)))


def faces(name: str) -> list[str]:
    text = css("referee/games/kupferkessel/drawing.css")
    return re.findall(rf"^\.c-\w+ {{.*?--{name}: (#[0-9a-f]+)", text, re.MULTILINE)


@pytest.mark.parametrize(
    ("seen", "least"), [("normal", 17), ("deutan", 17), ("protan", 17), ("tritan", 8)]
)
def test_the_seven_colours_of_cards_differ(seen: str, least: float) -> None:
    assert len(faces("face")) == len(faces("shf")) == 7
    assert smallest(faces("face"), seen) > least


@pytest.mark.parametrize("seen", SEEN)
def test_the_four_trappers_differ(seen: str) -> None:
    text = css("referee/games/trapper/drawing.css")
    coats = re.findall(r"^\.t-\w+ \{ --tc: (#[0-9a-f]+)", text, re.MULTILINE)

    assert len(coats) == 4
    assert smallest(coats, seen) > 17


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_and_borders_stand_out_from_what_is_behind_them(theme: str) -> None:
    found = tokens(theme)

    for ink in ("ink", "ink2", "acc", "good", "bad", "warn"):
        for ground in ("bg", "panel"):
            assert contrast(found[ink], found[ground]) >= 4.5, (ink, ground)
    for edge in ("line2", "focus", "s1", "s2", "s3", "s4"):
        assert contrast(found[edge], found["panel"]) >= 3, edge


def test_both_ways_to_be_dark_are_the_same() -> None:
    text = css("arena/web/static/base.css")
    blocks = re.findall(r"\{\s*(--bg: #14161a;.*?)\}", text, re.DOTALL)

    assert len(blocks) == 2
    assert len({" ".join(block.split()) for block in blocks}) == 1
