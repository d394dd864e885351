"""What lies between the bot and the arena; `bot.py` is the part to edit."""

from client.kupferkessel import Card, KettleTable
from client.stream import play
from client.trapper import Canoe, Tile, TrapperTable
from client.turn import Action, Match, Turn

__all__ = [
    "Action",
    "Canoe",
    "Card",
    "KettleTable",
    "Match",
    "Tile",
    "TrapperTable",
    "Turn",
    "play",
]
