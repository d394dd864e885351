"""What a contest would cost here, by a few of its matches: played, measured, not stored."""

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from arena.tournament.contest import Contest
from arena.tournament.formats import Pairing
from arena.tournament.places.local import LocalPlace
from arena.tournament.preparation import Prepared
from arena.tournament.worker import PlayedChunk, assign

SAMPLE_S: Final = 5.0
"""After so long no more matches are begun."""
LONGEST_S: Final = 60.0
"""A sample that has shown nothing by then is given up."""
_AT_A_TIME: Final = 4
_MOST: Final = 40
_ROW_BYTES: Final = 300
"""What the tables and indexes take for a match beside its record and logs."""
_TICKS: Final = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Sample:
    """What matches cost on average, and a worker with its bots."""

    matches: int
    cpu_s: float
    """Processor time of referee and bots for each."""
    stored_bytes: float
    """For each."""
    memory_bytes: int
    """Of a worker with the bots that it had by then."""


def sampled(contest: Contest, prepared: Prepared) -> Sample | None:
    """A few matches of a contest; None if none of them ended in time."""
    assignment = assign("sample", replace(contest, entries=prepared.entries), prepared.hosting)
    chosen = _spread(contest)
    end = time.monotonic() + SAMPLE_S
    with LocalPlace(assignment, 1) as place:

        def play(pairings: list[Pairing]) -> PlayedChunk | None:
            place.submit(0, tuple(map(contest.fixture, pairings)))
            returned = place.take(LONGEST_S)
            if returned is None or returned.played is None:
                place.kill()
                return None
            return returned.played

        if play(chosen[:_AT_A_TIME]) is None:  # bots start, which few matches would pay for
            return None
        before, sizes = _family()[0], list[int]()
        for first in range(0, len(chosen), _AT_A_TIME):
            played = play(chosen[first : first + _AT_A_TIME])
            if played is None:
                return None
            sizes += [
                _ROW_BYTES + len(one.record if isinstance(one.record, bytes) else b"")
                for one in played.matches
            ]
            if time.monotonic() > end:
                break
        used, memory = _family()
    return Sample(len(sizes), (used - before) / len(sizes), sum(sizes) / len(sizes), memory)


def _spread(contest: Contest) -> list[Pairing]:
    """Pairings from all over a pass, so that everybody has a part in them."""
    form = contest.format
    pairings = form.generation(0, ())
    there = min(form.in_a_pass, form.count or form.in_a_pass)
    number = min(_MOST, there)
    return [pairings[at * there // number] for at in range(number)]


def _family() -> tuple[float, int]:
    """Processor time and memory of all processes that descend from this one."""
    parents: dict[int, int] = {}
    told: dict[int, tuple[float, int]] = {}
    for process, fields in _processes():
        parents[process] = int(fields[1])
        used = int(fields[11]) + int(fields[12])
        told[process] = used / _TICKS, int(fields[21]) * os.sysconf("SC_PAGE_SIZE")
    ours = [one for one in told if _descends(one, parents)]
    return sum(told[one][0] for one in ours), sum(told[one][1] for one in ours)


def _processes() -> Iterator[tuple[int, list[str]]]:
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                yield int(entry.name), (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue  # it has ended


def _descends(process: int, parents: dict[int, int]) -> bool:
    while process in parents:
        process = parents[process]
        if process == os.getpid():
            return True
    return False
