"""What one step of a check has found."""

import enum
from dataclasses import dataclass


class Verdict(enum.Enum):
    """How a step ended."""

    PASSED = "passed"
    FAILED = "failed"
    NOTED = "noted"
    """Nothing is wrong, but worth knowing."""
    SKIPPED = "skipped"


@dataclass(frozen=True, kw_only=True)
class Finding:
    """A step with what was expected, what happened, and the fix."""

    number: int
    step: str
    verdict: Verdict
    expected: str
    seen: str
    fix: str = ""

    def to_json(self) -> dict[str, object]:
        """The finding for machines."""
        return {
            "number": self.number,
            "step": self.step,
            "verdict": self.verdict.value,
            "expected": self.expected,
            "seen": self.seen,
            "fix": self.fix,
        }
