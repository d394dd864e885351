"""What tests of starters share."""

import pytest

from tests.hostile.playground import need


@pytest.fixture
def sandbox() -> str:
    """The level with limits; a skip on a user's machine that lacks it, a failure on CI."""
    return need("sandbox")
