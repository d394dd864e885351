"""Every command that is printed can be pasted: from another folder, with another database."""

import shlex
import shutil

import pytest

from tests.e2e import ten_lines
from tests.e2e.command import PROCESS, Arena, Finished

TWINS = ("random", "random:as=twin", "--game", "kupferkessel")


def hints(run: Finished) -> list[list[str]]:
    """The commands that a run has printed, less the name of the program."""
    lines = [line.strip() for line in (*run.err.splitlines(), *run.out.splitlines())]
    told = [line.removeprefix("Again").strip() for line in lines]
    return [shlex.split(line)[1:] for line in told if line.startswith("arena ")]


@pytest.fixture
def elsewhere(arena: Arena) -> str:
    """A database that is not the usual one."""
    (arena.folder / "a place").mkdir()
    return "a place/results.db"


@pytest.mark.parametrize(
    "words",
    [
        ("match", "random", "./mybot", "--game", "kupferkessel", "--seed", "3", *PROCESS),
        ("tournament", *TWINS, "--rounds", "1", *PROCESS),
        ("leaderboard",),
        ("tournaments",),
        ("matches", "--limit", "1"),
        ("crosstable",),
        ("compare", "random", "twin"),
        ("show", "last"),
        ("games",),
        ("games", "trapper"),
        ("bots",),
        ("bots", "./mybot"),
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_hints_work_from_another_folder(
    arena: Arena, elsewhere: str, words: tuple[str, ...]
) -> None:
    ten_lines.paste(arena.folder / "mybot")
    stored = words[0] not in ("games", "bots")
    if stored and words[0] not in ("match", "tournament"):
        first = arena("tournament", *TWINS, "--rounds", "1", *PROCESS, "--db", elsewhere)
        assert first.code == 0, first.err
    run = arena(*words, *(("--db", elsewhere) if stored else ()))
    assert run.code == 0, run.err
    other = arena.within("another folder")

    told = hints(run)

    assert told
    for hint in told:
        pasted = other(*hint)
        assert pasted.code == 0, (hint, pasted.err)
    assert stored == (not (other.folder / "arena.db").exists())


@pytest.mark.parametrize("seed", [5, 2**127 + 5])
def test_what_show_prints_plays_the_match_again(arena: Arena, elsewhere: str, seed: int) -> None:
    ten_lines.paste(arena.folder / "mybot")
    played = arena(
        *("match", "./mybot:as=me", "random", "--game", "kupferkessel", "--seed", str(seed)),
        *("--option", "recipes=on", "--hang", "7.5", "--deal", "3", "--pairing", "4"),
        *("--tc", "1234.5678+0.5", "--db", elsewhere, "--json", *PROCESS),
    ).json
    shown = arena("show", "last", "--db", elsewhere)
    other = arena.within("another folder")

    (again,) = [hint for hint in hints(shown) if hint[0] == "match"]
    told = other(*again, "--json", *PROCESS).json

    assert told["match"] == played["match"]
    assert told["seats"] == played["seats"]


def test_a_match_of_a_tournament_is_played_again_move_by_move(arena: Arena) -> None:
    tournament = ("random", "heuristic", "--game", "trapper", "--rounds", "2", "--nodes", "9")
    arena("tournament", *tournament, "--hang", "12", "--limit", "memory_mb=300", *PROCESS)
    shown = arena("show", "last")
    before = arena("replay", "last", "--json").json

    (again,) = [hint for hint in hints(shown) if hint[0] == "match"]
    arena(*again, *PROCESS)
    after = arena("replay", "last", "--json").json

    assert before["match"] != after["match"]
    for name in ("match_seed", "commitment", "deal", "result", "control"):
        assert after[name] == before[name]
    for one in (*before["moves"], *after["moves"]):
        one.pop("elapsed_us", None)
    assert after["moves"] == before["moves"]


def test_a_copied_folder_resumes_with_the_bots_that_lie_in_it(arena: Arena) -> None:
    home = arena.within("original")
    ten_lines.paste(home.folder / "mybot")
    words = ("tournament", "./mybot", "random", "--game", "kupferkessel", "--rounds", "1")
    played = home(*words, *PROCESS)
    copy = Arena(arena.folder / "copy", arena.ground)
    shutil.copytree(home.folder, copy.folder)
    (home.folder / "mybot" / "mybot.py").write_text("raise SystemExit('another bot')\n")

    refused = home("resume", *PROCESS)
    resumed = copy("resume", *PROCESS)

    assert played.code == 0, played.err
    assert refused.code == 2
    assert "mybot has changed" in refused.err
    assert resumed.code == 0, resumed.err
    assert "Nothing is missing." in resumed.err
