"""A match that is to be played, and one that was: what decides it, and what came of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from referee.games.contract import Game, Setup
from referee.match.clock import Control
from referee.match.seeds import MatchSeeds, match_seeds, table_seeds
from referee.match.session import Move, Session
from referee.match.verdict import Outcome


class Entrant(Protocol):
    """Who takes a seat, as far as the match and its record are concerned."""

    @property
    def name(self) -> str:
        """What it goes by in the tables."""

    @property
    def version(self) -> str:
        """Which state of the bot."""

    @property
    def settings(self) -> Mapping[str, str]:
        """Every option of the bot with its value."""

    @property
    def attached(self) -> bool:
        """Whether its author starts it."""

    @property
    def patient(self) -> bool:
        """Whether it is waited for without end."""


@dataclass(frozen=True)
class MatchPlan:
    """A match that is to be played: everything that decides it, and nothing about any other."""

    match: str
    """Its id."""
    game: Game
    setup: Setup
    seats: tuple[Entrant, ...]
    control: Control
    seeds: MatchSeeds
    deal: int
    """Which deal of the seed, or of those who sit at the table."""
    pairing: int


@dataclass(frozen=True)
class Played:
    """A match that was played."""

    plan: MatchPlan
    session: Session = field(hash=False, repr=False)  # it knows the seed
    outcome: Outcome
    logs: tuple[str, ...]
    """What each seat's process printed during the match."""
    shared_logs: tuple[bool, ...]
    """Whether other matches were open in that process, whose prints cannot be told apart."""
    attempts: int
    clients: tuple[str, ...] = ()
    """What each seat's program said it is; empty where it said nothing."""
    killed: Outcome | None = None
    """How it ended before, if it was played again because a program was killed."""

    @property
    def elapsed_us(self) -> tuple[int, ...]:
        """How long each seat took for its answers."""
        spent = [0] * len(self.plan.seats)
        for one in self.session.history:
            if isinstance(one, Move):
                spent[one.seat] += one.reply.elapsed_us
        return tuple(spent)


def plan_match(
    *,
    match: str,
    game: Game,
    setup: Setup,
    seats: tuple[Entrant, ...],
    control: Control,
    seed: int,
    deal: int,
    pairing: int,
    table: tuple[str, ...] = (),
) -> MatchPlan:
    """The match that follows from the seed of its tournament; `table` if its deal is theirs."""
    if table:
        seeds = table_seeds(
            seed, table=table, block=deal, game=game.name, rules=game.rules_version
        )
    else:
        seeds = match_seeds(
            seed,
            deal=deal,
            pairing=pairing,
            game=game.name,
            rules=game.rules_version,
            players=setup.players,
        )
    return MatchPlan(match, game, setup, seats, control, seeds, deal, pairing)
