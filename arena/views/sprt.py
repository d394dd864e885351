"""A sequential test as people look at it: what it has shown, and how surely."""

from dataclasses import dataclass

from arena.tournament.extent import format_of
from arena.tournament.formats import SEQUENTIAL, Finding
from arena.tournament.terms import stored_terms
from leaderboard.ratings.sequential import Sprt
from leaderboard.ratings.table import DECIMALS
from leaderboard.store import Store
from leaderboard.values import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Tested:
    """A test as it stands."""

    bots: tuple[str, str]
    """The new one, and the one it is measured by."""
    test: Sprt
    finding: Finding
    finished: bool
    """Whether it has ended: only then it has a verdict."""
    benched: tuple[str, ...]
    """Bots that were taken out; with one the question stays open."""

    @property
    def verdict(self) -> str:
        """In a word or two: better, not better, open."""
        if not self.finished or self.benched:
            return "open"
        return self.finding.verdict or "open"

    @property
    def sentence(self) -> str:
        """What has been shown."""
        new, base = self.bots
        told = f"it scored {score_line(self.finding)}"
        test = self.test
        if self.verdict == "better":
            return (
                f"{new} is better than {base}: {told} (wrong in at most {100 * test.alpha:g} %)."
            )
        if self.verdict == "not better":
            return (
                f"{new} is not better than {base}: {told}, and {100 * test.high:g} % "
                f"are ruled out (wrong in at most {100 * test.beta:g} %)."
            )
        if self.benched:
            return f"Open: {', '.join(self.benched)} was taken out for its faults."
        if not self.finding.scores:
            return f"Open: no deal between {new} and {base} is complete."
        why = "the limit is reached" if self.finished else "the test goes on"
        return f"Open whether {new} is better than {base}: {told}, and {why}."

    def to_json(self) -> dict[str, object]:
        """The test for machines."""
        test = self.test
        return {
            "bots": list(self.bots),
            "alpha": test.alpha,
            "beta": test.beta,
            "low": test.low,
            "high": test.high,
            "finished": self.finished,
            **finding_json(self.finding),
            "verdict": self.verdict,
        }


def tested(store: Store, head: Tournament) -> Tested | None:
    """The test that a stored tournament is; None if it tests nothing."""
    if head.spec.get("format") != SEQUENTIAL:
        return None
    terms, entries = stored_terms(head.spec), store.entries(head.id)
    form = format_of(terms, len(entries), len(terms.games))
    test, finding = terms.sprt, form.finding(list(store.results(head.id)))
    if test is None or finding is None:
        return None
    return Tested(
        bots=(entries[0].name, entries[1].name),
        test=test,
        finding=finding,
        finished=head.finished_us is not None,
        benched=tuple(entry.name for entry in entries if entry.benched),
    )


def score_line(finding: Finding) -> str:
    """What was scored, in how many deals."""
    deals = len(finding.scores)
    of = f"{deals} deal" if deals == 1 else f"{deals} deals"
    return f"{100 * _mean(finding):.1f} % of {of}"


def look_line(finding: Finding) -> str:
    """A look at a test in one line."""
    low, high = finding.bounds
    return f"{score_line(finding)}, LLR {finding.llr:+.2f} (ends at {low:.2f} or {high:+.2f})"


def finding_json(finding: Finding) -> dict[str, object]:
    """What a test has found, for machines."""
    return {
        "deals": len(finding.scores),
        "score": round(_mean(finding), DECIMALS) if finding.scores else None,
        "llr": round(finding.llr, DECIMALS),
        "bounds": [round(bound, DECIMALS) for bound in finding.bounds],
        "e_values": [float(f"{value:.6g}") for value in finding.e_values],
        "verdict": finding.verdict or "open",
    }


def _mean(finding: Finding) -> float:
    return sum(finding.scores) / len(finding.scores) if finding.scores else 0.5
