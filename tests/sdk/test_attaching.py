"""Where a bot looks for the match that waits for it."""

from pathlib import Path

import pytest

from arena.sdk import run
from arena.sdk.attaching import FILE_NAME, read_invitation
from tests.sdk.bots import First


def test_the_nearest_file_above_tells(tmp_path: Path) -> None:
    below = tmp_path / "bots" / "mine"
    below.mkdir(parents=True)
    (tmp_path / FILE_NAME).write_text("ARENA_ADDRESS=far\n")
    (tmp_path / "bots" / FILE_NAME).write_text("ARENA_ADDRESS='unix:///a b'\nARENA_TOKEN=x=y\n")

    assert read_invitation(below) == {"ARENA_ADDRESS": "unix:///a b", "ARENA_TOKEN": "x=y"}
    assert read_invitation(tmp_path) == {"ARENA_ADDRESS": "far"}


@pytest.mark.parametrize("text", [None, ""], ids=["no-file", "not-written-yet"])
def test_without_a_match_one_line_says_how_a_bot_is_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str | None
) -> None:
    monkeypatch.chdir(tmp_path)
    if text is not None:
        (tmp_path / FILE_NAME).write_text(text)

    with pytest.raises(SystemExit, match=r"arena match \. random"):
        run(First, {})
