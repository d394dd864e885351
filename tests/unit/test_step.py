"""What is told of a step that failed: the line that matters first, and the end."""

import pytest

from referee.bots.preparing.step import Done

RUST = """\
   Compiling bot v0.1.0 (/tmp/made)
error[E0425]: cannot find function `missing` in this scope
 --> src/main.rs:1:13
error: could not compile `bot` (bin "bot") due to 1 previous error
"""
MAVEN = """\
[ERROR] COMPILATION ERROR :
[ERROR] /tmp/made/src/main/java/Bot.java:[1,21] cannot find symbol
[ERROR] -> [Help 1]
"""


@pytest.mark.parametrize(
    ("said", "matter"),
    [
        (
            RUST,
            "error[E0425]: cannot find function `missing` in this scope ... "
            'error: could not compile `bot` (bin "bot") due to 1 previous error',
        ),
        (
            MAVEN,
            "[ERROR] /tmp/made/src/main/java/Bot.java:[1,21] cannot find symbol ... "
            "[ERROR] -> [Help 1]",
        ),
        ("# bot\n./main.go:2:15: undefined: missing\n", "./main.go:2:15: undefined: missing"),
        ("one\n\ntwo\n", "two"),
        ("\n", "it said nothing"),
    ],
)
def test_the_first_error_and_the_last_line_are_told(said: str, matter: str) -> None:
    assert Done(1, said, 2.0, 600.0).matter == matter


def test_limits_are_told_with_the_time_it_took() -> None:
    told = str(Done(137, "linking\n", 3.2, 600.0, "used more than 2048 MB of memory"))

    assert told == (
        "used more than 2048 MB of memory after 3 s, it has 600 s and 2048 MB: linking"
    )
