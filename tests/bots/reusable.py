"""Honest bots that tell what reuse does to them: ``reusable.py WORD``."""

import os
import sys
import threading
import time
from collections.abc import Callable
from typing import ClassVar, Final

from arena.sdk import Action, Bot, Turn, run
from referee.games.state import Event


class Remembers(Bot):
    """Notes its process, and whether that has met this deal before."""

    matches_at_once = 4
    met: ClassVar[set[tuple[Event, ...]]] = set()

    def act(self, turn: Turn) -> Action:
        if len(turn.events) == len(self.match.memory):  # the first question of the match
            opening = tuple(event for event in turn.events if event[0] == 1)
            turn.note(f"{os.getpid()} {'again' if opening in self.met else 'new'}")
            self.met.add(opening)
        return self.match.random.choice(turn.legal)


class Tires(Bot):
    """Dies at the fortieth decision of its process."""

    decided = 0

    def act(self, turn: Turn) -> Action:
        Tires.decided += 1
        if Tires.decided == 40:
            print("tired")
            os._exit(3)
        return self.match.random.choice(turn.legal)


class Stumbles(Bot):
    """Chooses what is not there, in the second match of its process and later."""

    begun = 0

    def start(self) -> None:
        Stumbles.begun += 1

    def act(self, turn: Turn) -> Action:
        if Stumbles.begun > 1:
            return Action(999, 0, False, self.match.game)
        return turn.legal[0]


class Ponders(Bot):
    """Thinks on while others are on turn, and notes how much of that it got done."""

    ticks = 0
    told = 0

    def start(self) -> None:
        threading.Thread(target=self._tick, daemon=True).start()

    def _tick(self) -> None:
        while True:
            time.sleep(0.001)
            self.ticks += 1

    def act(self, turn: Turn) -> Action:
        turn.note(str(self.ticks - self.told))
        self.told = self.ticks
        return turn.legal[0]


class Dawdles(Bot):
    """Takes its time, and notes what its last answer was charged."""

    def act(self, turn: Turn) -> Action:
        turn.note(f"{turn.clock.charged_s} {turn.clock.charged_cpu_s}")
        time.sleep(0.05)
        return turn.legal[0]


WORDS: Final[dict[str, Callable[[], None]]] = {
    "remembers": lambda: run(Remembers),
    "tires": lambda: run(Tires),
    "stumbles": lambda: run(Stumbles),
    "ponders": lambda: run(Ponders),
    "dawdles": lambda: run(Dawdles),
}

if __name__ == "__main__":
    WORDS[sys.argv[1]]()
