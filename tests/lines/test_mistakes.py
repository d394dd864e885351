"""What beginners do wrong, and the sentence that names the fix."""

import os
from pathlib import Path
from typing import Final

import pytest

from referee.bots.entry import parse_entry
from referee.bots.errors import BotError
from referee.bots.mistakes import Circumstances, explained
from referee.match.verdict import Fault, Termination
from tests.integration.playing import plan, play_one
from tests.leftovers import Ground
from tests.lines.bots import FIRST, needs, written

T = Termination
LOOP: Final = """
import json, sys
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "act":
        {}
"""
TO_LOG: Final = "standard output is for answers alone, logs go to standard error"
MISTAKES: Final[dict[str, tuple[str, str, Termination, str, str]]] = {
    "prints to standard output": (
        "py",
        LOOP.format('print("thinking about step", told["step"]); print(0)'),
        T.PROTOCOL_ERROR,
        "wrote a line that is no answer to step 1",
        '"thinking about step 1" is neither an index nor the text of an action: ' + TO_LOG,
    ),
    "answers a text with a typo": (
        "py",
        LOOP.format('print(told["actions"][0]["text"] + "x")'),
        T.PROTOCOL_ERROR,
        "wrote a line that is no answer to step 1",
        "did you mean 'c1'? Legal was c1, ",
    ),
    "answers an action that is not legal": (
        "py",
        LOOP.format(
            'texts = [one["text"] for one in told["actions"]]; '
            'print("d1" if "d1" not in texts else "e1")'
        ),
        T.ILLEGAL_ACTION,
        "answered step 1 with an action that was not legal",
        '"d1" was not legal; legal was c1, ',
    ),
    "is off by one": (
        "py",
        LOOP.format('print(told["count"])'),
        T.ILLEGAL_ACTION,
        "answered index 6 at step 1, which was not legal",
        "6 actions were legal, indices 0 to 5: the first has index 0",
    ),
    "throws": (
        "js",
        'require("readline").createInterface({ input: process.stdin })'
        '.on("line", (line) => { if (line.includes(\'"act"\')) console.log(told.x); });',
        T.CRASH,
        "exited with code 1",
        "ReferenceError: told is not defined",
    ),
    "throws before it reads": (
        "py",
        "import nothing_like_that\n" + FIRST,
        T.START_FAILURE,
        "exited with code 1 before it was ready",
        "ModuleNotFoundError: No module named 'nothing_like_that'",
    ),
    "reads only one line": (
        "py",
        "import sys\nsys.stdin.readline()\nsys.stdin.readline()\nprint(0)\n",
        T.CRASH,
        "exited with code 0",
        "its program came to its end: read lines in a loop until standard input ends",
    ),
    "answers every line": (
        "py",
        "import sys\nfor line in sys.stdin:\n    print(0)\n",
        T.PROTOCOL_ERROR,
        "wrote a line when nothing was asked",
        'the line was "0"; write one line for each `act` and none for `start` and `end`',
    ),
    "prints a dictionary": (
        "py",
        LOOP.format('print({"action": 0})'),
        T.PROTOCOL_ERROR,
        "wrote a line that is no answer",
        "is no JSON: Expecting property name",
    ),
    "misspells a key": (
        "py",
        LOOP.format('print(json.dumps({"action": 0, "notes": "x"}))'),
        T.PROTOCOL_ERROR,
        "wrote a line that is no answer",
        "has a key 'notes'; did you mean 'note'?",
    ),
    "is made with the kit": (
        "py",
        "from arena.sdk import Bot, run\nrun(Bot)\n",
        T.START_FAILURE,
        "exited with code 1 before it was ready",
        "it is made with arena.sdk, which does not speak lines: put it into a folder",
    ),
    "forgets to flush": (
        "pl",
        'while (<STDIN>) { print "0\\n" if /"type":"act"/; }',
        T.TIME_FORFEIT,
        "gave no answer to step 1 within 1 s",
        "if it wrote an answer, flush standard output after each line",
    ),
    "forgets the line end": (
        "py",
        LOOP.format('sys.stdout.write("0"); sys.stdout.flush()'),
        T.TIME_FORFEIT,
        "gave no answer to step 1 within 1 s",
        "it wrote an answer without a line end: end each answer with a newline",
    ),
    "loops forever": (
        "py",
        LOOP.format("\n        while True: pass"),
        T.TIME_FORFEIT,
        "gave no answer to step 1 within 1 s",
        "it has read the question and is still computing: look for a loop without end",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_told_with_its_fix(ground: Ground, tmp_path: Path, mistake: str) -> None:
    ending, text, termination, reason, fix = MISTAKES[mistake]
    needs({"js": "node", "pl": "perl", "py": "python3"}[ending])

    hang_s = 1 if termination is T.TIME_FORFEIT else 20
    played = play_one(plan(written(tmp_path, f"bot.{ending}", text), "random", hang_s=hang_s))

    (fault,) = played.outcome.faults
    assert (fault.fault.termination, fault.fault.text) == (termination, reason)
    assert fix in fault.fault.evidence
    assert fix not in played.outcome.reason
    ground.assert_clean()


def test_a_bot_that_never_reads_is_told_so(ground: Ground, tmp_path: Path) -> None:
    sleeps = "import time\ntime.sleep(60)\n"

    played = play_one(plan(written(tmp_path, "bot.py", sleeps), "random", startup_s=2))

    (fault,) = played.outcome.faults
    assert fault.fault.termination is T.START_FAILURE
    assert fault.fault.text == "was not ready for the match within 2 s"
    assert "it has not read what was written to it" in fault.fault.evidence
    ground.assert_clean()


def test_a_bot_that_stops_reading_is_told_so(ground: Ground, tmp_path: Path) -> None:
    once = "import os, time\nos.read(0, 65536)\ntime.sleep(60)\n"

    played = play_one(plan(written(tmp_path, "bot.py", once), "random", hang_s=1))

    (fault,) = played.outcome.faults
    assert fault.fault.termination is T.TIME_FORFEIT
    assert "it has not read what was written to it" in fault.fault.evidence
    ground.assert_clean()


def test_a_bot_that_closes_its_output_and_runs_on_is_told_so() -> None:
    nothing = Circumstances(starting=False, unread=False, unfinished=False, busy=False)

    told = explained(Fault(T.DISCONNECT, "closed its stream"), nothing)

    assert told == Fault(T.DISCONNECT, "closed its standard output and runs on")


def test_a_bot_that_writes_without_end_is_stopped(ground: Ground, tmp_path: Path) -> None:
    floods = LOOP.format('sys.stdout.write("x" * 100_000_000)')

    played = play_one(plan(written(tmp_path, "bot.py", floods), "random"))

    (fault,) = played.outcome.faults
    assert fault.fault.termination is T.PROTOCOL_ERROR
    assert fault.fault.text == "wrote a line of more than 64 KiB"
    ground.assert_clean()


def complaint(name: str) -> str:
    with pytest.raises(BotError) as refused:
        parse_entry(name)
    return str(refused.value)


@pytest.mark.parametrize(
    ("name", "text", "executable", "told"),
    [
        ("bot", "echo 0\n", False, "bot is not executable: run chmod +x "),
        ("bot.txt", "echo 0\n", False, "bot.txt is not executable: run chmod +x "),
        ("bot", "#!/usr/bin/env nodde\n", True, "its first line names nodde, which is not"),
        ("bot", "#!/no/such/python\n", True, "its first line names /no/such/python, which is"),
        ("bot", "#!/bin/sh\r\necho 0\r\n", True, "has the line ends of Windows; save it with"),
        ("bot", "#!\n", True, "its first line names no interpreter"),
        ("bot.cpp", "int main() {}\n", False, "is source that must be compiled first"),
    ],
)
def test_a_file_that_cannot_run_is_refused_with_the_fix(
    tmp_path: Path, name: str, text: str, executable: bool, told: str
) -> None:
    assert told in complaint(written(tmp_path, name, text, executable=executable))


def test_a_missing_interpreter_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bot = written(tmp_path, "bot.js", "")
    monkeypatch.setenv("PATH", str(tmp_path))

    assert "is run by node or bun, which is not installed here: install it" in complaint(bot)


def test_a_wrong_folder_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path, "mybot.py", FIRST)
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path)

    assert complaint("./mybt.py") == "there is no file ./mybt.py; did you mean 'mybot.py'?"
    assert complaint("./elsewhere/mybot.py").endswith(
        f"there is no folder elsewhere either, seen from {tmp_path}"
    )
    monkeypatch.chdir("empty")
    assert complaint("./mybot.py") == (
        f"there is no file ./mybot.py; you are in {tmp_path / 'empty'}: "
        "go to the folder that has it, or give its path"
    )


def test_a_folder_of_a_bot_that_reads_lines_must_say_so(ground: Ground, tmp_path: Path) -> None:
    written(tmp_path, "main.py", FIRST)
    manifest = 'name = "silent"\ncommand = ["{python}", "main.py"]\n'
    written(tmp_path, "bot.toml", manifest)

    played = play_one(plan(str(tmp_path), "random"))

    assert played.outcome.reason == (
        "seat 1 exited with code 0 before it connected "
        '(if it reads lines, say so in bot.toml: protocol = "lines")'
    )
    ground.assert_clean()


def test_a_file_need_not_be_named_with_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path, "2-best!.py", FIRST)

    entry = parse_entry("2-best!.py")

    assert entry.name == "bot-2-best"
    assert entry.manifest.version.startswith("0+")
    assert entry.manifest.home == Path(os.getcwd())  # noqa: PTH109


def test_the_version_of_a_file_is_its_hash_and_nothing_else(tmp_path: Path) -> None:
    bot = written(tmp_path, "bot.py", FIRST)
    before = parse_entry(bot).version
    written(tmp_path, "notes.txt", "something")

    assert parse_entry(bot).version == before
    written(tmp_path, "bot.py", FIRST + "\n")
    assert parse_entry(bot).version != before
