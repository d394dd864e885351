"""Contests of submitted bots: what was agreed names each in one version."""

from pathlib import Path

import pytest

from arena.tournament.conduct import begin, reopen
from arena.tournament.contest import resolve
from arena.tournament.single import single
from arena.tournament.terms import Terms, read_terms
from leaderboard.database import open_database
from referee.bots.errors import BotError
from referee.bots.shelf import FolderShelf
from tests.shelf.shelves import put, written

GAME = ("kupferkessel",)


@pytest.fixture
def shelf(tmp_path: Path) -> FolderShelf:
    return FolderShelf(tmp_path / "arena.shelf")


def test_a_contest_names_the_version_that_was_found(shelf: FolderShelf, tmp_path: Path) -> None:
    kept = put(shelf, written(tmp_path / "bot", more='[options.depth]\ntype="integer"\ndefault=1'))

    contest = resolve(
        Terms(bots=("random", "mybot:depth=2", "mybot:as=one"), games=GAME), shelf=shelf
    )

    pinned = f"mybot@{kept.fingerprint}"
    assert contest.terms.bots == ("random", f"{pinned}:depth=2", f"{pinned}:as=one")
    assert [one.name for one in contest.entries] == ["mybot:depth=2", "one", "random"]
    assert resolve(contest.terms, shelf=shelf).id == contest.id


def test_a_tournament_goes_on_with_the_versions_it_began_with(
    shelf: FolderShelf, tmp_path: Path
) -> None:
    home = written(tmp_path / "bot")
    kept = put(shelf, home, 1)
    with open_database(tmp_path / "arena.db", write=True) as database:
        contest = resolve(Terms(bots=("random", "mybot"), games=GAME), shelf=shelf)
        head = begin(database, contest, now=lambda: 0)
        (home / "main.py").write_text("print('better')")
        put(shelf, home, 2)

        again = reopen(database, head, shelf)

    assert again.id == contest.id
    assert again.entries[0].manifest.fingerprint == kept.fingerprint


def test_a_tournament_does_not_go_on_with_a_bot_that_was_changed_on_the_shelf(
    shelf: FolderShelf, tmp_path: Path
) -> None:
    kept = put(shelf, written(tmp_path / "bot"))
    with open_database(tmp_path / "arena.db", write=True) as database:
        contest = resolve(Terms(bots=("random", "mybot"), games=GAME), shelf=shelf)
        head = begin(database, contest, now=lambda: 0)
        (shelf.source(kept) / "main.py").write_text("print('another')")

        with pytest.raises(BotError, match=r"source/main\.py was changed on the shelf"):
            reopen(database, head, shelf)


def test_a_match_names_the_version_that_was_found(shelf: FolderShelf, tmp_path: Path) -> None:
    kept = put(shelf, written(tmp_path / "bot"))

    match = single(Terms(bots=("mybot", "random"), games=GAME), shelf=shelf)

    assert match.terms.bots == (f"mybot@{kept.fingerprint}", "random")


def test_a_file_of_terms_means_the_submitted_bot_before_a_folder_beside_it(
    shelf: FolderShelf, tmp_path: Path
) -> None:
    put(shelf, written(tmp_path / "bot"))
    written(tmp_path / "mybot", version="9")
    (tmp_path / "spec.toml").write_text('bots = ["random", "mybot", "./mybot:as=folder"]')

    terms = read_terms(tmp_path / "spec.toml", shelf=shelf)

    assert terms.bots == ("random", "mybot", f"{tmp_path}/mybot:as=folder")
