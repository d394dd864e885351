"""The `arena` command inside this process: what a person would see, and no process to wait for."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from arena.cli.main import main


@dataclass(frozen=True)
class Said:
    """A run that is over."""

    code: int
    out: str
    err: str


Command = Callable[..., Said]


def commander(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Command:
    """Runs commands in a folder. What is no error for people is raised."""

    def run(*words: str) -> Said:
        monkeypatch.chdir(folder)
        monkeypatch.setattr(sys, "argv", ["arena", *words])
        monkeypatch.setenv("COLUMNS", "80")
        with pytest.raises(SystemExit) as ended:
            main()
        said = capsys.readouterr()
        return Said(int(ended.value.code or 0), said.out, said.err)

    return run
