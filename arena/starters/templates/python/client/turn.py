"""What a bot is asked, with names."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field

from client.kupferkessel import NO_CARD, Card, KettleTable
from client.trapper import NO_TILE, Tile, TrapperTable

NOTE_BYTES = 1024


@dataclass
class Match:
    """A match of this bot; several may be open at once."""

    game: str
    options: Mapping[str, str]
    players: int
    seat: int
    settings: Mapping[str, str]
    """The bot's own options, as bot.toml offers them."""
    nodes: int
    """How much the organiser wants to be looked at for one answer; 0 leaves it to the bot."""
    random: random.Random
    """Chance that repeats when the match is played again."""


@dataclass(frozen=True)
class Action:
    """A legal action; what means nothing for it is empty."""

    index: int
    gives_up: bool
    """Whether it leaves the match while it offers more."""
    kind: str = ""
    """Trapper: take, end, pass, retire, exchange, join, open, raise, drop, pay or catch."""
    cell: int = 0
    card: Card = NO_CARD
    """Kupferkessel: what is taken."""
    declines: bool = False
    """Kupferkessel: whether the symbol of the card is not used, or the last card laid aside."""
    tile: Tile = NO_TILE
    """Trapper: what is taken, or what the taken tile is joined with."""
    trapper: str = ""
    """Trapper: the colour of the trapper."""
    number: int = 0
    """Trapper: a bid, or the number of a species tile."""
    cards: int = 0
    """Trapper: how many cards are paid."""


@dataclass
class Turn:
    """A decision that is due."""

    match: Match
    step: int
    table: KettleTable | TrapperTable
    """The table with names."""
    legal: list[Action]
    budget_s: float
    """The longest this answer may take."""
    remarks: list[str] = field(default_factory=list)
    eval: float | None = None
    """The result this seat expects, from 0 to 1, for the record."""

    def note(self, text: str) -> None:
        """Keep a remark in the record of this step; `arena logs` shows it."""
        self.remarks.append(text)

    @property
    def remark(self) -> str:
        """All remarks, as far as they fit."""
        return "\n".join(self.remarks).encode()[:NOTE_BYTES].decode(errors="ignore")
