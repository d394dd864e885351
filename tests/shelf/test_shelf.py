"""The shelf: versions by hash, looked at before they are run, and found by name."""

import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from arena.tournament.contest import resolve
from arena.tournament.shelf import shelf_of
from arena.tournament.terms import Terms
from referee.bots.entry import UnknownBot, find_bot, parse_entries, parse_entry
from referee.bots.errors import BotError
from referee.bots.manifest import read_manifest
from referee.bots.shelf import FolderShelf, Kept
from tests.shelf.shelves import put, written


@pytest.fixture
def shelf(tmp_path: Path) -> FolderShelf:
    return FolderShelf(tmp_path / "arena.shelf")


@pytest.fixture
def versions(shelf: FolderShelf, tmp_path: Path) -> list[Kept]:
    """Three versions of a bot, the last two of which declare the same."""
    kept = []
    for number, declared in enumerate(("1.0", "2.0", "2.0"), start=1):
        home = written(tmp_path / f"v{number}", version=declared)
        (home / "data.txt").write_text(str(number))
        kept.append(put(shelf, home, number))
    return kept


def test_a_version_is_kept_with_what_is_told_of_it(shelf: FolderShelf, tmp_path: Path) -> None:
    kept = put(shelf, written(tmp_path / "bot"), 5, author="Ann", alias="owl")

    assert shelf.names() == ("mybot",)
    assert shelf.versions("mybot") == (kept,)
    assert (kept.author, kept.alias, kept.submitted_us) == ("Ann", "owl", 5)
    assert kept.version == f"1.0+{kept.fingerprint[:8]}"


def test_a_kept_bot_is_foreign_and_the_one_that_was_put_there(
    shelf: FolderShelf, tmp_path: Path
) -> None:
    kept = put(shelf, written(tmp_path / "bot"))

    manifest = shelf.manifest(kept)

    assert manifest.foreign
    assert manifest.fingerprint == kept.fingerprint
    assert manifest.home == shelf.source(kept)
    assert manifest.copy == manifest.home


def test_a_file_is_kept_as_a_bot_as_well(shelf: FolderShelf, tmp_path: Path) -> None:
    path = tmp_path / "first.py"
    path.write_text("print()")

    kept = put(shelf, path)

    assert shelf.manifest(kept).sole == "first.py"
    assert shelf.manifest(kept).name == "first"


def test_of_the_same_content_there_is_one_version(shelf: FolderShelf, tmp_path: Path) -> None:
    first = put(shelf, written(tmp_path / "one"), 1)

    again = put(shelf, written(tmp_path / "two"), 2)

    assert again == first
    assert shelf.versions("mybot") == (first,)


def test_one_changed_byte_is_another_version(shelf: FolderShelf, tmp_path: Path) -> None:
    home = written(tmp_path / "bot")
    first = put(shelf, home, 1)
    (home / "main.py").write_bytes((home / "main.py").read_bytes() + b"#")

    second = put(shelf, home, 2)

    assert shelf.versions("mybot") == (first, second)


def _change(source: Path) -> None:
    (source / "main.py").write_text("print('another')")


def _flip(source: Path) -> None:
    path = source / "main.py"
    data = bytearray(path.read_bytes())
    data[0] ^= 1
    path.write_bytes(data)


def _add(source: Path) -> None:
    (source / "json.py").write_text("print('shadows a module')")


def _remove(source: Path) -> None:
    (source / "main.py").unlink()


def _link(source: Path) -> None:
    (source / "main.py").unlink()
    (source / "main.py").symlink_to("/etc/passwd")


def _pipe(source: Path) -> None:
    (source / "main.py").unlink()
    os.mkfifo(source / "main.py")


def _runs(source: Path) -> None:
    (source / "main.py").chmod(0o755)


def _sums(source: Path) -> None:
    path = source.parent / "files.json"
    path.write_text(path.read_text().replace("a", "b"))


def _cached(source: Path) -> None:
    (source / "__pycache__").mkdir()
    (source / "__pycache__/main.cpython-311.pyc").write_text("run in place of main.py")


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (_change, "source/main.py was changed"),
        (_flip, "source/main.py was changed"),
        (_add, "source/json.py is new"),
        (_remove, "source/main.py is missing"),
        (_link, "source/main.py was changed"),
        (_pipe, "source/main.py was changed"),
        (_runs, "source/main.py was changed"),
        (_sums, "files.json was changed"),
        (_cached, "source/__pycache__/main.cpython-311.pyc is new"),
    ],
)
def test_a_change_on_the_shelf_is_refused_with_the_name_of_the_file(
    shelf: FolderShelf, tmp_path: Path, change: Callable[[Path], None], named: str
) -> None:
    kept = put(shelf, written(tmp_path / "bot"))
    change(shelf.source(kept))

    with pytest.raises(BotError) as caught:
        find_bot("mybot", shelf)

    assert named in str(caught.value)
    assert "submit the bot again" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_files_and_hashes_changed_together_are_refused_as_well(
    shelf: FolderShelf, tmp_path: Path
) -> None:
    kept = put(shelf, written(tmp_path / "bot"))
    other = put(shelf, written(tmp_path / "other", name="other"))
    folder = shelf.source(kept).parent
    for name in ("files.json", "source/main.py", "source/bot.toml"):
        (folder / name).write_bytes((shelf.source(other).parent / name).read_bytes())
    shelf.change(replace(kept, sums=other.sums))

    with pytest.raises(BotError, match="is not what was submitted"):
        shelf.manifest(shelf.versions("mybot")[0])


@pytest.mark.parametrize("text", ["", "{", "[]", '{"form": "another"}', "{}"])
def test_a_damaged_note_is_one_line(shelf: FolderShelf, tmp_path: Path, text: str) -> None:
    kept = put(shelf, written(tmp_path / "bot"))
    (shelf.source(kept).parent / "about.json").write_text(text)

    with pytest.raises(BotError, match=r"about\.json is damaged: submit the bot again"):
        find_bot("mybot", shelf)


def test_what_is_told_of_a_version_can_be_more_than_this_arena_knows(
    shelf: FolderShelf, tmp_path: Path
) -> None:
    kept = put(shelf, written(tmp_path / "bot"))
    path = shelf.source(kept).parent / "about.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "colour": "red"}))

    assert shelf.versions("mybot") == (kept,)


def test_a_shelf_is_for_its_owner_only(shelf: FolderShelf, tmp_path: Path) -> None:
    put(shelf, written(tmp_path / "bot"))

    assert shelf.place.stat().st_mode & 0o077 == 0


def test_what_is_removed_is_gone_with_its_name(shelf: FolderShelf, tmp_path: Path) -> None:
    kept = put(shelf, written(tmp_path / "bot"))

    shelf.remove(kept)

    assert shelf.names() == ()
    assert list(shelf.place.iterdir()) == []


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("mybot", 3),
        ("mybot@newest", 3),
        ("mybot@-0", 3),
        ("mybot@-1", 2),
        ("mybot@-2", 1),
        ("mybot@1.0", 1),
        ("mybot@2.0", 3),
    ],
)
def test_a_version_is_found_by_its_words(
    shelf: FolderShelf, versions: list[Kept], text: str, number: int
) -> None:
    assert find_bot(text, shelf).fingerprint == versions[number - 1].fingerprint


@pytest.mark.parametrize("length", [64, 12, 8])
def test_a_version_is_found_by_its_hash(
    shelf: FolderShelf, versions: list[Kept], length: int
) -> None:
    for kept in versions:
        digest = kept.fingerprint[:length]
        assert find_bot(f"mybot@{digest}", shelf).fingerprint == kept.fingerprint
        named = find_bot(f"mybot@{kept.declared}+{digest}", shelf)
        assert named.fingerprint == kept.fingerprint


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("mybot@3.0", "mybot has no version '3.0'; it has mybot@"),
        ("mybot@-3", "mybot has no version '-3'; it has 3 versions"),
        ("mybot@1.0+", "mybot has no version '1.0+'"),
        ("mybut", "did you mean 'mybot'?"),
    ],
)
def test_what_is_not_there_is_told_in_a_line(
    shelf: FolderShelf, versions: list[Kept], text: str, told: str
) -> None:
    with pytest.raises(UnknownBot) as caught:
        find_bot(text, shelf)

    assert told in str(caught.value)


def test_a_withdrawn_version_is_found_by_its_hash_only(
    shelf: FolderShelf, versions: list[Kept]
) -> None:
    shelf.change(replace(versions[2], withdrawn_us=9))

    assert find_bot("mybot", shelf).fingerprint == versions[1].fingerprint
    assert find_bot("mybot@2.0", shelf).fingerprint == versions[1].fingerprint
    assert find_bot("mybot@-1", shelf).fingerprint == versions[0].fingerprint
    digest = versions[2].fingerprint
    assert find_bot(f"mybot@{digest}", shelf).fingerprint == digest


def test_a_bot_of_which_all_is_withdrawn_is_told(shelf: FolderShelf, versions: list[Kept]) -> None:
    for kept in versions:
        shelf.change(replace(kept, withdrawn_us=9))

    with pytest.raises(UnknownBot, match="every version of mybot was withdrawn"):
        find_bot("mybot", shelf)


def test_a_folder_of_the_same_name_is_not_taken_for_the_submitted_bot(
    shelf: FolderShelf, versions: list[Kept], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path / "mybot")
    monkeypatch.chdir(tmp_path)

    with pytest.raises(UnknownBot, match=r"write mybot@newest for the one, \./mybot"):
        find_bot("mybot", shelf)

    assert find_bot("mybot@newest", shelf).foreign
    assert not find_bot("./mybot", shelf).foreign


@pytest.mark.parametrize("version", ["whole", "short", "declared"])
def test_a_version_that_is_not_on_the_shelf_is_no_folder_of_that_name(
    shelf: FolderShelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str
) -> None:
    home = written(tmp_path / "mybot")
    digest = read_manifest(home).fingerprint
    wanted = {"whole": digest, "short": f"1.0+{digest[:8]}", "declared": "1.0"}[version]
    written(tmp_path / f"mybot@{wanted}")
    monkeypatch.chdir(tmp_path)

    with pytest.raises(UnknownBot, match=r"no bot 'mybot' on the shelf; .*--shelf or ARENA_SHELF"):
        find_bot(f"mybot@{wanted}", shelf)
    with pytest.raises(UnknownBot):
        resolve(Terms(bots=("random", f"mybot@{wanted}")), tmp_path, shelf)

    assert find_bot(f"./mybot@{wanted}", shelf).fingerprint == digest


def test_a_bot_of_the_arena_keeps_its_name(shelf: FolderShelf, tmp_path: Path) -> None:
    put(shelf, written(tmp_path / "bot", name="random"))

    assert find_bot("random", shelf).built_in


def test_two_versions_in_one_field_are_told_apart(
    shelf: FolderShelf, versions: list[Kept]
) -> None:
    field = parse_entries(["mybot", "mybot@-1", "mybot@1.0:as=old", "random"], shelf)

    names = [f"mybot@{versions[2].short}", f"mybot@{versions[1].short}", "old", "random"]
    assert [entry.name for entry in field] == names


def test_one_version_twice_is_numbered(shelf: FolderShelf, versions: list[Kept]) -> None:
    field = parse_entries(["mybot", "mybot@2.0"], shelf)

    assert [entry.name for entry in field] == ["mybot", "mybot#2"]


def test_a_folder_and_the_submitted_bot_are_told_apart(
    shelf: FolderShelf, versions: list[Kept], tmp_path: Path
) -> None:
    field = parse_entries([str(tmp_path / "v1"), "mybot"], shelf)

    assert [entry.name for entry in field] == [
        f"mybot@{versions[0].short}",
        f"mybot@{versions[2].short}",
    ]


def test_a_name_alone_stands_for_itself(shelf: FolderShelf, versions: list[Kept]) -> None:
    assert parse_entry("mybot", shelf).name == "mybot"


@pytest.mark.parametrize(
    ("database", "environment", "given", "place"),
    [
        ("/data/autumn.db", {}, "", "/data/autumn.shelf"),
        ("sqlite:////data/autumn.db", {}, "", "/data/autumn.shelf"),
        ("/data/autumn.db", {"ARENA_SHELF": "/srv/bots"}, "", "/srv/bots"),
        ("/data/autumn.db", {"ARENA_SHELF": "/srv/bots"}, "/mine", "/mine"),
        ("postgresql://host/db", {}, "", str(Path.cwd() / "arena.shelf")),
    ],
)
def test_a_shelf_lies_beside_its_database(
    database: str, environment: dict[str, str], given: str, place: str
) -> None:
    assert shelf_of(database, environment, given).place == Path(place)
