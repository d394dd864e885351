"""A database with every state that a page can show, made without bots."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any, Final

from arena.tournament.marks import UNISOLATED
from arena.tournament.story import UNTOLD, story_of_record
from leaderboard.database import Database, open_database
from leaderboard.standings import keep_standings
from leaderboard.store import Store
from leaderboard.values import FinishedMatch, Pool, SeatResult, StoredEntry, Tournament
from referee.games.registry import get_game
from referee.match.record import read_record
from tests.unit.recorded import played_record

HOSTILE: Final = "<script>alert(1)</script>"
WIDE: Final = "\u202e" + "龍" * 40
NAMES: Final = ("oak", HOSTILE, WIDE, "birch")
DONE, OPEN, EMPTY, ROUGH, TABLE = "done1", "open1", "empty1", "rough1", "table1"
ODD = "odd1"
"""Draws, and a match by rules that are not here any more."""
DRAWN, SHARED = 62, 24
"""Random matches of two, and of three, in which the best have as many points."""
NOW: Final = 1_760_000_000_000_000


def made(path: Path) -> Database:
    """The database, open for reading."""
    with open_database(path, write=True) as results, results.writing() as store:
        for fill in (_odd, _done, _table, _rough, _empty, _open):
            fill(store)
    return open_database(path, write=False)


def head(id_: str, *, finished: bool, **more: Any) -> Tournament:
    return Tournament(
        id=id_,
        name=f"the {id_}",
        spec={"rounds": 2, "players": 2, "games": ["kupferkessel"]},
        seed=7,
        secret="00ff",
        arena_version="0.1.0",
        created_us=NOW,
        finished_us=NOW + 60_000_000 if finished else None,
        **more,
    )


def field(names: tuple[str, ...] = NAMES, **benched: str) -> list[StoredEntry]:
    return [
        StoredEntry(
            number=number,
            name=name,
            bot=name,
            version="1.0+1c3fb186",
            benched=benched.get(name, ""),
        )
        for number, name in enumerate(names)
    ]


def _matches(
    id_: str, blocks: int, *, game: str = "kupferkessel", names: tuple[str, ...] = NAMES
) -> Iterator[FinishedMatch]:
    """Blocks of every pair, in both seat orders, with real records."""
    pairing, block = count(1), count(1)
    for _ in range(blocks):
        for one in range(len(names)):
            for other in range(one + 1, len(names)):
                number = next(block)
                for seats in ((one, other), (other, one)):
                    chance = 1 + (number + seats[0]) % 7
                    yield match(id_, next(pairing), number, seats, game, chance, names)


def match(
    id_: str,
    pairing: int,
    block: int,
    seats: tuple[int, ...],
    game: str = "kupferkessel",
    chance: int = 1,
    names: tuple[str, ...] = NAMES,
    **how: Any,
) -> FinishedMatch:
    """A random match of these entries."""
    raw = played_record(get_game(game), len(seats), chance=chance, **how)
    record = read_record(raw)
    record = replace(
        record,
        match=f"{id_}-{pairing}",
        seed=None,
        secret=None,
        digest=None,
        seats=tuple(
            replace(seat, bot=names[entry])
            for seat, entry in zip(record.seats, seats, strict=True)
        ),
    )
    return FinishedMatch(
        tournament=id_,
        pairing=pairing,
        pool=Pool.of(game, record.rules, record.options, len(seats), record.control),
        deal=block,
        block=block,
        termination=record.result.termination,
        reason=record.result.reason,
        turns=record.result.turns,
        commitment=f"{pairing:064x}",
        seats=tuple(
            SeatResult(
                entry=entry,
                rank=seat.rank,
                score=seat.score,
                fault=seat.fault,
                elapsed_us=1000,
            )
            for seat, entry in zip(record.seats, seats, strict=True)
        ),
        record=record.to_json(),
        logs={0: "a <b>line</b>\nand another\n"},
        stored_us=NOW,
        story=story_of_record(raw),
        isolation="process",
    )


def _done(store: Store) -> None:
    store.add_tournament(head(DONE, finished=True), field())
    store.add_matches(_matches(DONE, 2))
    keep_standings(store, DONE)


def _odd(store: Store) -> None:
    """A draw, a first place that two share, and a match by other rules."""
    store.add_tournament(head(ODD, finished=True), field())
    other = match(ODD, 3, 3, (0, 1))
    assert isinstance(other.record, dict)
    store.add_matches(
        [
            match(ODD, 1, 1, (0, 1), chance=DRAWN),
            match(ODD, 2, 2, (0, 1, 3), chance=SHARED),
            replace(
                other,
                pool=replace(other.pool, rules="0"),
                record={**other.record, "rules": "0"},
                story=UNTOLD,
            ),
        ]
    )


def _table(store: Store) -> None:
    """Four at a table of the other game."""
    store.add_tournament(head(TABLE, finished=True), field())
    store.add_matches([match(TABLE, 1, 1, (0, 1, 2, 3), "trapper", 1, variant="tactical")])
    keep_standings(store, TABLE)


def _rough(store: Store) -> None:
    """A fault, a void match, a skipped one, a benched bot, no isolation."""
    names = ("oak", "brittle", "birch")
    entries = field(names, birch="5 faults in a row")
    store.add_tournament(head(ROUGH, finished=True, marks=(UNISOLATED,)), entries)
    faulty = match(ROUGH, 1, 1, (0, 1), chance=2, names=names, faults={1: 12})
    fair = match(ROUGH, 2, 1, (1, 0), chance=3, names=names)
    nobody = tuple(SeatResult(entry=entry, rank=None) for entry in (0, 1))
    nothing: dict[str, Any] = {
        "seats": nobody,
        "record": None,
        "logs": {},
        "block": 2,
        "story": None,
        "isolation": None,
    }
    void = replace(
        fair,
        pairing=3,
        status="void",
        termination="host_fault",
        reason="the host failed",
        **nothing,
    )
    skipped = replace(
        fair, pairing=4, status="skipped", termination=None, reason="birch is out", **nothing
    )
    store.add_matches([faulty, fair, void, skipped])


def _empty(store: Store) -> None:
    store.add_tournament(head(EMPTY, finished=False), field())


def _open(store: Store) -> None:
    store.add_tournament(head(OPEN, finished=False), field())
    store.add_matches(list(_matches(OPEN, 1))[:7])
