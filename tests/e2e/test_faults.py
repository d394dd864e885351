"""What an operator meets: one line each, and in the end the table of an undisturbed run."""

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.command import PATIENCE_S, PROCESS, PROGRAM, Arena
from tests.tournament.arena_command import family, pools, records, stored, wait_for_matches

SMALL = ("random", "random:as=twin", "--game", "kupferkessel", "--seed", "5", *PROCESS)
LONG = ("tournament", *SMALL, "--rounds", "3000", "--workers", "1")
MINE = (
    "from arena.sdk import Bot, run\n"
    "class Mine(Bot):\n"
    "    def act(self, turn):\n"
    "        return turn.legal[0]\n"
    "run(Mine)\n"
)


def begun(arena: Arena, *words: str) -> "subprocess.Popen[str]":
    """A long tournament of which a match is stored."""
    runner = arena.start(*LONG, "--quiet", *words)
    wait_for_matches(arena.folder / "arena.db")
    return runner


def _unlink(path: Path) -> None:
    path.unlink()


def _lose(path: Path) -> None:
    for one in path.parent.glob("arena.db*"):
        one.unlink()


def _restore(path: Path) -> None:
    copy = path.with_name("backup.db")
    shutil.copy(path, copy)
    copy.replace(path)


@pytest.mark.parametrize("harm", [_unlink, _lose, _restore])
def test_a_database_that_goes_while_a_tournament_runs_is_told_in_one_line(
    arena: Arena, harm: Callable[[Path], None]
) -> None:
    runner = begun(arena)
    harm(arena.folder / "arena.db")
    _, err = runner.communicate(timeout=PATIENCE_S)

    assert runner.returncode == 1
    (line,) = err.splitlines()
    assert "while it was in use: what this run stored is lost" in line


def test_a_disk_that_is_full_stops_a_tournament_that_goes_on_later(arena: Arena) -> None:
    rounds = ("--rounds", "150")
    limit = 256 * 1024
    words = [str(PROGRAM), "tournament", *SMALL, *rounds, "--quiet"]
    full = subprocess.run(
        words,
        cwd=arena.folder,
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
        timeout=PATIENCE_S,
        check=False,
    )
    kept = stored(arena.folder / "arena.db")
    resumed = arena("resume", "--quiet", *PROCESS)
    arena("tournament", *SMALL, *rounds, "--quiet", "--db", "calm.db")

    assert full.returncode == 1
    assert "arena resume" in full.stderr
    assert "Traceback" not in full.stderr
    assert 0 < kept < 300
    assert resumed.code == 0, resumed.err
    assert records(arena.folder / "arena.db") == records(arena.folder / "calm.db")
    assert pools(arena.folder) == pools(arena.folder, "calm.db")


@pytest.mark.parametrize("last", ["tournament_started", "match_started", "match_finished"])
def test_a_reader_that_goes_away_stops_a_tournament_gently(arena: Arena, last: str) -> None:
    runner = arena.start(*LONG, "--json")
    assert runner.stdout is not None
    for line in runner.stdout:
        if json.loads(line)["event"] == last:
            break
    runner.stdout.close()
    assert runner.stderr is not None
    err = runner.stderr.read()
    runner.stderr.close()
    code = runner.wait(timeout=PATIENCE_S)

    assert code == 130, err
    assert "nobody reads the output any more, what was finished is stored; to go on:" in err
    assert err.splitlines()[-1].startswith("  arena resume ")
    assert 0 < stored(arena.folder / "arena.db") < 6000


def test_a_tournament_that_lost_its_reader_goes_on_to_the_table_of_an_undisturbed_one(
    arena: Arena,
) -> None:
    rounds = ("--rounds", "200")
    head = f"{PROGRAM} tournament {' '.join((*SMALL, *rounds))} --json | head -n 30 > /dev/null"
    subprocess.run(["bash", "-c", head], cwd=arena.folder, capture_output=True, check=False)
    assert 0 < stored(arena.folder / "arena.db") < 400
    arena("resume", "--quiet", *PROCESS)
    arena("tournament", *SMALL, *rounds, "--quiet", "--db", "calm.db")

    assert records(arena.folder / "arena.db") == records(arena.folder / "calm.db")
    assert pools(arena.folder) == pools(arena.folder, "calm.db")


def in_shell(arena: Arena, line: str, **more: str) -> "subprocess.CompletedProcess[str]":
    usual = {"PATH": os.environ["PATH"], "TMPDIR": str(arena.ground.folder)}
    return subprocess.run(
        ["bash", "-c", f"set -o pipefail; arena() {{ '{PROGRAM}' \"$@\"; }}; {line}"],
        cwd=arena.folder,
        env=usual | more,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


@pytest.fixture(scope="module")
def folder_played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("played")
    words = ("tournament", *SMALL, "--rounds", "3", "--name", "größe ±", "--quiet")
    subprocess.run([PROGRAM, *words], cwd=folder, check=True, capture_output=True)
    return folder


@pytest.fixture
def played(arena: Arena, folder_played: Path) -> Arena:
    shutil.copy(folder_played / "arena.db", arena.folder)
    return arena


COMMANDS = ("leaderboard", "replay last --watch", "export", "leaderboard --json", "--help")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_closed_full_or_broken_output_is_no_traceback(played: Arena, command: str) -> None:
    closed = in_shell(played, f"arena {command} >&-")
    full = in_shell(played, f"arena {command} > /dev/full")
    broken = in_shell(played, f"arena {command} | true")
    silent = in_shell(played, f"arena {command} 2>&- | cat > /dev/null")

    for done, told in ((closed, "standard output is closed"), (full, "cannot be written")):
        assert done.returncode == 1, done.stderr
        lines = [line for line in done.stderr.splitlines() if line.startswith("arena: ")]
        assert told in lines[-1]
    assert broken.returncode in (0, 1)
    assert silent.returncode == 0
    for done in (closed, full, broken, silent):
        assert "Traceback" not in done.stderr
        assert "Exception ignored" not in done.stderr


def test_what_is_said_with_all_streams_closed_never_gets_into_the_database(played: Arena) -> None:
    before = (played.folder / "arena.db").read_bytes()

    for streams in (">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"):
        assert in_shell(played, f"arena leaderboard {streams}").returncode in (0, 1)
        done = in_shell(played, f"arena tournament {' '.join(SMALL)} --rounds 1 {streams}")
        assert done.returncode in (0, 1)

    assert (played.folder / "arena.db").read_bytes()[:16] == before[:16]
    assert in_shell(played, "arena verify last").returncode == 0


ASCII = {"PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0", "LC_ALL": "C"}


@pytest.mark.parametrize("command", COMMANDS)
def test_where_only_ascii_is_known_there_is_an_ascii_form(played: Arena, command: str) -> None:
    done = in_shell(played, f"arena {command}", **ASCII)

    assert done.returncode == 0, done.stderr
    assert (done.stdout + done.stderr).isascii()
    assert "Traceback" not in done.stderr


def test_where_only_ascii_is_known_a_plus_and_minus_stands_for_the_sign(played: Arena) -> None:
    assert "+-" in in_shell(played, "arena leaderboard", **ASCII).stdout
    assert "größe ±" in in_shell(played, "arena leaderboard", PYTHONUTF8="1").stderr


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="no /proc here")
def test_a_kill_of_the_whole_group_leaves_nothing(arena: Arena) -> None:
    runner = subprocess.Popen(
        [PROGRAM, *LONG, "--quiet"],
        cwd=arena.folder,
        env={"PATH": os.environ["PATH"], "TMPDIR": str(arena.ground.folder)},
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    wait_for_matches(arena.folder / "arena.db")
    maps = [Path(f"/proc/{one}/maps") for one in family(runner.pid)]
    named = [line for one in maps if one.exists() for line in one.read_text().splitlines()]
    os.killpg(runner.pid, signal.SIGKILL)
    runner.wait(timeout=PATIENCE_S)

    assert len(maps) > 3
    assert [line for line in named if "/dev/shm/" in line] == []
    arena.ground.assert_clean()


def test_a_run_in_which_nothing_counts_has_failed(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoil = (
        "import sys, asyncio, arena.tournament.worker as worker\n"
        "async def play(*given, **more):\n"
        "    raise OSError(24, 'no descriptor')\n"
        "worker.play = play\n"
    )
    (arena.folder / "sitecustomize.py").write_text(spoil)
    done = in_shell(
        arena,
        f"{sys.executable} -m arena.cli tournament {' '.join(SMALL)} --rounds 2 --workers 1",
        PYTHONPATH=f"{arena.folder}:{Path.cwd()}",
    )

    assert done.returncode == 1, done.stderr
    assert "nothing counts: all 4 matches are void" in done.stderr


def bot(folder: Path, more: str = "") -> Path:
    folder.mkdir(parents=True)
    (folder / "bot.toml").write_text('name = "mine"\ncommand = ["{python}", "mine.py"]\n')
    (folder / "mine.py").write_text(MINE + more)
    return folder


def stopped(arena: Arena, place: str) -> None:
    """A tournament with a bot of one's own that was stopped in the middle."""
    words = ("tournament", "random", place, "--game", "kupferkessel", "--seed", "5", *PROCESS)
    runner = arena.start(*words, "--rounds", "40", "--quiet", "--workers", "1")
    wait_for_matches(arena.folder / "arena.db")
    runner.send_signal(signal.SIGINT)
    runner.communicate(timeout=PATIENCE_S)


def test_a_copied_folder_plays_its_own_bot_and_says_so(arena: Arena) -> None:
    first = arena.within("first")
    bot(first.folder / "mine")
    stopped(first, "./mine")
    shutil.copytree(first.folder, arena.folder / "copy")
    copy = Arena(arena.folder / "copy", arena.ground)
    (first.folder / "mine" / "mine.py").write_text("no bot any more")

    done = copy("resume", *PROCESS)

    assert done.code == 0, done.err
    assert f" is the one in {(copy.folder / 'mine').resolve()}." in done.err


@pytest.mark.parametrize("changed", [False, True])
def test_a_copied_folder_says_which_bot_it_uses_that_lies_elsewhere(
    arena: Arena, changed: bool
) -> None:
    mine = bot(arena.folder / "bots" / "mine")
    first = arena.within("first")
    stopped(first, "../bots/mine")
    shutil.copytree(first.folder, arena.folder / "copy")
    copy = Arena(arena.folder / "copy", arena.ground)
    if changed:
        (mine / "mine.py").write_text(f"{MINE}# another one\n")
    before = stored(copy.folder / "arena.db")

    done = copy("resume", *PROCESS)

    assert str(mine.resolve()) in done.err
    assert done.code == (2 if changed else 0), done.err
    if changed:
        assert len(done.err.splitlines()) == 1
        assert "mine has changed since" in done.err
        assert stored(copy.folder / "arena.db") == before


def heads(arena: Arena, *words: str) -> Any:
    return arena("tournaments", "--json", *words).json


def test_a_tournament_is_not_prolonged_when_its_bot_has_changed(arena: Arena) -> None:
    mine = bot(arena.folder / "mine")
    words = ("tournament", "random", "./mine", "--game", "kupferkessel", "--rounds", "1")
    assert arena(*words, "--quiet", *PROCESS).code == 0
    before = heads(arena)
    (mine / "mine.py").write_text(f"{MINE}# another one\n")

    done = arena("resume", "--rounds", "5", *PROCESS)

    assert (done.code, len(done.err.splitlines())) == (2, 1)
    assert heads(arena) == before


@pytest.mark.parametrize(
    "words",
    [
        ("tournament", "random", "--rounds", "5"),
        ("tournament", "random", "random", "--players", "3"),
        ("tournament", "random", "random", "--rounds", "0"),
        ("tournament", "random", "random", "--rounds", "-1"),
        ("tournament", "random", "random", "--isolation", "process", "--freeze"),
        ("sprt", "random", "random:as=b"),
        ("sprt", "random", "random:as=b", "--game", "trapper", "--players", "3"),
        (
            "sprt",
            "random",
            "random:as=b",
            "--game",
            "trapper",
            "--field",
            "random:as=c",
            "--players",
            "2",
        ),
    ],
    ids=lambda words: " ".join(words)[:60],
)
def test_nothing_is_stored_of_what_is_refused(arena: Arena, words: tuple[str, ...]) -> None:
    done = arena(*words)

    assert done.code in (1, 2)
    assert done.err.splitlines()[-1].startswith("arena: ")
    if (arena.folder / "arena.db").exists():
        assert heads(arena) == []
