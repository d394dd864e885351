"""The match seed that follows from a tournament's seed and what a record says about its match."""

from collections.abc import Sequence

from referee.match.record import Json
from referee.match.seeds import block_seed, match_seed


def seed_by_number(seed: int, record: Json) -> str:
    """In hexadecimal, for a match on its own or in the first order of play."""
    return match_seed(seed, record["deal_number"], record["game"], record["rules"]).hex()


def seed_by_table(seed: int, record: Json, table: Sequence[str] | None = None) -> str:
    """The same for a match of a tournament in passes: those at a table have deals of their own.

    `table` tells who sat there, if others sit in their places now.
    """
    names = table or [seat["bot"] for seat in record["seats"]]
    return block_seed(seed, names, record["deal_number"], record["game"], record["rules"]).hex()
