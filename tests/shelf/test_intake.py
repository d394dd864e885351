"""What is handed in: folders, files and archives, and archives that mean harm."""

import gzip
import io
import lzma
import os
import stat
import struct
import subprocess
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from referee.bots.errors import BotError
from referee.bots.intake.opening import handed_in
from referee.bots.manifest import read_manifest
from tests.shelf.shelves import written

MB = 1024 * 1024
MANIFEST = b'name = "mybot"\ncommand = ["x"]\n'


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where archives are unpacked; nothing is left there."""
    folder = tmp_path / "unpacked"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    yield folder
    assert list(folder.iterdir()) == []


def refusal(path: Path) -> str:
    with pytest.raises(BotError) as caught, handed_in(path):
        pass
    text = str(caught.value)
    assert "\n" not in text
    assert str(path) in text
    return text


def told_of(path: Path) -> str:
    """What is wrong with an archive that may be sound; empty if nothing is."""
    try:
        with handed_in(path) as manifest:
            return "" if manifest.fingerprint else "it has no files"
    except BotError as error:
        return str(error)


def tar(path: Path, *members: tuple[tarfile.TarInfo, bytes]) -> Path:
    """A plain archive of just these members."""
    with tarfile.open(path, "w") as archive:
        for info, content in members:
            archive.addfile(info, io.BytesIO(content))
    return path


def member(name: str, content: bytes = b"", **told: object) -> tuple[tarfile.TarInfo, bytes]:
    info = tarfile.TarInfo(name)
    info.size = len(content)
    for key, value in told.items():
        setattr(info, key, value)
    return info, content


def zipped(path: Path, *members: tuple[str, bytes, int]) -> Path:
    """A zip archive of files with their modes."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content, mode in members:
            info = zipfile.ZipInfo(name)
            info.external_attr = mode << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, content)
    return path


def by_tar(*words: str) -> Callable[[Path, Path], Path]:
    def pack(home: Path, to: Path) -> Path:
        path = to.with_suffix(words[-1])
        subprocess.run(
            ["tar", *words[:-1], "-cf", str(path), "-C", str(home.parent), home.name], check=True
        )
        return path

    return pack


def by_python(ending: str, mode: str, form: int) -> Callable[[Path, Path], Path]:
    def pack(home: Path, to: Path) -> Path:
        path = to.with_suffix(ending)
        with tarfile.open(path, mode, format=form) as archive:  # type: ignore[call-overload]
            archive.add(home, arcname=".")
        return path

    return pack


def by_zip(home: Path, to: Path) -> Path:
    path = to.with_suffix(".zip")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for one in sorted(home.rglob("*")):
            archive.write(one, Path("mybot") / one.relative_to(home))
    return path


@pytest.mark.parametrize(
    "pack",
    [
        by_tar("--format=gnu", ".tar"),
        by_tar("--format=pax", "-z", ".tar.gz"),
        by_tar("--format=ustar", "-j", ".tar.bz2"),
        by_tar("--format=posix", "-J", ".tar.xz"),
        by_tar("-z", ".tgz"),
        by_python(".tar", "w", tarfile.PAX_FORMAT),
        by_python(".tar", "w", tarfile.USTAR_FORMAT),
        by_python(".tar.gz", "w:gz", tarfile.GNU_FORMAT),
        by_zip,
    ],
)
def test_an_archive_is_the_bot_that_was_packed(
    tmp_path: Path, pack: Callable[[Path, Path], Path]
) -> None:
    home = written(tmp_path / "mybot")
    long = home / ("a-folder-with-a-long-name/" * 4) / f"{'ä' * 40}.txt"
    long.parent.mkdir(parents=True)
    long.write_text("far below")
    (home / "run").write_text("#!/bin/sh\n")
    (home / "run").chmod(0o755)

    with handed_in(pack(home, tmp_path / "packed")) as manifest:
        assert manifest.fingerprint == read_manifest(home).fingerprint


def test_a_folder_and_a_file_are_bots_where_they_lie(tmp_path: Path) -> None:
    home = written(tmp_path / "mybot")

    with handed_in(home) as folder, handed_in(home / "main.py") as file:
        assert folder.home == home
        assert file.sole == "main.py"


@pytest.mark.parametrize("name", ["../evil", "/etc/evil", "a/../../evil", "a//b", "a/./b"])
def test_names_that_lead_out_are_refused(tmp_path: Path, name: str) -> None:
    outside = tmp_path / "unpacked/evil"

    for path in (
        tar(tmp_path / "a.tar", member("bot.toml", MANIFEST), member(name, b"x")),
        zipped(tmp_path / "a.zip", ("bot.toml", MANIFEST, 0o644), (name, b"x", 0o644)),
    ):
        assert "is no path inside a folder" in refusal(path)
    assert not outside.exists()
    assert not Path("/etc/evil").exists()


@pytest.mark.parametrize("target", ["/etc/passwd", "../../x", "..", "a/../../x"])
def test_links_that_lead_out_are_refused(tmp_path: Path, target: str) -> None:
    link = member("data", type=tarfile.SYMTYPE, linkname=target)
    mode = stat.S_IFLNK | 0o777

    for path in (
        tar(tmp_path / "a.tar", member("bot.toml", MANIFEST), link),
        zipped(tmp_path / "a.zip", ("bot.toml", MANIFEST, 0o644), ("data", target.encode(), mode)),
    ):
        assert "is a link that leads out of its folder" in refusal(path)


def test_nothing_is_written_through_a_link(tmp_path: Path) -> None:
    inner = member("here", type=tarfile.SYMTYPE, linkname="sub")
    path = tar(tmp_path / "a.tar", member("sub/x", b""), inner, member("here/y", b"through"))

    assert "comes twice" in refusal(path) or "no folder" in refusal(path)


@pytest.mark.parametrize(
    "kind", [tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE, b"S", b"V"]
)
def test_what_is_no_file_folder_or_link_is_refused(tmp_path: Path, kind: bytes) -> None:
    odd = member("odd", type=kind, linkname="/etc/shadow")

    told = refusal(tar(tmp_path / "a.tar", member("bot.toml", MANIFEST), odd))

    assert "'odd' is no plain file, no folder and no link" in told


def test_a_device_in_a_zip_is_refused(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", ("odd", b"", stat.S_IFCHR | 0o666))

    assert "'odd' is no plain file" in refusal(path)


def test_a_manifest_that_is_a_link_is_refused(tmp_path: Path) -> None:
    link = member("bot.toml", type=tarfile.SYMTYPE, linkname="other.toml")

    path = tar(tmp_path / "a.tar", member("other.toml", MANIFEST), link)

    with pytest.raises(BotError, match=r"bot\.toml is a symbolic link"), handed_in(path):
        pass


def test_who_owned_a_file_and_what_it_might_do_is_forgotten(tmp_path: Path) -> None:
    with_bits = member("run", b"#!/bin/sh\n", mode=0o6777, uid=0, gid=0, uname="root")
    path = tar(tmp_path / "a.tar", member("bot.toml", MANIFEST, uid=4321), with_bits)

    with handed_in(path) as manifest:
        for name in ("bot.toml", "run"):
            found = (manifest.home / name).stat()
            assert found.st_uid == os.getuid()
            assert not found.st_mode & 0o7022


def test_a_file_that_says_it_has_two_gigabytes_is_refused_unread(tmp_path: Path) -> None:
    info, _ = member("data")
    info.size = 2 << 30
    path = tmp_path / "a.tar.gz"
    path.write_bytes(gzip.compress(info.tobuf(tarfile.GNU_FORMAT)))

    assert "'data' is over the bound of 512 MB in all" in refusal(path)


def test_an_archive_of_two_gigabytes_is_refused_unread(tmp_path: Path) -> None:
    for name in ("a.tar", "a.zip"):
        path = tmp_path / name
        with path.open("wb") as file:
            file.truncate(2 << 30)

        assert "it is over 512 MB" in refusal(path)


def test_a_bomb_of_many_files_is_refused_before_it_fills_the_disk(tmp_path: Path) -> None:
    one = member("0")[0]
    one.size = 300 * MB
    head = one.tobuf(tarfile.GNU_FORMAT)
    one.name = "1"
    path = tmp_path / "a.tar.gz"
    with gzip.open(path, "wb", compresslevel=1) as file:
        file.write(head + bytes(300 * MB) + one.tobuf(tarfile.GNU_FORMAT))
    assert path.stat().st_size < 2 * MB

    assert "'1' is over the bound of 512 MB in all" in refusal(path)


def test_a_zip_that_lies_about_its_sizes_is_refused(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", ("data", bytes(10 * MB), 0o644))
    data = bytearray(path.read_bytes())
    at = data.index(b"PK\1\2")
    data[at + 24 : at + 28] = struct.pack("<L", 100)
    path.write_bytes(bytes(data))

    assert "'data' is longer than it says" in refusal(path)


def test_a_zip_of_too_many_files_is_refused(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", ("data", b"", 0o644))
    data = bytearray(path.read_bytes())
    at = data.index(b"PK\5\6")
    data[at + 8 : at + 12] = struct.pack("<2H", 60_000, 60_000)
    path.write_bytes(bytes(data))

    assert "over the bound of 50,000 files" in refusal(path)


@pytest.mark.parametrize("behind", [1, 100_000])
def test_a_zip_with_something_behind_what_was_packed_is_refused(
    tmp_path: Path, behind: int
) -> None:
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    packed = packer.compress(b"content") + packer.flush() + bytes(behind)
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("data", packed)
    data = bytearray(path.read_bytes())
    at = data.index(b"PK\1\2")
    data[at + 10 : at + 12] = struct.pack("<H", zipfile.ZIP_DEFLATED)
    data[at + 16 : at + 20] = struct.pack("<L", zlib.crc32(b"content"))
    data[at + 24 : at + 28] = struct.pack("<L", len(b"content"))
    path.write_bytes(bytes(data))

    assert "'data' is damaged" in refusal(path)


def test_a_zip_whose_files_share_their_bytes_is_refused(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", ("0", os.urandom(1000), 0o644))
    data = path.read_bytes()
    first, end = data.index(b"PK\1\2"), data.index(b"PK\5\6")
    entry = data[first:end]
    entries = [entry[:46] + bytes([ord("0") + number]) + entry[47:] for number in range(10)]
    tail = bytearray(data[end:])
    tail[8:16] = struct.pack("<2HL", 10, 10, 10 * len(entry))
    path.write_bytes(data[:first] + b"".join(entries) + tail)

    assert "is damaged: its files overlap" in refusal(path)


@pytest.mark.parametrize("kind", [tarfile.DIRTYPE, tarfile.XGLTYPE])
def test_headers_without_end_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: bytes
) -> None:
    monkeypatch.setattr("referee.bots.archive._MOST_HEADERS", 100)
    one = member("a", type=kind)[0].tobuf(tarfile.USTAR_FORMAT)
    path = tmp_path / "a.tar.gz"
    path.write_bytes(gzip.compress(one * 101))

    assert "is followed by too many headers" in refusal(path)


def test_headers_that_tell_too_much_are_refused(tmp_path: Path) -> None:
    info = member("a", type=tarfile.XHDTYPE)[0]
    info.size = 60_000
    line = b"60000 a=" + b"b" * 59_991 + b"\n"
    one = info.tobuf(tarfile.USTAR_FORMAT) + line + bytes(-60_000 % 512)
    path = tmp_path / "a.tar.gz"
    path.write_bytes(gzip.compress(one * 300, 1))

    assert "it is followed by too many headers" in refusal(path)


def test_xz_that_wants_much_memory_is_refused(tmp_path: Path) -> None:
    filters = [{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 30}]
    path = tmp_path / "a.tar.xz"
    path.write_bytes(lzma.compress(b"x" * 100, filters=filters))

    assert "it is damaged, or no xz" in refusal(path)


def test_the_same_name_twice_is_refused(tmp_path: Path) -> None:
    twice = (member("bot.toml", MANIFEST), member("bot.toml", MANIFEST))
    with pytest.warns(UserWarning, match="Duplicate"):
        second = zipped(
            tmp_path / "a.zip", ("bot.toml", MANIFEST, 0o644), ("bot.toml", MANIFEST, 0o644)
        )

    for path in (tar(tmp_path / "a.tar", *twice), second):
        assert "'bot.toml' comes twice" in refusal(path)


def test_an_archive_without_a_manifest_is_told(tmp_path: Path) -> None:
    for path in (
        tar(tmp_path / "a.tar", member("a/b/bot.toml", MANIFEST), member("main.py", b"")),
        zipped(tmp_path / "a.zip", ("main.py", b"", 0o644)),
    ):
        assert "there is no bot.toml in it, neither at its top" in refusal(path)


def test_an_archive_with_two_bots_is_told(tmp_path: Path) -> None:
    for path in (
        tar(tmp_path / "a.tar", member("a/bot.toml", MANIFEST), member("b/bot.toml", MANIFEST)),
        zipped(tmp_path / "a.zip", ("a/bot.toml", MANIFEST, 0o644), ("b/bot.toml", MANIFEST, 0)),
    ):
        assert "it holds 2 bots (a/bot.toml, b/bot.toml)" in refusal(path)


@pytest.mark.parametrize("ending", [".tar", ".tar.gz", ".tar.bz2", ".tar.xz", ".zip"])
@pytest.mark.parametrize("content", [b"", b"hello", bytes(600), bytes(range(256)) * 8])
def test_what_is_no_archive_is_told(tmp_path: Path, ending: str, content: bytes) -> None:
    path = tmp_path / f"a{ending}"
    path.write_bytes(content)

    assert refusal(path)


@pytest.mark.parametrize("pack", [by_tar("-z", ".tar.gz"), by_tar(".tar"), by_zip])
def test_an_archive_that_is_cut_off_or_changed_anywhere_is_one_line_or_sound(
    tmp_path: Path, pack: Callable[[Path, Path], Path]
) -> None:
    path = pack(written(tmp_path / "mybot"), tmp_path / "packed")
    whole = path.read_bytes()

    for at in range(0, len(whole), max(1, len(whole) // 97)):
        for damaged in (whole[:at], whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :]):
            path.write_bytes(damaged)
            assert "\n" not in told_of(path)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("a.rar", "pack it as .tar.gz or .zip"),
        ("a.tar.zst", "pack it as .tar.gz or .zip"),
        ("bot.toml", "hand in the folder it lies in"),
        ("notes.txt", "is not executable"),
    ],
)
def test_other_files_are_told(tmp_path: Path, name: str, told: str) -> None:
    path = tmp_path / name
    path.write_bytes(b"x")

    assert told in refusal(path)


def test_what_is_not_there_is_told(tmp_path: Path) -> None:
    for name in ("nothing", "nothing.zip", "nothing.tar.gz"):
        assert "there is no" in refusal(tmp_path / name)
    os.mkfifo(tmp_path / "pipe")
    assert "no plain file" in refusal(tmp_path / "pipe")
