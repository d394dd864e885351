"""Pictures for people: lines of text, parts of which name a colour. Who shows them decides how."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple


class Ink(NamedTuple):
    """A piece of a line; `colour` is a plain word (``green``), empty for ordinary text."""

    text: str
    colour: str = ""


@dataclass(frozen=True)
class Picture:
    """Lines of at most 80 columns; legible without colour."""

    lines: tuple[tuple[Ink, ...], ...]
    legend: tuple[tuple[Ink, ...], ...] = ()
    """What the signs mean: the same in every picture of a match."""

    @property
    def explained(self) -> tuple[tuple[Ink, ...], ...]:
        """All lines, the legend below the others."""
        return (*self.lines, (), *self.legend) if self.legend else self.lines

    def plain(self) -> str:
        """The picture with its legend, without colours."""
        return "\n".join("".join(ink.text for ink in line).rstrip() for line in self.explained)


def stacked(parts: Sequence[tuple[str, Picture]]) -> Picture:
    """Pictures below each other, each under its title; a legend that they share stands once."""
    lines: list[tuple[Ink, ...]] = []
    legends: list[tuple[tuple[Ink, ...], ...]] = []
    for title, part in parts:
        lines += [*([()] if lines else []), (Ink(title),), *part.lines]
        if part.legend and part.legend not in legends:
            legends.append(part.legend)
    return Picture(tuple(lines), tuple(line for legend in legends for line in legend))
