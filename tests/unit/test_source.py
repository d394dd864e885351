"""A bot's folder is read below its descriptor: no link leads out, only plain files are opened."""

import os
import socket
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.bots.errors import BotError
from referee.bots.folders import Filling, folder_at
from referee.bots.manifest import Manifest, read_manifest
from referee.bots.source import MOST_MB

HEAD = 'name = "mybot"\ncommand = ["./run"]\n'
BUILT = HEAD + 'build = ["make"]\n'


@pytest.fixture
def home(tmp_path: Path) -> Path:
    place = tmp_path / "bot"
    place.mkdir()
    (place / "bot.toml").write_text(HEAD)
    return place


def refusal(home: Path) -> str:
    with pytest.raises(BotError) as caught:
        _ = read_manifest(home).version
    assert "\n" not in str(caught.value)
    return str(caught.value)


def copied(manifest: Manifest, place: Path) -> Path:
    place.mkdir()
    with folder_at(place) as folder:
        manifest.copy_to(Filling(folder))
    return place


def a_socket(place: Path) -> None:
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(os.path.relpath(place))


@pytest.mark.parametrize(
    ("plant", "why"),
    [
        (lambda place: place.symlink_to("/proc/kmsg"), "leads out"),
        (lambda place: place.symlink_to("/proc/self/environ"), "leads out"),
        (lambda place: place.symlink_to("/etc"), "leads out"),
        (lambda place: place.symlink_to("../secret"), "leads out"),
        (lambda place: place.symlink_to("sub/../../secret"), "leads out"),
        (os.mkfifo, "is a fifo"),
        (a_socket, "is a socket"),
    ],
)
def test_a_folder_with_something_in_it_that_is_no_file_of_its_own_is_refused(
    home: Path, plant: Callable[[Path], None], why: str
) -> None:
    (home.parent / "secret").write_text("secret")
    (home / "sub").mkdir()
    plant(home / "odd")

    line = refusal(home)

    assert line.startswith(str(home))
    assert "'odd'" in line
    assert why in line


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a device")
def test_a_device_is_refused(home: Path) -> None:
    try:
        os.mknod(home / "odd", stat.S_IFCHR | 0o600, os.makedev(1, 5))
    except PermissionError:
        pytest.skip("this root cannot make a device")

    assert "is a device" in refusal(home)


@pytest.mark.parametrize("plant", [os.mkfifo, lambda place: place.symlink_to("/proc/kmsg")])
def test_a_manifest_that_is_no_plain_file_is_refused(
    home: Path, plant: Callable[[Path], None]
) -> None:
    (home / "bot.toml").unlink()
    plant(home / "bot.toml")

    assert refusal(home).startswith(f"{home}/bot.toml is a ")


def test_a_manifest_without_end_is_refused(home: Path) -> None:
    with (home / "bot.toml").open("ab") as out:
        out.truncate(1 << 30)

    assert "is over 256 KiB" in refusal(home)


def test_what_the_manifest_does_not_name_is_not_looked_into(home: Path) -> None:
    (home / "bot.toml").write_text(HEAD + 'files = ["*.py", "data/**"]\n')
    (home / "main.py").write_text("1")
    (home / "data/deep").mkdir(parents=True)
    (home / "data/deep/book").write_text("2")
    (home / "odd").symlink_to("/proc/kmsg")
    os.mkfifo(home / "fifo")

    names = read_manifest(home).source.names()

    assert names == [("bot.toml",), ("data", "deep", "book"), ("main.py",)]


def test_a_link_inside_belongs_to_the_bot_as_a_link(home: Path, tmp_path: Path) -> None:
    (home / "lib").mkdir()
    (home / "lib/one").write_text("1")
    (home / "lib/two").symlink_to("one")
    before = read_manifest(home)
    copy = copied(before, tmp_path / "copy")
    (home / "lib/two").unlink()
    (home / "lib/two").symlink_to("three")

    assert (copy / "lib/two").readlink() == Path("one")
    assert read_manifest(home).version != before.version


def test_what_can_be_run_is_part_of_the_version(home: Path) -> None:
    (home / "run").write_text("#!/bin/sh\n")
    before = read_manifest(home).version
    (home / "run").chmod(0o755)
    runs = read_manifest(home).version
    (home / "run").chmod(0o711)

    assert before != runs
    assert read_manifest(home).version == runs  # whose rights they are is no matter


def test_a_folder_that_became_a_link_is_not_followed(home: Path, tmp_path: Path) -> None:
    (home / "sub").mkdir()
    (home / "sub/file").write_text("mine")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/file").write_text("secret")
    manifest = read_manifest(home)
    assert manifest.version
    (home / "sub").rename(home / "gone")
    (home / "sub").symlink_to(tmp_path / "elsewhere")

    with pytest.raises(BotError, match="leads out"):
        copied(manifest, tmp_path / "copy")


def test_what_is_copied_is_what_was_hashed(home: Path, tmp_path: Path) -> None:
    (home / "main.py").write_text("honest")
    manifest = read_manifest(home)
    assert manifest.version
    (home / "main.py").write_text("others")

    with pytest.raises(BotError, match="changed while mybot was made ready"):
        copied(manifest, tmp_path / "copy")


def test_a_manifest_that_changes_before_it_is_hashed_is_noticed(home: Path) -> None:
    manifest = read_manifest(home)
    (home / "bot.toml").write_text(HEAD.replace("./run", "./evil"))

    with pytest.raises(BotError, match="changed since it was read"):
        _ = manifest.version


def test_a_file_that_grows_while_it_is_read_is_noticed(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "main.py").write_text("short")
    real = os.fstat

    def smaller(descriptor: int) -> os.stat_result:
        seen = list(real(descriptor))
        seen[stat.ST_SIZE] -= 1
        return os.stat_result(seen)

    manifest = read_manifest(home)
    monkeypatch.setattr(os, "fstat", smaller)

    with pytest.raises(BotError, match="changed while it was read"):
        _ = manifest.version


def test_a_program_where_builds_put_it_is_part_of_a_bot_that_is_not_built(home: Path) -> None:
    for place in ("target", "node_modules"):
        (home / place).mkdir()
        (home / place / "bot.jar").write_text("one")
    versions = {read_manifest(home).version}
    for place in ("target", "node_modules"):
        (home / place / "bot.jar").write_text("two")
        versions.add(read_manifest(home).version)

    assert len(versions) == 3


def test_what_building_made_is_no_part_of_a_bot_that_is_built(home: Path, tmp_path: Path) -> None:
    (home / "bot.toml").write_text(BUILT)
    before = read_manifest(home)
    assert before.version
    for place in ("target", "node_modules"):
        (home / place).mkdir()
        (home / place / "bot.jar").write_text("one")

    assert read_manifest(home).version == before.version
    assert [path.name for path in copied(before, tmp_path / "copy").iterdir()] == ["bot.toml"]


def test_too_large_a_folder_is_refused_with_the_remedy(home: Path) -> None:
    with (home / "large").open("wb") as out:
        out.truncate((MOST_MB + 1) << 20)

    assert "name the bot's own ones in bot.toml" in refusal(home)


def test_a_name_that_is_no_text_is_refused(home: Path) -> None:
    with open(os.fsencode(home) + b"/\xff", "wb"):  # noqa: PTH123 - bytes
        pass

    assert "is no text" in refusal(home)


def test_a_folder_without_a_bottom_is_refused(home: Path) -> None:
    place = home
    for _ in range(70):
        place /= "d"
        place.mkdir()
    (place / "file").write_text("x")

    assert "is deeper than 64 folders" in refusal(home)
