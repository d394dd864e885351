"""Bots in containers, where podman or docker works."""

import asyncio
import errno
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from referee.isolation import container, seccomp
from referee.isolation.calls import FORBIDDEN, Form, allowed, rules
from referee.isolation.container import try_container
from referee.isolation.levels import isolation
from referee.match.plan import Played
from referee.match.verdict import Termination
from referee.proofs.attacks.range import Tried, drill
from tests.integration.playing import plan, play_all, play_one
from tests.isolation.test_leftovers import until
from tests.leftovers import Ground


@pytest.fixture
def engine() -> str:
    """The engine; a visible skip where none works, also on CI: no other level depends on it."""
    found = try_container()
    if found.trouble is not None:
        pytest.skip(found.trouble.why)
    return found.program


def containers(engine: str, owner: int) -> list[str]:
    words = [engine, "ps", "--all", "--format", "{{.Names}}", "--filter", f"name=^arena-{owner}-"]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()


def verdicts(played: list[Played]) -> list[object]:
    return [one.outcome for one in played]


def test_matches_in_containers_are_what_they_are_elsewhere(ground: Ground, engine: str) -> None:
    plans = [plan("random", "random:as=twin", deal=deal, pairing=deal) for deal in (1, 2)]

    contained = play_all(plans, level="container")

    assert verdicts(contained) == verdicts(play_all(plans))
    assert containers(engine, os.getpid()) == []


def test_bots_in_containers_can_be_frozen(ground: Ground, engine: str) -> None:
    played = play_one(plan("random", "honest"), level="container", freeze=True)

    assert played.outcome.termination is Termination.NORMAL


def test_no_attack_gets_out_of_a_container(ground: Ground, engine: str) -> None:
    async def tried() -> list[Tried]:
        with closing(isolation("container", {})) as level:
            return [one async for one in drill(level)]

    results = asyncio.run(tried())

    assert [one for one in results if one.expected and not one.contained] == []
    assert len(results) >= 30
    assert containers(engine, os.getpid()) == []


def test_a_container_does_not_outlive_a_referee_that_was_killed(
    ground: Ground, engine: str, tmp_path: Path
) -> None:
    folder = tmp_path / "stays"
    folder.mkdir()
    (folder / "bot.toml").write_text('name = "stays"\ncommand = ["/bin/sleep", "600"]\n')
    arena = subprocess.Popen(
        [
            *(sys.executable, "-m", "arena.cli", "match", str(folder), "random", "--seed", "1"),
            *("--isolation", "container", "--game", "kupferkessel"),
        ],
        cwd=tmp_path,
        env={**os.environ, "TMPDIR": str(ground.folder)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    assert until(lambda: any("trial" not in name for name in containers(engine, arena.pid)))

    arena.send_signal(signal.SIGKILL)
    arena.wait()

    assert until(lambda: not containers(engine, arena.pid), 15)
    assert until(lambda: not ground.traces(), 15), ground.traces()


@pytest.fixture
def forgetful() -> Iterator[None]:
    """What is known of engines is found out again."""
    try_container.cache_clear()
    yield
    try_container.cache_clear()


def test_an_engine_that_answers_but_starts_nothing_does_not_work(
    monkeypatch: pytest.MonkeyPatch, forgetful: None
) -> None:
    monkeypatch.setattr(container, "_ask", lambda _: "")
    monkeypatch.setattr(container, "_trial", lambda _: "cgroups in hybrid mode not supported")
    monkeypatch.setattr("shutil.which", lambda _: "/usr/bin/podman")

    trouble = try_container().trouble

    assert trouble is not None
    assert "podman is here but does not work (cgroups in hybrid mode" in trouble.why


@pytest.mark.parametrize("form", Form)
def test_engines_are_given_the_filter_of_the_sandbox(form: Form) -> None:
    told = json.loads(json.dumps(seccomp.profile(form)))
    refused, plain, *ruled = told["syscalls"]

    assert (told["defaultAction"], told["defaultErrnoRet"]) == ("SCMP_ACT_ERRNO", errno.ENOSYS)
    assert set(refused["names"]) == set(FORBIDDEN)
    assert refused["errnoRet"] == errno.EPERM
    assert {*plain["names"], *(one["names"][0] for one in ruled)} == set(allowed(form))
    for one in ruled:
        rule, (told_of,) = rules(form)[one["names"][0]], one["args"]
        assert (told_of["index"], told_of["value"]) == (rule.argument, rule.mask)
        assert told_of["valueTwo"] in rule.allowed
