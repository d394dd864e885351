"""What a bot printed: the beginning and the end are kept, and the gap is told."""

from referee.bots.output import HEAD_BYTES, TAIL_BYTES, Output


def test_a_short_output_is_kept_whole() -> None:
    output = Output()

    output.add(b"one\n")
    output.add(b"two\n")

    assert output.since(0) == "one\ntwo\n"
    assert output.size == 8


def test_what_was_printed_since_a_position_is_told_apart() -> None:
    output = Output()
    output.add(b"before\n")
    start = output.size
    output.add(b"during\n")

    assert output.since(start) == "during\n"
    assert output.since(output.size) == ""


def test_of_a_long_output_head_and_tail_are_kept_and_the_gap_is_counted() -> None:
    output = Output()
    lines = [b"%07d\n" % number for number in range(131072)]

    for start in range(0, len(lines), 100):
        output.add(b"".join(lines[start : start + 100]))
    text = output.since(0)

    assert text.startswith("0000000\n0000001\n")
    assert text.endswith("0131070\n0131071\n")
    head, _, rest = text.partition("\n[... ")
    dropped, _, tail = rest.partition(" bytes dropped ...]\n")
    assert len(head) == HEAD_BYTES
    assert TAIL_BYTES <= len(tail) <= 2 * TAIL_BYTES
    assert len(head) + int(dropped) + len(tail) == output.size == 1024 * 1024
    assert len(text) < HEAD_BYTES + 2 * TAIL_BYTES + 100


def test_a_megabyte_at_once_is_capped_too() -> None:
    output = Output()

    output.add(b"x" * 1024 * 1024)

    assert len(output.since(0)) < HEAD_BYTES + 2 * TAIL_BYTES + 100


def test_a_start_behind_the_gap_shows_no_gap() -> None:
    output = Output()
    output.add(b"x" * (HEAD_BYTES + 5 * TAIL_BYTES))
    start = output.size
    output.add(b"after")

    assert output.since(start) == "after"
    assert "dropped" not in output.since(start - 10)


def test_a_start_inside_the_gap_counts_only_what_is_missing_after_it() -> None:
    output = Output()
    output.add(b"x" * (HEAD_BYTES + 5 * TAIL_BYTES))
    kept = output.size - TAIL_BYTES

    assert output.since(kept - 7).startswith("\n[... 7 bytes dropped ...]\n")


def test_bytes_that_are_no_text_do_not_hurt() -> None:
    output = Output()
    output.add(b"\xff\xfe ok\n")

    assert "ok" in output.since(0)


def test_the_last_line_is_the_last_that_says_something_and_is_cut() -> None:
    output = Output()
    assert output.last_line() == ""

    output.add(b"Traceback\nValueError: " + b"x" * 500 + b"\n\n  \n")

    assert output.last_line().startswith("ValueError: xxx")
    assert len(output.last_line()) == 200
