"""From a match that was played to what is stored of it."""

import hashlib
from collections.abc import Sequence
from typing import Final

from arena.tournament.formats.round_robin import Pairing
from leaderboard.values import Entry as StoredEntry
from leaderboard.values import FinishedMatch, Pool, SeatResult, Status, canonical
from referee.bots.entry import Entry
from referee.games.contract import Game, Setup
from referee.match.clock import Control
from referee.match.plan import MatchPlan, Played
from referee.match.record import Json
from referee.match.verdict import Termination

ID_DIGITS: Final = 10
SHARED_LOG: Final = "[several matches were open in this process: some of this may be theirs]\n"


def contest_id(facts: object) -> str:
    """The id of a tournament or single match: the same facts, the same id, on every machine."""
    return hashlib.sha256(canonical(facts).encode()).hexdigest()[:ID_DIGITS]


def entry_facts(entries: Sequence[Entry]) -> list[object]:
    """What tells entries apart, as JSON."""
    return [
        [entry.name, entry.version, dict(entry.settings), *(["attached"] * entry.attached)]
        for entry in entries
    ]


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


def unplayed_match(
    tournament: str,
    pairing: Pairing,
    plan: MatchPlan,
    *,
    status: Status,
    reason: str,
    attempts: int,
) -> FinishedMatch:
    """A pairing that has no result: spoilt by the host, or skipped."""
    return FinishedMatch(
        tournament=tournament,
        pairing=pairing.number,
        generation=pairing.generation,
        pool=pool_of(plan.game, plan.setup, plan.control),
        deal=pairing.deal,
        block=pairing.block,
        status=status,
        attempts=attempts,
        termination=Termination.HOST_FAULT.value if status == "void" else None,
        reason=reason,
        commitment=plan.seeds.commitment,
        seats=tuple(SeatResult(entry=number, rank=None) for number in pairing.seats),
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
        commitment=plan.seeds.commitment,
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
        logs=_logs(played),
    )


def _logs(played: Played) -> dict[int, str]:
    """What the bots printed, by seat; marked where other matches may have printed, too."""
    logs = {}
    for seat, text in enumerate(played.logs):
        if text:
            logs[seat] = SHARED_LOG + text if played.shared_logs[seat] else text
    return logs
