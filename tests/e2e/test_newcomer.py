"""The first bot of `docs/python.md`, pasted into a folder and sent into a tournament."""

import re
from pathlib import Path

from tests.e2e.command import Arena

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "python.md"
ROUNDS = 15


def paste(folder: Path) -> None:
    """Make the bot as the page says."""
    text = PAGE.read_text(encoding="utf-8")
    program, manifest = (
        re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)[0]
        for language in ("python", "toml")
    )
    assert len(program.strip().splitlines()) <= 15
    folder.mkdir()
    (folder / "mybot.py").write_text(program, encoding="utf-8")
    (folder / "bot.toml").write_text(manifest, encoding="utf-8")


def shown_in(page: str) -> list[str]:
    """The lines of the tables that a page shows."""
    blocks: list[str] = re.findall(
        r"```text\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL
    )
    return next(block for block in blocks if "Rating" in block).strip().splitlines()


def test_the_first_tournament_of_the_readme_has_the_tables_it_shows(arena: Arena) -> None:
    playing = arena.start("tournament", "--seed", "1", "--quiet")
    out, err = playing.communicate(timeout=300)

    assert playing.returncode == 0, err
    printed = [line.rstrip() for line in out.splitlines()]
    for page in ("README.md", "docs/ratings.md"):
        tables = shown_in(page)
        place = printed.index(tables[0])
        assert printed[place : place + len(tables)] == tables


def test_a_newcomers_bot_of_fifteen_lines_beats_random_in_a_real_tournament(arena: Arena) -> None:
    paste(arena.folder / "mybot")

    played = arena("tournament", "./mybot", "random", "--rounds", str(ROUNDS), "--seed", "1")
    table = arena("leaderboard", "--json").json

    assert played.code == 0, played.err
    (pool,) = table["pools"]
    first, second = pool["entries"]
    assert (first["bot"], second["bot"]) == ("mybot", "random")
    assert first["wins"] + first["losses"] + first["draws"] == 2 * ROUNDS
    assert first["wins"] >= 0.9 * 2 * ROUNDS
    assert first["faults"] == 0
