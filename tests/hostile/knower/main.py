"""A bot that tries to know the cards: by guessing the seed, by memory, or by files it left.

When it succeeds it says so and plays otherwise, so that its results tell too.
"""

import hashlib
from contextlib import suppress
from pathlib import Path

from arena.sdk import Action, Bot, Turn, run
from referee.games.chance import Streams
from referee.match.seeds import match_seed

PLACES = ("/tmp", "/dev/shm", "/var/tmp", ".", str(Path.home()))
SEEDS = range(200)
DEALS = range(1, 4)


class Knower(Bot):
    met: set[str] = set()  # noqa: RUF012 - of the process

    knows = False

    def act(self, turn: Turn) -> Action:
        if turn.match.asked == 1:
            way = getattr(self, self.match.text("way"))
            self.knows = way(turn)
            if self.knows:
                print("RECOGNISED", flush=True)  # noqa: T201 - the test reads it
        return turn.legal[-1 if self.knows else 0]

    def honest(self, turn: Turn) -> bool:
        return False

    def seeds(self, turn: Turn) -> bool:
        """Deal every deal of every small seed, and look whether it is this one."""
        if turn.step != 1:
            return False
        game, seat = self.match.game, self.match.seat
        for seed in SEEDS:
            for deal in DEALS:
                chance = Streams(match_seed(seed, deal, game.name, game.rules_version))
                state = game.deal(self.match.setup, chance)
                if state.observe(seat) == turn.observation:
                    return True
        return False

    def memory(self, turn: Turn) -> bool:
        opening = self.opening(turn)
        known = opening in self.met
        self.met.add(opening)
        return known

    def files(self, turn: Turn) -> bool:
        name = f"arena-attack-{self.opening(turn)}"
        paths = [Path(place) / name for place in PLACES]
        known = any(path.exists() for path in paths)
        for path in paths:
            with suppress(OSError):
                path.touch()
        return known

    def opening(self, turn: Turn) -> str:
        """What the deal has laid open, the same from every seat."""
        dealt = [tuple(event) for event in self.match.memory if event[0] == 1]
        return hashlib.sha256(repr(dealt).encode()).hexdigest()[:16]


if __name__ == "__main__":
    run(Knower)
