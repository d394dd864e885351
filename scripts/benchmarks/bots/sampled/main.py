"""Plays like `random`, while samples of where it is are counted and written to a file."""

import runpy
import sys
from pathlib import Path

import arena
from arena.sdk import Match, run

_RANDOM = Path(arena.__file__).parent.parent / "bots" / "random" / "main.py"
Random = runpy.run_path(str(_RANDOM))["Random"]


class Sampled(Random):  # type: ignore[misc, valid-type]
    """A `Random` with a profiler, from its first match on."""

    _sampling = False

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        if not Sampled._sampling:
            Sampled._sampling = True
            sys.path.append(match.text("scripts"))
            from benchmarks.sampler import Sampler, bot_part  # noqa: PLC0415 - not on the path before

            Sampler(bot_part, Path(match.text("file"))).__enter__()


if __name__ == "__main__":
    run(Sampled)
