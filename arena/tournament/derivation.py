"""The match seed that follows from a tournament's seed and what a record says about its match."""

from referee.match.record import Json
from referee.match.seeds import match_seed


def derived_seed(seed: int, record: Json) -> str:
    """In hexadecimal. The record has the form of one."""
    return match_seed(seed, record["deal_number"], record["game"], record["rules"]).hex()
