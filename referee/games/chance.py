"""Chance enters a game through one port, and the referee's chance can be dealt again by anyone.

A game asks for a shuffle by the name of its stream (``deal``, ``recipes``, ``reshuffle 1``).
`Streams` answers from a 256-bit seed and is specified to the byte, so that a stranger can
repeat a deal in any language:

- Block number `i` of a stream is ``SHA-256(seed || n || name || i)``: the 32 bytes of the seed,
  the length of the name in one byte, the name in UTF-8, and `i` (from 0) in eight bytes, big
  end first. A block gives four words of 64 bits, big end first; the words of all blocks in
  order are the stream.
- A number below `n` is the next word `w` modulo `n`; words of at least ``2**64 - 2**64 % n``
  are passed over, so that every number is equally likely.
- A shuffle walks the last place down to the second: place `i` changes its item with place
  ``below(i + 1)``. Every call of `shuffled` begins its stream anew.

`Rng` is small, fast and guessable. It serves playouts and determinizations, never a deal.
"""

import hashlib
from typing import Final

from mypy_extensions import i64, mypyc_attr

_HALF: Final = 1 << 32
_BLOCK_BYTES: Final = 32
_HALF_BYTES: Final = 4

_MULTIPLIER: Final = 48271
_MODULUS: Final = 2147483647


@mypyc_attr(allow_interpreted_subclasses=True)
class Chance:
    """Where a game gets its chance from."""

    def shuffled(self, stream: str, items: list[int]) -> list[int]:
        """A new list of `items` in an order decided by the stream of that name."""
        raise NotImplementedError

    def copy(self) -> "Chance":
        """The same chance for the clone of a state; neither disturbs the other."""
        return self


@mypyc_attr(allow_interpreted_subclasses=True)
class Streams(Chance):
    """The referee's chance: named streams of one 256-bit seed."""

    def __init__(self, seed: bytes) -> None:
        if len(seed) != _BLOCK_BYTES:
            raise ValueError(f"a match seed has {_BLOCK_BYTES} bytes, not {len(seed)}")
        self._seed = seed

    def shuffled(self, stream: str, items: list[int]) -> list[int]:
        """A new list of `items` in an order decided by the stream of that name."""
        words = _Words(self._seed, stream)
        result = list(items)
        for last in range(len(result) - 1, 0, -1):
            other = words.below(last + 1)
            result[last], result[other] = result[other], result[last]
        return result

    def copy(self) -> "Streams":
        """Streams of the same seed. Plain ones: what a clone shuffles is no part of a record."""
        return Streams(self._seed)


class _Words:
    """The 64-bit words of one stream, in order."""

    def __init__(self, seed: bytes, name: str) -> None:
        encoded = name.encode()
        self._prefix = seed + bytes([len(encoded)]) + encoded
        self._counter = 0
        self._block = b""
        self._offset = 0

    def below(self, bound: i64) -> i64:
        # A word has 64 bits and a signed number does not hold it, so it comes in two halves. Of
        # all words the last ``2**64 % bound`` are passed over.
        base: i64 = _HALF % bound
        over: i64 = base * base % bound
        high = self._next()
        low = self._next()
        while high == _HALF - 1 and low >= _HALF - over:
            high = self._next()
            low = self._next()
        return (high % bound * base + low) % bound

    def _next(self) -> i64:
        """The next half of a word, the higher one first."""
        if self._offset == len(self._block):
            counter = self._counter.to_bytes(8, "big")
            self._block = hashlib.sha256(self._prefix + counter).digest()
            self._counter += 1
            self._offset = 0
        block = self._block
        at: i64 = self._offset
        self._offset += _HALF_BYTES
        return (
            i64(block[at]) << 24
            | i64(block[at + 1]) << 16
            | i64(block[at + 2]) << 8
            | i64(block[at + 3])
        )


class Rng(Chance):
    """A small generator for playouts: the same numbers interpreted, compiled, in any language."""

    def __init__(self, seed: int) -> None:
        self._state: i64 = seed % (_MODULUS - 1) + 1

    def __eq__(self, other: object) -> bool:
        """Whether both give the same numbers from here on."""
        return isinstance(other, Rng) and self._state == other._state

    def __hash__(self) -> int:
        raise TypeError("a generator changes, so it has no hash")

    def copy(self) -> "Rng":
        """A generator that gives the same numbers from here on."""
        other = Rng(0)
        other._state = self._state
        return other

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1."""
        self._state = self._state * _MULTIPLIER % _MODULUS
        return self._state % bound

    def shuffle(self, items: list[int]) -> None:
        """Shuffle `items` in place."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def shuffled(self, stream: str, items: list[int]) -> list[int]:
        """A new list of `items` in some order; the name of the stream makes no difference."""
        result = list(items)
        self.shuffle(result)
        return result
