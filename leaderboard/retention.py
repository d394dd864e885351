"""Which logs are kept of what bots print: most of what a database grows by, or nothing."""

from dataclasses import dataclass, replace
from typing import Final

from leaderboard.errors import BadPolicy
from leaderboard.values import FinishedMatch


@dataclass(frozen=True, slots=True)
class KeepLogs:
    """Which logs are kept, whatever their age."""

    faulty: bool = False
    """Those of matches in which a bot was at fault."""
    last: int = 0
    """Those of so many matches of a tournament, the newest."""
    all: bool = False

    def wants(self, match: FinishedMatch) -> bool:
        """Whether those of a match that was just played are kept."""
        faulty = any(seat.fault is not None for seat in match.seats)
        return self.all or self.last > 0 or (self.faulty and faulty)


KEEP_ALL: Final = KeepLogs(all=True)


def parse_keep_logs(text: str) -> KeepLogs:
    """All, none, faults, or last=N."""
    known = {"all": KEEP_ALL, "none": KeepLogs(), "faults": KeepLogs(faulty=True)}
    if text in known:
        return known[text]
    name, _, number = text.partition("=")
    if name == "last" and number.isdecimal() and 0 < int(number) < 2**31:
        return KeepLogs(last=int(number))
    raise BadPolicy(
        f"'{text}' keeps no logs that can be told: write faults, last=100, all or none"
    )


def without_logs(match: FinishedMatch) -> FinishedMatch:
    """The same, with logs that are not to be kept."""
    return replace(match, logs={seat: text and None for seat, text in match.logs.items()})
