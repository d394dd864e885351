"""When a run is to end, as people write it."""

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
