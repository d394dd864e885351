"""What a bot that reads lines is told, word by word, and which answers are understood."""

import json
from typing import Any, Final

import pytest

from referee.games.chance import Streams
from referee.games.course import Ask, Course
from referee.games.registry import get_game
from referee.match.clock import Control, SeatClock
from referee.match.port import Start
from referee.match.verdict import BotFault, Outcome, Termination
from referee.talk.lines import LinesWording
from referee.talk.speech import Answer, Welcome
from tests.toy.game import Toy

CONTROL: Final = Control(bank_us=1_500_000, increment_us=100_000)


class Talk:
    """One match in lines, asked once."""

    def __init__(self, name: str = "kupferkessel", players: int = 2) -> None:
        game = get_game(name)
        setup = game.setup(players)
        self.course = Course(game, setup, Streams(bytes(32)))
        self.begun = Start(game, setup, CONTROL, 0, seed=2**64 - 1)
        self.wording = LinesWording({"depth": "3"})
        self.told = [json.loads(self.wording.start(1, self.begun))]

    def ask(self, match: int = 1) -> Ask:
        ask = self.course.ask()
        clock = SeatClock(CONTROL)
        line = self.wording.question(match, self.begun, ask, clock)
        self.wording.sent(line)
        self.told.append(json.loads(line))
        return ask

    def hear(self, *lines: str) -> list[Answer]:
        return list(self.wording.heard([line.encode() for line in lines]))


@pytest.fixture
def talk() -> Talk:
    return Talk()


def test_a_start_tells_everything_about_the_match_but_who_else_plays(talk: Talk) -> None:
    assert talk.wording.welcome(Welcome("1", {})) == b""
    assert talk.told == [
        {
            "type": "start",
            "match": 1,
            "game": "kupferkessel",
            "rules": "1",
            "options": {"recipes": "off", "outer_lines_end": "off"},
            "players": 2,
            "seat": 0,
            "settings": {"depth": "3"},
            "clock": {"bank_s": 1.5, "increment_s": 0.1, "move_s": 0, "hang_s": 30, "nodes": 0},
            "seed": 2**53 - 1,
        }
    ]


def test_a_question_names_cards_cells_and_actions(talk: Talk) -> None:
    ask = talk.ask()

    told = talk.told[-1]
    assert list(told) == [
        *("type", "match", "step", "seat", "count"),
        *("actions", "table", "news", "clock"),
    ]
    assert (told["type"], told["step"], told["count"]) == ("act", ask.step, len(ask.legal))
    first, square = told["actions"][0], told["table"]["square"]
    assert set(first) == {
        *("text", "gives_up", "meaning", "cell", "card", "symbol", "ends_match", "gain")
    }
    assert first["card"] == square[first["cell"]]
    assert first["meaning"].startswith(f"take {first['card']['name']}")
    assert first["card"]["name"] == (
        f"{first['card']['ingredient'].replace('_', ' ')} {first['card']['value']}"
    )
    assert {one["kind"] for one in told["news"]} >= {"grid_card", "start_card", "moved"}
    assert told["clock"] == {"budget_s": 1.5, "bank_s": 1.5, "used_s": 0, "used_cpu_s": 0}


def test_trapper_names_tiles_with_species_water_and_cell() -> None:
    talk = Talk("trapper")
    talk.ask()

    told = talk.told[-1]
    takes = [one for one in told["actions"] if one["kind"] == "take"]
    board = told["table"]["board"]
    assert takes
    assert all(one["tile"] == board[one["cell"]] for one in takes)
    assert {one["water"] for one in board.values()} <= {"north", "east", "south", "west"}
    assert all(sum(one["cards"].values()) in (1, 2) for one in takes)
    assert set(told["table"]["trappers"]) == {"green", "blue", "beige", "violet"}


def test_a_game_without_names_is_told_in_its_columns() -> None:
    talk = Talk.__new__(Talk)
    game = Toy()
    setup = game.setup(2)
    talk.course = Course(game, setup, Streams(bytes(32)))
    talk.begun = Start(game, setup, CONTROL, 0, seed=1)
    talk.wording, talk.told = LinesWording({}), []

    ask = talk.ask()

    (told,) = talk.told
    names = [name for name in ask.observation.columns() if name not in ("seat", "to_act")]
    assert list(told["table"]) == names
    assert [one["text"] for one in told["actions"]] == [game.action_text(a) for a in ask.legal]


def outcome(scores: tuple[int | None, ...]) -> Outcome:
    return Outcome(Termination.NORMAL, "it is over", 3, (1, 2), scores, ())


@pytest.mark.parametrize(("scores", "told"), [((7, 5), [7, 5]), ((None, None), [])])
def test_the_end_tells_ranks_and_scores(
    talk: Talk, scores: tuple[int | None, ...], told: list[int]
) -> None:
    end = json.loads(talk.wording.end(1, outcome(scores)))

    assert end == {
        "type": "end",
        "match": 1,
        "termination": "normal",
        "reason": "it is over",
        "ranks": [1, 2],
        "scores": told,
    }


def test_index_text_and_object_are_answers(talk: Talk) -> None:
    for form in ("{index}", " {index}\r", '"{text}"', "{text}", '{{"action": "{text}"}}'):
        ask = talk.ask()
        text = talk.begun.game.action_text(ask.legal[1])

        assert talk.hear(form.format(index=1, text=text)) == [Answer(1, ask.step, 1)]


def test_an_object_can_say_more(talk: Talk) -> None:
    ask = talk.ask()
    line: dict[str, Any] = {"match": 1, "step": 77, "action": 0, "note": "why", "eval": 0.5}

    assert talk.hear(json.dumps(line)) == [Answer(1, 77, 0, "why", 0.5)]
    assert ask.step == 1


@pytest.mark.parametrize(
    ("line", "fault", "why"),
    [
        ("", "no answer to step 1", '"" is neither an index nor the text'),
        ("-", "no answer to step 1", '"-" is neither an index nor the text'),
        ("[0]", "no answer", '"[0]" names no action'),
        ("{}", "no answer", '"{}" names no action'),
        ('{"action": true}', "no answer", "names no action"),
        ('{"action": 1.5}', "no answer", "names no action"),
        ('{"action": 0, "note": 5}', "no answer", "note is a text"),
        ('{"action": 0, "match": "1"}', "no answer", "match is a whole number"),
        ('{"action": 0, "eval": "good"}', "no answer", "eval is a number from 0 to 1"),
        ('{"action": 0', "no answer", "is no JSON"),
        ("[" * 50_000, "no answer", "is no JSON"),
        ('{"action": 0, "match": 9}', "in match 9, in which nothing was asked", "the line was"),
        ("x" * 500, "no answer to step 1", f'"{"x" * 100}..." is neither'),
    ],
)
def test_anything_else_is_quoted(talk: Talk, line: str, fault: str, why: str) -> None:
    talk.ask()

    with pytest.raises(BotFault) as broken:
        talk.hear(line)

    assert broken.value.fault.termination is Termination.PROTOCOL_ERROR
    assert broken.value.fault.text.endswith(fault)
    assert why in broken.value.fault.evidence
    assert broken.value.fault.evidence.isprintable()


def test_bytes_that_are_no_text_are_no_answer(talk: Talk) -> None:
    talk.ask()

    with pytest.raises(BotFault, match=r"a line that is no UTF-8$"):
        list(talk.wording.heard([b"\xff\xfe"]))


def test_an_index_of_any_size_is_left_to_the_session(talk: Talk) -> None:
    for index in (-5, 10**8, 10**30):
        talk.ask()
        (answer,) = talk.hear(f'{{"action": {index}}}')
        assert answer.chosen in (-1, 10**8, 1 << 31)


def test_a_second_line_for_one_question_is_one_too_many(talk: Talk) -> None:
    talk.ask()

    with pytest.raises(BotFault, match="wrote a line when nothing was asked"):
        talk.hear("0", "0")


def test_with_several_questions_open_an_answer_names_its_match(talk: Talk) -> None:
    talk.wording.start(2, talk.begun)
    ask = talk.ask(1)
    talk.ask(2)

    with pytest.raises(BotFault, match="did not say which match a line is about"):
        talk.hear("0")
    answers = talk.hear('{"match": 2, "action": 0}', "0")

    assert answers == [Answer(2, ask.step, 0), Answer(1, ask.step, 0)]


def test_a_match_that_is_over_asks_nothing(talk: Talk) -> None:
    talk.ask()
    assert talk.wording.asked
    talk.wording.end(1, outcome((0, 0)))

    assert not talk.wording.asked
    with pytest.raises(BotFault, match="wrote a line when nothing was asked"):
        talk.hear("0")


def test_a_question_that_is_not_sent_yet_cannot_be_answered(talk: Talk) -> None:
    talk.ask()
    talk.hear("0")
    ask = talk.course.ask()
    line = talk.wording.question(1, talk.begun, ask, SeatClock(CONTROL))

    with pytest.raises(BotFault, match="wrote a line when nothing was asked"):
        talk.hear("0")
    assert talk.wording.sent(line) == 0
    assert talk.hear("0") == [Answer(1, ask.step, 0)]


def test_a_start_that_is_sent_tells_its_match(talk: Talk) -> None:
    assert talk.wording.sent(talk.wording.start(12, talk.begun)) == 12
