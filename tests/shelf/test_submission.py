"""Handing in where something is in the way: nothing that was kept is lost."""

import errno
import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from arena.tournament.forgetting import Forgetting, doomed
from arena.tournament.preparation import Surroundings
from arena.tournament.run import Run
from arena.tournament.shelf import withdraw
from arena.tournament.submission import Counter, Label, State, Submission
from referee.bots.entry import UnknownBot, find_bot
from referee.bots.errors import ShelfError
from referee.bots.manifest import Manifest
from referee.bots.shelf import FolderShelf, Kept
from tests.shelf.shelves import put, written


@pytest.fixture
def shelf(tmp_path: Path) -> FolderShelf:
    return FolderShelf(tmp_path / "arena.shelf")


def hand_in(shelf: FolderShelf, *places: Path) -> list[Submission]:
    run = Run(level="process", trust_foreign=True)
    told = Surroundings(dict(os.environ))
    return list(Counter(shelf, Label(), run, told, lambda: 5).take([str(one) for one in places]))


def change(shelf: FolderShelf, kept: Kept) -> Path:
    """Change a file on the shelf."""
    path = shelf.source(kept) / "main.py"
    path.write_text("changed")
    return path


def full(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_what_cannot_be_written_is_told_and_the_others_are_kept(
    shelf: FolderShelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = Manifest.copy_to
    monkeypatch.setattr(
        Manifest, "copy_to", lambda self, to: (full if self.name == "a" else whole)(self, to)
    )

    made = hand_in(shelf, written(tmp_path / "a", name="a"), written(tmp_path / "b", name="b"))

    assert [one.state for one in made] == [State.FAILED, State.KEPT]
    assert "No space left on device" in made[0].reason
    assert "--shelf" in made[0].reason
    assert shelf.names() == ("b",)


def test_any_other_error_of_the_system_is_told_as_well(
    shelf: FolderShelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.tournament.submission.handed_in", full)

    made = hand_in(shelf, written(tmp_path / "a"))

    assert made[0].reason.startswith("No space left on device: ")


def test_a_withdrawal_that_cannot_be_written_changes_nothing(
    shelf: FolderShelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = put(shelf, written(tmp_path / "a"))
    monkeypatch.setattr(Path, "replace", full)

    with pytest.raises(ShelfError, match="cannot be written"):
        withdraw(shelf, "mybot", 9)

    assert shelf.versions("mybot") == (kept,)
    there = sorted(path.name for path in shelf.source(kept).parent.iterdir())
    assert there == ["about.json", "files.json", "source"]


def test_a_version_that_does_not_pass_again_stays_as_it_is(
    shelf: FolderShelf, tmp_path: Path
) -> None:
    home = written(tmp_path / "a")
    (home / "main.py").write_text("print(1 / 0)")
    kept = put(shelf, home)
    changed = change(shelf, kept)

    made = hand_in(shelf, home)

    assert made[0].state is State.FAILED
    assert shelf.versions("mybot") == (kept,)
    assert changed.read_text() == "changed"


def test_a_version_is_mended_and_back_once_it_has_passed(
    shelf: FolderShelf, tmp_path: Path
) -> None:
    home = written(tmp_path / "a")
    kept = put(shelf, home, alias="owl")
    shelf.change(replace(kept, withdrawn_us=3))
    change(shelf, kept)

    made = hand_in(shelf, home)

    assert made[0].state is State.KEPT
    assert shelf.versions("mybot") == (kept,)
    assert find_bot("mybot", shelf).fingerprint == kept.fingerprint


def test_a_version_is_not_gone_if_there_is_no_room_to_mend_it(
    shelf: FolderShelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = written(tmp_path / "a")
    kept = put(shelf, home)
    change(shelf, kept)
    monkeypatch.setattr(Manifest, "copy_to", full)

    made = hand_in(shelf, home)

    assert made[0].state is State.FAILED
    assert shelf.versions("mybot") == (kept,)


@pytest.mark.parametrize("number", [errno.EMFILE, errno.EACCES, errno.EIO])
def test_what_cannot_be_read_is_not_damaged(
    shelf: FolderShelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    home = written(tmp_path / "a")
    kept = put(shelf, home)

    def fail(path: Path) -> str:
        raise OSError(number, os.strerror(number), str(path))

    monkeypatch.setattr("referee.bots.shelf._sum", fail)

    made = hand_in(shelf, home)

    assert made[0].state is State.FAILED
    assert os.strerror(number) in made[0].reason
    assert shelf.versions("mybot") == (kept,)


def test_what_was_interrupted_while_it_was_removed_is_removed_again(
    shelf: FolderShelf, tmp_path: Path
) -> None:
    kept = put(shelf, written(tmp_path / "a"))
    folder = shelf.source(kept).parent
    shutil.copytree(folder, folder.with_name(f".gone-{kept.fingerprint}"))

    shelf.remove(kept)

    assert list(shelf.place.iterdir()) == []


@pytest.mark.parametrize("text", [None, "", "{}"])
def test_a_damaged_note_is_mended_by_handing_the_bot_in_again(
    shelf: FolderShelf, tmp_path: Path, text: str | None
) -> None:
    home = written(tmp_path / "a")
    about = shelf.source(put(shelf, home)).parent / "about.json"
    about.unlink() if text is None else about.write_text(text)

    made = hand_in(shelf, home)

    assert made[0].state is State.KEPT
    assert find_bot("mybot", shelf).fingerprint == made[0].fingerprint


def test_forgetting_that_was_interrupted_is_ended_by_doing_it_again(
    shelf: FolderShelf, tmp_path: Path
) -> None:
    folder = shelf.source(put(shelf, written(tmp_path / "a"))).parent
    folder.rename(folder.with_name(f".gone-{folder.name}"))

    Forgetting(doomed(None, shelf, "mybot"), "0123456789abcdef", None).forget(None, shelf)

    assert list(shelf.place.iterdir()) == []
    with pytest.raises(UnknownBot):
        doomed(None, shelf, "mybot")
