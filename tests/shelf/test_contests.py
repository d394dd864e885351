"""Contests of submitted bots: what was agreed names each in one version."""

import os
import pickle
from dataclasses import replace
from pathlib import Path

import pytest

from arena.tournament.conduct import begin, reopen
from arena.tournament.contest import resolve
from arena.tournament.errors import SpecError
from arena.tournament.places.kit import make_kit
from arena.tournament.preparation import Surroundings, prepare
from arena.tournament.run import Run
from arena.tournament.shelf import damages
from arena.tournament.single import single
from arena.tournament.terms import Terms, read_terms
from leaderboard.database import open_database
from referee.bots.entry import UnknownBot
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


def test_a_tournament_whose_shelf_is_missing_takes_no_folder_for_a_submitted_bot(
    shelf: FolderShelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(shelf, written(tmp_path / "mybot"))
    with open_database(tmp_path / "arena.db", write=True) as database:
        contest = resolve(Terms(bots=("random", "mybot"), games=GAME), shelf=shelf)
        head = begin(database, contest, now=lambda: 0)
        monkeypatch.chdir(tmp_path)

        with pytest.raises(UnknownBot, match="--shelf or ARENA_SHELF"):
            reopen(database, head, FolderShelf(tmp_path / "elsewhere"))


def test_an_entry_that_was_submitted_stays_one(shelf: FolderShelf, tmp_path: Path) -> None:
    place = written(tmp_path / "mybot")
    put(shelf, place)
    with open_database(tmp_path / "arena.db", write=True) as database:
        contest = resolve(Terms(bots=("random", "mybot"), games=GAME), shelf=shelf)
        head = begin(database, contest, now=lambda: 0)
        own = replace(head, spec={**head.spec, "bots": ["random", str(place)]})

        with pytest.raises(SpecError, match=r"mybot was a submitted bot .*--shelf or ARENA_SHELF"):
            reopen(database, own, shelf)


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


def test_workers_elsewhere_get_submitted_bots_by_hash(shelf: FolderShelf, tmp_path: Path) -> None:
    put(shelf, written(tmp_path / "bot"))
    (tmp_path / "first.py").write_text("print()")
    put(shelf, tmp_path / "first.py")
    around = Surroundings({"XDG_CACHE_HOME": str(tmp_path / "cache"), "PATH": os.environ["PATH"]})
    contest = resolve(Terms(bots=("first", "mybot"), games=GAME), shelf=shelf)
    run = Run(level="process", trust_foreign=True)
    prepared = prepare(contest.entries, contest.terms.conditions, run, around)

    kit = make_kit("abc", contest, prepared.hosting, around)
    arrived = [one.unpacked(tmp_path / "elsewhere") for one in kit.parcels]

    assert prepared.hosting.unisolated
    assert kit.trust_foreign
    assert [one.name for one in arrived] == ["first", "mybot"]
    assert [one.fingerprint for one in arrived] == [
        one.manifest.fingerprint for one in contest.entries
    ]
    assert [one.foreign for one in arrived] == [True, True]
    assert str(shelf.place).encode() not in pickle.dumps(kit)


def test_a_damaged_shelf_is_told_by_the_doctor(shelf: FolderShelf, tmp_path: Path) -> None:
    kept = put(shelf, written(tmp_path / "bot"))
    other = put(shelf, written(tmp_path / "other", name="other"))
    assert damages(shelf) == []
    (shelf.source(kept) / "main.py").write_text("print('another')")
    (shelf.source(other).parent / "about.json").write_text("{")

    found = damages(shelf)

    assert [("main.py" in one, "about.json" in one) for one in found] == [
        (True, False),
        (False, True),
    ]
