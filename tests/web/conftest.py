"""What tests of the pages share."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.web.chromium import started


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests of a process."""
    with started() as one:
        yield one
