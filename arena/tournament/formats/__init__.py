"""Who meets whom: formats behind one port."""

from collections.abc import Mapping
from typing import Final

from arena.tournament.formats.port import Finding, Format, Pairing, Pairings, SeatOrders

ROUND_ROBIN: Final = "round-robin"
"""As people name it; new ones go by the newest order."""
IN_PASSES: Final = "round-robin/2"
TABLE_BY_TABLE: Final = "round-robin/1"
SEQUENTIAL: Final = "sprt/1"
SEASON: Final = "season/1"
GAUNTLET: Final = "gauntlet"
LADDER: Final = "ladder"
NEWEST: Final[Mapping[str, str]] = {
    ROUND_ROBIN: IN_PASSES,
    GAUNTLET: "gauntlet/1",
    LADDER: "ladder/1",
}
"""By the names that people use, the orders in which new tournaments are played."""
RUNGS: Final = "rate/1"
"""Asked for by `arena rate` alone."""
FORMATS: Final = (*NEWEST.values(), TABLE_BY_TABLE, SEQUENTIAL, SEASON, RUNGS)

__all__ = [
    "FORMATS",
    "GAUNTLET",
    "IN_PASSES",
    "LADDER",
    "NEWEST",
    "ROUND_ROBIN",
    "RUNGS",
    "SEASON",
    "SEQUENTIAL",
    "TABLE_BY_TABLE",
    "Finding",
    "Format",
    "Pairing",
    "Pairings",
    "SeatOrders",
]
