"""What counts: the one rule by which results enter a table, whoever shows it.

A block is one deal in several seat orders, so that luck of deal and seat cancels. A match that is
void takes its whole block out. Of a bot that was taken out of the tournament nothing counts, for
anybody. What was skipped was not played.
"""

from collections.abc import Container, Iterable

from leaderboard.values import Result


def counting(results: Iterable[Result], benched: Container[int] = ()) -> list[Result]:
    """Those of all results so far that count, in the order given."""
    known = list(results)
    spoilt = {one.block for one in known if one.status == "void"}
    return [one for one in known if counts(one, spoilt, benched)]


def counts(result: Result, spoilt: Container[int], benched: Container[int]) -> bool:
    """Whether a result counts where these blocks are spoilt and these entries benched."""
    return (
        result.status == "done"
        and result.block not in spoilt
        and not any(entry in benched for entry in result.entries)
    )
