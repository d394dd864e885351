"""What was packed comes back whole, torn or not at all."""

import zlib

import pytest

from leaderboard import packing
from leaderboard.packing import pack_record, pack_text, unpack_record, unpack_text


@pytest.mark.parametrize("text", ["", "one", "\udcff\n" * 1000])
def test_a_text_comes_back_as_it_was(text: str) -> None:
    assert unpack_text(pack_text(text)) == text


def test_a_record_comes_back_as_it_was() -> None:
    assert unpack_record(pack_record({"b": [1], "a": None})) == {"b": [1], "a": None}


@pytest.mark.parametrize("size", [999, 1000, 1001, 10_000_000])
def test_what_would_be_too_much_is_not_unpacked(
    monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    monkeypatch.setattr(packing, "MOST_BYTES", 1000)
    packed = pack_text("x" * size)

    if size > 1000:
        with pytest.raises(zlib.error):
            unpack_text(packed)
    else:
        assert len(unpack_text(packed)) == size


def test_what_is_torn_is_told() -> None:
    with pytest.raises(zlib.error, match="cut off"):
        unpack_text(pack_text("x" * 100)[:-3])
