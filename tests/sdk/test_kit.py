"""Options, time, logging, and matches without processes."""

import logging

import pytest

from arena.sdk import Action, Bot, Clock, Control, Result, Turn, play_locally
from arena.sdk.logs import NoteHandler, install
from arena.sdk.timing import think
from referee.games.chance import Streams
from referee.games.course import Course
from referee.games.registry import get_game
from referee.games.state import Event
from tests.sdk.bots import First, Random
from tests.sdk.questions import GAMES, a_match, turns_of


def test_options_have_types() -> None:
    match = a_match(depth="3", weight="0.5", fast="on", name="x")

    assert match.integer("depth") == 3
    assert match.number("weight") == 0.5
    assert match.flag("fast") is True
    assert match.text("name") == "x"


def test_an_option_that_is_not_there_is_named_with_those_that_are() -> None:
    with pytest.raises(LookupError, match="no option 'breadth', but depth"):
        a_match(depth="3").integer("breadth")


def a_turn(clock: Clock, control: Control, nodes: int = 0) -> Turn:
    ((turn, _), *_) = turns_of(get_game("kupferkessel"), 2, 1)
    turn.clock = clock
    turn.match.control = control
    turn.match.nodes = nodes
    turn.received, turn.now = 100.0, lambda: 100.0
    return turn


def test_an_own_option_wins_over_the_matchs_wish_which_wins_over_the_default() -> None:
    turn = a_turn(Clock(30, 0, 0), Control())
    wished = a_turn(Clock(30, 0, 0), Control(), nodes=70)

    assert turn.budget(default=50).nodes == 50
    assert wished.budget(default=50).nodes == 70
    assert wished.budget(default=50, own=90).nodes == 90


def test_with_a_clock_time_decides() -> None:
    budget = a_turn(Clock(1.0, 0, 0), Control(move_s=1.0), nodes=70).budget(default=50)

    assert budget.nodes == 0
    assert budget.left_s == pytest.approx(0.8)
    assert not budget.spent(10**9)


def test_a_budget_is_spent_by_nodes_or_by_time() -> None:
    turn = a_turn(Clock(30, 0, 0), Control())
    late = a_turn(Clock(30, 0, 0), Control())
    late.now = lambda: 124.0

    assert turn.budget(default=50).spent(50)
    assert not turn.budget(default=50).spent(49)
    assert late.budget(default=50).spent(0)


def test_a_bank_lasts_however_many_decisions_come() -> None:
    control = Control(bank_s=5.0, increment_s=0.1)
    bank = 5.0
    for asked in range(1, 500):
        spent = think(Clock(bank, bank, 0), control, asked) + 0.015  # and the way there and back
        assert spent < bank
        bank += control.increment_s - spent

    assert bank > 0.1


class Logs(Bot):
    def act(self, turn: Turn) -> Action:
        logging.getLogger("mine").info("step %d", turn.step)
        return turn.legal[0]


def test_what_is_logged_during_a_turn_is_noted_at_its_step(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", [])
    monkeypatch.setattr(root, "level", logging.WARNING)
    handler = install()
    turn = a_turn(Clock(30, 0, 0), Control())

    handler.turn = turn
    Logs(turn.match).act(turn)
    handler.turn = None
    logging.getLogger("mine").warning("between matches")

    assert turn.notes == f"step {turn.step}"
    assert capsys.readouterr().err == "between matches\n"


def test_logging_that_the_bot_has_set_up_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    root = logging.getLogger()
    own = logging.NullHandler()
    monkeypatch.setattr(root, "handlers", [own])

    install()

    assert root.handlers == [own]
    assert not any(isinstance(handler, NoteHandler) for handler in root.handlers)


@pytest.mark.parametrize("game", GAMES)
def test_a_local_match_is_the_same_again_from_the_same_seed(game: str) -> None:
    def record(seed: int) -> list[str]:
        moves: list[str] = []
        play_locally(
            [Random, Random, Random],
            game,
            seed=seed,
            watch=lambda turn, action: moves.append(f"{turn.step} {action.text}"),
        )
        return moves

    assert record(1) == record(1)
    assert record(1) != record(2)


def test_bots_are_started_and_told_the_end() -> None:
    told: list[object] = []

    class Follows(First):
        def start(self) -> None:
            told.append(self.match.seat)

        def end(self, result: Result) -> None:
            told.append(result)

    result = play_locally([Follows, Follows], options={"recipes": "on"}, seed=4)

    assert told == [0, 1, result, result]
    assert result.termination == "normal"


def test_events_come_with_names_and_words() -> None:
    ((turn, _), *_) = turns_of(get_game("kupferkessel"), 2, 1)
    first = turn.announcements[0]

    assert first.kind == "grid_card"
    assert first.fields["place"] == 0
    assert first.text.endswith("lies at b1.")


def test_actions_are_found_by_notation_and_by_id() -> None:
    ((turn, _), *_) = turns_of(get_game("kupferkessel"), 2, 1)
    action = turn.legal[1]

    assert turn.named(action.text) is action
    assert turn.with_id(action.id) is action
    with pytest.raises(LookupError, match="'z9' is not legal here; legal is"):
        turn.named("z9")
    with pytest.raises(LookupError, match="not legal"):
        turn.with_id(9999)


def test_a_match_remembers_all_it_was_told_however_seldom_it_is_looked_at() -> None:
    game, match = get_game("kupferkessel"), a_match()
    told: list[Event] = []
    for deal in range(10):
        course = Course(game, game.setup(2), Streams(deal.to_bytes(32)))
        while not course.over:
            ask = course.ask()
            told += ask.events
            Turn.put(match, ask, Clock(30, 0, 0))
            course.decide(course.legal[-1])

    assert match.asked > 64
    assert match.memory == told
    assert match.memory is match.memory
