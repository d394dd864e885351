"""From a match that was played to what is stored of it."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from arena.tournament.contest import Fixture
from arena.tournament.formats import Pairing
from arena.tournament.story import story_of_played
from leaderboard.values import FinishedMatch, Killed, Pool, SeatResult, Status, StoredEntry
from referee.bots.entry import Entry
from referee.games.contract import Game, Setup
from referee.match.clock import Control
from referee.match.plan import Played
from referee.match.record import Json
from referee.match.verdict import Termination

SHARED_LOG: Final = "[several matches were open in this process: some of this may be theirs]\n"


def pool_of(game: Game, setup: Setup, control: Control) -> Pool:
    """The pool that a match belongs to."""
    return Pool.of(game.name, game.rules_version, setup.options, setup.players, control.name)


def stored_entries(
    entries: Sequence[Entry], folder: Path | None = None
) -> tuple[StoredEntry, ...]:
    """The field, numbered in order, for a database in `folder`."""
    return tuple(
        StoredEntry(
            number=number,
            name=entry.name,
            bot=entry.manifest.name,
            version=entry.version,
            options=dict(entry.settings),
            command=entry.manifest.command,
            home="" if entry.manifest.foreign else _home(entry.manifest.home, folder),
        )
        for number, entry in enumerate(entries)
    )


def fingerprints(entries: Sequence[Entry]) -> dict[str, str]:
    """The whole hash of each entry's bot; versions tell the beginning of it."""
    return {entry.name: entry.manifest.fingerprint for entry in entries}


def unplayed_match(
    tournament: str,
    fixture: Fixture,
    pool: Pool,
    *,
    status: Status,
    reason: str,
    attempts: int = 0,
) -> FinishedMatch:
    """A fixture that has no result: spoilt by the host, or skipped."""
    pairing = fixture.pairing
    return FinishedMatch(
        tournament=tournament,
        pairing=pairing.number,
        generation=pairing.generation,
        pool=pool,
        deal=pairing.deal,
        block=pairing.block,
        status=status,
        attempts=attempts,
        termination=Termination.HOST_FAULT.value if status == "void" else None,
        reason=reason,
        commitment=fixture.seeds.commitment,
        seats=tuple(SeatResult(entry=number, rank=None) for number in pairing.seats),
    )


def skipped_match(match: FinishedMatch, reason: str) -> FinishedMatch:
    """A match that was played though it was not to be any more: nothing of it is kept."""
    return replace(
        match,
        status="skipped",
        attempts=0,
        termination=None,
        reason=reason,
        turns=0,
        seats=tuple(SeatResult(entry=seat.entry, rank=None) for seat in match.seats),
        record=None,
        logs={},
        killed=None,
        story=None,
        isolation=None,
    )


def finished_match(
    tournament: str, pairing: Pairing, played: Played, record: Json | bytes, isolation: str
) -> FinishedMatch:
    """What is stored of a match that was played at a level of isolation."""
    plan, outcome = played.plan, played.outcome
    faults = {one.seat: one.fault.termination.value for one in outcome.faults}
    elapsed = played.elapsed_us
    return FinishedMatch(
        tournament=tournament,
        pairing=pairing.number,
        generation=pairing.generation,
        pool=pool_of(plan.game, plan.setup, plan.control),
        deal=pairing.deal,
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
        killed=_killed(played),
        story=story_of_played(played),
        isolation=isolation,
    )


def _killed(played: Played) -> Killed | None:
    """How the match ended before it was played again, if a program was killed."""
    if (outcome := played.killed) is None:
        return None
    seats = range(len(played.plan.seats))
    faults = {one.seat: one.fault.termination.value for one in outcome.faults}
    return Killed(
        termination=outcome.termination.value,
        reason=outcome.reason,
        ranks=outcome.ranks,
        scores=outcome.scores,
        faults=tuple(map(faults.get, seats)),
        doubted=tuple(seat in outcome.doubtful for seat in seats),
    )


def _home(home: Path, folder: Path | None) -> str:
    """Where a bot lies: as seen from the database's folder if it lies below that."""
    if folder is None or not home.is_relative_to(folder):
        return str(home)
    return f"./{home.relative_to(folder).as_posix()}"


def _logs(played: Played) -> dict[int, str]:
    """What the bots printed, by seat; marked where other matches may have printed, too."""
    logs = {}
    for seat, text in enumerate(played.logs):
        if text:
            logs[seat] = SHARED_LOG + text if played.shared_logs[seat] else text
    return logs
