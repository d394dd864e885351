"""What the bench makes of its figures: ratios, verdicts, the table, the history."""

import json

import pytest
from benchmarks import report
from benchmarks.figures import Figures, Row, Run, finding
from benchmarks.rows import MAIN, PARTS, ROWS, chosen
from benchmarks.sampler import bot_part, referee_part

COST = Row("cost", "a move, in G", "move", "G", bar=0.25, aim=0.2, part="main")
SPEED = Row("speed", "moves/s against ping-pong", "G", "move", bar=3, more=True)
COUNT = Row("count", "questions in a message", "questions", bar=24, more=True)
LATE = Row("late", "what nobody measured", "nothing", "G", bar=1)
OURS = (COST, SPEED, COUNT, LATE)


def figures(*rounds: tuple[float, float, float]) -> Figures:
    taken = Figures()
    for move, scale, questions in rounds:
        taken.add({"move": move, "G": scale, "questions": questions})
    return taken


NOISY = ((3.0, 10.0, 20.0), (2.0, 8.0, 25.0), (9.0, 12.0, 22.0))


def run_of(*sides: Figures) -> Run:
    names = ("here", "before")[: len(sides)]
    return Run(
        "2026-01-01T00:00:00+00:00",
        names,
        False,
        [0.5, 1.5],
        2,
        dict(zip(names, sides, strict=True)),
    )


def test_a_ratio_is_that_of_the_best_chunks_and_noise_only_moves_the_median() -> None:
    quiet, noisy = finding(COST, figures(*NOISY)), finding(COST, figures(*NOISY, (90, 12, 1)))

    assert (quiet.best, quiet.median, quiet.rounds) == (0.25, 0.3, 3)
    assert noisy.best == quiet.best
    assert noisy.median is not None
    assert noisy.median > 0.3


def test_a_speed_is_made_of_the_best_costs_and_a_count_of_its_most() -> None:
    taken = figures(*NOISY)

    assert finding(SPEED, taken).best == 4
    assert finding(COUNT, taken).best == 25


@pytest.mark.parametrize(
    ("row", "move", "verdict"),
    [
        (COST, 0.26, "MISSED"),
        (COST, 0.25, "holds"),
        (COST, 0.2, "aim reached"),
        (SPEED, 0.5, "MISSED"),
        (SPEED, 0.25, "holds"),
        (LATE, 0.1, "not measured"),
    ],
)
def test_a_verdict_follows_from_bar_and_aim(row: Row, move: float, verdict: str) -> None:
    assert finding(row, figures((move, 1.0, 0.0))).verdict == verdict


def test_a_figure_taken_less_often_is_compared_within_its_own_rounds() -> None:
    taken = figures((2.0, 8.0, 1.0))
    taken.add({"G": 1.0})

    assert finding(COST, taken).best == 0.25
    assert finding(COST, taken).rounds == 1


def test_the_table_tells_each_row_with_its_bar_and_verdict_within_100_columns() -> None:
    text = report.table(run_of(figures(*NOISY)), OURS)

    lines = {line.partition(":")[0]: line for line in text.splitlines()}
    assert lines["cost"].split()[-5:] == ["0.25", "0.30", "<=0.25", "0.2", "holds"]
    assert lines["count"].split()[-4:] == ["25.00", "22.00", ">=24", "holds"]
    assert "not measured" in lines["late"]
    assert "load 0.5" in text
    assert "load at the end 1.5" in text
    assert max(map(len, text.splitlines())) <= 110


def test_two_trees_stand_side_by_side_with_the_ratio_of_both() -> None:
    text = report.table(run_of(figures(*NOISY), figures((4.0, 8.0, 12.5))), OURS)

    row = next(line for line in text.splitlines() if line.startswith("cost"))
    assert row.split()[5:8] == ["0.25", "0.50", "0.50"]


def test_the_profile_is_told_where_it_was_taken() -> None:
    taken = figures(*NOISY)
    assert "referee.wording" not in report.table(run_of(taken), OURS)

    taken.add(dict.fromkeys((f"parts.{part}" for part in PARTS), 0.125))
    assert "referee.wording" in report.table(run_of(taken), OURS)
    assert "12.5%" in report.table(run_of(taken), OURS)


def test_a_line_of_history_is_one_line_of_json_with_ratios_and_figures() -> None:
    line = report.history_line(run_of(figures(*NOISY)), OURS)

    assert line.count("\n") == 1
    told = json.loads(line)["trees"]["here"]
    assert told["rows"]["cost"] == {
        "best": 0.25,
        "median": 0.3,
        "bar": 0.25,
        "aim": 0.2,
        "verdict": "holds",
        "rounds": 3,
    }
    assert told["rows"]["late"]["best"] is None
    assert told["figures"]["move"] == 2


def test_a_missed_bar_fails_the_run_and_an_unmeasured_one_does_not() -> None:
    assert report.holds(run_of(figures(*NOISY)), OURS)
    assert not report.holds(run_of(figures((9.0, 10.0, 30.0))), OURS)


def test_rows_have_keys_of_their_own_and_what_was_promised_has_a_bar() -> None:
    keys = [row.key for row in ROWS]

    assert len(set(keys)) == len(keys)
    assert all(row.bar is not None for row in MAIN)
    assert chosen(("single", "loop")) == (ROWS[keys.index("single")], ROWS[keys.index("loop")])
    with pytest.raises(KeyError, match="lop"):
        chosen(("lop",))


@pytest.mark.parametrize(
    ("file", "referee", "bot"),
    [
        ("/x/referee/talk/wire.py", "wording", "reading"),
        ("/x/referee/talk/link.py", "link", "reading"),
        ("/x/referee/match/session.py", "match", "reading"),
        ("/x/referee/match/record.py", "record", "reading"),
        ("/x/lib/asyncio/events.py", "transport", "transport"),
        ("/x/arena/sdk/stream.py", "", "transport"),
        ("/x/bots/random/main.py", "", "act"),
        ("/x/lib/json/encoder.py", "", ""),
    ],
)
def test_a_sample_belongs_to_the_part_of_its_source(file: str, referee: str, bot: str) -> None:
    assert (referee_part(file), bot_part(file)) == (referee, bot)
