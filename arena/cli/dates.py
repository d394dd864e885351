"""Dates for people: in the time of this place, from and to microseconds since 1970."""

from datetime import datetime
from typing import Final

import click

_FORMS: Final = ("%Y-%m-%d", "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M")
_MICROS: Final = 1_000_000


def date_and_time(moment_us: int | None) -> str:
    """To the minute; a dash if it is not known."""
    return "-" if moment_us is None else f"{_local(moment_us):%Y-%m-%d %H:%M}"


def date(moment_us: int | None) -> str:
    """The day; a dash if it is not known."""
    return "-" if moment_us is None else f"{_local(moment_us):%Y-%m-%d}"


def span(begun_us: int, finished_us: int | None) -> str:
    """From when to when something lasted."""
    begun, end = date_and_time(begun_us), date_and_time(finished_us)
    if finished_us is None:
        return f"begun {begun}, not finished"
    same_day = begun[:10] == end[:10]
    return f"{begun} to {end[11:] if same_day else end}"


def parse_date(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:
    """The moment that an option names."""
    if value is None:
        return None
    for form in _FORMS:
        try:
            return round(datetime.strptime(value, form).astimezone().timestamp() * _MICROS)
        except (ValueError, OverflowError):  # no date, or one at the end of time
            continue
    option = param.opts[0]
    raise click.UsageError(f"{option} takes 2026-11-18 or 2026-11-18T06:30, not '{value}'", ctx)


def _local(moment_us: int) -> datetime:
    return datetime.fromtimestamp(moment_us / _MICROS).astimezone()
