"""What tests of the pages share."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.web.chromium import started


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for the tests of a module: while it is open no event loop can run beside it."""
    with started() as one:
        yield one
