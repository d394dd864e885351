"""Kupferkessel Co. with names, for bots; the view comes with the game.

>>> card = CARDS[17]
>>> card.name, card.ingredient, card.value, card.colour, card.symbol
('roots 2', 'roots', 2, 'grey', 'Hat')
>>> set_points([1, 2, 4], own=False), set_points([3], own=True)
(7, -6)
"""

from referee.games.kupferkessel.named import CARDS, Card, KettleView, Player, Recipe
from referee.games.kupferkessel.scoring import set_points

__all__ = ["CARDS", "Card", "KettleView", "Player", "Recipe", "set_points"]
