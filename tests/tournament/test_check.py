"""A check finds what is wrong with a bot, step by step, and passes what is right."""

import asyncio
import os
from pathlib import Path

import pytest

from arena.tournament.check import Checking, Finding, Verdict, checked
from arena.tournament.preparation import Surroundings
from arena.tournament.run import Run
from referee.bots.conditions import Conditions
from referee.bots.entry import parse_entry
from referee.games.registry import game_names
from tests.integration.playing import bot
from tests.isolation.conftest import ground, sandbox
from tests.leftovers import Ground
from tests.lines.bots import FIRST, in_folder, written

pytestmark = pytest.mark.slow

__all__ = ["ground", "sandbox"]

MIXES = """
import json, sys
last = 0
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "start":
        last = told["match"]
    if told["type"] == "act":
        print(json.dumps({"match": last, "action": 0}))
"""
COUNTS = """
import json, sys
answered = 0
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "act":
        answered += 1
        print(answered % told["count"])
"""
LEAVES = """
import json, sys
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "end" and told["termination"] != "normal":
        sys.exit("how rude")
    if told["type"] == "act":
        print(0)
"""
STAYS = """
import sys, time
for line in sys.stdin:
    if line.startswith('{"type":"act"'):
        print(0)
time.sleep(60)
"""


def check(place: str, level: str = "process", *, quick: bool = True) -> dict[str, Finding]:
    checking = Checking(
        entry=parse_entry(place),
        place=place,
        conditions=Conditions(),
        run=Run(level=level),
        surroundings=Surroundings(dict(os.environ)),
        quick=quick,
    )

    async def all_of_it() -> list[Finding]:
        return [finding async for finding in checked(checking)]

    found = asyncio.run(all_of_it())
    assert [one.number for one in found] == list(range(1, len(found) + 1))
    return {one.step: one for one in found}


def failed(found: dict[str, Finding]) -> list[str]:
    return [step for step, one in found.items() if one.verdict is Verdict.FAILED]


def test_a_bot_of_one_file_conforms(ground: Ground, sandbox: str, tmp_path: Path) -> None:
    found = check(written(tmp_path, "first.py", FIRST), sandbox)

    assert failed(found) == []
    assert list(found) == [
        *("manifest", "program", "start", "hello", *game_names(), "batches", "slow opponent"),
        *("failing opponent", "memory", "output", "shutdown", "restart", "determinism"),
    ]
    assert "MB at most" in found["memory"].seen
    assert found["shutdown"].seen == "exited by itself"
    ground.assert_clean()


def test_a_bot_over_grpc_conforms_in_every_variant(ground: Ground) -> None:
    found = check("random", quick=False)

    assert failed(found) == []
    assert found["kupferkessel"].seen.startswith("8 variants, ")
    assert found["trapper"].seen.startswith("5 variants, ")
    assert found["batches"].seen.startswith("16 matches, ")
    assert found["determinism"].seen.startswith("the same decisions")
    ground.assert_clean()


@pytest.mark.parametrize(
    ("program", "lines", "step", "seen"),
    [
        (FIRST, ('games = ["chess"]',), "manifest", "it names the game 'chess'"),
        ("import nothing", (), "start", "exited with code 1 before it was ready"),
        ("print('hello')" + FIRST, (), "start", "wrote a line when nothing was asked"),
        (FIRST.replace("print(0)", "print(-1)"), (), "kupferkessel", "index -1 at step"),
        (MIXES, ("matches_at_once = 4",), "batches", "with several matches open, and not alone"),
        (LEAVES, (), "failing opponent", "failed after an opponent had left"),
        (COUNTS, ("deterministic = true",), "determinism", "other decisions"),
    ],
)
def test_what_is_wrong_is_found_at_its_step(
    ground: Ground, tmp_path: Path, program: str, lines: tuple[str, ...], step: str, seen: str
) -> None:
    game = () if lines and lines[0].startswith("games") else ('games = ["kupferkessel"]',)
    place = in_folder(tmp_path, "wrong", program, *lines, *game)

    found = check(place)

    assert failed(found) == [step]
    assert seen in found[step].seen
    assert found[step].expected
    assert found[step].fix
    ground.assert_clean()


def test_a_program_that_is_not_there_is_found_at_the_start(ground: Ground) -> None:
    found = check(bot("missing_program"))

    assert failed(found) == ["start"]
    assert "its program './nothing-here' is not there" in found["start"].seen
    ground.assert_clean()


def test_a_bot_that_does_not_end_by_itself_is_noted(ground: Ground, tmp_path: Path) -> None:
    place = in_folder(tmp_path, "stays", STAYS, 'games = ["kupferkessel"]')

    found = check(place)

    assert failed(found) == []
    assert found["shutdown"].verdict is Verdict.NOTED
    assert found["shutdown"].seen == "it had to be ended by force"
    ground.assert_clean()
