"""The film of a seat holds no byte that depends on what the seat may not know."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

import pytest

from arena.views import film as films
from arena.views.feedback import feedback
from arena.views.film import film_of
from arena.web.export import export_site
from arena.web.feedback import write_feedback
from arena.web.replay_file import replay_file
from leaderboard.database import Database, open_database
from leaderboard.values import FinishedMatch, Pool, SeatResult, Story
from referee.games.chance import Chance, Rng, Streams
from referee.games.registry import get_game
from referee.games.swapper import Stacked
from referee.match.record import ChanceRecord, Record, move_record, read_record
from referee.match.replay import Replay
from referee.proofs.leak.transcript import Transcript, play
from tests.unit.recorded import played_record
from tests.web.stored import NOW, OPEN, field, head

PAIRS = 60
PAIRS_OF_MATCH = 4
SITES = 4
AUTHORS = 12


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


def film_file(pair: Pair, chance: Chance) -> str:
    """The match as one file."""
    shown = film_of(pair.record, Replay(pair.record, chance.copy()), pair.seat, over=False)
    return replay_file(shown)


@contextmanager
def stored(
    pair: Pair, chance: Chance, folder: Path, world: str, took_us: int = 5
) -> Iterator[Database]:
    """The match in a tournament that is not over; `took_us` is what others thought.

    Besides the hidden cards all else differs that is stored and that the seat may not know.
    """
    record, of_world = pair.record, Replay(pair.record, chance.copy())
    other = (pair.seat + 1) % record.players
    entries = field(tuple(f"bot{seat}" for seat in range(record.players)))
    moves = (
        one
        if isinstance(one, ChanceRecord) or one.seat == pair.seat
        else one._replace(note=f"a note in {world}", eval=float(len(world)), elapsed_us=took_us)
        for one in record.moves
    )
    told = replace(
        record,
        match=f"{OPEN}-1",
        seed=None,
        secret=None,
        digest=None,
        match_seed=sha256(world.encode()).hexdigest(),
        deal={"secret": of_world.table().plain()},
        moves=tuple(moves),
        seats=tuple(replace(record.seats[0], seat=n, rank=1) for n in range(record.players)),
        result=replace(record.result, breakdown=[{world: 1}]),
        run={"evidence": {str(other): f"evidence in {world}"}},
    )
    played = FinishedMatch(
        tournament=OPEN,
        pairing=1,
        pool=Pool.of(record.game, record.rules, record.options, record.players, "untimed"),
        deal=1,
        block=1,
        termination="normal",
        reason="the match ended by the rules",
        turns=9,
        commitment="00",
        seats=tuple(
            SeatResult(
                entry=number,
                rank=1,
                score=3,
                elapsed_us=5 if number == pair.seat else took_us,
            )
            for number in range(len(entries))
        ),
        record=told.to_json(),
        logs={other: f"printed in {world}", pair.seat: "its own words"},
        stored_us=NOW,
        story=Story(deficit=len(world), changes=len(world)),
    )
    opened = replace(head(OPEN, finished=False), seed=len(world), secret=told.match_seed or "")
    with open_database(folder / f"{world}.db", write=True) as results:
        with results.writing() as store:
            store.add_tournament(opened, entries)
            store.add_matches([played])
        yield results


def site(pair: Pair, chance: Chance, folder: Path, world: str) -> dict[str, bytes]:
    """Every file of an exported site that this seat may read, before the end of a tournament."""
    with stored(pair, chance, folder, world) as results:
        export_site(results, folder / world, matches=5, tell=lambda _: None)
    own = f"{OPEN}-1.seat={pair.seat + 1}."
    return {
        name: path.read_bytes()
        for path in (folder / world).rglob("*")
        if path.is_file()
        for name in [path.relative_to(folder / world).as_posix()]
        if not name.startswith("m/") or name.startswith(f"m/{own}")
    }


def told_author(pair: Pair, chance: Chance, folder: Path, world: str) -> dict[str, bytes]:
    """Every file of what the author of the bot at this seat is told."""
    with (
        stored(pair, chance, folder, world, len(world)) as results,
        results.reading() as store,
    ):
        told = feedback(store, f"bot{pair.seat}", OPEN, most=9)
        write_feedback(store, told, folder / world, lambda done, of: None)
    return {
        path.relative_to(folder / world).as_posix(): path.read_bytes()
        for path in (folder / world).rglob("*")
        if path.is_file()
    }


@pytest.mark.parametrize("name", ["kupferkessel", "trapper"])
def test_pages_files_and_json_of_a_seat_are_the_same_in_both_worlds(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    apart = 0
    for number, pair in enumerate([*pairs(name, PAIRS)][:: PAIRS // SITES]):
        sites = []
        for world, chance in (("here", pair.here), ("yonder", pair.there)):
            monkeypatch.setattr(
                films, "Replay", lambda record, dealt=chance: Replay(record, dealt.copy())
            )
            folder = tmp_path / str(number)
            folder.mkdir(exist_ok=True)
            sites.append(site(pair, chance, folder, world))
        here, yonder = sites

        own = [path for path in here if path.startswith("m/")]
        assert {path.rpartition(".")[2] for path in own} == {"html", "json"}
        assert len(own) == 3, own
        assert len(here) > 20
        assert here.keys() == yonder.keys()
        for path, text in here.items():
            assert text == yonder[path], path
        apart += told(pair, pair.here, None) != told(pair, pair.there, None)

    assert apart > 0


@pytest.mark.parametrize("name", ["kupferkessel", "trapper"])
def test_worlds_that_a_seat_cannot_tell_apart_give_it_the_same_film_and_file(name: str) -> None:
    looked, apart = 0, 0
    for pair in pairs(name, PAIRS):
        looked += 1
        assert told(pair, pair.here, pair.seat) == told(pair, pair.there, pair.seat)
        assert film_file(pair, pair.here) == film_file(pair, pair.there)
        if told(pair, pair.here, None) != told(pair, pair.there, None):
            apart += 1

    assert looked == PAIRS
    assert apart > PAIRS / 5  # else nothing was secret, and the same film told nothing


@pytest.mark.parametrize("name", ["kupferkessel", "trapper"])
def test_an_author_is_told_the_same_in_both_worlds(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    apart = 0
    for number, pair in enumerate([*pairs(name, PAIRS)][:: PAIRS // AUTHORS]):
        folders = []
        for world, chance in (("here", pair.here), ("yonder", pair.there)):
            monkeypatch.setattr(
                films, "Replay", lambda record, dealt=chance: Replay(record, dealt.copy())
            )
            folder = tmp_path / str(number)
            folder.mkdir(exist_ok=True)
            folders.append(told_author(pair, chance, folder, world))
        here, yonder = folders

        stem = f"{OPEN}-1-seat{pair.seat + 1}"
        assert {f"replays/{stem}.html", f"logs/{stem}.txt"} <= here.keys()
        assert here == yonder
        assert b"its own words" in here[f"logs/{stem}.txt"]
        apart += told(pair, pair.here, None) != told(pair, pair.there, None)

    assert apart > 0
