"""What an organiser asks for, and what is wrong with it."""

from pathlib import Path
from typing import Any

import pytest

from arena.tournament.errors import SpecError
from arena.tournament.spec import Spec, default_bots, parse_spec, read_spec, settled
from referee.isolation.limits import Limits

TWINS = ["random", "random:as=twin"]


def test_a_file_with_all_keys_is_the_tournament_it_describes(tmp_path: Path) -> None:
    path = tmp_path / "autumn.toml"
    path.write_text(
        'name = "autumn"\nbots = ["random", "random:as=twin"]\ngames = ["kupferkessel"]\n'
        'players = 2\nrounds = 3\nseed = 9\nseat_orders = "rotations"\ntc = "5+0.1"\n'
        "move_time = 1.5\nnodes = 7\nhang = 2.5\nstartup = 4\nbench = 0\n"
        'freeze = true\n[options]\nrecipes = "on"\n[limits]\nmemory_mb = 512\ncpus = 0.5\n'
    )

    contest = read_spec(path).resolve()

    assert [entry.name for entry in contest.entries] == ["random", "twin"]
    assert contest.schedule.count == 6
    assert contest.seed == 9
    assert contest.bench == 0
    assert contest.control.name == "tc=5+0.1,move=1.5,nodes=7"
    assert contest.control.hang_us == 2_500_000
    assert contest.games[0][1].options["recipes"] == "on"
    assert contest.limits == Limits(memory_mb=512, cpus=0.5)
    assert contest.freeze is True


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ({}, "bots are missing"),
        ({"bots": TWINS, "round": 3}, "did you mean 'rounds'"),
        ({"bots": TWINS, "rounds": "three"}, "rounds is a whole number"),
        ({"bots": TWINS, "rounds": True}, "rounds is a whole number"),
        ({"bots": "random"}, "bots is a list of texts"),
        ({"bots": [1, 2]}, "bots is a list of texts"),
        ({"bots": TWINS, "options": {"recipes": 1}}, "options is a table of texts"),
        ({"bots": TWINS, "format": "swiss"}, "there is round-robin"),
        ({"bots": TWINS, "seat_orders": "some"}, "all or rotations"),
        ({"bots": TWINS, "seed": -1}, "not negative"),
        ({"bots": TWINS, "hang": 0}, "more than 0 seconds"),
        ({"bots": TWINS, "freeze": "yes"}, "freeze is true or false"),
        ({"bots": TWINS, "limits": {"memory_mb": "much"}}, "limits is a table of numbers"),
        ({"bots": TWINS, "limits": {"memory": 512}}, "there is no limit 'memory'"),
        ({"bots": TWINS, "limits": {"memory_mb": 1}}, "memory_mb is at least 16"),
    ],
)
def test_what_a_file_gets_wrong_is_said_in_one_line(document: dict[str, Any], said: str) -> None:
    with pytest.raises(SpecError, match=said) as caught:
        parse_spec(document)

    assert "\n" not in str(caught.value)


def test_a_clock_that_is_none_is_said(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="is no clock"):
        Spec(bots=tuple(TWINS), tc="soon").resolve()


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="No such file"):
        read_spec(tmp_path / "none.toml")


def test_a_stored_tournament_is_the_same_when_it_is_read_again() -> None:
    limits = Limits(memory_mb=99)
    spec = Spec(
        bots=tuple(TWINS), games=("kupferkessel",), rounds=4, seed=3, tc="blitz", limits=limits
    )

    again = parse_spec(spec.to_json())

    assert again == spec
    assert again.resolve().id == spec.resolve().id


def test_folders_mean_the_same_from_everywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "bot.toml").write_text('name = "mine"\ncommand = ["{python}", "m.py"]\n')
    monkeypatch.chdir(tmp_path)

    spec = settled(Spec(bots=("./mine:as=me", "mine", "random")))

    assert spec.bots == (f"{tmp_path}/mine:as=me", f"{tmp_path}/mine", "random")


def test_the_id_depends_on_everything_that_decides_results() -> None:
    base = Spec(bots=tuple(TWINS), games=("kupferkessel",), seed=1)
    others = [
        Spec(bots=tuple(TWINS), games=("kupferkessel",), seed=2),
        Spec(bots=tuple(reversed(TWINS)), games=("kupferkessel",), seed=1),
        Spec(bots=tuple(TWINS), games=("kupferkessel",), seed=1, rounds=11),
        Spec(bots=tuple(TWINS), games=("kupferkessel",), seed=1, nodes=5),
        Spec(bots=tuple(TWINS), games=("kupferkessel",), seed=1, options={"recipes": "on"}),
        Spec(bots=tuple(TWINS), games=("kupferkessel",), seed=1, bench=2),
        Spec(bots=tuple(TWINS), games=("kupferkessel",), seed=1, limits=Limits(memory_mb=99)),
        Spec(bots=tuple(TWINS), games=("kupferkessel",), seed=1, freeze=True),
    ]

    ids = {spec.resolve().id for spec in (base, *others)}

    assert len(ids) == 1 + len(others)


def test_without_bots_a_table_is_filled_with_those_of_the_arena() -> None:
    for players in (2, 3, 4):
        assert len(default_bots(players)) >= players
    assert default_bots(2)[:3] == ("random", "heuristic", "mcts")
