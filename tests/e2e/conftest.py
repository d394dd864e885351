"""What tests of the whole command share."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.command import Arena
from tests.hostile.playground import need
from tests.leftovers import Ground, clean_ground


@pytest.fixture
def ground(tmp_path: Path) -> Iterator[Ground]:
    """A place for temporary files that must be left as it was found.

    It comes after `tmp_path`, which makes its own folders where temporary files usually go.
    """
    with clean_ground() as place:
        yield place


@pytest.fixture
def sandbox() -> str:
    """The level with limits; a skip on a user's machine that lacks it, a failure on CI."""
    return need("sandbox")


@pytest.fixture
def arena(ground: Ground, tmp_path: Path) -> Iterator[Arena]:
    """The command, in an empty folder.

    Tests that run in the background are deaf to Ctrl-C, which those they start would inherit.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield Arena(tmp_path, ground)
    signal.signal(signal.SIGINT, before)
