"""What is said of a run: a table for people, JSON for programs, a line for the history. Pure."""

import json
from collections.abc import Iterator
from typing import Any

from benchmarks.figures import Finding, Row, Run
from benchmarks.rows import PARTS, ROWS

_WIDTH = 58


def table(run: Run, rows: tuple[Row, ...]) -> str:
    """All that a person wants to see."""
    return "\n".join([*_head(run), *_ratios(run, rows), *_profile(run), *_foot(run)])


def holds(run: Run, rows: tuple[Row, ...]) -> bool:
    """Whether every bar that was measured holds."""
    return all(one.verdict != "MISSED" for one in run.findings(run.trees[0], rows))


def as_json(run: Run, rows: tuple[Row, ...]) -> dict[str, Any]:
    """The whole run, ratios and best figures."""
    return {
        "begun": run.begun,
        "quick": run.quick,
        "processors": run.processors,
        "load": [round(load, 2) for load in run.loads],
        "notes": run.notes,
        "trees": {tree: _tree_json(run, tree, rows) for tree in run.trees},
    }


def history_line(run: Run, rows: tuple[Row, ...]) -> str:
    """The same in one line."""
    return json.dumps(as_json(run, rows), separators=(",", ":"), sort_keys=True) + "\n"


def _tree_json(run: Run, tree: str, rows: tuple[Row, ...]) -> dict[str, Any]:
    figures = run.figures[tree]
    return {
        "rows": {
            one.row.key: {
                "best": _rounded(one.best),
                "median": _rounded(one.median),
                "bar": one.row.bar,
                "aim": one.row.aim,
                "verdict": one.verdict,
                "rounds": one.rounds,
            }
            for one in run.findings(tree, rows)
        },
        "figures": {name: _rounded(figures.best(name)) for name in figures.names},
    }


def _head(run: Run) -> Iterator[str]:
    yield f"{run.begun}, {run.processors} processors, load {run.loads[0]:.1f}" + (
        ", quick: figures are rough" if run.quick else ""
    )


def _ratios(run: Run, rows: tuple[Row, ...]) -> Iterator[str]:
    sides = [run.findings(tree, rows) for tree in run.trees]
    names = "".join(f"{tree[:10]:>11}" for tree in run.trees)
    against = f"{'ratio':>8}" if len(sides) == 2 else ""
    yield ""
    yield f"{'':{_WIDTH}}{names}{against}{'median':>9}{'bar':>9}{'aim':>6}"
    part = ""
    for found in zip(*sides, strict=True):
        row = found[0].row
        if row.part != part:
            if part:
                yield ""
            part = row.part
        values = "".join(f"{_shown(one.best):>11}" for one in found)
        ratio = f"{_shown(_quotient(found)):>8}" if len(found) == 2 else ""
        bar = "" if row.bar is None else f"{'>=' if row.more else '<='}{row.bar:g}"
        aim = "" if row.aim is None else f"{row.aim:g}"
        what = f"{row.key}: {row.what}"
        if len(what) >= _WIDTH:
            yield what
            what = ""
        verdict = found[0].verdict
        yield (
            f"{what:{_WIDTH}}{values}{ratio}{_shown(found[0].median):>9}{bar:>9}{aim:>6}  "
            f"{verdict}"
        ).rstrip()


def _profile(run: Run) -> Iterator[str]:
    """Where the time of a move goes, with 64 matches open."""
    sides = [run.figures[tree] for tree in run.trees]
    costs = [(part, [one.best(f"parts.{part}") for one in sides]) for part in PARTS]
    if all(cost is None for _, both in costs for cost in both):
        return
    yield ""
    yield f"{'where the time of a move goes, 64 matches open':{_WIDTH}}" + "".join(
        f"{tree[:10]:>11}" for tree in run.trees
    )
    for part, both in costs:
        shares = "".join(f"{'-' if cost is None else f'{cost:.1%}':>11}" for cost in both)
        yield f"  {part:{_WIDTH - 2}}{shares}"


def _foot(run: Run) -> Iterator[str]:
    yield ""
    for note in run.notes:
        yield f"note: {note}"
    for tree in run.trees:
        if (scale := run.figures[tree].best("G")) is not None:
            yield f"G was {scale * 1e6:.0f} us beside {tree}"
    yield f"load at the end {run.loads[-1]:.1f}; best of {_rounds(run)} rounds or fewer"


def _rounds(run: Run) -> int:
    return max(one.rounds for one in run.findings(run.trees[0], ROWS))


def _quotient(found: tuple[Finding, ...]) -> float | None:
    own, other = found[0].best, found[1].best
    return own / other if own is not None and other else None


def _shown(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:.2f}" if value < 100 else f"{value:.0f}"


def _rounded(value: float | None) -> float | None:
    return None if value is None else float(f"{value:.5g}")
