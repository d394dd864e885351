"""Who meets whom: formats behind one port."""

from typing import Final

from arena.tournament.formats.port import Finding, Format, Pairing, Pairings, SeatOrders

ROUND_ROBIN: Final = "round-robin"
"""As people name it; new ones go by the newest order."""
IN_PASSES: Final = "round-robin/2"
TABLE_BY_TABLE: Final = "round-robin/1"
SEQUENTIAL: Final = "sprt/1"
SEASON: Final = "season/1"

__all__ = [
    "IN_PASSES",
    "ROUND_ROBIN",
    "SEASON",
    "SEQUENTIAL",
    "TABLE_BY_TABLE",
    "Finding",
    "Format",
    "Pairing",
    "Pairings",
    "SeatOrders",
]
