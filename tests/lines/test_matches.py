"""Bots that are one file play whole matches, at every level, alone and side by side."""

from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from referee.games.registry import get_game
from referee.match.clock import Control
from referee.match.plan import MatchPlan, Played
from referee.match.record import record
from referee.match.session import Move
from referee.match.verdict import Termination
from referee.talk.trace import trace
from tests.integration.playing import plan, play_all, play_one
from tests.leftovers import Ground
from tests.lines.bots import BASH, FIRST, IN_TURN, NODE, PERL, in_folder, needs, written

GAMES: Final = ("kupferkessel", "trapper")
BY_KIT: Final = """
from arena.sdk import Action, Bot, Turn, run


class InTurn(Bot):
    matches_at_once = 8

    def act(self, turn: Turn) -> Action:
        keen = sorted(one.text for one in turn.legal if not one.gives_up)
        return turn.named(keen[turn.step % len(keen)])


run(InTurn)
"""


def kept(played: Played) -> dict[str, Any]:
    """The record without what depends on the run, and on what the bots are made of."""
    whole = record(played, {}).to_json()
    del whole["run"], whole["digest"]
    for seat in whole["seats"]:
        del seat["version"]
    for move in whole["moves"]:
        move.pop("elapsed_us", None)
    return whole


def named(played: Played) -> list[str]:
    """How it went, action by action."""
    game = played.plan.game
    history = played.session.history
    return [game.action_text(one.action) for one in history if isinstance(one, Move)]


def assert_played(played: Played) -> None:
    assert played.outcome.termination is Termination.NORMAL, played.outcome
    assert played.attempts == 1


@pytest.mark.parametrize(
    ("name", "text", "program"),
    [
        ("first.py", FIRST, "python3"),
        ("first.js", NODE, "node"),
        ("first.sh", BASH, "bash"),
        ("first.pl", PERL, "perl"),
        ("first", "#!/usr/bin/env bash" + BASH, "bash"),
    ],
)
@pytest.mark.parametrize("level", ["process", "sandbox"])
def test_a_file_plays_as_it_is(
    ground: Ground, sandbox: str, tmp_path: Path, level: str, name: str, text: str, program: str
) -> None:
    needs(program)
    bot = written(tmp_path, name, text, executable="." not in name)

    played = play_one(plan(bot, "random"), level=level)

    assert_played(played)
    assert named(played) == named(play_one(plan("honest:as=first", "random")))
    assert [entry.name for entry in played.plan.seats] == ["first", "random"]
    ground.assert_clean()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 3])
def test_the_record_is_the_same_whichever_door_a_bot_came_through(
    ground: Ground, tmp_path: Path, game: str, players: int
) -> None:
    kit = tmp_path / "kit"
    kit.mkdir()
    (kit / "main.py").write_text(BY_KIT)
    (kit / "bot.toml").write_text('name = "kit"\ncommand = ["{python}", "main.py"]\n')
    by_lines = written(tmp_path, "lines.py", IN_TURN)
    rules = get_game(game)

    def played(*bots: str) -> dict[str, Any]:
        seats = [f"{bot}:as=seat{number}" for number, bot in enumerate(bots)]
        match = play_one(plan(*seats, game=rules))
        assert_played(match)
        return kept(match)

    among_kits = played(*[str(kit)] * players)
    assert played(by_lines, *[str(kit)] * (players - 1)) == among_kits
    assert played(*[by_lines] * players) == among_kits
    ground.assert_clean()


def test_matches_side_by_side_go_as_they_go_alone(ground: Ground, tmp_path: Path) -> None:
    side_by_side = """
import json, sys
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "act":
        texts = sorted(one["text"] for one in told["actions"] if not one["gives_up"])
        answer = {"match": told["match"], "action": texts[told["step"] % len(texts)]}
        print(json.dumps(answer))
"""
    many = in_folder(tmp_path, "many", side_by_side, "matches_at_once = 8")
    alone = written(tmp_path, "many.py", IN_TURN)

    def plans(bot: str) -> list[MatchPlan]:
        return [plan(bot, f"{bot}:as=other", deal=n, pairing=n) for n in range(1, 9)]

    together = play_all(plans(many), at_once=8)
    one_by_one = play_all(plans(alone))

    assert max(one.shared_logs for one in together) == (True, True)
    assert [named(one) for one in together] == [named(one) for one in one_by_one]
    for one in (*together, *one_by_one):
        assert_played(one)
    ground.assert_clean()


def test_an_answer_may_carry_a_note_and_an_expectation(ground: Ground, tmp_path: Path) -> None:
    talks = """
import json, sys
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "act":
        print("about to answer", file=sys.stderr)
        text = told["actions"][0]["text"]
        print(json.dumps({"action": text, "note": f"I like {text}", "eval": 0.75}))
"""
    played = play_one(plan(written(tmp_path, "talks.py", talks), "random"))

    assert_played(played)
    own = [one for one in kept(played)["moves"] if one["seat"] == 0 and one["note"]]
    assert len(own) > 5
    assert all(one["note"] == f"I like {one['action']}" for one in own)
    assert {one["eval"] for one in own} == {0.75}
    assert played.logs[0].splitlines() == ["about to answer"] * len(own)
    ground.assert_clean()


def test_start_up_is_not_on_the_clock(ground: Ground, tmp_path: Path) -> None:
    slow = "import time\ntime.sleep(1.5)\n" + FIRST
    usual = plan(written(tmp_path, "slow.py", slow), "random")

    played = play_one(replace(usual, control=Control(move_us=1_000_000)))

    assert_played(played)
    ground.assert_clean()


def test_a_line_longer_than_the_pipe_arrives_whole(ground: Ground, tmp_path: Path) -> None:
    measures = """
import json, sys
longest = 0
for line in sys.stdin:
    told = json.loads(line)
    longest = max(longest, len(line))
    if told["type"] == "act":
        print(json.dumps({"action": 0, "note": str(longest)}))
"""
    bot = in_folder(
        tmp_path, "measures", measures, "[options.text]", 'type = "text"', "default = ''"
    )
    long = "x" * 200_000

    played = play_one(plan(f"{bot}:as=measures,text={long}", "random"))

    assert_played(played)
    first = next(one for one in kept(played)["moves"] if one["seat"] == 0 and one["note"])
    assert int(first["note"]) > len(long)
    ground.assert_clean()


def test_a_bot_that_speaks_lines_finds_no_socket_and_no_other_file(
    ground: Ground, sandbox: str, tmp_path: Path
) -> None:
    looks = """
import os, pathlib, sys
told = [name for name in os.environ if name.startswith("ARENA")]
run = [str(one) for one in pathlib.Path("/run").glob("**/*")] if os.path.isdir("/run") else []
sockets = [one for one in pathlib.Path("/tmp").glob("**/*") if one.is_socket()]
print(told, run, sockets, sorted(os.listdir(os.path.dirname(__file__))), file=sys.stderr)
"""
    (tmp_path / "secret.txt").write_text("hidden")
    bot = written(tmp_path, "looks.py", looks + FIRST)

    played = play_one(plan(bot, "random"), level=sandbox)

    assert_played(played)
    assert played.logs[0] == "[] [] [] ['looks.py']\n"
    ground.assert_clean()


def test_lines_can_be_read_along(ground: Ground, tmp_path: Path) -> None:
    lines: list[str] = []

    with trace("first", lines.append):
        play_one(plan(written(tmp_path, "first.py", FIRST), "random"))

    assert lines[0].startswith('to bot: {"type":"start","match":1,"game":"kupferkessel"')
    assert lines[1].startswith('to bot: {"type":"act","match":1,"step":1,')
    assert lines[2] == "from bot: 0"
    assert lines[-2].startswith('to bot: {"type":"end","match":1,"termination":"normal"')
    assert lines[-1] == "its standard input was closed"
    ground.assert_clean()


def test_several_matches_in_one_process_one_after_the_other(
    ground: Ground, tmp_path: Path
) -> None:
    counts = """
import json, sys
matches = 0
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "start":
        matches += 1
    if told["type"] == "act":
        print(json.dumps({"action": 0, "note": str(matches)}))
"""
    bot = written(tmp_path, "counts.py", counts)

    played = play_all([plan(bot, "random", deal=n, pairing=n) for n in (1, 2, 3)])

    notes = [{one["note"] for one in kept(match)["moves"] if one["seat"] == 0} for match in played]
    assert [sorted(note - {""}) for note in notes] == [["1"], ["2"], ["3"]]
    ground.assert_clean()
