"""Where matches are played: places behind one port."""

from arena.tournament.places.port import Chunk, Place, Returned

__all__ = ["Chunk", "Place", "Returned"]
