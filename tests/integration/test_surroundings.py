"""What a bot is given: text if it wants it, an environment, a socket with a short path."""

import os
import tempfile
from pathlib import Path

import pytest

from referee.isolation.workspace import Workspace
from referee.match.plan import Played
from referee.match.session import Move
from tests.integration.playing import plan, play_one
from tests.leftovers import Ground


def notes(played: Played) -> list[str]:
    """What the bot at the first seat noted when it was asked."""
    moves = [one for one in played.session.history if isinstance(one, Move)]
    return [move.reply.note for move in moves if move.seat == 0 and move.reply.note]


def test_a_bot_that_wants_text_gets_the_table_and_the_actions_in_words(ground: Ground) -> None:
    played = play_one(plan("wants_text", "random"))

    moves = [one for one in played.session.history if isinstance(one, Move) and one.seat == 0]
    asked = [move for move in moves if move.reply.note]
    assert asked
    for move in asked:
        action, _, table = move.reply.note.partition("|")
        assert action == played.plan.game.action_text(move.action)
        assert table.startswith(f"Turn {move.turn}: ")


def test_a_bot_that_wants_no_text_is_sent_none(ground: Ground) -> None:
    assert notes(play_one(plan("wants_no_text", "random"))) == []


def test_at_level_process_a_bot_sees_nothing_of_our_environment(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OUR_PASSWORD", "x")

    names = set(notes(play_one(plan("tells_its_environment", "random")))[0].split())

    assert names >= {"ARENA_ADDRESS", "ARENA_SOCKET", "ARENA_TOKEN", "HOME", "PATH", "TMPDIR"}
    assert "OUR_PASSWORD" not in names
    assert names & set(os.environ) <= {
        "HOME",
        "LANG",
        "OLDPWD",
        "PATH",
        "PWD",
        "SHLVL",
        "TMPDIR",
        "_",
        "LC_CTYPE",
        "PYTHONUNBUFFERED",
    }


def test_at_level_none_a_bot_has_our_environment(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OUR_PASSWORD", "x")

    names = notes(play_one(plan("tells_its_environment", "random"), level="none"))[0].split()

    assert "OUR_PASSWORD" in names


def test_socket_paths_stay_short_wherever_temporary_files_go(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    deep = ground.folder / ("deep" * 20)
    deep.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(deep))
    with Workspace() as workspace:
        socket, scratch = workspace.place()

        assert len(os.fsencode(socket)) < 90
        assert scratch.is_dir()
        folder = workspace.folder
    deep.rmdir()

    assert not Path(folder).exists()
