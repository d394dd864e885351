"""The leak check finds every planted leak, and nothing where there is none."""

import json
from collections.abc import Sequence

import pytest

from referee.games.chance import Rng
from referee.games.contract import Setup
from referee.games.kupferkessel.swapper import FOREIGN, PILE, UNDEALT, KettleSwapper
from referee.games.registry import get_game
from referee.games.swapper import Orders, Past
from referee.proofs import leakcheck
from referee.proofs.leak.compare import Tally, check_pairs
from tests.leak.planting import Plant
from tests.leak.plants import PLANTS

FEW = 40
ATTEMPTS = 15
MANY = 2000
GAME = "kupferkessel"


@pytest.mark.parametrize("plant", PLANTS, ids=[plant.name for plant in PLANTS])
def test_a_planted_leak_is_found(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant.plant(monkeypatch)
    # Others may plant what no match has, and lines have no words for.
    every = 1 if "line" in plant.messages else 10**9
    monkeypatch.setattr("referee.proofs.leak.compare.LINES_EVERY", every)

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
    assert len(tally.variants) == 4 * 2 + 32 * 3
    assert set(tally.possible) == {PILE, FOREIGN, UNDEALT}
    assert set(tally.messages) == {
        *("start", "bot's seed", "request", "line", "end", "end after a fault")
    }
    assert min(tally.messages.values()) > MANY / 20


def test_a_secret_that_hardly_ever_differs_fails_the_check() -> None:
    tally = Tally(pairs=100)
    tally.possible.update({PILE: 100, FOREIGN: 50})
    tally.differed.update({PILE: 5, FOREIGN: 2})

    assert leakcheck.too_rare(tally) == [FOREIGN]


class _Idle(KettleSwapper):
    """Changes nothing, so that nothing can be found."""

    def swap(self, past: Past, seat: int, kinds: Sequence[str], orders: Orders, rng: Rng) -> None:
        pass


class _Clumsy(KettleSwapper):
    """Changes what the seat knows, too."""

    def swap(self, past: Past, seat: int, kinds: Sequence[str], orders: Orders, rng: Rng) -> None:
        orders["deal"].reverse()


def test_a_check_that_changes_no_secret_is_worth_nothing() -> None:
    tally = check_pairs(get_game(GAME), _Idle(), 40, "1")

    assert tally.leaking == 0
    assert set(leakcheck.too_rare(tally)) == {PILE, FOREIGN, UNDEALT}


def test_a_swapper_that_changes_open_things_is_refused() -> None:
    with pytest.raises(RuntimeError, match="what the seat knew"):
        check_pairs(get_game(GAME), _Clumsy(), 40, "1")


def test_the_kinds_of_secret_are_those_of_the_variant() -> None:
    def kinds(recipes: str) -> tuple[str, ...]:
        setup: Setup = get_game(GAME).setup(3, {"recipes": recipes})
        return KettleSwapper().kinds(setup)

    assert kinds("off") == (PILE,)
    assert kinds("on") == (PILE, FOREIGN, UNDEALT)


def test_what_is_drawn_does_not_depend_on_the_number_of_workers() -> None:
    pairs = 2 * leakcheck.CHUNK

    alone, together = (leakcheck.check(GAME, pairs, seed=5, workers=n) for n in (1, 2))

    assert alone == together


def test_the_command_reports_each_secret_and_ends_with_0(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code = leakcheck.main(["--game", GAME, "--pairs", "80", "--workers", "1"])

    said = capsys.readouterr()
    assert code == 0
    assert said.out.endswith("0 differences\n")
    assert all(kind in said.out for kind in (PILE, FOREIGN, UNDEALT))
    assert "80 pairs in" in said.err


def test_the_command_ends_with_1_and_shows_the_leak(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    PLANTS[0].plant(monkeypatch)

    code = leakcheck.main(["--game", GAME, "--pairs", "80", "--workers", "1", "--json"])

    said = json.loads(capsys.readouterr().out)
    assert code == 1
    assert said["differences"] > 0
    assert said["leaks"][0]["message"] == "request"
    assert "Turn " in said["leaks"][0]["text"]


@pytest.mark.parametrize("wrong", [["--game", "chess"], [], ["--game", GAME, "--pairs", "0"]])
def test_a_wrong_call_ends_with_2(wrong: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        leakcheck.main(wrong)

    assert ended.value.code == 2
