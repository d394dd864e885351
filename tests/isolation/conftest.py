"""What tests of isolation share."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hostile.playground import need
from tests.leftovers import Ground, clean_ground


@pytest.fixture
def ground(tmp_path: Path) -> Iterator[Ground]:
    """A place for temporary files that must be left as it was found."""
    del tmp_path  # made before, so that it is not looked for on the ground
    with clean_ground() as place:
        yield place


@pytest.fixture
def sandbox() -> str:
    """The level with limits; a skip on a user's machine that lacks it, a failure on CI."""
    return need("sandbox")


@pytest.fixture
def as_root() -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can become somebody else")
