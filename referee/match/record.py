"""A match as data: everything needed to replay it with only the rules at hand.

`record` writes one from a match that was played, `read_record` reads one back, and `to_json` is
the one form in which it is stored, shown and compared. What depends on the machine, the time or
the run stands under the key ``run``; two records are equal if they are equal without ``run`` and
the ``elapsed_us`` of the moves.

A referee knows the seed of its match and no other, so a record begins without the seed and the
secret of its tournament; they are revealed when the tournament is over. It carries its digest
(`referee.match.digest`); records of before there was one have none.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from referee.games.contract import Game
from referee.match.digest import digest_of
from referee.match.plan import Played
from referee.match.session import LaterChance, Move

FORMAT: Final = "arena-record/1"
Json = dict[str, Any]
"""A JSON object."""
_OFTEN_ABSENT: Final = ("attached",)
"""Keys that are there only where they say yes."""
_NOT_ALWAYS: Final = ("seed", "match_seed", "secret", "digest")
"""Keys that are there only where they are to be told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRecord:
    """Who sat at a seat, and how it went."""

    seat: int
    bot: str
    version: str
    options: Mapping[str, str]
    rank: int | None
    score: int | None
    fault: str | None
    fault_step: int | None
    attached: bool = False
    """Whether its author started the bot."""


class MoveRecord(NamedTuple):
    """One decision. A tuple, because a match has many."""

    step: int
    turn: int
    seat: int
    action: str
    """In the notation of the game."""
    elapsed_us: int
    note: str | None
    eval: float | None
    stand_in: bool = False


class ChanceRecord(NamedTuple):
    """A shuffle after the deal; it comes before the move that first drew from it."""

    chance: str
    result: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRecord:
    """How the match ended."""

    termination: str
    reason: str
    turns: int
    scores: Sequence[int | None]
    ranks: Sequence[int]
    breakdown: Sequence[Mapping[str, int]]
    """Each seat's points by scoring rule."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A whole match."""

    format: str = FORMAT
    match: str
    game: str
    rules: str
    options: Mapping[str, str]
    players: int
    control: str
    seed: int | None = field(default=None, repr=False)
    """Of the tournament, as `secret`; None while they are not to be told."""
    deal_number: int
    pairing: int
    match_seed: str | None = field(default=None, repr=False)
    """Hexadecimal, as `secret` and `commitment`."""
    secret: str | None = field(default=None, repr=False)
    commitment: str
    digest: str | None = None
    """Hexadecimal, of what is the same in every run."""
    deal: Mapping[str, object]
    seats: tuple[SeatRecord, ...]
    moves: tuple[MoveRecord | ChanceRecord, ...]
    result: ResultRecord
    run: Mapping[str, Any]

    def revealed(self, seed: int, secret: str) -> "Record":
        """The record with the seeds of its tournament, which is over."""
        return replace(self, seed=seed, secret=secret)

    def hidden(self) -> "Record":
        """The record without anything from which other deals of its tournament follow."""
        return replace(self, seed=None, match_seed=None, secret=None)

    def until(self, step: int) -> "Record":
        """The record with its moves up to a step, and chance before them."""
        last = 0
        for number, move in enumerate(self.moves):
            last = move.step if isinstance(move, MoveRecord) else last
            if last > step:
                return replace(self, moves=self.moves[:number], digest=None)
        return self

    @property
    def steps(self) -> int:
        """How many decisions were made."""
        return max((one.step for one in self.moves if isinstance(one, MoveRecord)), default=0)

    @property
    def evidence(self) -> Mapping[str, str]:
        """What was measured or printed last about a fault, by seat as in JSON."""
        told: Mapping[str, str] = self.run.get("evidence", {})
        return told

    def to_json(self) -> Json:
        """The one JSON form; what is not to be told has no key."""
        untold = {name for name in _NOT_ALWAYS if getattr(self, name) is None}
        parts: Json = {
            "seats": [_json(one) for one in self.seats],
            "moves": [move_json(one) for one in self.moves],
            "result": _json(self.result),
        }
        names = self.__dataclass_fields__
        return {name: parts.get(name, getattr(self, name)) for name in names if name not in untold}


def read_record(stored: Mapping[str, Any]) -> Record:
    """The record of its JSON form."""
    return Record(
        **{
            **stored,
            "seats": tuple(SeatRecord(**one) for one in stored["seats"]),
            "moves": tuple(
                ChanceRecord(**one) if "chance" in one else MoveRecord(**one)
                for one in stored["moves"]
            ),
            "result": ResultRecord(**stored["result"]),
        }
    )


def record(played: Played, run: Mapping[str, object]) -> Record:
    """The record of a match that was played."""
    plan, outcome = played.plan, played.outcome
    told = {str(one.seat): one.fault.evidence for one in outcome.faults if one.fault.evidence}
    made = Record(
        match=plan.match,
        game=plan.game.name,
        rules=plan.game.rules_version,
        options=dict(plan.setup.options),
        players=plan.setup.players,
        control=plan.control.name,
        deal_number=plan.deal,
        pairing=plan.pairing,
        match_seed=plan.seeds.match.hex(),
        commitment=plan.seeds.commitment,
        deal=dict(played.session.deal),
        seats=_seats(played),
        moves=tuple(move_record(plan.game, one) for one in played.session.history),
        result=ResultRecord(
            termination=outcome.termination.value,
            reason=outcome.reason,
            turns=outcome.turns,
            scores=list(outcome.scores),
            ranks=list(outcome.ranks),
            breakdown=[dict(points) for points in outcome.breakdown],
        ),
        run={
            **run,
            "attempts": played.attempts,
            "clients": list(played.clients),
            "evidence": told,
            **({"killed": played.killed.reason} if played.killed else {}),
        },
    )
    return replace(made, digest=digest_of(made.to_json()))


def _seats(played: Played) -> tuple[SeatRecord, ...]:
    outcome = played.outcome
    faults = {one.seat: one for one in outcome.faults}
    return tuple(
        SeatRecord(
            seat=seat,
            bot=entry.name,
            version=entry.version,
            options=dict(entry.settings),
            rank=outcome.ranks[seat] if outcome.ranks else None,
            score=outcome.scores[seat] if outcome.scores else None,
            fault=faults[seat].fault.termination.value if seat in faults else None,
            fault_step=faults[seat].step if seat in faults else None,
            attached=entry.attached,
        )
        for seat, entry in enumerate(played.plan.seats)
    )


def move_record(game: Game, one: Move | LaterChance) -> MoveRecord | ChanceRecord:
    """A line of the history as it is recorded."""
    if isinstance(one, LaterChance):
        result = game.chance_in_words(one.stream, one.result)
        return ChanceRecord(chance=one.stream.split()[0], result=result)
    step, turn, seat, action, reply, stand_in = one
    text, note = game.action_text(action), reply.note or None
    return MoveRecord(step, turn, seat, text, reply.elapsed_us, note, reply.eval, stand_in)


def move_json(move: MoveRecord | ChanceRecord) -> Json:
    """The JSON form of a move."""
    told = move._asdict()
    if isinstance(move, MoveRecord) and not move.stand_in:
        del told["stand_in"]
    return told


def _json(part: SeatRecord | ResultRecord) -> Json:
    """A part without the keys that say no where they are absent."""
    return {
        name: getattr(part, name)
        for name in part.__dataclass_fields__
        if name not in _OFTEN_ABSENT or getattr(part, name)
    }
