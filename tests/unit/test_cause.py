"""Why a program failed is found in what it printed, whatever its runtime prints first."""

import pytest

from referee.bots.cause import around_cause, cause

PYTHON = """\
loading
Traceback (most recent call last):
  File "bot.py", line 3, in first
    return table["x"]
KeyError: 'x'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "bot.py", line 9, in <module>
    raise ValueError("no such table") from None
ValueError: no such table
"""
NODE = """\
/bots/bot.js:5
  console.log(told.actionz[0].text);
                          ^

TypeError: Cannot read properties of undefined (reading '0')
    at Interface.<anonymous> (/bots/bot.js:5:27)
    at Interface.emit (node:events:524:28)
    at [_onLine] [as _onLine] (node:internal/readline/interface:416:12)
    at [_normalWrite] [as _normalWrite] (node:internal/readline/interface:610:22)
    at Socket.ondata (node:internal/readline/interface:242:23)

Node.js v20.20.2
"""
NODE_CODE = "node:internal:1\nError [ERR_X]: no such thing\n    at x\n\nNode.js v20\n"
JAVA = """\
Exception in thread "main" java.lang.RuntimeException: could not play
\tat Bot.main(Bot.java:5)
Caused by: java.io.IOException: no such file: model.bin
\tat Bot.load(Bot.java:9)
\t... 1 more
"""
GO = (
    "starting\npanic: runtime error: index out of range [3] with length 3\n\n"
    "goroutine 1 [running]:\nmain.main()\n\t/bots/main.go:9 +0x1d\nexit status 2\n"
)
RUST = (
    "thread 'main' panicked at src/main.rs:7:5:\nno legal action\n"
    "note: run with `RUST_BACKTRACE=1`\n"
)
CPP = (
    "terminate called after throwing an instance of 'std::out_of_range'\n"
    "  what():  vector::at\nAborted\n"
)


@pytest.mark.parametrize(
    ("printed", "told"),
    [
        (PYTHON, "ValueError: no such table"),
        (NODE, "TypeError: Cannot read properties of undefined (reading '0')"),
        (NODE_CODE, "Error [ERR_X]: no such thing"),
        (JAVA, "Caused by: java.io.IOException: no such file: model.bin"),
        (GO, "panic: runtime error: index out of range [3] with length 3"),
        (RUST, "thread 'main' panicked at src/main.rs:7:5: no legal action"),
        (CPP, "what():  vector::at"),
        ("bot.sh: line 3: jqq: command not found\n", "bot.sh: line 3: jqq: command not found"),
        (
            "Can't locate X.pm in @INC at bot.pl line 1.\n\n",
            "Can't locate X.pm in @INC at bot.pl line 1.",
        ),
        ("\n  \n", ""),
        ("KeyboardInterrupt\n", "KeyboardInterrupt"),
        ("x" * 300, "x" * 200),
    ],
)
def test_the_cause_is_found(printed: str, told: str) -> None:
    assert cause(printed) == told


def test_the_lines_around_the_cause_are_shown_if_the_last_ones_do_not_hold_it() -> None:
    shown = around_cause(NODE, 6)

    assert shown[0] == "/bots/bot.js:5"
    assert shown[3] == "TypeError: Cannot read properties of undefined (reading '0')"
    assert len(shown) == 6


def test_else_the_last_lines_are_shown() -> None:
    assert around_cause(PYTHON, 3) == [line for line in PYTHON.splitlines() if line][-3:]
    assert around_cause("a\n\nb\n", 6) == ["a", "b"]
    assert around_cause("", 6) == []
