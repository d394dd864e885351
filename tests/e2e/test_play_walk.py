"""A walk through `arena play` in a real terminal of 80 by 24, wrong words included: tmux types."""

import json
import os
import re
import shlex
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path
from typing import Final

import pytest

from tests.e2e.command import PATIENCE_S, PROCESS, PROGRAM, Arena

_LOOK_S: Final = 0.1
_END: Final = "rated for nobody"
_PROMPT: Final = re.compile(r"^> ?", re.M)


class Screen:
    """A terminal that tmux holds, as somebody sees it who sits before it."""

    def __init__(self, arena: Arena, socket: Path) -> None:
        self._tmux = ["tmux", "-S", str(socket), "-f", "/dev/null"]
        usual = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        self._environment = {**usual, "TMPDIR": str(arena.ground.folder), "LANG": "C.UTF-8"}
        self._folder = arena.folder
        # The prompt tells how the last command ended; there is one before the first.
        self._do("new-session", "-d", "-x", "80", "-y", "24", "-c", str(arena.folder),
                 "env PS1='done$?.' sh")  # fmt: skip

    def start(self, *words: str) -> None:
        """Run the command as it is typed at a prompt."""
        self.type(shlex.join([str(PROGRAM), *words, *PROCESS]))

    def type(self, text: str) -> None:
        """Type a line and press Enter."""
        self._do("send-keys", "-l", "--", text)
        self._do("send-keys", "Enter")

    def press(self, *keys: str) -> None:
        self._do("send-keys", *keys)

    def lines(self) -> str:
        """All that was shown so far; what was too wide is broken as the terminal broke it."""
        return self._do("capture-pane", "-p", "-S", "-")

    def prompts(self) -> int:
        """How often something was asked at the table."""
        return len(_PROMPT.findall(self.lines()))

    def until(self, there: Callable[[], bool]) -> None:
        """Look on until this is so."""
        end = time.monotonic() + PATIENCE_S
        while not there():
            assert time.monotonic() < end, self.lines()
            time.sleep(_LOOK_S)

    def says(self, text: str) -> None:
        """Say something at the table, and wait until it is asked again."""
        asked = self.prompts()
        self.type(text)
        self.until(lambda: self.prompts() > asked)

    def at_end(self) -> bool:
        """Wait for the next question or the end of the match; whether it is the end."""
        self.until(lambda: self.lines().rstrip().endswith("\n>") or _END in self.lines())
        return _END in self.lines()

    def close(self) -> None:
        """End the terminal and all that runs in it."""
        self._do("kill-server")

    def _do(self, *words: str) -> str:
        done = subprocess.run(
            [*self._tmux, *words], env=self._environment, cwd=self._folder, timeout=PATIENCE_S,
            check=True, capture_output=True, text=True,
        )  # fmt: skip
        return done.stdout


@pytest.fixture
def screen(arena: Arena, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Screen]:
    """A terminal with a shell in it; a skip on a user's machine that lacks tmux."""
    if not shutil.which("tmux"):
        told = "no tmux here: install the package tmux"
        if os.environ.get("CI") == "true":
            pytest.fail(told)
        pytest.skip(told)
    held = Screen(arena, tmp_path_factory.mktemp("tmux") / "socket")
    yield held
    held.close()


@pytest.mark.parametrize(
    ("game", "rule", "usual"),
    [
        ("kupferkessel", "the line your pawn stands at", ["1"]),
        ("trapper", "A card of a trapper's colour", ["end", "retire", "retire"]),
    ],
)
def test_both_games_are_walked_through_in_a_terminal_of_80_by_24(
    arena: Arena, screen: Screen, game: str, rule: str, usual: list[str]
) -> None:
    screen.start("play", game, "random", "--seed", "4")
    screen.until(lambda: screen.prompts() == 1)
    for word in ("", "hnt", "99", "z9", "-1", "undo", "?", "hint", "why", "table", "more"):
        screen.says(word)
    screen.says("save kept.json")
    screen.says("1")
    screen.says("undo")
    screen.press("Down", "Down", "Up")
    screen.says("")
    screen.press("C-d")
    screen.until(lambda: screen.lines().count("done0.") == 2)
    kept = json.loads((arena.folder / f"{game}.play.json").read_text())
    screen.start("play", "--resume", f"{game}.play.json")
    screen.until(lambda: screen.lines().count("Type ? for help") == 2)
    words = cycle(usual)
    while not screen.at_end():
        screen.type(next(words))

    screen.until(lambda: screen.lines().count("done0.") == 3)

    shown = screen.lines()
    for answer in (
        *("Type a number", "did you mean 'hint'", "'99' cannot be done", "nothing to take back"),
        *("A search of", rule, "Taken back.", "--resume kept.json", "you: "),
    ):
        assert answer in shown
    assert len(kept["answers"]) == 1
    assert max(map(len, shown.splitlines())) <= 80
    assert [seat["bot"] for seat in arena("show", "last", "--json").json["seats"]] == [
        "you",
        "random",
    ]
