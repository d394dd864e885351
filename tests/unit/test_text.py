"""Words of others are shown as they are, or spelled out; never do they steer or hide."""

import csv
import io
import string
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.text import (
    LONGEST_LINE,
    LONGEST_NAME,
    csv_cell,
    is_name,
    markdown_cell,
    one_line,
    safe,
)
from tests.unit.nasty import NASTY

HONEST = ["random", "my_bot-2", "größe", "mcts:iterations=50", "twin#2", "Ngô Bảo Châu", "ボット"]


@pytest.mark.parametrize("text", NASTY.values(), ids=NASTY)
def test_no_nasty_text_is_shown_as_it_is_or_can_be_a_name(text: str) -> None:
    assert text not in one_line(text)
    assert not is_name(text)
    assert not is_name(f"a{text}b")


@pytest.mark.parametrize("text", HONEST)
def test_honest_words_of_any_script_stay_as_they_are(text: str) -> None:
    assert safe(text) == one_line(text) == text
    assert is_name(text)


@given(st.text())
def test_whatever_is_shown_can_be_printed_and_no_direction_or_device_is_steered(text: str) -> None:
    shown = safe(text)

    shown.encode()
    kinds = {unicodedata.category(sign) for sign in shown.replace("\n", "").replace("\t", "")}
    assert not kinds & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    assert safe(shown) == shown
    assert "\n" not in one_line(text)


@given(st.text(alphabet=string.printable + "\x1b\x9b\u202e", max_size=4000))
def test_a_line_is_never_too_long_and_keeps_both_ends(text: str) -> None:
    assert len(one_line(text, 50)) <= 50
    assert len(one_line(text)) <= LONGEST_LINE


def test_what_is_left_out_of_a_line_is_said() -> None:
    assert one_line("a" * 30 + "b" * 30, 27) == "a" * 10 + " [...] " + "b" * 10


def test_a_text_does_not_begin_with_an_accent_on_what_stands_before_it() -> None:
    assert safe("\u0301x") == "\\u0301x"
    assert safe("one\n\u0301x") == "one\n\\u0301x"
    assert safe("e\u0301") == "e\u0301"


def test_accents_do_not_pile_up() -> None:
    assert safe("e" + "\u0301" * 6) == "e" + "\u0301" * 4 + "\\u0301" * 2


@pytest.mark.parametrize("name", ["", " a", "a ", "a\nb", "a\tb", "x" * (LONGEST_NAME + 1)])
def test_a_name_is_one_line_without_spaces_around_it(name: str) -> None:
    assert not is_name(name)


def test_two_spellings_of_one_name_are_not_two_names() -> None:
    assert is_name("caf\u00e9")
    assert not is_name("cafe\u0301")


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "-1+cmd|' /C calc'!A0", "@SUM(A1)", "\t=1", "\r=1"]
)
def test_no_text_is_a_formula_to_a_spreadsheet(text: str) -> None:
    file = io.StringIO()
    csv.writer(file).writerow([csv_cell(text), csv_cell(-1), csv_cell(None)])

    (row,) = csv.reader(io.StringIO(file.getvalue()))
    assert row[0].lstrip()[:1] not in ("=", "+", "-", "@")
    assert row[1:] == ["-1", ""]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a|b", "a\\|b"),
        ("a\\|b", "a\\\\\\|b"),
        ("[x](http://y)", "\\[x\\](http://y)"),
        ("<script>", "\\<script\\>"),
        ("`a`", "\\`a\\`"),
        ("**a**", "\\*\\*a\\*\\*"),
        ("_a_", "\\_a\\_"),
        ("my_bot", "my_bot"),
        ("a\nb", "a b"),
        ("&lt;", "\\&lt;"),
    ],
)
def test_no_text_means_more_to_markdown_than_its_words(text: str, shown: str) -> None:
    assert markdown_cell(text) == shown
