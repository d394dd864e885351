"""A match as data: everything needed to replay it with only the rules at hand.

What depends on the machine, the time or the run stands under the key ``run``; two records are
equal if they are equal without ``run`` and the ``elapsed_us`` of the moves.
"""

from collections.abc import Mapping
from typing import Final

from referee.games.contract import Game
from referee.match.play import Played
from referee.match.seeds import commitment
from referee.match.session import LaterChance, Move

FORMAT: Final = "arena-record/1"
Json = dict[str, object]


def record(played: Played, run: Mapping[str, object]) -> Json:
    """The record of a match that was played, seeds revealed."""
    plan, outcome = played.plan, played.outcome
    return {
        "format": FORMAT,
        "match": plan.match,
        "game": plan.game.name,
        "rules": plan.game.rules_version,
        "options": dict(plan.setup.options),
        "players": plan.setup.players,
        "control": plan.control.name,
        "seed": plan.seed,
        "deal_number": plan.deal,
        "pairing": plan.pairing,
        "match_seed": plan.match_seed.hex(),
        "secret": plan.secret.hex(),
        "commitment": commitment(plan.secret, plan.match_seed),
        "deal": dict(played.session.deal),
        "seats": seats(played),
        "moves": [_entry(plan.game, one) for one in played.session.history],
        "result": {
            "termination": outcome.termination.value,
            "reason": outcome.reason,
            "turns": outcome.turns,
            "scores": list(outcome.scores),
            "ranks": list(outcome.ranks),
            "breakdown": [dict(points) for points in outcome.breakdown],
        },
        "run": {
            **run,
            "attempts": played.attempts,
            "clients": list(played.clients),
            "evidence": {
                str(one.seat): one.fault.evidence for one in outcome.faults if one.fault.evidence
            },
        },
    }


def seats(played: Played) -> list[Json]:
    """Who sat where and how it went."""
    faults = {one.seat: one for one in played.outcome.faults}
    rows: list[Json] = []
    for seat, entry in enumerate(played.plan.seats):
        fault = faults.get(seat)
        rows.append(
            {
                "seat": seat,
                "bot": entry.name,
                "version": entry.version,
                "options": dict(entry.settings),
                "rank": played.outcome.ranks[seat] if played.outcome.ranks else None,
                "score": played.outcome.scores[seat] if played.outcome.scores else None,
                "fault": fault.fault.termination.value if fault else None,
                "fault_step": fault.step if fault else None,
                **({"attached": True} if entry.attached else {}),
            }
        )
    return rows


def _entry(game: Game, one: Move | LaterChance) -> Json:
    if isinstance(one, LaterChance):
        result = game.chance_in_words(one.stream, one.result)
        return {"chance": one.stream.split()[0], "result": result}
    entry: Json = {
        "step": one.step,
        "turn": one.turn,
        "seat": one.seat,
        "action": game.action_text(one.action),
        "elapsed_us": one.reply.elapsed_us,
        "note": one.reply.note or None,
        "eval": one.reply.eval,
    }
    return {**entry, "stand_in": True} if one.stand_in else entry
