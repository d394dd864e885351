"""What a stored tournament has in all is told from its terms alone."""

import pytest

from arena.tournament.extent import scheduled
from arena.tournament.terms import Terms

TERMS = Terms(bots=("a", "b", "c"), games=("kupferkessel",), rounds=3, seed=1)


def test_a_tournament_in_passes_has_as_many_as_its_rounds_say() -> None:
    assert scheduled(TERMS.to_json(), 3) == 18


def test_one_of_the_first_order_has_as_many() -> None:
    assert scheduled({**TERMS.to_json(), "format": "round-robin"}, 3) == 18


@pytest.mark.parametrize(
    "change",
    [
        {"rounds": 0},
        {"games": []},
        {"players": 4},
        {"format": "of tomorrow"},
        {"rounds": "many"},
        {"format": "sprt/1", "sprt": {"low": 0.5}},
    ],
    ids=str,
)
def test_what_has_no_end_or_cannot_be_told_has_none(change: dict[str, object]) -> None:
    assert scheduled({**TERMS.to_json(), **change}, 3) is None
