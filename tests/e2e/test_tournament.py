"""Tournaments by the command: the same table whatever happens on the way."""

import json
import os
import random
import re
import signal
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from referee.isolation.processes import parent
from tests.tournament.arena_command import (
    alive,
    answer,
    family,
    pools,
    records,
    run,
    start,
    stored,
    wait_for_matches,
)

TWINS = ("random", "random:as=twin", "--game", "kupferkessel")


def play(folder: Path, database: str, *words: str) -> None:
    done = run(folder, "tournament", *words, "--db", database, "--quiet")
    assert done.returncode == 0, done.stderr


def guarded_by(process: int) -> list[Path]:
    """The folder that a guardian removes in the end; nothing for other processes."""
    words = Path(f"/proc/{process}/cmdline").read_text().split("\0")
    is_guardian = any(word.endswith("guardian.py") for word in words)
    return [Path(word) for word in words if is_guardian and "/arena-" in word]


def wait_until_gone(processes: list[int]) -> None:
    deadline = time.monotonic() + 2
    while any(map(alive, processes)):
        assert time.monotonic() < deadline, [one for one in processes if alive(one)]
        time.sleep(0.01)


def test_the_number_of_workers_changes_neither_records_nor_the_table(tmp_path: Path) -> None:
    tournament = (*TWINS, "--rounds", "30", "--seed", "5")

    play(tmp_path, "one.db", *tournament, "--workers", "1")
    play(tmp_path, "two.db", *tournament, "--workers", "2")
    play(tmp_path, "fresh.db", *TWINS, "--rounds", "3", "--seed", "5", "--fresh")

    one, two, fresh = (records(tmp_path / f"{name}.db") for name in ("one", "two", "fresh"))
    assert len(one) == 60
    assert one == two
    assert pools(tmp_path, "one.db") == pools(tmp_path, "two.db")
    assert [fresh[number]["deal"] for number in (1, 2, 3)] == [
        one[number]["deal"] for number in (1, 2, 3)
    ]
    assert [fresh[number]["moves"] for number in (1, 2, 3)] == [
        one[number]["moves"] for number in (1, 2, 3)
    ]


MATCHES_HUNTED = 3000
BOTS_HUNTED = 3
"""What is open in a bot that is killed is played again match by match, which takes a while."""


def bots_worker(process: int, runner: int) -> int | None:
    """The worker whose bot a process belongs to; None for those that are no bot's."""
    above = parent(process)
    if process == runner or above == runner:
        return None
    with suppress(OSError):  # it may have ended by itself meanwhile
        if guarded_by(process):
            return None
    while above and parent(above) != runner:
        above = parent(above)
    return above


def assert_claims_nothing_between_twins(tables: list[dict[str, Any]], database: Path) -> None:
    """Whatever was stored when the runner was killed."""
    for table in tables:
        lines = table["entries"]
        assert not table["complete"]
        assert [line["settled"] for line in lines] == [False, True][-len(lines) :]
        assert all((line["rank_low"], line["rank_high"]) == (1, 2) for line in lines)
        assert lines[0]["matches"] % 2 == 0
        assert lines[0]["matches"] + table["waiting"] == stored(database)


def test_twenty_kills_of_random_processes_change_nothing(tmp_path: Path) -> None:
    tournament = (*TWINS, "--rounds", str(MATCHES_HUNTED // 2), "--seed", "8")
    play(tmp_path, "calm.db", *tournament)
    chance = random.Random(20)
    kills = bots = spared = 0
    seen: set[int] = set()
    hurt: set[int] = set()  # workers that have lost a bot
    hunted = tmp_path / "hunted.db"
    runner = start(tmp_path, "tournament", *tournament, "--db", "hunted.db", "--quiet")
    wait_for_matches(hunted)

    while kills < 20:
        time.sleep(chance.uniform(0.02, 0.25))
        if runner.poll() is not None:
            assert_claims_nothing_between_twins(pools(tmp_path, "hunted.db"), hunted)
            resumed = start(tmp_path, "resume", "--db", "hunted.db", "--quiet")
            assert resumed.pid != runner.pid
            runner.communicate()
            runner = resumed
            continue
        if stored(hunted) < spared:
            continue
        prey = family(runner.pid)
        seen.update(prey)
        # Killed in the same match again a bot is taken for one that crashes.
        prey = [one for one in prey if bots_worker(one, runner.pid) not in hurt]
        if bots == BOTS_HUNTED:
            prey = [one for one in prey if bots_worker(one, runner.pid) is None]
        victim = chance.choice(prey)
        worker = bots_worker(victim, runner.pid)
        with suppress(ProcessLookupError):  # it may have ended by itself meanwhile
            os.kill(victim, signal.SIGKILL)
            kills += 1
            if worker is not None:
                bots += 1
                hurt.add(worker)
            spared = min(stored(hunted) + 6, MATCHES_HUNTED)
    # A worker with a bot that was killed starts it anew for every match: that would take minutes.
    runner.kill()
    runner.communicate()
    done = run(tmp_path, "resume", "--db", "hunted.db", "--quiet")

    assert done.returncode == 0, done.stderr
    one, other = records(tmp_path / "hunted.db"), records(tmp_path / "calm.db")
    assert [number for number in other if one.get(number) != other[number]] == []
    assert len(one) == len(other)
    assert pools(tmp_path, "hunted.db") == pools(tmp_path, "calm.db")
    wait_until_gone(sorted(seen))


def test_a_killed_runner_leaves_no_process_and_no_folder_behind(tmp_path: Path) -> None:
    runner = start(tmp_path, "tournament", *TWINS, "--rounds", "5000", "--json")
    assert runner.stdout is not None
    for line in runner.stdout:
        if json.loads(line)["event"] == "match_finished":
            break
    processes = family(runner.pid)
    folders = [folder for process in processes for folder in guarded_by(process)]

    runner.kill()
    runner.communicate()

    assert len(processes) > 4
    assert folders
    wait_until_gone(processes)
    assert [folder for folder in folders if folder.exists()] == []


@pytest.mark.parametrize("times", [1, 2])
def test_ctrl_c_stores_what_was_finished_and_prints_how_to_go_on(
    tmp_path: Path, times: int
) -> None:
    runner = start(
        tmp_path, "tournament", *TWINS, "--rounds", "2000", "--seed", "1", start_new_session=True
    )
    wait_for_matches(tmp_path / "arena.db")
    processes = family(runner.pid)

    for _ in range(times):
        os.killpg(runner.pid, signal.SIGINT)
        time.sleep(0.02)  # two signals at once would be one
    _, errors = runner.communicate(timeout=30)

    assert runner.returncode == 130
    assert "arena resume" in errors.splitlines()[-1]
    assert "Traceback" not in errors
    assert 0 < stored(tmp_path / "arena.db") < 4000
    wait_until_gone(processes)


def test_a_bot_that_has_changed_cannot_resume(tmp_path: Path) -> None:
    bot = tmp_path / "mine"
    bot.mkdir()
    (bot / "bot.toml").write_text('name = "mine"\ncommand = ["{python}", "mine.py"]\n')
    (bot / "mine.py").write_text(
        "from arena.sdk import Bot, run\n"
        "class Mine(Bot):\n"
        "    def act(self, turn):\n"
        "        return turn.legal[0]\n"
        "run(Mine)\n"
    )
    play(tmp_path, "arena.db", "random", "./mine", "--game", "kupferkessel", "--rounds", "1")
    (bot / "mine.py").write_text((bot / "mine.py").read_text() + "# better\n")

    done = run(tmp_path, "resume")

    assert done.returncode == 2
    assert "mine has changed since" in done.stderr
    assert len(done.stderr.splitlines()) == 1


DIES = """
import os
from arena.sdk import Bot, run

class Mortal(Bot):
    count = 0

    def start(self):
        Mortal.count += 1

    def act(self, turn):
        if {condition}:
            os._exit(3)
        return turn.legal[0]

run(Mortal)
"""


@pytest.mark.parametrize(
    ("condition", "faults"),
    [("Mortal.count % 40 == 0", False), ("self.match.seed % 40 == 0", True)],
    ids=["by-count-in-the-process", "by-match"],
)
def test_verdicts_of_a_bot_that_dies_now_and_then_do_not_depend_on_the_crew(
    tmp_path: Path, condition: str, faults: bool
) -> None:
    bot = tmp_path / "mortal"
    bot.mkdir()
    (bot / "bot.toml").write_text('name = "mortal"\ncommand = ["{python}", "main.py"]\n')
    (bot / "main.py").write_text(DIES.format(condition=condition))
    tournament = ("random", "./mortal", "--game", "kupferkessel", "--rounds", "50", "--seed", "2")

    play(tmp_path, "one.db", *tournament, "--workers", "1")
    play(tmp_path, "two.db", *tournament, "--workers", "2")
    play(tmp_path, "fresh.db", *tournament, "--fresh")

    one, two, fresh = (records(tmp_path / f"{name}.db") for name in ("one", "two", "fresh"))
    assert one == two == fresh
    ends = {str(record["result"]["termination"]) for record in one.values()}  # type: ignore[index]
    assert ends == ({"normal", "crash"} if faults else {"normal"})


REMEMBERS = """
from arena.sdk import Bot, run

class Rememberer(Bot):
    met = set()

    def act(self, turn):
        if not hasattr(self, "opening"):
            self.opening = tuple(e for e in self.match.memory if e[0] == 1)
            if self.opening in Rememberer.met:
                turn.note("met before")
            Rememberer.met.add(self.opening)
        return turn.legal[0]

run(Rememberer)
"""


def test_a_bot_that_has_changed_is_noticed_though_the_digits_that_are_shown_are_the_same(
    tmp_path: Path,
) -> None:
    play(tmp_path, "arena.db", "random", "heuristic", "--game", "kupferkessel", "--rounds", "1")
    with closing(sqlite3.connect(tmp_path / "arena.db")) as database, database:
        [(text,)] = database.execute("select spec from tournament").fetchall()
        spec = json.loads(text)
        whole = spec["fingerprints"]["random"]
        spec["fingerprints"]["random"] = whole[:8] + "0" * 56
        database.execute("update tournament set spec = ?", (json.dumps(spec),))

    done = run(tmp_path, "resume")

    assert len(whole) == 64
    assert done.returncode == 2
    assert "though its version looks the same" in " ".join(done.stderr.split())


def test_no_process_meets_a_deal_twice_in_a_tournament(tmp_path: Path) -> None:
    bot = tmp_path / "rememberer"
    bot.mkdir()
    manifest = 'name = "rememberer"\ncommand = ["{python}", "main.py"]\nfiles = ["main.py"]\n'
    (bot / "bot.toml").write_text(manifest)
    (bot / "main.py").write_text(REMEMBERS)

    play(
        tmp_path,
        "arena.db",
        *("./rememberer", "random", "random:as=twin", "--game", "kupferkessel"),
        *("--rounds", "10", "--workers", "1"),
    )

    played = records(tmp_path / "arena.db")
    notes = [move["note"] for record in played.values() for move in record["moves"]]  # type: ignore[attr-defined]
    assert len(played) == 60
    assert set(notes) == {None}


@pytest.mark.parametrize(
    ("game", "players", "orders"),
    [("kupferkessel", "3", "all"), ("kupferkessel", "3", "rotations"), ("trapper", "4", "all")],
)
def test_larger_tables_have_every_pair_and_seat_equally_often(
    tmp_path: Path, game: str, players: str, orders: str
) -> None:
    words = (
        *("random:as=a", "random:as=b", "random:as=c", "random:as=d", "--players", players),
        *("--game", game, "--rounds", "1", "--seat-orders", orders),
    )
    planned = answer(tmp_path, "tournament", *words, "--dry-run")

    play(tmp_path, "arena.db", *words)

    matches = answer(tmp_path, "matches", "--limit", "1000")
    assert len(matches) == planned["matches"]
    assert len({pair["matches"] for pair in planned["pairs"]}) == 1
    assert len({seat["matches"] for seat in planned["seats"]}) == 1
    sat = [(seat["bot"], seat["seat"]) for match in matches for seat in match["seats"]]
    for seat in planned["seats"]:
        assert sat.count((seat["bot"], seat["seat"])) == seat["matches"]


def test_a_bot_that_only_faults_is_benched_the_same_with_any_crew(tmp_path: Path) -> None:
    bot = tmp_path / "mortal"
    bot.mkdir()
    (bot / "bot.toml").write_text('name = "mortal"\ncommand = ["{python}", "main.py"]\n')
    (bot / "main.py").write_text(DIES.format(condition="True"))
    words = ("random", "./mortal", "random:as=twin", "--game", "kupferkessel", "--seed", "2")

    play(tmp_path, "one.db", *words, "--rounds", "8", "--bench", "3", "--workers", "1")
    play(tmp_path, "two.db", *words, "--rounds", "8", "--bench", "3", "--workers", "2")

    one = answer(tmp_path, "leaderboard", "--db", "one.db")
    two = answer(tmp_path, "leaderboard", "--db", "two.db")
    assert one["pools"] == two["pools"]
    assert one["benched"] == two["benched"]
    assert [line["bot"] for line in one["benched"]] == ["mortal"]
    assert {line["bot"] for line in one["pools"][0]["entries"]} == {"random", "twin"}
    for database in ("one.db", "two.db"):
        listed = answer(tmp_path, "matches", "--db", database, "--limit", "100")
        skipped = {match["pairing"] for match in listed if match["status"] == "skipped"}
        assert skipped == {n for n in range(4, 49) if n % 6 in (1, 2, 3, 4)}


def test_a_plan_tells_what_it_would_cost_and_keeps_nothing(tmp_path: Path) -> None:
    words = ("tournament", "random", "random:as=twin", "--game", "kupferkessel", "--rounds")

    told = run(tmp_path, *words, "500", "--dry-run")
    planned = answer(tmp_path, *words, "5000", "--dry-run")

    assert told.returncode == 0, told.stderr
    flat = " ".join(told.stdout.split())
    assert "1000 matches in 500 blocks of 2" in flat
    assert re.search(r"About \S+ core-hours and \S+ MB of results: \S+ s of processor", flat)
    assert re.search(r"[1-9]\d* MB of memory for a worker", flat)
    assert all(len(line) <= 80 for line in told.stdout.splitlines())
    sample = planned["run"]["sample"]
    assert 0 < sample["cpu_s"] * 10_000 == pytest.approx(sample["core_hours"] * 3600)
    assert 1000 < sample["stored_bytes"] < 20_000
    assert list(tmp_path.iterdir()) == []


def test_a_plan_is_told_though_its_bots_do_not_start(tmp_path: Path) -> None:
    bot = tmp_path / "mute"
    bot.mkdir()
    (bot / "bot.toml").write_text('name = "mute"\ncommand = ["{python}", "nothing.py"]\n')
    words = ("tournament", "random", "./mute", "--game", "kupferkessel", "--rounds", "2")

    told = run(tmp_path, *words, "--dry-run")

    assert told.returncode == 0, told.stderr
    assert "4 matches in 2 blocks of 2" in told.stdout
    assert "Traceback" not in told.stderr
