"""A profile by samples: every millisecond of processor time, where the program is.

A sample belongs to the innermost frame that lies in a known place; what a compiled module or a
library in C does counts for whoever called it. Samples cost a hundredth, where a tracing profiler
makes cheap calls dear.
"""

import json
import signal
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType, TracebackType
from typing import Self

_EVERY_S = 0.001
_BETWEEN_WORDS = 50
Places = Callable[[str], str]
"""The part that a source file belongs to; empty if its callers tell."""


class Sampler:
    """Counts samples by part while its block lasts."""

    def __init__(self, part: Places, file: Path | None = None) -> None:
        self._part = part
        self._file = file
        """Where the counts are written now and then, for another process to read."""
        self._counted: Counter[str] = Counter()

    def __enter__(self) -> Self:
        signal.signal(signal.SIGPROF, self._sample)
        signal.setitimer(signal.ITIMER_PROF, _EVERY_S, _EVERY_S)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        signal.setitimer(signal.ITIMER_PROF, 0)

    @property
    def counted(self) -> Counter[str]:
        """Samples by part."""
        return self._counted

    def _sample(self, number: int, frame: FrameType | None) -> None:
        self._count(frame)
        if self._file is not None and self._counted.total() % _BETWEEN_WORDS == 0:
            draft = self._file.with_suffix(".draft")
            draft.write_text(json.dumps(self._counted))
            draft.replace(self._file)

    def _count(self, frame: FrameType | None) -> None:
        while frame is not None:
            if part := self._part(frame.f_code.co_filename):
                self._counted[part] += 1
                return
            frame = frame.f_back
        self._counted["transport"] += 1  # nothing of ours is at work: the threads of gRPC are


_REFEREE = (
    ("/benchmarks/", ""),
    ("/leaderboard/", "record"),
    ("/referee/match/record", "record"),
    ("/referee/match/digest", "record"),
    ("/referee/match/", "match"),
    ("/referee/bots/", "match"),
    ("/referee/games/", "rules"),
    ("/referee/talk/messages", "wording"),
    ("/referee/talk/wire", "wording"),
    ("/referee/talk/protobuf", "wording"),
    ("/referee/v1/", "wording"),
    ("/google/protobuf/", "wording"),
    ("/referee/talk/doors", "transport"),
    ("/referee/talk/", "link"),
    ("/grpc/", "transport"),
    ("/asyncio/", "transport"),
    ("/selectors.py", "transport"),
)
_BOT = (
    ("/arena/sdk/stream", "transport"),
    ("/arena/sdk/", "reading"),
    ("/referee/", "reading"),
    ("/google/protobuf/", "reading"),
    ("/bots/", "act"),
    ("/benchmarks/", ""),
    ("/grpc/", "transport"),
    ("/asyncio/", "transport"),
    ("/selectors.py", "transport"),
    ("/threading.py", "transport"),
    ("/queue.py", "transport"),
)


def referee_part(file: str) -> str:
    """The part of a referee that a source belongs to."""
    return next((part for place, part in _REFEREE if place in file), "")


def bot_part(file: str) -> str:
    """The part of a bot that a source belongs to."""
    return next((part for place, part in _BOT if place in file), "")
