"""Trapper with names, for bots; the view comes with the game.

>>> tile = TILES[8]
>>> tile.name, tile.kind, tile.species, tile.value, tile.water
('mink canoe 3', 'canoe', 'mink', 3, 'north')
"""

from referee.games.trapper.named import TILES, Canoe, Move, Player, Tile, TrapperView

__all__ = ["TILES", "Canoe", "Move", "Player", "Tile", "TrapperView"]
