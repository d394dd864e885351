"""Every starter as its author meets it: made, built, sent into tournaments, in the sandbox.

What is built is kept between runs, by its version, below pytest's own cache: a run on a fresh
machine fetches and compiles everything, the next one only plays.
"""

import os
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest

from arena.starters.catalogue import STARTERS, readiness
from referee.bots.preparing.asking import Operator
from tests.tournament.arena_command import answer, pools, records, run

ROUNDS: Final = 8
"""Deals of a tournament, each in both seat orders."""
GAMES: Final = ("kupferkessel", "trapper")
TABLES: Final[tuple[tuple[int, tuple[str, ...]], ...]] = (
    (3, ("kupferkessel", "recipes=on")),
    (3, ("kupferkessel", "outer_lines_end=on", "third_colour=green")),
    (4, ("trapper", "variant=tactical")),
    (4, ("trapper", "variant=young")),
    (4, ("trapper",)),
)
"""Variants with more than two seats: how many, game and options."""
CHECKED_IN_FULL: Final = ("go", "lines-javascript")
BUILD_S: Final = 900.0


@dataclass(frozen=True)
class Ground:
    """Where starters are made, and which can be made on this machine."""

    folder: Path
    names: tuple[str, ...]


@pytest.fixture
def ground(
    tmp_path: Path,
    request: pytest.FixtureRequest,
    sandbox: str,
    monkeypatch: pytest.MonkeyPatch,
) -> Ground:
    kept = request.config.cache
    assert kept is not None
    monkeypatch.setenv("XDG_CACHE_HOME", str(kept.mkdir("starters")))
    found = readiness(STARTERS, Operator(dict(os.environ)), lambda: None)
    lacking = {one.starter.name: one.missing for one in found if not one.ready}
    if os.environ.get("CI") == "true":
        assert lacking == {}
    ready = tuple(one.starter.name for one in found if one.ready)
    if not ready:
        pytest.skip(f"no language is ready here: {lacking}")
    return Ground(tmp_path, ready)


def two_at_a_time(work: Callable[[str], str], names: tuple[str, ...]) -> dict[str, str]:
    with ThreadPoolExecutor(2) as pool:
        return dict(zip(names, pool.map(work, names), strict=True))


def test_every_starter_is_made_built_beats_random_in_both_games_and_conforms(
    ground: Ground,
) -> None:
    told = two_at_a_time(lambda name: trial(ground.folder, name), ground.names)

    assert {name: trouble for name, trouble in told.items() if trouble} == {}
    assert tables(ground.folder, ground.names) == []


def trial(folder: Path, name: str) -> str:
    """What is wrong with a starter; empty if nothing is."""
    home = folder / name
    home.mkdir()
    made = run(home, "new", name, "--lang", name)
    if made.returncode != 0:
        return made.stderr
    words = ("--rounds", str(ROUNDS), "--seed", "5", "--isolation", "sandbox", "--quiet")
    played = run(home, "tournament", f"./{name}", "random", *words, timeout_s=BUILD_S)
    if played.returncode != 0:
        return played.stderr
    checked = run(home, "check", f"./{name}", *(() if name in CHECKED_IN_FULL else ("--quick",)))
    if checked.returncode != 0:
        return checked.stdout + checked.stderr
    told = [standing(pool, name) for pool in pools(home)]
    return "; ".join(filter(None, (*told, "" if len(told) == len(GAMES) else "a game is missing")))


def standing(pool: dict[str, Any], name: str) -> str:
    """What is wrong with a table of a starter and random."""
    own, other = sorted(pool["entries"], key=lambda entry: entry["bot"] != name)
    clean = all(entry["faults"] == entry["voids"] == 0 for entry in (own, other))
    if clean and own["matches"] == 2 * ROUNDS and own["wins"] > own["matches"] / 2:
        return ""
    return f"{pool['game']}: {own}, {other}"


def tables(folder: Path, names: tuple[str, ...]) -> list[str]:
    """What is wrong at tables of starters with each other, in the other variants."""
    troubles = []
    for seats, (game, *options) in TABLES:
        for first in range(0, len(names), seats):
            seated = [names[(first + place) % len(names)] for place in range(seats)]
            bots = [f"./{name}/{name}:as=seat{place}" for place, name in enumerate(seated)]
            chosen = [word for option in options for word in ("--option", option)]
            record = answer(folder, "match", *bots, "--game", game, *chosen, "--seed", "2")
            if record["termination"] != "normal":
                troubles.append(f"{seated}: {record}")
    return troubles


def test_a_match_of_a_starter_can_be_played_again_and_keeps_its_notes(ground: Ground) -> None:
    def told(name: str) -> str:
        home = ground.folder / name
        home.mkdir()
        run(home, "new", name, "--lang", name)
        both = []
        for again in ("one.db", "two.db"):
            words = ("match", f"./{name}", "random", "--game", "trapper", "--seed", "3")
            done = run(home, *words, "--db", again, timeout_s=BUILD_S)
            if done.returncode != 0:
                return done.stderr
            (record,) = records(home / again).values()
            both.append(record)
        own = [move for move in both[0]["moves"] if move.get("seat") == 0]  # type: ignore[attr-defined]
        notes = [move["note"] for move in own if move["note"]]
        if len(notes) < 5 or not all(re.search(r"\d+ .*(actions|best)", one) for one in notes):
            return f"no notes: {own}"
        return "" if both[0] == both[1] else "it does not repeat"

    troubles = two_at_a_time(told, ground.names)

    assert {name: trouble for name, trouble in troubles.items() if trouble} == {}
