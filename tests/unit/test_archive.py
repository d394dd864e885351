"""An archive from a stranger is written below its folder or refused, whatever it holds."""

import io
import os
import tarfile
from pathlib import Path

import pytest

from referee.bots.archive import unpack
from referee.bots.errors import BotError
from referee.bots.folders import Filling, folder_at


def member(
    name: str, content: bytes = b"", *, kind: bytes = tarfile.REGTYPE, target: str = ""
) -> tuple[tarfile.TarInfo, bytes]:
    one = tarfile.TarInfo(name)
    one.type, one.linkname, one.size = kind, target, len(content)
    return one, content


def packed(*members: tuple[tarfile.TarInfo, bytes]) -> bytes:
    """An archive as GNU tar writes it, of anything at all."""
    whole = io.BytesIO()
    with tarfile.open(fileobj=whole, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for one, content in members:
            archive.addfile(one, io.BytesIO(content))
    return whole.getvalue()


def written(place: Path, archive: bytes, *, most_files: int = 100, most_bytes: int = 1000) -> None:
    place.mkdir(exist_ok=True)
    with folder_at(place) as folder:
        unpack(io.BytesIO(archive), Filling(folder, most_files, most_bytes))


def refused(place: Path, archive: bytes) -> str:
    with pytest.raises(BotError) as caught:
        written(place / "made", archive)
    assert sorted(path.name for path in place.iterdir()) == ["made"]
    return str(caught.value)


FOLDER, LINK, HARD = tarfile.DIRTYPE, tarfile.SYMTYPE, tarfile.LNKTYPE


def test_files_folders_and_links_that_stay_inside_are_written(tmp_path: Path) -> None:
    long = "n" * 120 + "/" + "m" * 130
    script = member("sub/run", b"#!")
    script[0].mode = 0o6755
    written(
        tmp_path,
        packed(
            member("./", kind=FOLDER),
            member("./sub", kind=FOLDER),
            script,
            member(long, b"long"),
            member("sub/up", kind=LINK, target="../plain"),
            member("plain", b"content"),
        ),
    )

    assert (tmp_path / "sub/up").read_bytes() == b"content"
    assert (tmp_path / long).read_bytes() == b"long"
    assert (tmp_path / "sub/run").stat().st_mode & 0o7777 == 0o755
    assert (tmp_path / "plain").stat().st_mode & 0o7777 == 0o644


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("../evil", "is no path inside a folder"),
        ("/tmp/evil", "is no path inside a folder"),
        ("a/../../evil", "is no path inside a folder"),
        ("a//evil", "is no path inside a folder"),
        ("a/./evil", "is no path inside a folder"),
        ("d/" * 70 + "evil", "is deeper than 64 folders"),
        ("n" * 256, "is longer than 255 bytes"),
    ],
)
def test_a_name_that_is_no_path_inside_is_refused(tmp_path: Path, name: str, why: str) -> None:
    assert why in refused(tmp_path, packed(member(name, b"x")))


@pytest.mark.parametrize(
    "target", ["/etc/passwd", "..", "../x", "a/../../x", "d/../x", "", ".", "./x", "a//b", "../.."]
)
def test_a_link_that_may_lead_out_is_refused(tmp_path: Path, target: str) -> None:
    archive = packed(member("link", kind=LINK, target=target))

    assert "leads out" in refused(tmp_path, archive)


@pytest.mark.parametrize(
    "kind", [HARD, tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE, b"S", b"V", b"Z"]
)
def test_whatever_is_no_file_folder_or_link_is_refused(tmp_path: Path, kind: bytes) -> None:
    archive = packed(member("odd", kind=kind, target="/etc/passwd"))

    assert "is no plain file, no folder and no link" in refused(tmp_path, archive)


def test_nothing_is_written_through_a_link(tmp_path: Path) -> None:
    out = tmp_path / "made"
    archive = packed(
        member("way", kind=FOLDER),
        member("door", kind=LINK, target="way"),
        member("door/evil", b"x"),
    )

    assert "'door/evil' comes twice" in _refusal(out, archive)
    assert list((out / "way").iterdir()) == []


def test_a_chain_of_links_longer_than_a_path_may_be_leads_nowhere(tmp_path: Path) -> None:
    # What got past a library's filter: the end of the chain cannot be resolved any more.
    members, path = [], ""
    for step in "abcdefghijklmnop":
        folder = "d" * 240
        members.append(member(f"{path}{folder}", kind=FOLDER))
        members.append(member(f"{path}{step}", kind=LINK, target=folder))
        path += f"{folder}/"
    chain = "/".join("abcdefghijklmnop") + "/" + "l" * 254
    members.append(member(chain, kind=LINK, target="../" * 16))
    members.append(member("escape", kind=LINK, target=f"{chain}/../../evil"))
    members.append(member("escape/evil", b"x"))

    refused(tmp_path, packed(*members))


def test_a_name_comes_once(tmp_path: Path) -> None:
    assert "comes twice" in refused(tmp_path, packed(member("a", b"1"), member("a", b"2")))
    assert "no folder" in _refusal(tmp_path / "b", packed(member("b", b"1"), member("b/c")))


def test_more_than_may_come_is_refused_while_it_is_read(tmp_path: Path) -> None:
    many = packed(*(member(str(number)) for number in range(101)))
    deep = packed(member("/".join("f" * 60) + "/x"), member("/".join("g" * 60) + "/x"))
    large = packed(member("large", bytes(1001)))

    assert "files" in _refusal(tmp_path / "many", many)
    assert "files" in _refusal(tmp_path / "deep", deep)  # folders that nobody listed count as well
    assert "MB" in _refusal(tmp_path / "large", large)
    assert not (tmp_path / "large/large").exists()  # what it says of itself is too much already


def test_what_is_no_archive_is_refused(tmp_path: Path) -> None:
    good = packed(member("a", b"content"))
    other_sum = good[:150] + b"777" + good[153:]
    no_number = good[:124] + b"\x80" + good[125:]

    for number, archive in enumerate((b"", b"junk", os.urandom(2048), good[:515], other_sum)):
        _refusal(tmp_path / str(number), archive)
    _refusal(tmp_path / "number", no_number)


def test_a_long_name_has_a_bound(tmp_path: Path) -> None:
    one, content = member("././@LongLink", b"n" * 5000, kind=tarfile.GNUTYPE_LONGNAME)

    assert "too long" in refused(tmp_path, packed((one, content)))


def _refusal(place: Path, archive: bytes) -> str:
    with pytest.raises(BotError) as caught:
        written(place, archive)
    return str(caught.value)
