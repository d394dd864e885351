"""What crosses a bot's stream can be read along, its secrets and other bots excepted."""

import asyncio
import logging
import secrets
import time
from typing import Any, Final

import grpc.aio
import pytest

from referee.match.plan import Played
from referee.match.session import Move
from referee.match.verdict import Termination
from referee.talk.doors.grpc_door import SERVICE, Door
from referee.talk.speech import Welcome
from referee.talk.trace import LINE, trace
from referee.v1 import play_pb2
from tests.integration.playing import plan, play_one
from tests.leftovers import Ground

TOKEN: Final = "the-right-one"
TO, FROM = "to bot: ", "from bot: "


def moves(played: Played, seat: int) -> list[Move]:
    history = played.session.history
    return [one for one in history if isinstance(one, Move) and one.seat == seat]


def starting(lines: list[str], *words: str) -> list[str]:
    return [line for line in lines if line.startswith("".join(words))]


def test_a_match_can_be_read_along_from_hello_to_end(ground: Ground) -> None:
    lines: list[str] = []

    with trace("random", lines.append):
        played = play_one(plan("random", "random:as=twin"))

    assert played.outcome.termination is Termination.NORMAL
    assert lines[0].startswith("from bot: hello {name: ")
    assert lines[1].startswith('to bot: welcome {arena_version: "test"')
    assert lines[2].startswith('to bot: start match 1 {match: 1 game: "kupferkessel" ')
    assert lines[3] == "from bot: ready match 1 {match: 1}"
    asked = [line.split("{")[0] for line in starting(lines, TO, "request")]
    answered = [line.split("{")[0] for line in starting(lines, FROM, "answer")]
    assert len(asked) > 5
    assert asked == [line.replace("from bot: answer", "to bot: request") for line in answered]
    assert {line.removesuffix(" ") for line in asked} <= {
        f"to bot: request match 1 step {move.step}" for move in moves(played, 0)
    }
    (end,) = starting(lines, TO, "end match 1 ")
    assert f'reason: "{played.outcome.reason}"' in end
    assert lines[-1] == "the stream is over"


def test_neither_a_token_nor_another_bot_is_in_a_trace(
    ground: Ground, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines: list[str] = []
    other: list[str] = []
    tokens: list[str] = []
    honest = secrets.token_urlsafe

    def remembered(size: int) -> str:
        tokens.append(honest(size))
        return tokens[-1]

    monkeypatch.setattr(secrets, "token_urlsafe", remembered)

    with trace("wants_text", lines.append), trace("elsewhere", other.append):
        played = play_one(plan("wants_text", "random"))

    assert len(tokens) == 2
    assert not any(token in line for token in tokens for line in lines)
    asked = {f"{TO}request match 1 step {one.step} " for one in moves(played, 1)}
    assert asked
    assert not any(starting(lines, line) for line in asked)
    assert len(starting(lines, FROM, "hello")) == 1
    assert other == []
    assert all(len(line) < LINE + 100 for line in lines)
    assert all(line.isprintable() for line in lines)


def test_nobody_reads_along_unless_he_asked(ground: Ground) -> None:
    lines: list[str] = []
    with trace("random", lines.append):
        assert logging.getLogger("referee.wire.random").isEnabledFor(logging.DEBUG)

    play_one(plan("random", "random:as=twin"))

    assert lines == []
    assert not logging.getLogger("referee.wire.random").isEnabledFor(logging.DEBUG)


def test_what_a_bot_says_cannot_smuggle_its_token_or_move_a_cursor(ground: Ground) -> None:
    lines: list[str] = []

    async def scene() -> None:
        socket = ground.folder / "bot.sock"
        async with (
            Door("mine", socket, TOKEN, Welcome("test", {}), time.monotonic) as door,
            grpc.aio.insecure_channel(f"unix:{socket}") as channel,
        ):
            stream: Any = channel.stream_stream(f"/{SERVICE}/Play")()
            said = play_pb2.Hello(token=TOKEN, name=f"{TOKEN}\x1b[2J\n\u202e")
            await stream.write(play_pb2.PlayRequest(hello=said).SerializeToString())
            link = (await door.guest).link
            await stream.write(b"\xff\xff\xff")
            await link.lost

    with trace("mine", lines.append):
        asyncio.run(scene())

    assert lines[0].startswith('from bot: hello {name: "[token]')
    assert "the bot sent 3 bytes that are no PlayRequest" in lines
    assert not any(TOKEN in line for line in lines)
    assert all(line.isprintable() for line in lines)


def test_a_stream_that_is_turned_away_is_told_without_its_token(ground: Ground) -> None:
    lines: list[str] = []

    with trace("wrong_token", lines.append):
        play_one(plan("wrong_token", "random"))

    assert lines[0].startswith("from bot: hello {")
    assert "token:" not in lines[0]
    assert lines[1] == ("a stream is turned away: the token is not the one in ARENA_TOKEN")
