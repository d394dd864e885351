"""A limit of time that counts only while the referee itself is awake."""

import asyncio
from types import TracebackType
from typing import Final

_LOOKS: Final = 10


class Awake:
    """TimeoutError for a block that takes longer, in so many looks at the clock.

    However long the loop stood still, suspended or busy, no more than one look is lost by it: what
    has waited meanwhile still has nine tenths of its time.
    """

    def __init__(self, limit_s: float) -> None:
        self._look_s = limit_s / _LOOKS
        self._left = _LOOKS
        self._timeout = asyncio.timeout(None)

    async def __aenter__(self) -> None:
        await self._timeout.__aenter__()
        self._wait()

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._timer.cancel()
        await self._timeout.__aexit__(kind, error, trace)

    def _wait(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(self._look_s, self._look)

    def _look(self) -> None:
        self._left -= 1
        if self._left:
            self._wait()
        else:
            self._timeout.reschedule(asyncio.get_running_loop().time())
