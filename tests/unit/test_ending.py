"""What the end of a bot was, whichever of its two ends comes first."""

import asyncio
from dataclasses import dataclass
from typing import cast

import pytest

from referee.bots.ending import DYING_S, Program, see_end
from referee.bots.output import Output
from referee.isolation.port import Contained, Resources
from referee.match.verdict import Fault, Termination
from referee.talk.link import Link
from referee.talk.protobuf import ProtobufWording
from tests.unit.virtual_time import run


@dataclass
class Box:
    """What a level says of a program that has ended."""

    exceeded: str = ""
    setup_failed: bool = False

    def resources(self) -> Resources:
        return Resources(exceeded=self.exceeded)


def judged(
    *, stream_s: float | None, exit_s: float | None, code: int = 1, exceeded: str = ""
) -> tuple[Fault | None, float]:
    """The verdict on a bot whose stream and program end after so long, and when it came."""

    async def scenario() -> tuple[Fault | None, float]:
        loop = asyncio.get_running_loop()
        link = Link(loop.time, ProtobufWording())
        ended: asyncio.Future[int] = loop.create_future()
        read: asyncio.Future[None] = loop.create_future()
        read.set_result(None)
        output = Output()
        output.add(b"ValueError: no idea\n")
        program = Program(cast("Contained", Box(exceeded)), ended, output, read)
        if stream_s is not None:
            loop.call_later(stream_s, link.close)
        if exit_s is not None:
            loop.call_later(exit_s, ended.set_result, code)
        await see_end(link, program)
        return link.fault, loop.time()

    return run(scenario())


@pytest.mark.parametrize("exit_s", [1.0, 1.001, 1.5, 3.0, 5.0, 10.9])
def test_a_program_that_dies_after_its_stream_has_crashed_however_long_it_takes(
    exit_s: float,
) -> None:
    fault, at = judged(stream_s=1.0, exit_s=exit_s)

    assert fault == Fault(Termination.CRASH, "exited with code 1", "ValueError: no idea")
    assert at == pytest.approx(exit_s)


@pytest.mark.parametrize("stream_s", [1.0, 1.5, 500.0, None])
def test_a_program_that_dies_before_its_stream_has_crashed(stream_s: float | None) -> None:
    fault, at = judged(stream_s=stream_s, exit_s=1.0)

    assert fault is not None
    assert fault.termination is Termination.CRASH
    assert at <= 2.0


@pytest.mark.parametrize("exit_s", [None, 1.0 + DYING_S + 0.1])
def test_a_program_that_closes_its_stream_and_lives_on_has_disconnected(
    exit_s: float | None,
) -> None:
    fault, at = judged(stream_s=1.0, exit_s=exit_s)

    assert fault == Fault(Termination.DISCONNECT, "closed its stream")
    assert at == pytest.approx(1.0 + DYING_S)


def test_a_limit_that_ended_a_program_is_told_though_its_stream_went_first() -> None:
    fault, _ = judged(stream_s=1.0, exit_s=4.0, code=-9, exceeded="used more than 256 MB")

    assert fault is not None
    assert fault.termination is Termination.RESOURCE_LIMIT


@pytest.mark.parametrize(("code", "doubtful"), [(-9, True), (-15, True), (-11, False), (0, False)])
def test_only_the_signals_that_others_send_are_doubtful(*, code: int, doubtful: bool) -> None:
    fault, _ = judged(stream_s=1.0, exit_s=3.0, code=code)

    assert fault is not None
    assert (fault.termination, fault.doubtful) == (Termination.CRASH, doubtful)
