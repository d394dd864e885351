"""What a bot is told in the course of a match.

Pure functions of what they are given, so that the leak check can look at every byte that a match
sends. What a seat may not know must not reach the arguments of its messages.
"""

from functools import lru_cache
from typing import Final

from referee.games.contract import Game, Setup
from referee.games.course import Ask
from referee.match.clock import Control, SeatClock
from referee.match.verdict import Outcome
from referee.talk.columns import varint
from referee.talk.wire import components_to_pb, position, settings_to_pb
from referee.v1 import play_pb2

_MATCH: Final = varint(play_pb2.ActRequest.MATCH_FIELD_NUMBER << 3)
_STEP: Final = varint(play_pb2.ActRequest.STEP_FIELD_NUMBER << 3)
"""What stands before these numbers in a question."""


def start_message(
    game: Game,
    setup: Setup,
    control: Control,
    *,
    number: int,
    seat: int,
    seed: int,
) -> play_pb2.MatchStart:
    """A match begins; it is match `number` of the bot's stream, `seed` for the bot's own use."""
    start = play_pb2.MatchStart(
        match=number,
        game=game.name,
        rules=game.rules_version,
        options=settings_to_pb(setup.options),
        players=setup.players,
        seat=seat,
        control=play_pb2.TimeControl(
            bank_us=control.bank_us,
            increment_us=control.increment_us,
            move_us=control.move_us,
            nodes=control.nodes,
            hang_us=control.hang_us,
        ),
        seed=seed,
    )
    components_to_pb(game, setup, start)
    return start


def question_bytes(
    game: Game,
    setup: Setup,
    clock: SeatClock,
    ask: Ask,
    *,
    number: int,
    want_text: bool,
) -> bytes:
    """A decision is due; the bytes of an `ActRequest`."""
    parts = [_MATCH, varint(number), _STEP, varint(ask.step), _clock(*clock.told)]
    if ask.gives_up:
        parts.append(play_pb2.ActRequest(gives_up=ask.gives_up).SerializeToString())
    if want_text:
        texts = play_pb2.ActRequest(
            table_text=game.picture(setup, ask.observation).plain(),
            action_texts=[game.action_text(action) for action in ask.legal],
        )
        parts.append(texts.SerializeToString())
    parts.append(position(game, ask))
    return b"".join(parts)


@lru_cache(maxsize=1024)
def _clock(bank_us: int, budget_us: int, charged_us: int, charged_cpu_us: int) -> bytes:
    """The state of a clock; without a bank many seats have the same one."""
    clock = play_pb2.Clock(
        bank_us=bank_us,
        budget_us=budget_us,
        charged_us=charged_us,
        charged_cpu_us=charged_cpu_us,
    )
    return play_pb2.ActRequest(clock=clock).SerializeToString()


def end_message(number: int, outcome: Outcome) -> play_pb2.MatchEnd:
    """A match is over."""
    return play_pb2.MatchEnd(
        match=number,
        termination=play_pb2.Termination.Value(f"TERMINATION_{outcome.termination.name}"),
        reason=outcome.reason,
        ranks=outcome.ranks,
        scores=[score for score in outcome.scores if score is not None]
        if None not in outcome.scores
        else (),
    )
