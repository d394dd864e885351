"""What sets the results of a tournament or a match apart from others; kept with it, in a word."""

from typing import Final

UNISOLATED: Final = "unisolated"
"""Bots of others played at a level that does not hold them."""
ATTACHED: Final = "attached"
"""A bot was started by its author: the match is in no table."""
BRANCH: Final = "branch"
"""The match was taken up in the middle of another one: it is in no table."""
