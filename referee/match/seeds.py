"""Where every number that chance decides comes from: one seed, and hashes of it.

A tournament has one seed. From it follow, each by SHA-256 under its own name, so that none tells
anything about another:

- the **match seed** of a deal, 256 bits, from which the referee deals: of a block at a table in a
  tournament, of a numbered deal for a match on its own;
- the **secret** of the tournament, which keys what outsiders see before the end;
- the **bot seed** of each seat in each match, for the bot's own use;
- the **commitment** to a match seed, published before the first step.

Everything is a function of the seed, so a run can be repeated from the seed alone. A seed drawn by
`fresh_seed` has 128 bits and cannot be guessed; a small one chosen by hand can.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

_FRESH_BITS: Final = 128
SECRET_BITS: Final = 64
"""A seed of fewer bits is one that somebody chose, and that a bot could find by trying."""


@dataclass(frozen=True)
class MatchSeeds:
    """All chance of one match; it tells nothing about any other match."""

    match: bytes = field(repr=False)
    """What the deal is made from."""
    bots: tuple[int, ...] = field(repr=False)
    """For each seat's own use."""
    commitment: str
    """Fixes the match seed without telling it."""


def fresh_seed() -> int:
    """A seed from the operating system that nobody can guess."""
    return secrets.randbits(_FRESH_BITS)


def table_seeds(
    seed: int, *, table: Sequence[str], block: int, game: str, rules: str
) -> MatchSeeds:
    """The seeds of a match of block number `block` at a table; `table` names who sits where.

    They depend on nothing but the match: neither on who else takes part, nor on its number.
    """
    match, secret = block_seed(seed, table, block, game, rules), secret_of(seed)
    bots = tuple(seat_seed(secret, match, table, seat) for seat in range(len(table)))
    return MatchSeeds(match, bots, commitment(secret, match))


def match_seeds(
    seed: int, *, deal: int, pairing: int, game: str, rules: str, players: int
) -> MatchSeeds:
    """The seeds of a match that is told by numbers: on its own, or in the first order of play."""
    match, secret = match_seed(seed, deal, game, rules), secret_of(seed)
    bots = tuple(bot_seed(secret, match, pairing, seat) for seat in range(players))
    return MatchSeeds(match, bots, commitment(secret, match))


def block_seed(seed: int, table: Iterable[str], block: int, game: str, rules: str) -> bytes:
    """The 256-bit seed of block number `block` of those who sit at a table, in any order."""
    names = [name.encode().hex() for name in sorted(table)]
    return _hash("block", str(seed), game, rules, str(block), *names)


def match_seed(seed: int, deal: int, game: str, rules: str) -> bytes:
    """The 256-bit seed of deal number `deal`."""
    return _hash("deal", str(seed), str(deal), game, rules)


def secret_of(seed: int) -> bytes:
    """The tournament's secret, revealed when the tournament is over."""
    return _hash("secret", str(seed))


def seat_seed(secret: bytes, match: bytes, table: Sequence[str], seat: int) -> int:
    """A 64-bit seed for the bot at `seat` where the names of a table sit in this order.

    Keyed, because a bare hash of the match seed would let a bot test guesses of it.
    """
    names = "\n".join(name.encode().hex() for name in table)
    text = f"seat\n{match.hex()}\n{names}\n{seat}"
    return int.from_bytes(hmac.digest(secret, text.encode(), "sha256")[:8], "big")


def bot_seed(secret: bytes, match: bytes, pairing: int, seat: int) -> int:
    """A 64-bit seed for the bot at `seat` of match number `pairing`; keyed as well."""
    digest = hmac.digest(
        secret, b"bot\n%s\n%d\n%d" % (match.hex().encode(), pairing, seat), "sha256"
    )
    return int.from_bytes(digest[:8], "big")


def stand_in_seed(match: bytes, seat: int) -> int:
    """The seed of whoever plays on for a faulty seat."""
    return int.from_bytes(_hash("stand-in", match.hex(), str(seat))[:8], "big")


def commitment(secret: bytes, match: bytes) -> str:
    """A keyed hash that fixes the match seed without telling it, in hexadecimal."""
    return hmac.digest(secret, b"commitment\n" + match, "sha256").hex()


def _hash(purpose: str, *parts: str) -> bytes:
    return hashlib.sha256("\n".join(("arena/1", purpose, *parts)).encode()).digest()
