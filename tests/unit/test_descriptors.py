"""A referee raises the limit of what it may open, and refuses what it has no room for."""

import subprocess
import sys

import pytest

_ASKS = """
import resource, sys
from referee.bots.descriptors import TooFewFiles, refuse_without_room, room_for_bots
try:
    refuse_without_room(int(sys.argv[1]))
    print(room_for_bots(), resource.getrlimit(resource.RLIMIT_NOFILE)[0])
except TooFewFiles as error:
    print(error)
"""


def asked(soft: int, hard: int, entries: int) -> str:
    """What a process with these limits says to a field of so many."""
    limits = f'ulimit -Sn {soft} && ulimit -Hn {hard} && exec "$@"'
    words = ["/bin/sh", "-c", limits, "sh", sys.executable, "-c", _ASKS, str(entries)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=True)
    return done.stdout.strip()


def test_the_soft_limit_is_raised_to_the_hard_one() -> None:
    room, limit = map(int, asked(128, 4096, 4).split())

    assert limit == 4096
    assert 200 < room < 4096 / 16


@pytest.mark.parametrize("entries", [2, 4, 40])
def test_with_256_files_every_table_has_room(entries: int) -> None:
    room, limit = map(int, asked(256, 256, entries).split())

    assert limit == 256
    assert room >= 8


def test_with_too_few_files_nothing_is_played_and_the_fix_is_named() -> None:
    assert asked(100, 100, 2) == (
        "this process may open too few files for a match: run it after `ulimit -n 1024`"
    )
