"""A person at the table: what is typed, what is seen, and what is kept."""

import json
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time
from fcntl import ioctl
from typing import Final

import pytest

from tests.e2e.command import PATIENCE_S, PROCESS, PROGRAM, Arena, Finished

FIRST: Final = "1\n" * 200
"""The first action of the list, always: more than any match needs."""
_RETIRE: Final = "retire\nretire\n"


def environment(arena: Arena) -> dict[str, str]:
    usual = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return {**usual, "TMPDIR": str(arena.ground.folder), "PYTHONUTF8": "1", "TERM": "xterm"}


def typed(arena: Arena, text: str, *words: str) -> Finished:
    """A run at a table where this is typed."""
    done = subprocess.run(
        [PROGRAM, "play", *words, *PROCESS],
        cwd=arena.folder,
        env=environment(arena),
        input=text,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    return Finished(done.returncode, done.stdout, done.stderr)


def test_a_match_is_played_to_its_end_stored_and_rated_for_nobody(arena: Arena) -> None:
    done = typed(arena, FIRST, "kupferkessel", "random", "--seed", "7")

    assert done.code == 0, done.err
    assert "rated for nobody" in done.err
    shown = arena("show", "last", "--json").json
    assert [seat["bot"] for seat in shown["seats"]] == ["you", "random"]
    assert shown["termination"] == "normal"
    assert arena("verify", "last").code == 0
    assert arena("leaderboard").code != 0
    record = arena("replay", "last", "--json").json
    by_rule = record["result"]["breakdown"][0]
    assert sum(by_rule.values()) == record["result"]["scores"][0]
    assert f"you: {record['result']['scores'][0]} (" in done.out


def test_everything_fits_80_columns_and_wrong_words_are_answered_in_a_line(arena: Arena) -> None:
    words = ["?", "hint", "why", "more", "table", "undo", "", "hnt", "99", "-1", "z9", "ö\x1b[31m"]
    done = typed(arena, "\n".join([*words, "quit", ""]), "kupferkessel", "--option", "recipes=on")

    assert done.code == 0, done.err
    assert max(map(len, done.out.splitlines())) <= 80
    assert "\x1b" not in done.out
    assert "did you mean 'hint'?" in done.out
    assert "'99' cannot be done" in done.out
    assert "There is nothing to take back yet." in done.out
    assert "Your secret recipes count at the end." in done.out
    assert "A search of" in done.out
    assert "and secret goals" in done.out


def test_undo_takes_back_and_the_others_decide_as_before(arena: Arena) -> None:
    """The table before a decision is the same after it was taken back, twice over."""
    done = typed(arena, "1\n1\nundo\nundo\n1\nquit\n", "trapper", "mcts:iterations=20")

    tables = re.findall(r"^Turn \d+: .*?(?=^Mi mink|^ +1  )", done.out, re.S | re.M)
    assert done.out.count("Taken back.") == 2
    assert len(tables) == 6
    assert tables[0] == tables[4]
    assert tables[1] == tables[3] == tables[5]


def test_what_was_kept_goes_on_where_it_was(arena: Arena) -> None:
    first = typed(arena, "1\n2\nsave here.json\nquit\n", "kupferkessel", "--seed", "9")
    kept = json.loads((arena.folder / "here.json").read_text())
    assert "arena play --resume here.json" in first.out
    assert "arena play --resume kupferkessel.play.json" in first.out
    assert len(kept["answers"]) == 2

    again = typed(arena, FIRST, "--resume", "here.json")
    whole = typed(arena, "1\n2\n" + FIRST, "kupferkessel", "--seed", "9")

    assert again.code == whole.code == 0
    assert again.out.splitlines()[-12:] == whole.out.splitlines()[-12:]


@pytest.mark.parametrize(
    "words",
    [
        ("trapper", "random", "heuristic", "--players", "4", "--seat", "3"),
        ("trapper", "--option", "variant=tactical", "--players", "3"),
        ("kupferkessel", "heuristic", "random", "--seat", "2", "--option", "third_colour=grey"),
    ],
    ids=" ".join,
)
def test_any_variant_and_number_of_seats_can_be_played(
    arena: Arena, words: tuple[str, ...]
) -> None:
    done = typed(arena, "?\n1\n?\n1\n1\nquit\n", *words)

    assert done.code == 0, done.err
    assert max(map(len, done.out.splitlines())) <= 80
    assert done.out.count("\nTurn ") >= 3


def test_leaving_for_good_has_to_be_said_twice(arena: Arena) -> None:
    done = typed(arena, "retire\nhint\nretire\n" + _RETIRE, "trapper", "--seed", "2")

    assert done.code == 0, done.err
    assert "say it again" in done.out
    assert "rated for nobody" in done.err


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ((), 2, "name a game"),
        (("ches",), 2, "there is no game 'ches'"),
        (("kupferkessel", "nobody"), 2, "there is no bot 'nobody'"),
        (("kupferkessel", "random", "--players", "2", "--seat", "3"), 2, "--seat is from 1 to 2"),
        (("kupferkessel", "random", "random", "random"), 2, "takes 2 or 3 players, not 4"),
        (("kupferkessel", "random", "random", "--players", "2"), 2, "do not fit 2 seats"),
        (("kupferkessel", "--tc", "5+1"), 2, "without a clock"),
        (("--resume", "gone.json"), 2, "gone.json cannot be read"),
        (("kupferkessel", "--resume", "gone.json"), 2, "goes on with the game"),
    ],
    ids=str,
)
def test_what_makes_no_sense_is_refused_in_a_line(
    arena: Arena, words: tuple[str, ...], code: int, said: str
) -> None:
    done = typed(arena, "", *words)

    assert done.code == code
    assert said in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize("text", ["{", "[]", '{"form": "arena-play/1"}', '{"form": "other"}'])
def test_a_file_that_holds_no_match_is_refused(arena: Arena, text: str) -> None:
    (arena.folder / "bad.json").write_text(text)

    done = typed(arena, "", "--resume", "bad.json")

    assert done.code == 2
    assert "bad.json is no match kept by" in done.err


class Terminal:
    """A real terminal, 24 lines high, with a match in it."""

    def __init__(self, arena: Arena, *words: str, columns: int = 80) -> None:
        self._here, there = pty.openpty()
        ioctl(there, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        self.process = subprocess.Popen(
            [PROGRAM, "play", *words, *PROCESS],
            cwd=arena.folder,
            env=environment(arena),
            stdin=there,
            stdout=there,
            stderr=there,
            start_new_session=True,
        )
        os.close(there)
        self.seen = ""
        self._looked = 0

    def until(self, wanted: str) -> None:
        """Look on until this comes on the screen."""
        end = time.monotonic() + PATIENCE_S
        while wanted not in self.seen[self._looked :]:
            assert select.select([self._here], [], [], end - time.monotonic())[0], self.seen
            try:
                self.seen += os.read(self._here, 65536).decode()
            except OSError:
                raise AssertionError(f"it ended without {wanted!r}: {self.seen}") from None
        self._looked = self.seen.index(wanted, self._looked) + len(wanted)

    def press(self, keys: str) -> None:
        os.write(self._here, keys.encode())

    def close(self) -> int:
        code = self.process.wait(PATIENCE_S)
        os.close(self._here)
        return code


@pytest.mark.parametrize("game", ["kupferkessel", "trapper"])
def test_on_a_terminal_arrows_choose_and_ctrl_c_keeps_the_match(arena: Arena, game: str) -> None:
    terminal = Terminal(arena, game, "heuristic", "--seed", "4")
    terminal.until("\x1b[K> ")
    terminal.press("\x1b[B\x1b[B\x1b[A")
    for _ in range(3):
        terminal.until("\x1b[K> ")
    terminal.press("\x7f" * 20 + "hnt\r")
    terminal.until("did you mean 'hint'?")
    terminal.press("\x1b[B\r")
    terminal.until("\r\n  1  ")
    terminal.until("\x1b[K> ")
    terminal.press("\x03")
    terminal.until(f"--resume {game}.play.json")

    assert terminal.close() == 130
    kept = json.loads((arena.folder / f"{game}.play.json").read_text())
    assert len(kept["answers"]) == 1


def test_a_terminal_that_is_too_narrow_is_told_so_and_played_at_all_the_same(arena: Arena) -> None:
    terminal = Terminal(arena, "kupferkessel", "random", columns=50)
    terminal.until("Tables take 80 columns; this terminal has 50: widen it.")
    terminal.until("\x1b[K> ")
    terminal.press("\x04")
    terminal.until("--resume")

    assert terminal.close() == 0
