"""A trained policy becomes a bot, or is refused with the reason."""

import shutil
from pathlib import Path
from typing import Final

import onnxruntime as ort
import pytest

from arena import env
from arena.env.policies import read_policy, write_bot
from arena.errors import Misuse
from referee.bots.manifest import read_manifest
from referee.bots.preparing.locks import pip_hashes

pytestmark = pytest.mark.slow

TRAINED: Final = Path(__file__).parents[2] / "examples" / "train" / "trained" / "policy.onnx"


def test_the_trained_file_is_small_and_says_what_it_plays() -> None:
    policy = read_policy(TRAINED)

    assert TRAINED.stat().st_size < 1_000_000
    assert (policy.game, policy.players) == ("kupferkessel", 2)
    assert policy.options == {"recipes": "off", "outer_lines_end": "off"}


def test_a_folder_is_made_that_is_a_bot_with_a_lock(tmp_path: Path) -> None:
    write_bot(tmp_path / "learner", [TRAINED])

    manifest = read_manifest(tmp_path / "learner")
    assert manifest.games == ("kupferkessel",)
    assert manifest.build
    lock = (tmp_path / "learner" / "requirements.lock").read_text()
    assert len(pip_hashes(lock)) > 10
    assert (tmp_path / "learner" / "policy.onnx").read_bytes() == TRAINED.read_bytes()


def _entry(key: str, value: str) -> bytes:
    words = [field.encode() for field in (key, value)]
    inner = b"".join(
        bytes([number << 3 | 2, len(word)]) + word for number, word in enumerate(words, 1)
    )
    return bytes([14 << 3 | 2, len(inner)]) + inner


def _model(**changed: str) -> bytes:
    about = {"game": "kupferkessel", "rules": "1", "players": "2", "options": "{}",
             "features": "1", **changed}  # fmt: skip
    return b"".join(_entry(f"arena.{name}", value) for name, value in about.items() if value)


@pytest.mark.parametrize(
    ("model", "said"),
    [
        (b"no model at all", "is no ONNX model"),
        (b"", "does not tell arena.game"),
        (_model(features=""), "does not tell arena.features in its metadata"),
        (_model(game="chess"), "there is no game 'chess'"),
        (_model(players="7"), "takes 2 or 3 players, not 7"),
        (_model(players="two"), "has damaged metadata"),
        (_model(options="[1]"), "has damaged metadata"),
        (_model(features="0"), "trained for features 0 of kupferkessel, and here are features 1"),
        (_model()[:-3], "is no ONNX model"),
    ],
    ids=str,
)
def test_what_cannot_play_is_refused_in_a_line(tmp_path: Path, model: bytes, said: str) -> None:
    path = tmp_path / "policy.onnx"
    path.write_bytes(model)

    with pytest.raises(Misuse, match=said):
        write_bot(tmp_path / "learner", [path])
    assert not (tmp_path / "learner").exists()


@pytest.mark.parametrize("name", ["9lives", "a b", "there"])
def test_a_bad_name_or_a_folder_that_is_there_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "there").mkdir()

    with pytest.raises(Misuse, match=r"is no name for a bot|is there already"):
        write_bot(tmp_path / name, [TRAINED])


def test_the_model_in_the_bot_thinks_what_the_export_wrote(tmp_path: Path) -> None:
    """The bot's own process of thought, in this process: the same logits from the same row."""
    many = env.batch(8, "kupferkessel", seed=2)
    session = ort.InferenceSession(str(shutil.copy(TRAINED, tmp_path)))
    logits, value = session.run(None, {"row": many.rows})
    alone = [session.run(None, {"row": many.rows[one : one + 1]})[0][0] for one in range(8)]

    assert logits.shape == (8, 64)
    assert (abs(value) <= 1).all()
    assert abs(logits - alone).max() < 1e-4
