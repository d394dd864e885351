"""What unit tests share."""

import pytest

from tests.toy.offer import OFFERED


@pytest.fixture
def toy_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy is found like a game of another package."""
    monkeypatch.syspath_prepend(OFFERED)
