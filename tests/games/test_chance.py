"""The chance of the referee is what its document says, to the byte."""

import hashlib
from collections import Counter
from collections.abc import Iterator
from itertools import count

import pytest

from referee.games.chance import Rng, Streams

SEED = hashlib.sha256(b"a match").digest()


def words(seed: bytes, name: str) -> Iterator[int]:
    """The stream, written down once more from its description."""
    label = name.encode("utf-8")
    for block in count():
        message = seed + len(label).to_bytes(1, "big") + label + block.to_bytes(8, "big")
        digest = hashlib.sha256(message).digest()
        for begin in (0, 8, 16, 24):
            yield int.from_bytes(digest[begin : begin + 8], "big")


def shuffled(seed: bytes, name: str, items: list[int]) -> list[int]:
    stream = words(seed, name)
    result = items.copy()
    for place in reversed(range(1, len(result))):
        bound = place + 1
        word = next(w for w in stream if w < 2**64 - 2**64 % bound)
        other = word % bound
        result[place], result[other] = result[other], result[place]
    return result


@pytest.mark.parametrize("name", ["deal", "recipes", "reshuffle 1", "déjà vu", ""])
@pytest.mark.parametrize("size", [0, 1, 2, 5, 13, 56, 64, 300])
def test_a_shuffle_is_what_an_independent_reading_of_the_document_gives(
    name: str, size: int
) -> None:
    items = list(range(size))

    result = Streams(SEED).shuffled(name, items)

    assert result == shuffled(SEED, name, items)
    assert items == list(range(size))


VECTORS = [
    (
        "0000000000000000000000000000000000000000000000000000000000000000",
        "deal",
        [2, 7, 0, 4, 8, 5, 6, 3, 9, 1],
    ),
    (
        "0000000000000000000000000000000000000000000000000000000000000000",
        "recipes",
        [6, 3, 5, 8, 7, 0, 4, 9, 2, 1],
    ),
    (
        "0000000000000000000000000000000000000000000000000000000000000000",
        "deal 2",
        [7, 9, 0, 6, 5, 1, 4, 3, 2, 8],
    ),
    (
        "51e593f6aa50221d0d4578d865476dd412475bdcd8117119736a6f0463b0d910",
        "deal",
        [6, 0, 1, 3, 5, 9, 4, 7, 2, 8],
    ),
    (
        "51e593f6aa50221d0d4578d865476dd412475bdcd8117119736a6f0463b0d910",
        "recipes",
        [1, 7, 6, 4, 5, 0, 2, 9, 3, 8],
    ),
    (
        "51e593f6aa50221d0d4578d865476dd412475bdcd8117119736a6f0463b0d910",
        "deal 2",
        [4, 6, 5, 2, 8, 9, 7, 0, 3, 1],
    ),
]


@pytest.mark.parametrize(("seed", "name", "expected"), VECTORS)
def test_these_shuffles_of_ten_never_change(seed: str, name: str, expected: list[int]) -> None:
    result = Streams(bytes.fromhex(seed)).shuffled(name, list(range(10)))

    assert result == expected


def test_every_call_begins_its_stream_anew() -> None:
    streams = Streams(SEED)

    first = streams.shuffled("deal", list(range(56)))
    streams.shuffled("recipes", list(range(13)))

    assert streams.shuffled("deal", list(range(56))) == first


def test_streams_of_other_names_and_seeds_are_others() -> None:
    items = list(range(56))
    other_seed = hashlib.sha256(b"another match").digest()

    results = {
        tuple(Streams(seed).shuffled(name, items))
        for seed in (SEED, other_seed)
        for name in ("deal", "deal 2", "recipes")
    }

    assert len(results) == 6


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_seed_of_another_size_is_refused(size: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Streams(bytes(size))


def test_all_orders_of_three_come_up_equally_often() -> None:
    orders = Counter(
        tuple(
            Streams(hashlib.sha256(bytes([i // 256, i % 256])).digest()).shuffled("s", [0, 1, 2])
        )
        for i in range(6000)
    )

    assert len(orders) == 6
    assert all(850 < times < 1150 for times in orders.values())


def test_the_small_generator_gives_the_same_numbers_everywhere() -> None:
    rng = Rng(42)

    numbers = [rng.below(1000) for _ in range(8)]

    assert numbers == [653, 201, 923, 805, 236, 193, 689, 716]


@pytest.mark.parametrize("seed", [0, -1, 2147483645, 2147483646, 2147483647, 2**70])
def test_the_small_generator_takes_any_seed_and_never_sticks(seed: int) -> None:
    rng = Rng(seed)

    assert len({rng.below(2**31) for _ in range(100)}) == 100


def test_the_small_generator_shuffles_without_losing_anything() -> None:
    items = list(range(56))

    result = Rng(7).shuffled("whatever", items)

    assert items == list(range(56))
    assert result != items
    assert sorted(result) == items
