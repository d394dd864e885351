"""The hostile table: a match of an attacker against an honest bot, and what must hold after it."""

import asyncio
import gc
import json
import os
import shutil
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest

from referee.bots.conditions import Conditions
from referee.bots.entry import parse_entries
from referee.bots.host import open_pool
from referee.bots.hosting import Hosting
from referee.games.registry import get_game
from referee.isolation.cgroups import NoGroups, find_groups
from referee.isolation.guardian import members
from referee.isolation.levels import isolation
from referee.isolation.port import LaunchError
from referee.match.clock import SECOND_US, Control
from referee.match.plan import MatchPlan, Played, plan_match
from referee.match.play import play
from referee.proofs.attacks.range import Ground, litter
from tests.entrants import entries

HERE: Final = Path(__file__).resolve().parent
SEED: Final = 7
SECRET: Final = "PLANTED-in-the-environment"
HANG_S: Final = 8.0
MOST_S: Final = 60.0
MORE_MEMORY: Final = 20 * 1024 * 1024


def need(level: str) -> str:
    """The level's name if it works here; a visible skip on a user's machine, a failure on CI."""
    try:
        found = isolation(level, {})
    except LaunchError as error:
        missing = str(error)
    else:
        found.close()
        if found.name == level:
            return level
        missing = f"'{level}' is only '{found.name}' here: control groups are missing"
    if os.environ.get("CI") == "true":
        pytest.fail(missing)
    pytest.skip(missing)


def settle(attacker: Path) -> None:
    """Put the attacking bot into its folder."""
    for source in (HERE / "attacker").glob("*.*"):
        shutil.copy(source, attacker)


def table(*bots: str, deal: int = 1, pairing: int = 1, seed: int = SEED) -> MatchPlan:
    rules = get_game("kupferkessel")
    return plan_match(
        match=f"hostile-{pairing}",
        game=rules,
        setup=rules.setup(len(bots)),
        seats=parse_entries(bots),
        control=Control(hang_us=round(HANG_S * SECOND_US), startup_us=30 * SECOND_US),
        seed=seed,
        deal=deal,
        pairing=pairing,
    )


def play_at(level: str, *plans: MatchPlan, fresh: bool = False) -> list[Played]:
    """Play matches one after the other in one referee, which has a secret of its own."""

    async def playing() -> list[Played]:
        environment = {"PATH": os.environ.get("PATH", os.defpath), "SECRET": SECRET}
        hosting = Hosting(level, Conditions(), "test", fresh=fresh)
        async with open_pool(hosting, environment) as pool:
            return [await play(one, pool.table(entries(one))) for one in plans]

    return asyncio.run(playing())


def told(played: Played, row: int) -> dict[str, Any]:
    """What the attacker says came of its attack."""
    for line in played.logs[0].splitlines():
        with suppress(ValueError):
            found: dict[str, Any] = json.loads(line)
            if found.get("attack") == row:
                return found
    raise AssertionError(f"the attacker told nothing: {played.outcome.reason}\n{played.logs[0]}")


@dataclass
class Watch:
    """What the referee's process was like before, and must be like again."""

    ground: Ground
    descriptors: int = 0
    memory: int = 0
    began: float = 0.0

    def begin(self) -> None:
        gc.collect()
        self.descriptors, self.memory = open_descriptors(), resident()
        self.began = time.monotonic()

    def assert_unharmed(self, *all_played: Played) -> None:
        """The assertions that follow every case."""
        assert time.monotonic() - self.began < MOST_S
        for played in all_played:
            for text in (*played.logs, played.outcome.reason):
                assert self.ground.secret not in text
                assert SECRET not in text
        self.assert_clean()

    def assert_clean(self) -> None:
        gc.collect()
        deadline = time.monotonic() + 2
        while (left := self._left()) and time.monotonic() < deadline:
            time.sleep(0.02)
        assert left == []
        assert resident() < self.memory + MORE_MEMORY

    def _left(self) -> list[str]:
        return [
            *litter(),
            *own_groups(),
            *(str(path) for path in Path("/tmp").glob(f"arena-{os.getpid()}*")),
            *(["descriptors"] if open_descriptors() > self.descriptors else []),
        ]


def own_groups() -> list[str]:
    """Control groups of bots of this process, and who is in them."""
    with suppress(NoGroups, OSError):
        return [
            f"{path} {members(path)}"
            for folder in find_groups().folders()
            for path in folder.glob(f"arena-{os.getpid()}-*")
        ]
    return []


def open_descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def resident() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")
