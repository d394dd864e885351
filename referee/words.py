"""Words for people that several places use."""

import difflib
from collections.abc import Iterable


def suggestion(word: str, known: Iterable[str]) -> str:
    """What to say to somebody who wrote `word` where one of `known` was meant."""
    names = list(known)
    close = difflib.get_close_matches(word, names, 1)
    return f"did you mean '{close[0]}'?" if close else f"there is {', '.join(names) or 'none'}"
