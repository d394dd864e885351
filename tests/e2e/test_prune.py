"""`arena prune` as a person would use it: room is made, and nothing else changes."""

import json
from pathlib import Path

import pytest

from tests.tournament.arena_command import answer, run

PLAY = ("tournament", "random", "random:as=twin", "--game", "kupferkessel", "--seed", "3")
NOW = ("--older-than", "0.001s")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a tournament of twenty matches."""
    folder = tmp_path_factory.mktemp("pruned")
    assert run(folder, *PLAY, "--rounds", "10", "--quiet").returncode == 0
    return folder


def test_room_is_made_and_tables_stay_to_the_last_byte(played: Path) -> None:
    looks = (
        ("leaderboard", "--wide"),
        ("leaderboard", "--json"),
        ("crosstable", "--json"),
        ("matches", "--json"),
        ("tournaments", "--json"),
    )
    before = [run(played, *words).stdout for words in looks]
    size = (played / "arena.db").stat().st_size

    preview = answer(played, "prune", *NOW, "--keep-logs", "none")
    assert (preview["records"], preview["done"]) == (20, False)
    assert answer(played, "prune", *NOW, "--keep-logs", "none") == preview
    done = answer(played, "prune", "last", *NOW, "--keep-logs", "none", "--yes")

    assert {**done, "run": None} == {**preview, "done": True, "run": None}
    assert [run(played, *words).stdout for words in looks] == before
    assert (played / "arena.db").stat().st_size < size
    assert "nothing to remove" in run(played, "prune", *NOW, "--keep-logs", "none").stdout

    shown = run(played, "show", "last")
    assert shown.returncode == 0
    assert "pruned" in shown.stdout
    assert answer(played, "show", "last")["pruned"] is True
    replayed = run(played, "replay", "last")
    assert replayed.returncode == 2
    assert replayed.stderr.count("\n") == 1
    assert "was pruned; its result still counts" in replayed.stderr
    verified = run(played, "verify", "last")
    assert verified.returncode == 0
    assert "20 matches: its record was pruned" in verified.stderr
    assert "printed nothing" in run(played, "logs", "last").stdout
    assert run(played, "compare", "random", "twin").returncode == 0
    exported = run(played, "export", "--tournament", "last")
    assert exported.returncode == 0
    (played / "out.ndjson").write_text(exported.stdout)
    assert run(played, "import", "out.ndjson", "--db", "other.db").returncode == 0
    assert "was pruned" in run(played, "replay", "last", "--db", "other.db").stderr
    pages = run(played, "web", "--export", "pages")
    assert pages.returncode == 0, pages.stderr


def test_nothing_is_removed_unless_it_is_said(tmp_path: Path) -> None:
    assert run(tmp_path, *PLAY, "--rounds", "1", "--quiet").returncode == 0

    young = run(tmp_path, "prune")
    preview = run(tmp_path, "prune", *NOW)

    assert "nothing to remove" in young.stdout
    assert "2 records and 0 logs would be removed" in preview.stdout
    assert "prune --older-than 0.001s --keep-logs faults --yes" in preview.stderr
    assert run(tmp_path, "verify", "last").stderr.count("pruned") == 0
    for words in (("--keep-logs", "some"), ("--older-than", "x"), ("--dry-run", "--yes")):
        wrong = run(tmp_path, "prune", *words)
        assert wrong.returncode == 2, words
    assert run(tmp_path, "prune", "nobody").returncode == 2


def test_a_tournament_keeps_the_logs_it_is_told_to_keep(tmp_path: Path) -> None:
    bot = tmp_path / "loud"
    bot.mkdir()
    (bot / "bot.toml").write_text('name = "loud"\ncommand = ["{python}", "main.py"]\n')
    (bot / "main.py").write_text(
        "from arena.sdk import Bot, run\n"
        "class Loud(Bot):\n"
        "    def act(self, turn):\n"
        "        print('here', flush=True)\n"
        "        return turn.legal[0]\n"
        "run(Loud)\n"
    )
    play = ("tournament", "random", "./loud", "--game", "kupferkessel", "--seed", "3")

    done = run(tmp_path, *play, "--rounds", "3", "--keep-logs", "last=2", "--quiet")

    assert done.returncode == 0, done.stderr
    told = [
        answer(tmp_path, "logs", match["match"])
        for match in json.loads(run(tmp_path, "matches", "--json").stdout)
    ]
    kept = [any("here" in seat["log"] for seat in one["seats"]) for one in told]
    assert sorted(kept) == [False] * 4 + [True] * 2
    assert "is not kept" in run(tmp_path, "logs", told[kept.index(False)]["match"]).stdout
