"""Does a bot conform: numbered steps through the real match path, each with what was seen."""

from arena.tournament.check.finding import Finding, Verdict
from arena.tournament.check.steps import Checking, checked

__all__ = ["Checking", "Finding", "Verdict", "checked"]
