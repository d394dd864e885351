"""From a match that was played to what is stored of it."""

import hashlib
from collections.abc import Sequence
from typing import Final

from arena.tournament.schedule import Pairing
from leaderboard.values import Entry as StoredEntry
from leaderboard.values import FinishedMatch, Pool, SeatResult, canonical
from referee.bots.entry import Entry
from referee.clock import Control
from referee.games.contract import Game, Setup
from referee.match import Played
from referee.record import Json
from referee.seeds import commitment

ID_DIGITS: Final = 10


def contest_id(facts: object) -> str:
    """The id of a tournament or single match: the same facts, the same id, on every machine."""
    return hashlib.sha256(canonical(facts).encode()).hexdigest()[:ID_DIGITS]


def entry_facts(entries: Sequence[Entry]) -> list[object]:
    """What tells entries apart, as JSON."""
    return [[entry.name, entry.version, dict(entry.settings)] for entry in entries]


def pool_of(game: Game, setup: Setup, control: Control) -> Pool:
    """The pool that a match belongs to."""
    return Pool.of(game.name, game.rules_version, setup.options, setup.players, control.name)


def stored_entries(entries: Sequence[Entry]) -> tuple[StoredEntry, ...]:
    """The field, numbered in order."""
    return tuple(
        StoredEntry(
            number=number,
            name=entry.name,
            bot=entry.manifest.name,
            version=entry.version,
            options=dict(entry.settings),
            command=entry.manifest.command,
            home=str(entry.manifest.home),
        )
        for number, entry in enumerate(entries)
    )


def finished_match(
    tournament: str, pairing: Pairing, played: Played, record: Json | bytes
) -> FinishedMatch:
    """What is stored of a match."""
    plan, outcome = played.plan, played.outcome
    faults = {one.seat: one.fault.termination.value for one in outcome.faults}
    elapsed = played.elapsed_us
    return FinishedMatch(
        tournament=tournament,
        pairing=pairing.number,
        generation=pairing.generation,
        pool=pool_of(plan.game, plan.setup, plan.control),
        deal=plan.deal,
        block=pairing.block,
        status="void" if outcome.void else "done",
        attempts=played.attempts,
        termination=outcome.termination.value,
        reason=outcome.reason,
        turns=outcome.turns,
        commitment=commitment(plan.secret, plan.match_seed),
        seats=tuple(
            SeatResult(
                entry=number,
                rank=outcome.ranks[seat] if outcome.ranks else None,
                score=outcome.scores[seat] if outcome.scores else None,
                fault=faults.get(seat),
                elapsed_us=elapsed[seat],
            )
            for seat, number in enumerate(pairing.seats)
        ),
        record=record,
        logs={seat: text for seat, text in enumerate(played.logs) if text},
    )
