"""What a terminal of 80 columns shows."""

import pytest

from tests.e2e.command import PROCESS, Arena, Finished, bot

WIDTH = 80
QUIET = ("--quiet", *PROCESS)


def too_wide(run: Finished) -> list[str]:
    return [line for line in (run.out + run.err).splitlines() if len(line) > WIDTH]


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("--help",),
        ("games",),
        ("games", "kupferkessel"),
        ("bots",),
        ("bots", "random"),
    ],
    ids=lambda words: " ".join(words) or "arena",
)
def test_it_fits_eighty_columns(arena: Arena, words: tuple[str, ...]) -> None:
    run = arena(*words)

    assert run.code == 0
    assert run.out
    assert too_wide(run) == []


@pytest.mark.parametrize("words", [(), ("match",)], ids=["group", "command"])
def test_help_can_be_asked_for_by_a_word(arena: Arena, words: tuple[str, ...]) -> None:
    asked, usual = arena("help", *words), arena(*words, "--help")

    assert asked == usual
    assert asked.code == 0


def test_the_bare_command_is_five_lines(arena: Arena) -> None:
    assert len(arena().out.splitlines()) == 5


def test_a_match_and_its_record_fit_eighty_columns(arena: Arena) -> None:
    words = ("--seed", "7", "--game", "kupferkessel", "--option", "recipes=on", *QUIET)

    watched = arena("match", "random", bot("exits_midway"), "random", "--watch", *words)
    record = arena("replay", "last")

    assert watched.code == record.code == 0
    assert too_wide(watched) == []
    assert too_wide(record) == []
    assert "stand-in" in record.out
    assert "Seat 2 exited with code 3" in record.out


def test_a_long_sentence_is_broken_between_words(arena: Arena) -> None:
    run = arena("match", bot("returns_nothing"), bot("not_executable"), "--seed", "7", *QUIET)
    record = arena("replay", "last")

    assert "chmod +x" in run.out
    assert [line for line in too_wide(run) if "/" not in line] == []
    assert [line for line in too_wide(record) if "/" not in line] == []
