"""What must not change: matches of all variants, their ids, and the tables they give.

Played by the command, at a level that every machine has, and kept as digests. A record counts
without what depends on the run, and without the words of its deal, which a game may complete.
"""

import hashlib
import json
import os
import signal
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from leaderboard.values import canonical
from tests.laws.setups import Case
from tests.tournament.arena_command import (
    answer,
    family,
    pools,
    records,
    run,
    start,
    wait_for_matches,
)

RECORDED: Final = Path(__file__).parent / "recorded.json"
LEVEL: Final = ("--isolation", "process")
FIELD: Final = ("random", "heuristic", "random:as=twin", "heuristic:as=other")
TABLE: Final = (
    *("random", "heuristic", "mcts:iterations=30,as=mcts"),
    *("--rounds", "12", "--seed", "12", "--name", "golden"),
)
"""A tournament over both games, whose table is kept."""
SINGLES: Final[tuple[tuple[str, ...], ...]] = (
    ("random", "heuristic", "--game", "kupferkessel", "--seed", "3"),
    ("heuristic", "random", "--game", "trapper", "--seed", "3", "--hang", "7.5"),
    ("random", "random", "--game", "trapper", "--seed", "4", "--deal", "3", "--pairing", "9"),
    ("random", "--players", "3", "--game", "trapper", "--seed", "5"),
    ("random", "mcts:iterations=20", "--game", "kupferkessel", "--seed", "6", "--nodes", "10"),
    ("random:as=a", "random:as=b", "--option", "recipes=on", "--seed", "7", "--hang", "12"),
    ("random", "heuristic", "--seed", "8", "--limit", "memory_mb=300", "--startup", "20"),
    ("random", "heuristic", "--seed", "340282366920938463463374607431768211455"),
)
"""Matches on their own."""


@dataclass(frozen=True)
class Golden:
    """A tournament as it is kept."""

    id: str
    records: dict[str, str]
    """Digests by the number of the pairing."""
    pools: object

    def as_json(self) -> dict[str, object]:
        return {"id": self.id, "records": self.records, "pools": self.pools}


def digest(record: Mapping[str, Any]) -> str:
    """Of a record without its run; `arena_command.records` has left that out."""
    kept = {key: value for key, value in record.items() if key not in ("deal", "digest")}
    return hashlib.sha256(canonical(kept).encode()).hexdigest()[:24]


def variant_words(case: Case) -> tuple[str, ...]:
    """A small tournament in one variant."""
    players = case.setup.players
    rounds, orders = {2: ("5", "all"), 3: ("2", "all"), 4: ("3", "rotations")}[players]
    options = [f"--option={name}={value}" for name, value in case.setup.options.items()]
    return (
        *FIELD[:players],
        *("--game", case.game.name, "--players", str(players), "--rounds", rounds),
        *("--seat-orders", orders, "--seed", str(players), *options),
    )


def play_variant(folder: Path, case: Case) -> Golden:
    """The tournament of a variant."""
    done = run(folder, "tournament", *variant_words(case), *LEVEL, "--quiet")
    assert done.returncode == 0, done.stderr
    return kept(folder)


def play_table(folder: Path) -> Golden:
    """The tournament whose table is kept, undisturbed."""
    done = run(folder, "tournament", *TABLE, *LEVEL, "--quiet")
    assert done.returncode == 0, done.stderr
    return kept(folder)


def play_interrupted(folder: Path) -> Golden:
    """The same, killed on the way and resumed."""
    runner = start(folder, "tournament", *TABLE, *LEVEL, "--quiet")
    wait_for_matches(folder / "arena.db")
    everybody = family(runner.pid)
    for process in everybody:
        os.kill(process, signal.SIGSTOP)
    os.kill(runner.pid, signal.SIGKILL)
    for process in everybody[1:]:
        os.kill(process, signal.SIGCONT)
    runner.communicate()
    done = run(folder, "resume", *LEVEL, "--quiet")
    assert done.returncode == 0, done.stderr
    return kept(folder)


def play_single(folder: Path, words: tuple[str, ...]) -> dict[str, str]:
    """The id and the digest of a match on its own."""
    told = answer(folder, "match", *words, *LEVEL)
    return {
        "id": told["match"],
        "record": digest(next(iter(records(folder / "arena.db").values()))),
    }


def kept(folder: Path) -> Golden:
    """What a folder's database holds."""
    found = records(folder / "arena.db")
    table = answer(folder, "leaderboard")
    digests = {str(number): digest(found[number]) for number in sorted(found)}
    return Golden(table["run"]["tournament"], digests, pools(folder))


def recorded() -> dict[str, Any]:
    """The golden set."""
    whole: dict[str, Any] = json.loads(RECORDED.read_text(encoding="utf-8"))
    return whole
