"""What the marks of a tournament or a match mean, for people."""

from typing import Final

from arena.tournament.marks import ATTACHED, BRANCH, UNISOLATED

MARKS: Final = {
    UNISOLATED: "Not isolated: submitted bots played at a level that does not hold them.",
    ATTACHED: "A bot was started by its author; the match is in no table.",
    BRANCH: "Taken up in the middle of another match by arena debug; it is in no table.",
}
