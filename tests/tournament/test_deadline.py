"""When a run is to end, as people write it."""

import os
import subprocess
import sys
from datetime import UTC, datetime

import pytest

from arena.errors import Misuse
from arena.tournament.deadline import deadline_us, parse_duration, parse_time

NOW = datetime(2027, 1, 31, 22, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("90s", 90),
        ("45m", 2700),
        ("6h", 21600),
        ("1d12h", 129600),
        ("1h 30m", 5400),
        ("0.5h", 1800),
    ],
)
def test_a_duration_is_what_people_mean(text: str, seconds: float) -> None:
    assert parse_duration(text) == seconds


@pytest.mark.parametrize("text", ["6", "h", "6 hours", "-1h", "", "0s", "1h30"])
def test_what_is_no_duration_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(Misuse, match="write 90s"):
        parse_duration(text)


def test_a_time_of_day_is_the_next_one() -> None:
    assert parse_time("23:00", NOW) == datetime(2027, 1, 31, 23, 0, tzinfo=UTC)
    assert parse_time("06:00", NOW) == datetime(2027, 2, 1, 6, 0, tzinfo=UTC)
    assert parse_time("22:30", NOW) == datetime(2027, 2, 1, 22, 30, tzinfo=UTC)
    assert parse_time("2027-02-03 06:00", NOW) == datetime(2027, 2, 3, 6, 0, tzinfo=UTC)


@pytest.mark.parametrize("text", ["6", "25:00", "soon", "2027-01-31 22:00"])
def test_what_is_no_time_to_come_is_refused(text: str) -> None:
    with pytest.raises(Misuse):
        parse_time(text, NOW)


def test_the_earlier_end_counts() -> None:
    now_us = round(NOW.timestamp() * 1_000_000)

    assert deadline_us("", "", now_us) is None
    assert deadline_us("10s", "", now_us) == now_us + 10_000_000
    assert deadline_us("400d", "2027-02-03 06:00", now_us) != now_us + 400 * 86400 * 1_000_000


@pytest.mark.parametrize(
    ("now", "call", "then"),
    [
        ("2027-03-28T06:00+02:00", "past_us('18:00', NOW)", "2027-03-27T18:00+01:00"),
        ("2027-06-01T12:00+02:00", "past_us('2027-01-31 18:00', NOW)", "2027-01-31T18:00+01:00"),
        ("2027-01-31T12:00+01:00", "past_us('2027-06-01 18:00', NOW)", "2027-06-01T18:00+02:00"),
        ("2027-03-27T22:00+01:00", "deadline_us('', '06:00', NOW)", "2027-03-28T06:00+02:00"),
        (
            "2027-03-27T22:00+01:00",
            "deadline_us('', '2027-11-01 06:00', NOW)",
            "2027-11-01T06:00+01:00",
        ),
    ],
)
def test_a_time_is_what_the_clock_shows_then_though_summer_begins_in_between(
    now: str, call: str, then: str
) -> None:
    now_us, then_us = (
        round(datetime.fromisoformat(one).timestamp() * 1_000_000) for one in (now, then)
    )
    program = f"from arena.tournament.deadline import *; NOW = {now_us}; print({call})"

    told = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "TZ": "CET-1CEST,M3.5.0,M10.5.0/3"},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )

    assert int(told.stdout) == then_us
