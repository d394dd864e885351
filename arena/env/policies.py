"""Makes a bot of a trained policy: a folder that plays, for `arena new NAME --from-policy`.

A model says of itself what it was trained for (`arena.env.export`); one that was made otherwise
needs the same words in its metadata, an input ``row`` and an output ``logits``. They are read here
without onnx or onnxruntime, from the few fields of the file that hold them.
"""

import json
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.errors import Misuse
from referee.games.registry import get_game

TEMPLATE: Final = Path(__file__).parent / "policy_bot"
_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}")
_MOST_BYTES: Final = 64 << 20
_METADATA: Final = 14
"""The field of a model that holds its metadata, as onnx.proto numbers it."""
_WORDS: Final = ("game", "rules", "players", "options", "features")


@dataclass(frozen=True)
class Policy:
    """What a model plays."""

    game: str
    players: int
    options: Mapping[str, str]


def read_policy(path: Path) -> Policy:
    """What the model in this file was trained for; Misuse if it cannot play here."""
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise Misuse(f"{path} is over {_MOST_BYTES >> 20} MB: no policy is that large")
        about = _metadata(path.read_bytes())
    except OSError as error:
        raise Misuse(f"{path} cannot be read: {error.strerror}") from error
    except (ValueError, IndexError) as error:
        raise Misuse(f"{path} is no ONNX model: {error}") from error
    missing = [word for word in _WORDS if f"arena.{word}" not in about]
    if missing:
        raise Misuse(
            f"{path} does not tell arena.{missing[0]} in its metadata; "
            "arena.env.export writes it (see docs/training.md)"
        )
    game = get_game(about["arena.game"])
    here = {"rules": game.rules_version, "features": game.features().version}
    for word, version in here.items():
        if about[f"arena.{word}"] != version:
            trained = about[f"arena.{word}"]
            raise Misuse(
                f"{path} was trained for {word} {trained} of {game.name}, and here are "
                f"{word} {version}: train it again"
            )
    try:
        options: dict[str, str] = dict(json.loads(about["arena.options"]))
        setup = game.setup(int(about["arena.players"]), options)
    except (TypeError, ValueError) as error:
        raise Misuse(f"{path} has damaged metadata: {error}") from error
    return Policy(game.name, setup.players, setup.options)


def write_bot(folder: Path, models: Sequence[Path]) -> Sequence[Policy]:
    """Make the folder of a bot that runs these models; what it plays."""
    if not _NAME.fullmatch(folder.name):
        raise Misuse(
            f"'{folder.name}' is no name for a bot; take letters, digits, - and _, a letter first"
        )
    if folder.exists():
        raise Misuse(f"{folder} is there already; take another name, or delete it")
    played = [read_policy(model) for model in models]
    folder.mkdir(parents=True)
    for name in ("main.py", "requirements.lock"):
        shutil.copyfile(TEMPLATE / name, folder / name)
    for number, model in enumerate(models, 1):
        shutil.copyfile(model, folder / f"policy{number if len(models) > 1 else ''}.onnx")
    games = sorted({policy.game for policy in played})
    (folder / "bot.toml").write_text(_manifest(folder.name, games), encoding="utf-8")
    return played


def _manifest(name: str, games: Sequence[str]) -> str:
    install = [
        *("{python}", "-m", "pip", "install", "--no-index", "--no-deps"),
        *("--find-links", "wheels", "--target", "packages", "--requirement", "requirements.lock"),
    ]
    return "\n".join(
        [
            f'name = "{name}"',
            'version = "1.0"',
            'summary = "Plays what a trained policy likes best."',
            'command = ["{python}", "main.py"]',
            "# Fetches what requirements.lock names, and installs it without a network.",
            f"build = {json.dumps(install)}",
            f"games = {json.dumps(list(games))}",
            'files = ["main.py", "*.onnx", "requirements.lock"]',
            "",
        ]
    )


def _metadata(model: bytes) -> Mapping[str, str]:
    """The metadata of an ONNX model: its entries are messages of a key (1) and a value (2)."""
    found: dict[str, str] = {}
    for number, value in _fields(model):
        if number == _METADATA:
            entry = dict(_fields(value))
            found[entry.get(1, b"").decode()] = entry.get(2, b"").decode()
    return found


def _fields(message: bytes) -> Iterator[tuple[int, bytes]]:
    """The fields of a protobuf message that hold bytes."""
    at = 0
    while at < len(message):
        tag, at = _varint(message, at)
        kind, number = tag & 7, tag >> 3
        if kind == 0:
            _, at = _varint(message, at)
        elif kind == 2:
            size, at = _varint(message, at)
            if at + size > len(message):
                raise ValueError("it is cut off")
            yield number, message[at : at + size]
            at += size
        elif kind in (1, 5):
            at += 8 if kind == 1 else 4
        else:
            raise ValueError(f"it has a field of unknown kind {kind}")


def _varint(message: bytes, at: int) -> tuple[int, int]:
    result = shift = 0
    while True:
        byte = message[at]
        at += 1
        result |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return result, at
        if shift > 63:
            raise ValueError("it has a number without end")
