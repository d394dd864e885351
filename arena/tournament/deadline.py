"""When a run is to end: after a while, or at a time of day."""

import re
from datetime import datetime, timedelta
from typing import Final

from arena.errors import Misuse

_UNITS: Final = {"s": 1, "m": 60, "h": 3600, "d": 86400}
_PART: Final = re.compile(r"(\d+(?:\.\d+)?)([smhd])")
_LONGEST_S: Final = 10 * 366 * 86400
_SECOND_US: Final = 1_000_000


def parse_duration(text: str) -> float:
    """Seconds of a text such as 90s, 45m, 6h or 1d12h; Misuse says what is wrong."""
    compact = text.replace(" ", "")
    if not compact or _PART.sub("", compact):
        raise Misuse(f"'{text}' is no duration; write 90s, 45m, 6h or 1d12h")
    seconds = sum(float(number) * _UNITS[unit] for number, unit in _PART.findall(compact))
    if seconds > _LONGEST_S:
        raise Misuse(f"'{text}' is longer than ten years; leave it out to play without end")
    if seconds <= 0:
        raise Misuse(f"'{text}' is no time at all; write 90s, 45m, 6h or 1d12h")
    return seconds


def parse_time(text: str, now: datetime) -> datetime:
    """The next time of a text such as 06:00 or 2027-01-31 06:00, on the clock of `now`."""
    for form in ("%H:%M", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M"):
        try:
            told = datetime.strptime(text, form)  # noqa: DTZ007 - the clock is that of `now`
        except ValueError:
            continue
        if form == "%H:%M":
            today = now.replace(hour=told.hour, minute=told.minute, second=0, microsecond=0)
            return today if today > now else today + timedelta(days=1)
        then = told.replace(tzinfo=now.tzinfo)
        if then <= now:
            raise Misuse(f"{text} is over")
        return then
    raise Misuse(f"'{text}' is no time; write 06:00 or 2027-01-31 06:00")


def past_us(text: str, now_us: int) -> int:
    """The last 18:00 that is over, or a date, in microseconds since 1970."""
    now = _clock(now_us)
    for form in ("%H:%M", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M"):
        try:
            told = datetime.strptime(text, form)  # noqa: DTZ007 - the clock is that of `now`
        except ValueError:
            continue
        if form == "%H:%M":
            today = now.replace(hour=told.hour, minute=told.minute, second=0, microsecond=0)
            then = today if today <= now else today - timedelta(days=1)
        else:
            then = told
        return round(then.timestamp() * _SECOND_US)
    raise Misuse(f"'{text}' is no time; write 18:00 or 2027-01-31 18:00")


def _clock(now_us: int) -> datetime:
    """What the clock of this machine shows.

    Without an offset, which is another one where summer begins or ends in between.
    """
    return datetime.fromtimestamp(now_us / _SECOND_US)  # noqa: DTZ006


def deadline_us(duration: str, time: str, now_us: int) -> int | None:
    """When to stop, in microseconds since 1970: at the earlier; None if neither is told."""
    ends = []
    if duration:
        ends.append(now_us + round(parse_duration(duration) * _SECOND_US))
    if time:
        ends.append(round(parse_time(time, _clock(now_us)).timestamp() * _SECOND_US))
    return min(ends, default=None)
