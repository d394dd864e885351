"""What every hostile case starts from and must end in."""

from collections.abc import Iterator

import pytest

from referee.proofs.attacks.range import Ground, planted
from tests.hostile.playground import Watch, play_at, settle, table
from tests.leftovers import clean_ground


@pytest.fixture(scope="session")
def ground() -> Iterator[Ground]:
    """Planted targets, with the attacking bot among them."""
    with planted() as place:
        settle(place.attacker)
        yield place


@pytest.fixture(scope="session")
def warm(ground: Ground) -> None:
    """Let the libraries of this process take what they keep for good."""
    play_at("process", table(str(ground.attacker), "random"))


@pytest.fixture
def watch(ground: Ground, warm: None) -> Iterator[Watch]:
    """Nothing of a case may be left, in this process or on this machine."""
    with clean_ground():
        one = Watch(ground)
        one.begin()
        yield one
        one.assert_clean()
