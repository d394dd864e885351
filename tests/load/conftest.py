"""How much is played."""

import pytest


@pytest.fixture
def asked_for(request: pytest.FixtureRequest) -> bool:
    """Whether all is played, for `scripts/test load`; in the whole suite it is a sample."""
    return all("load" in argument for argument in request.config.args)
