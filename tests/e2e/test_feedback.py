"""`arena feedback` as people type it."""

import json

from tests.e2e.command import Arena, bot


def test_an_author_gets_a_folder_and_everybody_gets_one(arena: Arena) -> None:
    words = ("random", "heuristic", bot("raises"), "--rounds", "1", "--seed", "3")
    arena("tournament", *words, "--game", "kupferkessel", "--quiet")

    one = arena("feedback", "raises", "--out", "own", "--json")
    everybody = arena("feedback", "--tournament", "last", "--out", "all", "--most", "1")
    again = arena("feedback", "raises", "--out", "own", "--json")

    own = arena.folder / "own"
    page = (own / "index.html").read_text()
    kept = json.loads((own / "results.json").read_text())
    assert (one.code, everybody.code, again.code) == (0, 0, 0)
    assert one.json["results"] == len(kept["results"]) == 4
    assert again.json["written"] == 0
    assert "Why it failed" in page
    assert {path.name for path in (arena.folder / "all").iterdir()} == {
        "random",
        "heuristic",
        "raises",
    }
    printed = "".join(path.read_text() for path in (own / "logs").iterdir())
    assert "Traceback" in printed


def test_what_cannot_be_is_told_in_one_line(arena: Arena) -> None:
    arena("tournament", "random", "heuristic", "--rounds", "1", "--game", "kupferkessel")
    (arena.folder / "full").mkdir()
    (arena.folder / "full" / "mine").write_text("mine")

    told = {
        words: arena("feedback", *words)
        for words in (
            ("--out", "x"),
            ("nobody", "--out", "x"),
            ("random", "--out", "full"),
            ("random", "--out", "full/mine"),
            ("random",),
        )
    }

    assert [done.code for done in told.values()] == [2, 2, 1, 2, 2]
    assert all(len(done.err.strip().splitlines()) == 1 for done in told.values())
    assert not (arena.folder / "x").exists()
