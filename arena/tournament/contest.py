"""A tournament that can be played: bots found, games set up, every pairing a plan."""

from dataclasses import dataclass, field
from functools import cached_property

from arena.tournament.bench import LIMIT
from arena.tournament.formats.round_robin import Pairing, RoundRobin, SeatOrders
from arena.tournament.results import contest_id, entry_facts
from leaderboard.values import match_id
from referee.bots.entry import Entry
from referee.games.contract import Game, Setup
from referee.isolation.limits import Limits
from referee.match.clock import Control
from referee.match.plan import MatchPlan, plan_match
from referee.match.seeds import secret_of


@dataclass(frozen=True, kw_only=True)
class Contest:
    """Everything the results follow from. Equal contests have equal tables, on every machine."""

    entries: tuple[Entry, ...]
    games: tuple[tuple[Game, Setup], ...]
    players: int
    rounds: int
    seat_orders: SeatOrders
    control: Control
    seed: int
    bench: int = LIMIT
    """After how many faults in a row a bot is taken out; 0 never."""
    limits: Limits = field(default_factory=Limits)
    freeze: bool | None = None
    """Whether bots that are not on turn are stopped; None: in timed play."""

    @cached_property
    def schedule(self) -> RoundRobin:
        """Who meets whom."""
        return RoundRobin(
            entries=len(self.entries),
            players=self.players,
            rounds=self.rounds,
            games=len(self.games),
            seat_orders=self.seat_orders,
        )

    @cached_property
    def secret(self) -> bytes:
        """What keys commitments and bots' seeds."""
        return secret_of(self.seed)

    @cached_property
    def id(self) -> str:
        """The id: a function of all of this."""
        return contest_id(
            {
                "format": "round-robin",
                "entries": entry_facts(self.entries),
                "games": [
                    [game.name, game.rules_version, dict(setup.options)]
                    for game, setup in self.games
                ],
                "players": self.players,
                "rounds": self.rounds,
                "seat_orders": self.seat_orders.value,
                "control": [self.control.name, self.control.hang_us],
                "seed": self.seed,
                "bench": self.bench,
                "limits": self.limits.as_json(),
                "freeze": self.freeze,
            }
        )

    def plan(self, pairing: Pairing) -> MatchPlan:
        """The match of a pairing."""
        game, setup = self.games[pairing.game]
        return plan_match(
            match=match_id(self.id, pairing.number),
            game=game,
            setup=setup,
            seats=tuple(self.entries[number] for number in pairing.seats),
            control=self.control,
            seed=self.seed,
            deal=pairing.deal,
            pairing=pairing.number,
        )
