"""What an organiser asks for, and what is wrong with it."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arena.errors import Misuse
from arena.tournament.contest import resolve
from arena.tournament.errors import SpecError
from arena.tournament.field import default_bots
from arena.tournament.formats import IN_PASSES, TABLE_BY_TABLE
from arena.tournament.terms import Terms, parse_terms, read_terms, stored_terms
from referee.bots.conditions import Conditions
from referee.isolation.limits import Limits
from referee.match.clock import parse_control

TWINS = ["random", "random:as=twin"]


def test_a_file_with_all_keys_is_the_tournament_it_describes(tmp_path: Path) -> None:
    path = tmp_path / "autumn.toml"
    path.write_text(
        'name = "autumn"\nbots = ["random", "random:as=twin"]\ngames = ["kupferkessel"]\n'
        'players = 2\nrounds = 3\nseed = 9\nseat_orders = "rotations"\ntc = "5+0.1"\n'
        "move_time = 1.5\nnodes = 7\nhang = 2.5\nstartup = 4\nbench = 0\n"
        'freeze = true\n[options]\nrecipes = "on"\n[limits]\nmemory_mb = 512\ncpus = 0.5\n'
    )

    contest = resolve(read_terms(path))
    terms, conditions = contest.terms, contest.terms.conditions

    assert [entry.name for entry in contest.entries] == ["random", "twin"]
    assert contest.format.count == 6
    assert terms.seed == 9
    assert terms.bench == 0
    assert conditions.control.name == "tc=5+0.1,move=1.5,nodes=7"
    assert conditions.control.hang_us == 2_500_000
    assert contest.games[0][1].options["recipes"] == "on"
    assert conditions.limits == Limits(memory_mb=512, cpus=0.5)
    assert conditions.freeze is True


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
        parse_terms(document)

    assert "\n" not in str(caught.value)


def test_a_clock_that_is_none_is_said(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="is no clock"):
        parse_terms({"bots": TWINS, "tc": "soon"})


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="No such file"):
        read_terms(tmp_path / "none.toml")


def test_a_stored_tournament_is_the_same_when_it_is_read_again() -> None:
    conditions = Conditions(control=parse_control(tc="blitz"), limits=Limits(memory_mb=99))
    terms = Terms(
        bots=tuple(TWINS), games=("kupferkessel",), rounds=4, seed=3, conditions=conditions
    )

    again = parse_terms(terms.to_json())

    assert again == terms
    assert resolve(again).id == resolve(terms).id


def test_folders_mean_the_same_from_everywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "bot.toml").write_text('name = "mine"\ncommand = ["{python}", "m.py"]\n')
    monkeypatch.chdir(tmp_path)

    terms = Terms(bots=("./mine:as=me", "mine", "random")).seen_from(Path.cwd())

    assert terms.bots == (f"{tmp_path}/mine:as=me", f"{tmp_path}/mine", "random")
    assert terms.kept_in(tmp_path).bots == ("./mine:as=me", "./mine", "random")
    assert terms.kept_in(tmp_path / "other").bots == terms.bots


def test_the_id_depends_on_everything_that_decides_results() -> None:
    def terms(**changes: Any) -> Terms:
        given: dict[str, Any] = {"bots": tuple(TWINS), "games": ("kupferkessel",), "seed": 1}
        return Terms(**(given | changes))

    others = [
        terms(seed=2),
        terms(options={"recipes": "on"}),
        terms(bench=2),
        terms(conditions=Conditions(control=parse_control(nodes=5))),
        terms(conditions=Conditions(limits=Limits(memory_mb=99))),
        terms(conditions=Conditions(freeze=True)),
    ]

    ids = {resolve(one).id for one in (terms(), *others)}

    assert len(ids) == 1 + len(others)


def test_without_bots_a_table_is_filled_with_those_of_the_arena() -> None:
    for players in (2, 3, 4):
        assert len(default_bots(players)) >= players
    assert default_bots(2)[:3] == ("heuristic", "mcts", "random")


@pytest.mark.parametrize("changes", [{"bots": ("random",)}, {"rounds": 0}, {"players": 1}])
def test_what_cannot_be_scheduled_is_refused_before_it_is_a_contest(
    changes: dict[str, Any],
) -> None:
    given: dict[str, Any] = {"bots": tuple(TWINS), "games": ("kupferkessel",)}

    with pytest.raises(Misuse):
        resolve(Terms(**(given | changes)))


def test_the_id_depends_neither_on_the_order_of_naming_nor_on_the_rounds() -> None:
    first = Terms(bots=tuple(TWINS), games=("kupferkessel",), seed=1)

    ids = {
        resolve(one).id
        for one in (
            first,
            replace(first, bots=tuple(reversed(TWINS))),
            replace(first, rounds=11),
            replace(first, rounds=None),
        )
    }

    assert len(ids) == 1


def test_terms_of_the_first_order_are_told_apart_when_they_are_read_back() -> None:
    first = Terms(bots=tuple(TWINS), games=("kupferkessel",), seed=1, format=TABLE_BY_TABLE)
    newest = replace(first, format=IN_PASSES)

    assert stored_terms(first.to_json()) == first
    assert stored_terms(newest.to_json()) == newest
    assert first.to_json()["format"] == "round-robin"
    assert resolve(first).id != resolve(newest).id
    assert parse_terms({"bots": TWINS, "format": "round-robin"}).format == IN_PASSES
