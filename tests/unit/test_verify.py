"""Whoever changes a record is found out, and told where."""

import copy
import json
import random
from contextlib import suppress
from typing import Any

import pytest

from referee.games.registry import get_game
from referee.match.digest import canonical, digest_of, lasting
from referee.match.record import read_record
from referee.match.verify import NO_DIGEST, UNTOLD, Known, parse_json, verify
from tests.unit.recorded import played_record


def stored(record: dict[str, Any]) -> dict[str, Any]:
    """A record as it comes back from JSON."""
    again: dict[str, Any] = json.loads(json.dumps(record))
    return again


def resealed(record: dict[str, Any]) -> dict[str, Any]:
    """The record with a digest that fits: what is left are the rules."""
    return {**record, "digest": digest_of(record)}


def places(record: object, known: Known | None = None) -> list[str]:
    return [finding.place for finding in verify(record, known).findings]


@pytest.fixture(scope="module")
def two() -> dict[str, Any]:
    return stored(played_record(get_game("kupferkessel")))


@pytest.mark.parametrize("name", ["kupferkessel", "trapper"])
@pytest.mark.parametrize(
    ("players", "faults"),
    [
        (2, {}),
        (3, {}),
        (2, {0: 0}),
        (2, {1: 9}),
        (2, {0: 0, 1: 0}),
        (3, {0: 0}),
        (3, {2: 5}),
        (3, {2: 5, 1: 9}),
        (3, {0: 0, 1: 0, 2: 0}),
    ],
)
def test_an_honest_record_agrees(name: str, players: int, faults: dict[int, int]) -> None:
    record = stored(played_record(get_game(name), players, faults=faults))

    verdict = verify(record)

    assert verdict.findings == ()
    assert verdict.unchecked == ()


@pytest.mark.parametrize("faults", [{}, {1: 0}, {1: 4}])
@pytest.mark.parametrize("void_after", [0, 7])
def test_an_honest_record_of_a_void_match_agrees(faults: dict[int, int], void_after: int) -> None:
    record = stored(
        played_record(get_game("kupferkessel"), 3, faults=faults, void_after=void_after)
    )

    assert record["result"]["termination"] == "host_fault"
    assert places(record) == []


def test_a_record_tells_its_digest_and_a_part_of_it_does_not(two: dict[str, Any]) -> None:
    assert two["digest"] == digest_of(two)
    assert "digest" not in read_record(two).until(3).to_json()


def test_the_digest_is_the_same_in_every_run(two: dict[str, Any]) -> None:
    other = copy.deepcopy(two)
    other["run"] = {}
    other["moves"][0]["elapsed_us"] += 1

    assert digest_of(other) == two["digest"]
    assert digest_of(read_record(two).hidden().to_json()) != two["digest"]


def test_every_change_of_a_byte_is_found(two: dict[str, Any]) -> None:
    text = canonical(lasting(two)).encode()
    chance = random.Random(3)
    for _ in range(150):
        place = chance.randrange(len(text))
        other = chance.choice([byte for byte in range(256) if byte != text[place]])
        changed = text[:place] + bytes([other]) + text[place + 1 :]
        try:
            value = parse_json(changed)
        except ValueError:
            continue
        assert places(value), changed[place - 20 : place + 20]


def test_a_record_from_before_digests_is_checked_by_the_rules_and_that_is_told(
    two: dict[str, Any],
) -> None:
    old = {name: value for name, value in two.items() if name != "digest"}

    assert verify(old).findings == ()
    assert verify(old).unchecked == (NO_DIGEST,)
    old["moves"] = old["moves"][:-1]
    assert places(old) == ["moves"]


def test_without_its_seed_a_match_is_not_dealt_again(two: dict[str, Any]) -> None:
    hidden = read_record({**two, "digest": None}).hidden().to_json()

    assert UNTOLD in verify(hidden).unchecked


def changed(record: dict[str, Any], path: str, value: object) -> dict[str, Any]:
    """The record with another value at a path, and a digest that fits."""
    made = copy.deepcopy(record)
    *way, last = path.split("/")
    part: Any = made
    for key in way:
        part = part[int(key) if isinstance(part, list) else key]
    part[int(last) if isinstance(part, list) else last] = value
    with suppress(AttributeError):  # of some values none can be made
        made = resealed(made)
    return made


@pytest.mark.parametrize(
    ("path", "value", "place"),
    [
        ("deal/pile/0", "Nobody1", "deal.pile[0]"),
        ("moves/3/action", "zz9", "moves[3].action"),
        ("moves/3/step", 5, "moves[3].step"),
        ("moves/3/turn", 99, "moves[3].turn"),
        ("moves/3/stand_in", True, "moves[3].stand_in"),
        ("result/turns", 1, "result.turns"),
        ("result/scores/0", 99, "result.scores[0]"),
        ("result/ranks/0", 3, "result.ranks[0]"),
        ("result/termination", "crash", "result.termination"),
        ("result/termination", "tired", "result.termination"),
        ("result/breakdown/0", {}, "result.breakdown[0]."),
        ("seats/1/score", 99, "seats[1].score"),
        ("seats/1/rank", 9, "seats[1].rank"),
        ("seats/1/fault", "tired", "seats[1].fault"),
        ("seats/1/seat", 0, "seats[1].seat"),
        ("players", 3, "options"),
        ("players", 9, "options"),
        ("options/recipes", "maybe", "options"),
        ("seed", 8, "secret"),
        ("secret", "00", "secret"),
        ("commitment", "00" * 32, "commitment"),
        ("match_seed", "00" * 32, "commitment"),
        ("match_seed", "zz", "match_seed"),
        ("format", "arena-record/2", "format"),
        ("more", 1, "more"),
        ("moves/3/step", True, "moves[3].step"),
        ("moves", {}, "moves"),
        ("moves/2", [], "moves"),
        ("moves/2", {}, "moves[2].action"),
        ("result", {}, "result.scores"),
        ("seats", [], "seats"),
        ("run", 3, "run"),
    ],
)
def test_the_place_of_a_change_is_named_even_if_the_digest_was_made_anew(
    two: dict[str, Any], path: str, value: object, place: str
) -> None:
    found = places(changed(two, path, value))

    assert any(one.startswith(place) for one in found), found


@pytest.mark.parametrize("value", [None, 3, "text", [], {}, {"format": "arena-record/1"}])
def test_what_is_no_record_is_a_finding(value: object) -> None:
    assert places(value)


def test_any_key_may_be_lost_or_be_of_another_kind(two: dict[str, Any]) -> None:
    chance = random.Random(5)
    for _ in range(300):
        made = copy.deepcopy(two)
        part: Any = made
        while True:
            keys = list(part) if isinstance(part, dict) else list(range(len(part)))
            keys = [key for key in keys if key not in ("run", "elapsed_us")]
            key = chance.choice(keys)
            if not isinstance(part[key], dict | list) or not part[key] or chance.random() < 0.2:
                break
            part = part[key]
        if chance.random() < 0.3 and key != "digest":
            del part[key]
            if made.keys() == two.keys() - {"seed"} or made.keys() == two.keys() - {"secret"}:
                continue  # they are told at times
        else:
            part[key] = chance.choice([None, True, -1, 2.5, "", "x", [], {}, [[]], {"a": 1}])
        if canonical(made) == canonical(two):
            continue
        assert places(made), (key, part)


def test_another_move_of_a_stand_in_is_found() -> None:
    record = stored(played_record(get_game("kupferkessel"), 3, faults={1: 4}))
    number = next(i for i, move in enumerate(record["moves"]) if move.get("stand_in"))
    del record["moves"][number]["stand_in"]

    assert places(resealed(record)) == [f"moves[{number}].stand_in"]


def test_later_chance_is_compared() -> None:
    game = get_game("trapper")
    for chance in range(1, 30):
        record = stored(played_record(game, chance=chance))
        shuffles = [i for i, one in enumerate(record["moves"]) if "chance" in one]
        if shuffles:
            break
    record["moves"][shuffles[0]]["result"].reverse()

    assert all(place.startswith("moves[") for place in places(resealed(record)))
    assert places(resealed(record))


def test_what_is_known_from_elsewhere_must_agree(two: dict[str, Any]) -> None:
    assert places(two, Known(secret=two["secret"], match_seed=two["match_seed"])) == []
    assert places(two, Known(match_seed="00" * 32)) == ["match_seed"]
    assert places(two, Known(secret="00" * 32)) == ["secret", "commitment"]


def test_rules_that_are_not_here_are_told_and_the_digest_still_counts(two: dict[str, Any]) -> None:
    other = changed(two, "rules", "0")

    assert verify(other).findings == ()
    assert "rules 0 of kupferkessel are not here" in verify(other).unchecked[0]
    assert places({**two, "rules": "0"}) == ["digest"]


@pytest.mark.parametrize(
    "text", ["", "{", '{"a":1,"a":2}', "[NaN]", "[" * 100_000, b"\xff", "[0.10]"]
)
def test_what_is_not_json_is_said_in_a_line(text: str) -> None:
    with pytest.raises(ValueError, match="not JSON"):
        parse_json(text)
