"""`arena debug`: a bot is put into a match that was played."""

import json
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from referee.v1 import play_pb2
from tests.e2e.command import PATIENCE_S, PROCESS, Arena, Finished, bot
from tests.e2e.keepers import keeper
from tests.e2e.test_attach import invitation, printed, start
from tests.e2e.test_interruption import until as wait_until
from tests.lines.bots import needs

OPEN: Final = ("--isolation", "none")
"""The level at which a bot may write what it reads to a file of the test."""
DOORS: Final = ("lines", "grpc")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where bots keep what they read."""
    return tmp_path / "kept"


def kept_by(arena: Arena, file: Path, *words: str) -> tuple[Finished, bytes]:
    """A command, and what its bot was sent."""
    file.unlink(missing_ok=True)
    done = arena.told(KEEPER_FILE=str(file))(*words, *OPEN)
    assert done.code == 0, done.err
    return done, file.read_bytes()


def until(door: str, sent: bytes, step: int) -> bytes:
    """What was sent up to the question of a step, that with it."""
    if door == "lines":
        lines = sent.splitlines(keepends=True)
        asked = [json.loads(line).get("step") for line in lines]
        return b"".join(lines[: asked.index(step) + 1])
    for end, message in _parts(sent):
        if any(one.step == step for one in message.requests):
            return sent[:end]
    raise AssertionError(f"step {step} was not asked")


def _parts(sent: bytes) -> Iterator[tuple[int, play_pb2.PlayResponse]]:
    """The parts of all messages with where they end; parts follow each other as they do in one."""
    at = 0
    while at < len(sent):
        size, place = 0, at + 1
        for shift in range(0, 35, 7):
            byte = sent[place]
            place += 1
            size |= (byte & 127) << shift
            if byte < 128:
                break
        yield place + size, play_pb2.PlayResponse.FromString(sent[at : place + size])
        at = place + size


def asked_steps(arena: Arena, match: str, seat: int) -> list[int]:
    """The steps at which a keeper decided: it leaves a note with each decision."""
    moves = arena("replay", match, "--json").json["moves"]
    return [one["step"] for one in moves if one.get("seat") == seat and one["note"]]


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("timed", [False, True], ids=["untimed", "timed"])
def test_a_bot_is_sent_the_very_bytes_that_the_seat_was_sent(
    arena: Arena, file: Path, door: str, timed: bool
) -> None:
    needs("node")
    first, last = (keeper(arena.folder, door, plays) for plays in ("first", "last"))
    clock = ("--tc", "60+1") if timed else ()
    words = ("match", "heuristic", first, "--game", "kupferkessel", "--seed", "7", *clock)
    played, sent = kept_by(arena, file, *words, "--json")
    match = played.json["match"]
    steps = asked_steps(arena, match, 1)

    for step in (steps[1], steps[len(steps) // 2], steps[-1]):
        at = f"{match}@{step}"
        only, sent_only = kept_by(arena, file, "debug", at, "--bot", last, "--only", "--json")
        branch, sent_on = kept_by(arena, file, "debug", at, "--bot", last, "--json")

        told = [until(door, one, step) for one in (sent, sent_only, sent_on)]
        assert told[1] == sent_only
        if timed:
            told = [without_cpu(door, one) for one in told]
        assert told[1] == told[0]
        assert told[2] == told[0]
        assert only.json["decision"]["note"] == "last"
        assert only.json["recorded"]["note"] == "first"
        assert branch.json["asked_before"] == steps.index(step)


def without_cpu(door: str, sent: bytes) -> bytes:
    """The same but for processor time, which a record does not have."""
    if door == "lines":
        lines = [json.loads(line) for line in sent.splitlines()]
        for line in lines:
            line.get("clock", {}).pop("used_cpu_s", None)
        return json.dumps(lines).encode()
    whole = play_pb2.PlayResponse.FromString(sent)
    for request in whole.requests:
        request.clock.charged_cpu_us = 0
    return whole.SerializeToString(deterministic=True)


def test_answers_before_the_step_are_compared_and_change_nothing(arena: Arena, file: Path) -> None:
    first, last = (keeper(arena.folder, "lines", plays) for plays in ("first", "last"))
    match = played(arena, file, first, "heuristic")

    same, _ = kept_by(arena, file, "debug", f"{match}@9", "--seat", "1", "--json")
    other, _ = kept_by(arena, file, "debug", f"{match}@9", "--seat", "1", "--bot", last, "--json")

    steps = asked_steps(arena, match, 0)
    before = [one for one in steps if one < same.json["step"]]
    assert same.json["otherwise"] == []
    assert [one["step"] for one in other.json["otherwise"]] == before
    (opponent,) = other.json["opponents"]
    assert opponent["asked_before"] > 2
    assert opponent["otherwise"] == 0
    assert moves_of(arena, same.json["branch"]["match"]) == moves_of(arena, match)
    branch = moves_of(arena, other.json["branch"]["match"])
    step = other.json["step"]
    assert branch[: step - 1] == moves_of(arena, match)[: step - 1]
    assert branch != moves_of(arena, match)


def played(arena: Arena, file: Path, *bots: str) -> str:
    """A match of keepers."""
    words = ("match", *bots, "--game", "kupferkessel", "--seed", "7", "--json")
    done, _ = kept_by(arena, file, *words)
    match: str = done.json["match"]
    return match


def moves_of(arena: Arena, match: str) -> list[dict[str, Any]]:
    """What was decided, without what depends on the run."""
    moves: list[dict[str, Any]] = arena("replay", match, "--json").json["moves"]
    return [{**one, "elapsed_us": 0} for one in moves]


def test_a_branch_is_kept_apart_looked_at_and_in_no_table(arena: Arena) -> None:
    match = arena("match", "random", "heuristic", "--seed", "7", "--json").json["match"]
    done = arena("debug", f"{match}@5", "--bot", "heuristic", "--json")
    branch = done.json["branch"]["match"]

    shown = arena("show", branch)
    again = next(line for line in shown.out.splitlines() if line.startswith("Again"))
    repeated = arena(*again.split()[2:], "--json")

    assert done.code == 0
    assert branch != match
    assert "Taken up in the middle of another match" in shown.out
    assert repeated.json["branch"]["match"] == branch
    assert arena("verify", branch).code == 0
    assert arena("replay", branch, "--html", "film.html").code == 0
    assert arena("replay", f"{branch}@5").code == 0
    assert arena("tournaments", "--json").json == []
    assert "no tournament is stored yet" in arena("leaderboard").err
    assert len(arena("matches", "--json").json) == 2


def test_a_branch_can_be_taken_up_again(arena: Arena) -> None:
    match = arena("match", "random", "heuristic", "--seed", "7", "--json").json["match"]
    branch = arena("debug", f"{match}@5", "--bot", "heuristic", "--json").json["branch"]["match"]

    done = arena("debug", f"{branch}@9", "--json")

    assert done.code == 0
    assert {one["step"] for one in done.json["otherwise"]} <= set(range(1, 5))
    assert moves_of(arena, done.json["branch"]["match"]) == moves_of(arena, branch)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("last",), "name a step as well: last@17"),
        (("last@999",), "there is no step"),
        (("last@0",), "the match has steps 1 to "),
        (("last@3", "--seat", "3"), "there is no seat 3; the match has seats 1 to 2"),
        (("last@3", "--bot", "nobody"), "there is no bot 'nobody'"),
        (("nothing@3",), "there is no match 'nothing'"),
    ],
)
def test_what_cannot_be_is_told_in_one_line(
    arena: Arena, words: tuple[str, ...], told: str
) -> None:
    arena("match", "random", "heuristic", "--seed", "7")

    done = arena("debug", *words)

    assert done.code == 2
    assert told in " ".join(done.err.split())
    assert "Traceback" not in done.err
    assert len(arena("matches", "--json").json) == 1


FALLS: Final = """
import json, sys
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "act":
        if told["step"] > 12:
            raise ValueError("no idea")
        print(0, flush=True)
"""
KETTLE: Final = ("--game", "kupferkessel", "--seed", "7")


def fallen(arena: Arena, *others: str) -> tuple[str, int]:
    """A match in which a bot of one file fails at the first seat, and the step of its fault."""
    (arena.folder / "falls.py").write_text(FALLS)
    words = ("match", "./falls.py", *others, *KETTLE, *PROCESS, "--json")
    match = arena(*words).json["match"]
    step = arena("replay", match, "--json").json["seats"][0]["fault_step"]
    return match, step


def test_a_fault_is_looked_into_at_its_step(arena: Arena) -> None:
    match, step = fallen(arena, "heuristic")

    other = arena("debug", f"{match}@{step}", "--bot", "heuristic", "--only", "--json")
    same = arena("debug", f"{match}@{step}", "--only", *PROCESS)
    on = arena("debug", f"{match}@{step}", "--bot", "heuristic", "--json")
    beyond = arena("debug", f"{match}@{step + 1}", "--only")

    assert other.json["recorded"]["action"] is None
    assert other.json["recorded"]["fault"] == "crash"
    assert other.json["decision"]["action"] in other.json["decision"]["legal"]
    assert same.code == 4
    assert f"falls failed at step {step}: it exited with code 1" in same.err
    assert "ValueError: no idea" in same.out
    assert on.json["branch"]["termination"] == "normal"
    assert beyond.code == 2


def test_a_bot_that_fails_before_the_step_ends_it_there(arena: Arena) -> None:
    fallen(arena, "heuristic")
    match = arena("match", "heuristic", "random", *KETTLE, "--json").json["match"]

    done = arena("debug", f"{match}@30", "--seat", "1", "--bot", "./falls.py", *PROCESS)

    assert done.code == 4
    assert "falls failed at step 1" in done.err
    assert ", before step 3" in done.err
    assert len(arena("matches", "--json").json) == 2


def test_a_seat_that_was_out_stays_out_and_its_stand_in_plays_as_it_did(arena: Arena) -> None:
    match, step = fallen(arena, "heuristic", "random")

    done = arena("debug", f"{match}@{step + 12}", "--seat", "2", "--json")
    out = arena("debug", f"{match}@{step + 12}", "--seat", "1", "--only")

    assert done.code == 0, done.err
    assert done.json["otherwise"] == []
    branch = moves_of(arena, done.json["branch"]["match"])
    assert branch == moves_of(arena, match)
    assert out.code == 2
    assert f"seat 1 has no decision at step {step + 12} or after; its last one is" in out.err


def test_until_a_tournament_is_over_one_decision_is_asked_and_no_more(arena: Arena) -> None:
    (arena.folder / "late.py").write_text(FALLS.replace("> 12", "> 1200"))
    words = ("tournament", "./late.py", "random", "--rounds", "500", "--game", "kupferkessel")
    process = arena.start(*words, *PROCESS, "--quiet")
    wait_until(lambda: process.poll() is not None or arena("matches").code == 0)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=PATIENCE_S)

    only = arena("debug", "last@9", "--bot", "heuristic", "--only", "--json")
    on = arena("debug", "last@9", "--bot", "heuristic")
    other = arena("debug", "last@9", "--bot", bot("offers_other_games"), "--only", "--json")

    assert (other.code, other.out) == (4, "")
    assert "came to no decision at step" in other.err
    assert len(arena("tournaments", "--json").json) == 1
    assert only.code == 0, only.err
    assert only.json["decision"]["action"]
    assert "seed" not in only.out
    assert (on.code, on.out) == (2, "")
    assert "the tournament is not over: until then one decision is asked, add --only" in on.err


def test_an_opponent_that_has_changed_plays_on_and_that_is_said(arena: Arena) -> None:
    (arena.folder / "late.py").write_text(FALLS.replace("> 12", "> 1200"))
    match = arena("match", "random", "./late.py", *KETTLE, *PROCESS, "--json").json["match"]
    (arena.folder / "late.py").write_text(FALLS.replace("> 12", "> 1300"))

    changed = arena("debug", f"{match}@9", "--seat", "1", *PROCESS)
    (arena.folder / "late.py").unlink()
    gone = arena("debug", f"{match}@9", "--seat", "1", *PROCESS)
    only = arena("debug", f"{match}@9", "--seat", "1", "--only", *PROCESS)

    assert changed.code == 0
    told = " ".join(changed.err.split())
    assert "Seat 2, late, was 0+" in told
    assert "it plays on as it is." in told
    assert gone.code == 2
    assert "an opponent is not here" in gone.err
    assert only.code == 0


def test_its_wire_can_be_read_along(arena: Arena) -> None:
    match = arena("match", "random", "heuristic", *KETTLE, "--json").json["match"]

    done = arena("debug", f"{match}@9", "--seat", "2", "--only", "--trace", "--quiet")

    assert "to bot: request match 1 step" in done.err
    assert "from bot: answer match 1 step" in done.err


def test_an_author_may_start_the_bot_himself(arena: Arena) -> None:
    match = arena("match", "random", "heuristic", *KETTLE, "--json").json["match"]
    words = ("debug", f"{match}@9", "--seat", "1", "--bot", bot("honest"), "--attach", "--only")
    process = arena.start(*words, *PROCESS)
    wait_until(lambda: process.poll() is not None or invitation(arena))

    start(arena.folder, "sh", "-c", printed(process))
    out, err = process.communicate(timeout=PATIENCE_S)

    assert process.returncode == 0, err
    assert "Now   honest: " in out


def test_the_record_of_a_branch_agrees_as_a_file_whoever_sits_there(arena: Arena) -> None:
    words = ("tournament", "random", "heuristic", "--rounds", "1", "--game", "kupferkessel")
    arena(*words, "--quiet")
    done = arena("debug", "last@9", "--bot", "random:as=somebody", "--json")
    branch = done.json["branch"]["match"]
    (arena.folder / "branch.json").write_text(arena("replay", branch, "--json").out)

    assert arena("verify", "branch.json").code == 0
    assert arena("verify", branch).code == 0
