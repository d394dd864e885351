"""A record for reading: everything on 80 columns, whatever bots write into it."""

from arena.cli.record_text import record_text
from referee.match.clock import Control
from referee.match.plan import Played, plan_match
from referee.match.record import Record, record
from referee.match.session import Reply, Session
from referee.match.verdict import Fault, Termination
from tests.toy.game import Toy
from tests.unit.test_pool import entry


def sample() -> Record:
    """A match of three in which a bot is chatty and another one fails."""
    game = Toy()
    plan = plan_match(
        match="0123456789-1",
        game=game,
        setup=game.setup(3, {"refill": "on"}),
        seats=(entry(), entry(), entry()),
        control=Control(),
        seed=2**127 + 1,
        deal=1,
        pairing=1,
    )
    session = Session(game, plan.setup, plan.seeds.match)
    session.begin()
    session.fault(1, Fault(Termination.CRASH, "answered " + "a very long story " * 10))
    while session.due is not None:
        session.answer(Reply(0, note="first I thought of this,\nthen of that " * 8, eval=0.5))
    assert session.outcome is not None
    played = Played(plan, session, session.outcome, ("", "", ""), (False, False, False), 1)
    return record(played, {})


def test_every_line_fits_eighty_columns() -> None:
    text = record_text(sample())

    assert [line for line in text.splitlines() if len(line) > 80] == []


def test_it_tells_deal_moves_later_chance_stand_ins_notes_and_the_end() -> None:
    text = record_text(sample())

    assert "Options  refill=on" in text
    assert "hands: [c" in text
    assert "reshuffle: c" in text
    assert "stand-in" in text
    assert "first I thought of this, / then of that" in text
    assert "End      Seat 2 answered a very long story" in text
    assert "no score, crash" in text


def test_a_record_names_stand_ins_and_puts_chance_before_the_move_that_draws() -> None:
    moves = sample().to_json()["moves"]
    chance = next(i for i, move in enumerate(moves) if "chance" in move)

    assert moves[chance].keys() == {"chance", "result"}
    assert moves[chance]["chance"] == "reshuffle"
    assert "action" in moves[chance + 1]
    assert {move["seat"] for move in moves if move.get("stand_in")} == {1}
