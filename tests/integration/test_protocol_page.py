"""What docs/protocol.md says of errors is what happens: its sentences are those of the matches."""

import re
from pathlib import Path
from typing import Final

from tests.integration.test_misbehaviour import FAULTS

PAGE: Final = Path(__file__).resolve().parents[2] / "docs" / "protocol.md"
ELSEWHERE: Final = {
    ("time_forfeit", "seat 1 gave no answer to step 1 within 1 s"),
    ("start_failure", "seat 1 did not connect within 6 s"),
    ("start_failure", "seat 1 was not ready for the match within 6 s"),
}
"""Sentences that have tests of their own beside the table of faults."""


def test_the_page_on_the_protocol_tells_every_error_as_it_is_told() -> None:
    rows = re.findall(r"^\| [^|]+ \| `(\w+)` \| `([^`]+)` \|$", PAGE.read_text(), re.MULTILINE)
    happens = {(ends.value, sentence) for ends, sentence in FAULTS.values()}

    assert set(rows) - happens == ELSEWHERE
    untold = {(ends, sentence) for ends, sentence in happens - set(rows) if ends != "crash"}
    assert untold == set()
