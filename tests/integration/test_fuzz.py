"""Mutated messages: each has a verdict, and the honest bot beside them is answered every time."""

from typing import Final

from tests.integration.fuzzing import run
from tests.leftovers import Ground

MESSAGES: Final = 2000
MB: Final = 1024 * 1024


def test_mutated_messages_harm_nobody_else(ground: Ground) -> None:
    found = run(MESSAGES, seed=3)

    assert found.messages == MESSAGES
    assert found.honest == found.ends.total()
    assert set(found.ends) <= {"protocol_error", "time_forfeit", "enough"}
    assert found.ends["protocol_error"] > MESSAGES / 4
    assert found.grown_bytes < 20 * MB
    assert found.left <= 0
