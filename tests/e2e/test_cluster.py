"""A tournament on a cluster: the same table, records and matches as on this machine."""

import json
import os
import signal
import time
from pathlib import Path

import pytest

from tests.tournament.arena_command import (
    alive,
    family,
    pools,
    records,
    run,
    start,
    wait_for_matches,
)
from tests.tournament.cluster import Engine, engine

ROUNDS = 60
OWN = (
    'name = "mine"\ncommand = ["{python}", "mine.py"]\n',
    "from arena.sdk import Bot, run\n"
    "class Mine(Bot):\n"
    "    def act(self, turn):\n"
    "        return turn.legal[0]\n"
    "run(Mine)\n",
)
FIELD = ("random", "./mine", "--game", "kupferkessel", "--seed", "5")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "bot.toml").write_text(OWN[0])
    (tmp_path / "mine" / "mine.py").write_text(OWN[1])
    return tmp_path


def bots_of(engine: Engine) -> list[int]:
    """What the cluster's processes have started."""
    return [
        process
        for worker in engine.workers
        for process in family(worker.pid)
        if process != worker.pid and alive(process)
    ]


def until_gone(engine: Engine, seconds: float) -> None:
    end = time.monotonic() + seconds
    while bots_of(engine):
        assert time.monotonic() < end, bots_of(engine)
        time.sleep(0.1)


def test_a_cluster_that_loses_a_worker_and_its_scheduler_changes_nothing(folder: Path) -> None:
    play = ("tournament", *FIELD, "--rounds", str(ROUNDS), "--quiet")
    assert run(folder, *play, "--db", "calm.db", "--workers", "2").returncode == 0
    with engine(folder) as cluster:
        hosts = run(folder, "doctor", *cluster.words, "--json")
        assert len(json.loads(hosts.stdout)["hosts"]) == 2

        runner = start(folder, *play, "--db", "cluster.db", *cluster.words)
        wait_for_matches(folder / "cluster.db")
        os.kill(cluster.workers[0].pid, signal.SIGKILL)
        time.sleep(2)
        assert cluster.scheduler is not None
        cluster.scheduler.kill()
        cluster.scheduler.wait()
        _, said = runner.communicate(timeout=120)
        if runner.returncode:
            assert runner.returncode == 1
            assert "scheduler" in said
            assert "Traceback" not in said
        cluster.workers[1].wait(60)

        cluster.start_scheduler()
        cluster.add_worker()
        cluster.wait_for(1)
        resumed = run(folder, "resume", "--db", "cluster.db", "--quiet", *cluster.words)
        assert resumed.returncode == 0, resumed.stderr
        until_gone(cluster, 10)

    assert records(folder / "cluster.db") == records(folder / "calm.db")
    assert pools(folder, "cluster.db") == pools(folder, "calm.db")


def test_what_cannot_be_spoken_to_is_one_line(folder: Path) -> None:
    for words in (
        ("--cluster", "tls://127.0.0.1:1"),
        ("--cluster", "tcp://192.0.2.1:8786"),
        ("--cluster", "nowhere"),
        ("--cluster", "tcp://127.0.0.1:8786", "--workers", "2"),
        ("--cluster", "tls://127.0.0.1:1", "--cluster-keys", str(folder)),
        ("--insecure",),
    ):
        done = run(folder, "tournament", *FIELD, "--rounds", "1", *words)

        assert done.returncode == 2, words
        assert "Traceback" not in done.stderr
    assert not (folder / "arena.db").exists()
