"""Who meets whom: formats behind one port."""

from typing import Final

from arena.tournament.formats.port import Format, Pairing, Pairings, SeatOrders

ROUND_ROBIN: Final = "round-robin"

__all__ = ["ROUND_ROBIN", "Format", "Pairing", "Pairings", "SeatOrders"]
