"""Every row of the table of attacks, from within a real match, against the real levels."""

import asyncio
import os
import sys
from pathlib import Path
from typing import Final

import pytest

from referee.isolation.contained import Sandboxed
from referee.isolation.levels import isolation
from referee.isolation.port import Contained, Launch
from referee.match.plan import Played
from referee.match.verdict import Termination
from referee.proofs.attacks import ATTACKS
from referee.proofs.attacks.range import Ground, drill, holds
from tests.hostile.playground import HERE, Watch, need, play_at, table, told

T = Termination
FORFEITS: Final[dict[int, tuple[Termination, str]]] = {
    2: (T.RESOURCE_LIMIT, "seat 1 used more than 256 MB of memory"),
    18: (T.CRASH, "seat 1 was killed by signal 9 (SIGKILL)"),
    25: (T.RESOURCE_LIMIT, "seat 1 printed more than 64 MB in a match"),
    26: (T.TIME_FORFEIT, "seat 1 gave no answer"),
}
"""Attacks that cost the attacker the match; after all others it plays on as if nothing was."""
ON_STREAMS: Final = (35, 36, 37, 38, 39, 40)
IN_A_MATCH: Final = sorted({*ATTACKS, *FORFEITS, *ON_STREAMS})
NEVER_HELD: Final = (21,)
"""A bot may choose among its processors; its share of time is what is held."""
HARMLESS: Final = [number for number, one in ATTACKS.items() if one.harmless]


@pytest.fixture(scope="session")
def fair(ground: Ground) -> Played:
    """The match as it goes without an attack."""
    (played,) = play_at(need("sandbox"), table(str(ground.attacker), "random"))
    assert played.outcome.termination is T.NORMAL
    return played


def assert_lost(played: Played, termination: Termination, reason: str) -> None:
    assert played.outcome.termination is termination
    assert played.outcome.reason.startswith(reason)
    assert played.outcome.ranks == (2, 1)


@pytest.mark.parametrize("row", IN_A_MATCH)
def test_an_attack_in_a_match_is_contained(
    ground: Ground, fair: Played, watch: Watch, row: int
) -> None:
    (played,) = play_at("sandbox", table(f"{ground.attacker}:row={row}", "random"))

    if row in FORFEITS:
        assert_lost(played, *FORFEITS[row])
        assert played.attempts == (2 if row == 18 else 1)
    else:
        assert played.outcome == fair.outcome
        assert told(played, row)["succeeded"] is (row in NEVER_HELD)
    watch.assert_unharmed(played)


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ('["{python}", "-c", "raise SystemExit(1)"]', "seat 1 exited with code 1 before"),
        (
            '["{python}", "-c", "import os; os.kill(os.getpid(), 11)"]',
            "seat 1 was killed by signal 11 (SIGSEGV) before",
        ),
        ('["./nothing"]', "seat 1 could not start: its program './nothing' is not there"),
        ('["./bot.toml"]', "seat 1 could not start: its program is not executable"),
        ('["/bin/sh", "-c", "nothing-of-the-kind"]', "seat 1 exited with code 127 before"),
    ],
    ids=["exit", "segv", "missing", "not-executable", "shell"],
)
def test_row_27_a_bot_that_does_not_start_forfeits(
    tmp_path: Path, watch: Watch, command: str, reason: str
) -> None:
    (tmp_path / "bot.toml").write_text(f'name = "broken"\ncommand = {command}\n')

    (played,) = play_at(need("sandbox"), table(str(tmp_path), "random"))

    assert_lost(played, T.START_FAILURE, reason)
    watch.assert_unharmed(played)


@pytest.mark.parametrize("row", HARMLESS)
@pytest.mark.parametrize("level", ["none", "process"])
def test_a_weaker_level_stops_what_it_claims_to_and_nothing_else(
    watch: Watch, level: str, row: int
) -> None:
    async def trying() -> list[bool]:
        weak = isolation(level, {"PATH": os.defpath, "SECRET": "PLANTED-for-none"})
        return [one.contained async for one in drill(weak, [row])]

    assert asyncio.run(trying()) == [holds(level, row)]


def test_every_row_of_the_table_is_tried_and_documented() -> None:
    rows = {*IN_A_MATCH, 27, 41}
    document = (HERE.parents[1] / "docs" / "isolation.md").read_text()

    assert rows == {*range(1, 42), *range(60, 76)}
    for row in rows:
        assert f"\n| {row} |" in document


# --- row 41: what a frozen bot can do -----------------------------------------------------------

EVADES: Final = """
import os, signal, subprocess, sys
helper = "import os, sys\\nwhile True: os.kill(int(sys.argv[1]), 18)"
subprocess.Popen([sys.executable, "-S", "-c", helper, str(os.getpid())], start_new_session=True)
print("spinning", flush=True)
while True: pass
"""


def kernel_says_frozen(program: Contained) -> bool:
    assert isinstance(program, Sandboxed)
    assert program.started.control_group is not None
    told = [
        (folder / name).read_text()
        for folder in program.started.control_group.folders
        for name in ("cgroup.events", "freezer.state")
        if (folder / name).exists()
    ]
    return any("frozen 1" in one or one == "FROZEN\n" for one in told)


def test_row_41_a_frozen_bot_gets_no_processor_whatever_its_children_do(
    tmp_path: Path, watch: Watch
) -> None:
    need("sandbox")
    socket = tmp_path / "socket"
    socket.touch()
    command = (sys.executable, "-S", "-c", EVADES)

    async def spent(program: Contained) -> int:
        before = program.resources().cpu_us
        await asyncio.sleep(0.5)
        after = program.resources().cpu_us
        assert before is not None
        assert after is not None
        return after - before

    async def freezing() -> tuple[int, int, int]:
        level = isolation("sandbox", {})
        program = await level.start(Launch(command, tmp_path, socket, tmp_path, {}))
        try:
            program.go()
            await asyncio.wait_for(program.output.readline(), 20)
            running = await spent(program)
            program.freeze()
            async with asyncio.timeout(20):  # the kernel stops one thread after the other
                while not kernel_says_frozen(program):
                    await asyncio.sleep(0.005)
            frozen = await spent(program)
            program.thaw()
            thawed = await spent(program)
            program.freeze()  # and a frozen one must die like any other
        finally:
            program.kill()
            await asyncio.wait_for(program.wait(), 5)
            await program.close()
            level.close()
        return running, frozen, thawed

    running, frozen, thawed = asyncio.run(freezing())

    assert running > 20_000
    assert frozen == 0
    assert thawed > 20_000


def test_the_attacker_is_seen_by_its_own_eyes(ground: Ground, watch: Watch) -> None:
    """The proof that the attacks work at all: without a sandbox a bot gets at the secrets."""
    plan = table(f"{ground.attacker}:row=6", "random")

    (played,) = play_at("process", plan)

    assert told(played, 6)["succeeded"] is True
    assert ground.secret in played.logs[0]
    assert played.outcome.termination is T.NORMAL
