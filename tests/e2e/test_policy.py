"""The trained file in the repository plays, as a bot made by command."""

from pathlib import Path
from typing import Final

import pytest

from tests.e2e.command import PROCESS, Arena

TRAINED: Final = Path(__file__).parents[2] / "examples" / "train" / "trained" / "policy.onnx"


def made(arena: Arena) -> Path:
    done = arena("new", "learner", "--from-policy", str(TRAINED))
    assert done.code == 0, done.err
    assert "learner plays kupferkessel with 2 players" in done.out
    return arena.folder / "learner"


def test_the_trained_policy_beats_random_and_tells_what_it_thinks(arena: Arena) -> None:
    manifest = made(arena) / "bot.toml"
    words = manifest.read_text().splitlines()
    # What the build would fetch, the environment for tests has.
    manifest.write_text("\n".join(line for line in words if not line.startswith("build")))

    done = arena("match", "./learner", "random", "--seed", "3", "--json", *PROCESS)

    assert done.code == 0, done.err
    assert [seat["rank"] for seat in done.json["seats"]] == [1, 2]
    moves = arena("replay", "last", "--json").json["moves"]
    own = [move for move in moves if move.get("seat") == 0 and move.get("note")]
    assert len(own) > 10
    assert all(0 <= move["eval"] <= 1 and "%" in move["note"] for move in own)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("learner", "--lang", "go", "--from-policy", str(TRAINED)), "leave --lang out"),
        (("learner", "--from-policy", "gone.onnx"), "gone.onnx cannot be read"),
        (("9", "--from-policy", str(TRAINED)), "'9' is no name for a bot"),
    ],
    ids=str,
)
def test_what_makes_no_sense_is_refused_in_a_line(
    arena: Arena, words: tuple[str, ...], said: str
) -> None:
    done = arena("new", *words)

    assert done.code == 2
    assert said in done.err
    assert "Traceback" not in done.err


def test_a_variant_it_was_not_trained_for_is_played_at_random_and_that_is_noted(
    arena: Arena,
) -> None:
    manifest = made(arena) / "bot.toml"
    words = manifest.read_text().splitlines()
    manifest.write_text("\n".join(line for line in words if not line.startswith("build")))

    done = arena("match", "./learner", "random", "--option", "recipes=on", "--json", *PROCESS)

    assert done.code == 0, done.err
    moves = arena("replay", "last", "--json").json["moves"]
    notes = {move["note"] for move in moves if move.get("seat") == 0 and move.get("note")}
    assert notes == {"not trained for this variant: at random"}
