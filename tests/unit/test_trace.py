"""Lines for people who read along."""

import logging

import pytest

from referee.talk.trace import LINE, Trace, trace


def told(bot: str, traced: str) -> list[str]:
    """What is told of what `bot` is sent if `traced` is read along."""
    lines: list[str] = []
    with trace(traced, lines.append):
        stream = Trace(bot)
        if stream.on:
            stream.sent("end", "match: 1", 1)
    return lines


@pytest.mark.parametrize(
    ("bot", "traced"),
    [("mcts:c=1.5", "mcts:c=1"), ("mcts:c=1", "mcts:c=1.5"), ("a.b", "a%2Eb"), ("a%2Eb", "a.b")],
)
def test_a_name_that_begins_like_another_is_another(bot: str, traced: str) -> None:
    assert told(bot, traced) == []
    assert told(bot, bot) == ["to bot: end match 1 {match: 1}"]


def test_a_line_has_an_end() -> None:
    lines: list[str] = []
    with trace("long", lines.append):
        Trace("long").heard("answer", "x" * (LINE + 7), 3, 5)

    assert lines == [f"from bot: answer match 3 step 5 {{{'x' * LINE} ... and 7 more}}"]


def test_a_token_at_the_end_of_a_line_is_no_part_of_it() -> None:
    lines: list[str] = []
    with trace("long", lines.append):
        Trace("long", "secret-token").heard("answer", "x" * (LINE - 6) + "secret-token")

    assert "secret" not in lines[0]


def test_a_reader_that_is_gone_does_not_end_what_he_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(logging, "raiseExceptions", False)

    def gone(line: str) -> None:
        raise BrokenPipeError

    with trace("mine", gone):
        Trace("mine").note("the stream is over")


def test_two_can_read_along_and_one_may_stop() -> None:
    first: list[str] = []
    second: list[str] = []
    with trace("mine", first.append):
        with trace("mine", second.append):
            Trace("mine").note("one")
        Trace("mine").note("two")

    assert (first, second) == (["one", "two"], ["one"])
    assert not Trace("mine").on
