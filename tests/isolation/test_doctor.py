"""`arena doctor` tells what works, for people and for machines."""

import json

import pytest
from click.testing import CliRunner, Result

from arena.cli import doctor
from arena.cli.screen import Screen
from referee.isolation.levels import STRENGTH
from referee.isolation.probe import SandboxFacts, Trouble
from tests.leftovers import Ground

MISSING = SandboxFacts(Trouble("bubblewrap is not installed", "sudo apt-get install bubblewrap"))


def ask(*words: str) -> Result:
    screen = Screen("arena", {"PATH": "/usr/bin:/bin"})
    return CliRunner().invoke(doctor.command, words, obj=screen, standalone_mode=False)


def test_every_level_is_listed_with_the_one_in_force(ground: Ground, sandbox: str) -> None:
    told = json.loads(ask("--json").stdout)

    levels = {one["name"]: one for one in told["isolation"]["levels"]}
    assert set(levels) == set(STRENGTH)
    assert told["isolation"]["in_force"] == sandbox
    assert levels["sandbox"]["works"]
    assert told["isolation"]["limits"]["works"]
    assert {"python", "rules", "database"} <= set(told)


def test_what_does_not_work_has_a_reason_and_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    for place in ("referee.isolation.levels.try_sandbox", "arena.cli.doctor.try_sandbox"):
        monkeypatch.setattr(place, lambda: MISSING)

    text = ask().stdout

    assert "bubblewrap is not installed" in text
    assert "mend: sudo apt-get install bubblewrap" in text
    assert "process           works (in force)" in text


def test_attacks_are_told_one_by_one(
    ground: Ground, sandbox: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = ask("--attack", "--json")
    told = json.loads(done.stdout)

    assert done.return_value == 0
    assert told["level"] == sandbox
    assert told["contained"] == told["tried"] == len(told["attacks"])
    assert told["tried"] >= 30


def test_attacks_on_a_weak_level_succeed_without_being_a_failure(ground: Ground) -> None:
    done = ask("--attack", "--isolation", "process")

    assert done.return_value == 0
    assert "succeeded  reads the database" in done.stdout
    assert "as this level does not claim to stop them" in done.stdout
