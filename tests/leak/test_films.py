"""The film of a seat holds no byte that depends on what the seat may not know."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest

from arena.views.film import film_of
from referee.games.chance import Chance, Rng, Streams
from referee.games.registry import get_game
from referee.games.swapper import Stacked
from referee.match.record import Record, move_record, read_record
from referee.match.replay import Replay
from referee.proofs.leak.transcript import Transcript, play
from tests.unit.recorded import played_record

PAIRS = 60
PAIRS_OF_MATCH = 4


@dataclass(frozen=True)
class Pair:
    """A match up to a moment, dealt in two ways that one seat cannot tell apart."""

    record: Record
    seat: int
    here: Chance
    there: Chance


def pairs(name: str, number: int) -> Iterator[Pair]:
    """Over variants, table sizes, seats and depths."""
    game, rng = get_game(name), Rng(len(name))
    swapper = game.swapper()
    for match in range(number // PAIRS_OF_MATCH):
        players = game.players[rng.below(len(game.players))]
        chosen = {
            option.name: option.values[rng.below(len(option.values))]
            for option in game.options
            if players in option.players
        }
        seed = match.to_bytes(32, "big")
        first = play(game, game.setup(players, chosen), seed, b"secret", rng, lines=False)
        for _ in range(PAIRS_OF_MATCH):
            moment = first.moments[rng.below(len(first.moments))]
            seat = rng.below(players)
            orders = first.orders(moment.shuffles)
            kinds = swapper.kinds(first.setup)
            swapper.swap(first.past(moment), seat, kinds, orders, rng)
            yield Pair(
                record_of(first, moment.decided),
                seat,
                Streams(seed),
                Stacked(orders, Streams((match + 2**20).to_bytes(32, "big"))),
            )


def record_of(first: Transcript, decided: int) -> Record:
    """The record of a match that was broken off."""
    some = read_record(played_record(first.game, first.setup.players))
    return replace(
        some,
        game=first.game.name,
        rules=first.game.rules_version,
        options=dict(first.setup.options),
        players=first.setup.players,
        moves=tuple(move_record(first.game, one) for one in first.session.history[:decided]),
    )


def told(pair: Pair, chance: Chance, seat: int | None) -> bytes:
    """The film as JSON."""
    shown = film_of(pair.record, Replay(pair.record, chance.copy()), seat, over=False)
    return json.dumps(shown.to_json()).encode()


@pytest.mark.parametrize("name", ["kupferkessel", "trapper"])
def test_worlds_that_a_seat_cannot_tell_apart_give_it_the_same_film_and_page(name: str) -> None:
    looked, apart = 0, 0
    for pair in pairs(name, PAIRS):
        looked += 1
        assert told(pair, pair.here, pair.seat) == told(pair, pair.there, pair.seat)
        if told(pair, pair.here, None) != told(pair, pair.there, None):
            apart += 1

    assert looked == PAIRS
    assert apart > PAIRS / 5  # else nothing was secret, and the same film told nothing
