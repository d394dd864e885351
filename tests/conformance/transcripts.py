"""Records the golden transcripts: what one bot and the referee say to each other, byte for byte.

    python -m tests.conformance.transcripts    writes them anew

README.md beside this file tells authors of clients what they are and how to use them.
"""

import json
import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from google.protobuf.json_format import MessageToDict

from referee.v1 import play_pb2
from tests.tournament.arena_command import run

HERE: Final = Path(__file__).resolve().parent
TOKEN: Final = "TOKEN"
CHARGED_US: Final = 1000

Said = tuple[str, play_pb2.PlayRequest | play_pb2.PlayResponse]
"""Who, and what."""


@dataclass(frozen=True)
class Plan:
    """A match that is recorded; the recorder has the first seat."""

    name: str
    words: tuple[str, ...]
    others: int = 1
    want_text: bool = False


PLANS: Final = (
    Plan("kupferkessel", ("--game", "kupferkessel")),
    Plan("kupferkessel-recipes", ("--game", "kupferkessel", "--option", "recipes=on"), others=2),
    Plan("trapper", ("--game", "trapper")),
    Plan("trapper-tactical", ("--game", "trapper", "--option", "variant=tactical"), others=2),
    Plan("text", ("--game", "kupferkessel"), want_text=True),
)
TOGETHER: Final = ("batches", ("kupferkessel", "kupferkessel-recipes"))
"""Two of them on one stream."""


def recorded(plan: Plan) -> list[Said]:
    """The messages of a match, without what depends on the run."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        told = {
            "RECORDER_FILE": str(folder / "said"),
            "RECORDER_TEXT": "yes" if plan.want_text else "no",
        }
        bots = (str(HERE / "recorder"), *(f"random:as=other{n}" for n in range(plan.others)))
        os.environ.update(told)
        try:
            done = run(folder, "match", *bots, *plan.words, "--seed", "7", "--isolation", "none")
        finally:
            for key in told:
                del os.environ[key]
        assert done.returncode == 0, done.stderr
        return [_read(line) for line in (folder / "said").read_text().splitlines()]


def _read(line: str) -> Said:
    who, data = line.split()
    if who == "bot":
        said = play_pb2.PlayRequest.FromString(bytes.fromhex(data))
        if said.HasField("hello"):
            said.hello.token = TOKEN
        return who, said
    heard = play_pb2.PlayResponse.FromString(bytes.fromhex(data))
    heard.welcome.arena_version = heard.welcome.arena_version and "0"
    if not heard.welcome.arena_version:
        heard.ClearField("welcome")
    for request in heard.requests:
        request.clock.charged_us = CHARGED_US if request.clock.charged_us else 0
        request.clock.charged_cpu_us = 0
    return who, heard


def together(*matches: list[Said]) -> list[Said]:
    """Several matches on one stream: what falls due at the same time travels in one message."""
    result: list[Said] = matches[0][:2]
    hello = result[0][1]
    assert isinstance(hello, play_pb2.PlayRequest)
    opened = play_pb2.PlayRequest()
    opened.CopyFrom(hello)
    opened.hello.matches_at_once = len(matches)
    result[0] = ("bot", opened)
    rest = [said[2:] for said in matches]
    for place in range(max(map(len, rest))):
        due = [(number, said[place]) for number, said in enumerate(rest, 1) if place < len(said)]
        whole = type(due[0][1][1])()
        for number, (_, one) in due:
            whole.MergeFrom(_numbered(one, number))  # type: ignore[arg-type]
        result.append((due[0][1][0], whole))
    return result


def _numbered(
    said: play_pb2.PlayRequest | play_pb2.PlayResponse, number: int
) -> play_pb2.PlayRequest | play_pb2.PlayResponse:
    copy = type(said).FromString(said.SerializeToString())
    for part in _parts(copy):
        part.match = number
    return copy


def _parts(said: play_pb2.PlayRequest | play_pb2.PlayResponse) -> Iterator[Any]:
    if isinstance(said, play_pb2.PlayRequest):
        yield from said.readies
        yield from said.answers
    else:
        yield from said.starts
        yield from said.requests
        yield from said.ends


def text(messages: list[Said]) -> str:
    """A transcript as it is kept, one message on each line."""
    lines = [
        json.dumps(
            {
                "from": who,
                "bytes": said.SerializeToString(deterministic=True).hex(),
                "message": MessageToDict(said, preserving_proto_field_name=True),
            }
        )
        for who, said in messages
    ]
    return '{"format": 1, "messages": [\n' + ",\n".join(lines) + "\n]}\n"


def all_of_them() -> dict[str, str]:
    """Every transcript by its name."""
    said = {plan.name: recorded(plan) for plan in PLANS}
    name, of = TOGETHER
    said[name] = together(*(said[one] for one in of))
    return {name: text(messages) for name, messages in said.items()}


if __name__ == "__main__":
    for name, whole in all_of_them().items():
        (HERE / f"{name}.json").write_text(whole, encoding="utf-8")
