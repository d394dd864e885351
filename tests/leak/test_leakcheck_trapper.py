"""The leak check of Trapper finds every planted leak, and nothing where there is none."""

import pytest

from referee.games.trapper.swapper import FACE_DOWN, FOREIGN, PILE, REMOVED, RESHUFFLE
from referee.proofs import leakcheck
from referee.proofs.leak.compare import Tally
from tests.leak.planting import Plant
from tests.leak.trapper_plants import PLANTS

FEW = 16
ATTEMPTS = 50
MANY = 400
GAME = "trapper"
KINDS = {FACE_DOWN, REMOVED, FOREIGN, PILE, RESHUFFLE}


@pytest.mark.parametrize("plant", PLANTS, ids=[plant.name for plant in PLANTS])
def test_a_planted_leak_is_found(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant.plant(monkeypatch)
    # Others may plant what no match has, and lines have no words for.
    every = 1 if "line" in plant.messages else 10**9
    monkeypatch.setattr("referee.proofs.leak.compare.LINES_EVERY", every)
    if plant.messages == ("end after a fault",):
        # Every match has one, so that it need not be waited for.
        monkeypatch.setattr("referee.proofs.leak.transcript._FAULTY", 1)

    tallies = (leakcheck.check(GAME, FEW, seed) for seed in range(ATTEMPTS))
    found = next((tally for tally in tallies if tally.leaking), Tally())

    assert found.leaking > 0
    assert {leak.message for leak in found.leaks} <= set(plant.messages)


def test_without_a_leak_nothing_is_found_in_any_variant_or_seat() -> None:
    tally = leakcheck.check(GAME, MANY, seed=2)

    assert tally.leaks == []
    assert tally.leaking == 0
    assert tally.pairs == MANY
    assert leakcheck.too_rare(tally) == []
    assert len(tally.variants) == 3 * (2 + 3 + 4)
    assert set(tally.possible) == KINDS
    assert set(tally.messages) == {
        *("start", "bot's seed", "request", "line", "end", "end after a fault")
    }
