"""Numbers that nobody means: one line, exit 2, and nothing is stored."""

import json
from pathlib import Path

import pytest

from leaderboard.database import open_database
from tests.faults.commands import Command

HUGE = "99999999999999999999"
NO_NUMBERS = ("nan", "inf", "-inf", "1e400", "-1e400", "-1", HUGE, "9" * 5000, "x", "", "0x10")
NO_TIMES = NO_NUMBERS
OPTIONS = {
    "--nodes": NO_NUMBERS,
    "--seed": ("nan", "inf", "-1", "1" + "0" * 100, "9" * 5000, "1e3"),
    "--move-time": (*NO_TIMES, "1e-9", "1e-320"),
    "--hang": (*NO_TIMES, "0", "-0.0", "1e-9"),
    "--startup": (*NO_TIMES, "0", "1e-9"),
    "--tc": ("nan+1", "1+nan", "inf", "1+inf", "1e400+0", "0+1", "-1+1", "1e-9", HUGE, "+", "1+"),
    "--limit": (
        *(
            f"{name}={number}"
            for name in ("memory_mb", "cpus", "open_files")
            for number in ("", "x")
        ),
        *(f"{name}={HUGE}" for name in ("memory_mb", "processes", "cpus", "disk_mb")),
        *(f"{name}={HUGE}" for name in ("open_files", "output_mb")),
        *(f"cpus={number}" for number in ("nan", "inf", "-1", "0", "1e400", "1e-320")),
        *(f"memory_mb={number}" for number in ("nan", "1e3", "-1", "0", "9" * 5000)),
    ),
}
TOURNAMENT = ("tournament", "random", "random:as=b", "--game", "kupferkessel", "--rounds", "1")
MATCH = ("match", "random", "random", "--game", "kupferkessel")
SPRT = ("sprt", "random", "random:as=b", "--game", "kupferkessel")
OF_TOURNAMENTS = {
    "--rounds": (*NO_NUMBERS, "0"),
    "--workers": (*NO_NUMBERS, "0"),
    "--players": ("nan", "inf", "1e400", "-1", "0", "1", HUGE, "1000", "50"),
    "--bench": NO_NUMBERS,
    "--for": ("nan", "inf", "0s", "-1h", f"{'9' * 400}d", f"{HUGE}h", "1e400h", "1y"),
    "--until": ("nan", "25:00", "0001-01-01 00:00", "99999-01-01 00:00"),
}
OF_MATCHES = {"--deal": (*NO_NUMBERS, "0"), "--pairing": (*NO_NUMBERS, "0"), "--players": (HUGE,)}
OF_TESTS = {
    "--alpha": (*NO_NUMBERS, "0", "1", "1e-320"),
    "--beta": (*NO_NUMBERS, "0", "1e-320"),
    "--low": (*NO_NUMBERS, "0", "1", "1e-320", "0.6"),
    "--high": (*NO_NUMBERS, "0", "1", "0.5", "0.50000000001"),
    "--rounds": ("0", HUGE),
    "--players": ("0", "1", "-1", HUGE),
}
CASES = [
    *((TOURNAMENT, option, values) for option, values in (OPTIONS | OF_TOURNAMENTS).items()),
    *((MATCH, option, values) for option, values in (OPTIONS | OF_MATCHES).items()),
    *((SPRT, option, values) for option, values in OF_TESTS.items()),
]


@pytest.mark.parametrize(
    ("words", "option", "values"), CASES, ids=[f"{words[0]}{option}" for words, option, _ in CASES]
)
def test_no_option_takes_a_number_that_makes_no_sense(
    tmp_path: Path, arena: Command, words: tuple[str, ...], option: str, values: tuple[str, ...]
) -> None:
    for value in values:
        said = arena(*words, f"{option}={value}")
        if value == "" and option in ("--for", "--until"):
            continue
        assert said.code == 2, (value, said.err)
        assert said.out == ""
        assert len(said.err.splitlines()) == 1, (value, said.err)
    assert not (tmp_path / "arena.db").exists()


FILES = [
    "rounds = -1",
    f"rounds = {HUGE}",
    "rounds = 1e400",
    "rounds = true",
    f"players = {HUGE}",
    "players = -3",
    "players = 0",
    f"seed = {10**100}",
    "seed = -1",
    f"seed = {'9' * 5000}",
    f"nodes = {HUGE}",
    f"bench = {HUGE}",
    "hang = nan",
    "hang = inf",
    f"hang = {10**400}",
    f"move_time = {10**400}",
    "move_time = 1e-9",
    "startup = -inf",
    'tc = "1e400+0"',
    "limits = { memory_mb = 1e400 }",
    "limits = { cpus = nan }",
    f"limits = {{ cpus = {10**400} }}",
    f"limits = {{ open_files = {HUGE} }}",
    'format = "sprt"\nsprt = { alpha = nan }',
    f'format = "sprt"\nsprt = {{ high = {10**400} }}',
    "games = " + "[" * 5000 + "]" * 5000,
    "name = 2026-01-01",
    'name = "\\u001b[2J"',
    "seed = 0x" + "f" * 5000,
    "hang = 0x" + "f" * 5000,
    "limits = { cpus = 0x" + "f" * 5000 + " }",
]


@pytest.mark.parametrize("text", FILES, ids=lambda text: text[:30])
def test_no_file_says_a_number_that_makes_no_sense(
    tmp_path: Path, arena: Command, text: str
) -> None:
    bots = 'bots = ["random", "random:as=b"]\n'
    (tmp_path / "spec.toml").write_text(f"{bots}{text}\n")

    said = arena("tournament", "--spec", "spec.toml")

    assert said.code == 2
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    assert not (tmp_path / "arena.db").exists()


@pytest.mark.parametrize(
    "words",
    [
        *(("matches", "--limit", number) for number in NO_NUMBERS),
        *(("matches", "--page", number) for number in (*NO_NUMBERS, "0")),
        *(("tournaments", "--page", number) for number in (HUGE, "0")),
        *(("leaderboard", f"--watch={number}") for number in (*NO_TIMES, "0")),
        *(("matches", "--since", day) for day in ("0000-01-01", "99999-01-01", "nan")),
        *(("replay", f"last@{number}") for number in (HUGE, "9" * 5000, "-1", "nan")),
        ("show", HUGE),
        ("show", f"a-{HUGE}"),
        ("show", f"a-{'9' * 5000}"),
        ("crosstable", "--players", "nan"),
        ("match", f"mcts:iterations={10**400}", "random"),
        ("match", f"mcts:iterations={'9' * 5000}", "random"),
        ("match", "mcts:iterations=nan", "random"),
    ],
    ids=lambda words: " ".join(words)[:40],
)
def test_no_listing_is_asked_for_what_it_cannot_have(
    tmp_path: Path, arena: Command, words: tuple[str, ...]
) -> None:
    open_database(tmp_path / "arena.db", write=True).close()

    said = arena(*words)

    assert said.code == 2, said.err
    assert said.out == ""
    assert len(said.err.splitlines()) == 1


@pytest.mark.parametrize("number", ["1", "1000000"])
def test_the_first_and_the_last_day_are_days(tmp_path: Path, arena: Command, number: str) -> None:
    open_database(tmp_path / "arena.db", write=True).close()
    for day in ("0001-01-01", "9999-12-31T23:59"):
        said = arena("matches", "--since", day, "--page", number, "--json")
        assert said.code in (0, 2)
        assert said.code or json.loads(said.out) == []
        assert len(said.err.splitlines()) <= 1
