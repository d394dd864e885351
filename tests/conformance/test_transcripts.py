"""What the referee says today is what the golden transcripts have, byte for byte."""

import json
from pathlib import Path
from typing import Any

import pytest
from google.protobuf.json_format import ParseDict

from referee.v1 import play_pb2
from tests.conformance.recorder.main import reply
from tests.conformance.transcripts import HERE, PLANS, TOGETHER, Plan, recorded, text

NAMES = [*(plan.name for plan in PLANS), TOGETHER[0]]


def transcript(name: str) -> list[dict[str, Any]]:
    kept: dict[str, Any] = json.loads((HERE / f"{name}.json").read_text())
    assert kept["format"] == 1
    messages: list[dict[str, Any]] = kept["messages"]
    return messages


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.name)
def test_the_referee_says_what_is_kept(plan: Plan) -> None:
    assert text(recorded(plan)) == (HERE / f"{plan.name}.json").read_text()


@pytest.mark.parametrize("name", NAMES)
def test_the_bytes_of_a_transcript_are_its_messages(name: str) -> None:
    kinds = {"bot": play_pb2.PlayRequest, "referee": play_pb2.PlayResponse}
    for kept in transcript(name):
        message = ParseDict(kept["message"], kinds[kept["from"]]())
        assert message.SerializeToString(deterministic=True).hex() == kept["bytes"]


@pytest.mark.parametrize("name", NAMES)
def test_the_bot_of_a_transcript_keeps_its_rule(name: str) -> None:
    messages = transcript(name)
    answers = [one["bytes"] for one in messages if one["from"] == "bot"][1:]
    heard = [bytes.fromhex(one["bytes"]) for one in messages if one["from"] == "referee"]
    replies = [reply(play_pb2.PlayResponse.FromString(data)) for data in heard]
    said = [one.SerializeToString().hex() for one in replies if one.readies or one.answers]

    assert said == answers
    assert len(said) > 10


def test_every_transcript_is_told_of() -> None:
    page = (HERE / "README.md").read_text()

    assert sorted(f"{name}.json" for name in NAMES) == sorted(
        path.name for path in HERE.glob("*.json")
    )
    assert all(f"`{name}.json`" in page for name in NAMES)
    assert Path(HERE, "recorder", "bot.toml").exists()
