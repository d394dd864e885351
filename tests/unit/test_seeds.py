"""One seed, and everything that follows from it; vectors so that a stranger can check."""

import hashlib
import hmac

from referee.match.seeds import (
    bot_seed,
    commitment,
    fresh_seed,
    match_seed,
    secret_of,
    stand_in_seed,
)

DEAL = match_seed(7, 1, "kupferkessel", "1")
SECRET = secret_of(7)


def test_a_match_seed_is_the_hash_that_the_documents_tell() -> None:
    text = b"arena/1\ndeal\n7\n1\nkupferkessel\n1"

    assert hashlib.sha256(text).digest() == DEAL
    assert DEAL.hex() == "27b612cb0289f252c4c3b7b2f84fa5705b64f97d84062296ae5b5e0d451ff4be"


def test_the_secret_and_the_commitment_are_the_hashes_that_the_documents_tell() -> None:
    assert hashlib.sha256(b"arena/1\nsecret\n7").digest() == SECRET
    assert SECRET.hex() == "e5da7899b3afc6c707840489ce17573d368e301f6cf0759bc5d17e0b248dd3f6"
    assert (
        commitment(SECRET, DEAL) == hmac.new(SECRET, b"commitment\n" + DEAL, "sha256").hexdigest()
    )
    assert (
        commitment(SECRET, DEAL)
        == "137c2aeb933676f6d1d5d4bc90da813af9975774eb575e847f940fe8f382bc39"
    )


def test_the_seeds_of_bots_and_stand_ins_stay_what_they_are() -> None:
    assert bot_seed(SECRET, DEAL, 1, 0) == 0x25CD86B0D31A0D43
    assert stand_in_seed(DEAL, 0) == 0xDF6A3254BFBBBFD7


def test_every_fact_of_a_deal_gives_another_match_seed() -> None:
    seeds = {
        DEAL,
        match_seed(8, 1, "kupferkessel", "1"),
        match_seed(7, 2, "kupferkessel", "1"),
        match_seed(7, 1, "trapper", "1"),
        match_seed(7, 1, "kupferkessel", "2"),
        match_seed(71, 1, "kupferkessel", "1"),
        match_seed(7, 11, "kupferkessel", "1"),
    }

    assert len(seeds) == 7


def test_every_seat_and_pairing_has_its_own_bot_seed_of_64_bits() -> None:
    seeds = {bot_seed(SECRET, DEAL, pairing, seat) for pairing in range(50) for seat in range(4)}

    assert len(seeds) == 200
    assert all(0 <= seed < 2**64 for seed in seeds)


def test_a_bot_seed_cannot_be_told_from_the_match_seed_without_the_secret() -> None:
    assert bot_seed(SECRET, DEAL, 1, 0) != bot_seed(secret_of(8), DEAL, 1, 0)


def test_every_seat_has_its_own_stand_in() -> None:
    assert len({stand_in_seed(DEAL, seat) for seat in range(4)}) == 4


def test_a_commitment_fixes_the_match_seed_and_needs_the_secret() -> None:
    other = match_seed(7, 2, "kupferkessel", "1")

    assert commitment(SECRET, DEAL) != commitment(SECRET, other)
    assert commitment(SECRET, DEAL) != commitment(secret_of(8), DEAL)


def test_fresh_seeds_differ_and_are_large() -> None:
    seeds = {fresh_seed() for _ in range(20)}

    assert len(seeds) == 20
    assert max(seeds) > 2**100
    assert max(seeds) < 2**128
