"""How many bots a referee can have at once: each takes files, and a process may open so many.

What one bot can take is bounded: its door lets in so many connections, half-open ones among them.
So with room for every bot none can use up what another needs.
"""

import resource
from pathlib import Path
from typing import Final

from arena.errors import ArenaError
from referee.talk.doors.grpc_door import CONNECTIONS

FOR_A_BOT: Final = CONNECTIONS + 8
"""Its connections, its door, its pipes, and what is open while it starts."""
SPARE: Final = 64
"""What the referee itself may need."""
ENOUGH: Final = 65_536
"""More are of no use; some systems have no upper limit at all."""
MOST_SEATS: Final = 4


class TooFewFiles(ArenaError):
    """The process may not open as many files as a match takes."""


def room_for_bots() -> int:
    """How many bots there is room for, once the limit is as high as it can be."""
    return _room(_raised(), len(list(Path("/dev/fd").iterdir())))


def refuse_without_room(entries: int) -> None:
    """TooFewFiles if a match between so many, and another of them played alone, has no room."""
    bots = 2 * min(entries, MOST_SEATS)
    if (room := room_for_bots()) < bots:
        needed = resource.getrlimit(resource.RLIMIT_NOFILE)[0] + (bots - room) * FOR_A_BOT
        raise TooFewFiles(
            "this process may open too few files for a match: run it after "
            f"`ulimit -n {max(1024, needed)}`"
        )


def _room(limit: int, opened: int) -> int:
    return max(0, (limit - opened - SPARE) // FOR_A_BOT)


def _raised() -> int:
    """Raise what this process may open to what it is allowed to; the number."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = ENOUGH if hard == resource.RLIM_INFINITY else min(hard, ENOUGH)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return ENOUGH if soft == resource.RLIM_INFINITY else soft
