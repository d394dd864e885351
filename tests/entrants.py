"""Who takes the seats of a match that a test has planned."""

from referee.bots.entry import Entry
from referee.match.plan import MatchPlan


def entries(match: MatchPlan) -> tuple[Entry, ...]:
    """The bots of a match; all of them are entries, as no test plans another one."""
    found = tuple(one for one in match.seats if isinstance(one, Entry))
    assert len(found) == len(match.seats)
    return found
