"""What a bot is told in the course of a match, as whole messages.

Pure functions of what they are given, so that the leak check can look at every byte that a match
sends. What a seat may not know must not reach the arguments of its messages.
"""

from typing import Any

from referee.games.contract import Game, Setup
from referee.games.course import Ask
from referee.match.clock import Control, SeatClock
from referee.match.verdict import Outcome
from referee.talk.wire import components_to_pb, position_fields, settings_to_pb
from referee.v1 import play_pb2


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


def request_message(
    game: Game,
    setup: Setup,
    clock: SeatClock,
    ask: Ask,
    *,
    number: int,
    want_text: bool,
) -> play_pb2.ActRequest:
    """A decision is due."""
    fields = request_fields(game, setup, clock, ask, number=number, want_text=want_text)
    return play_pb2.ActRequest(**fields)


def request_fields(
    game: Game,
    setup: Setup,
    clock: SeatClock,
    ask: Ask,
    *,
    number: int,
    want_text: bool,
) -> dict[str, Any]:
    """The fields of that message: to put a message into another costs as much as to make it."""
    fields = position_fields(game, ask)
    fields["match"] = number
    fields["step"] = ask.step
    fields["gives_up"] = ask.gives_up
    fields["clock"] = {
        "bank_us": clock.bank_us,
        "budget_us": clock.budget_us,
        "charged_us": clock.charged_us,
        "charged_cpu_us": clock.charged_cpu_us,
    }
    if want_text:
        fields["table_text"] = game.picture(setup, ask.observation).plain()
        fields["action_texts"] = [game.action_text(action) for action in ask.legal]
    return fields


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
