"""The command behind `scripts/bench`: take figures in turns, tell the ratios."""

import argparse
import os
import sys
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

from benchmarks import probes, report
from benchmarks.figures import Figures, Row, Run
from benchmarks.probes import FULL, QUICK, Open, Probe, Sizes
from benchmarks.rows import PARTS, ROWS, chosen
from benchmarks.trees import ROOT, Tree, checked_out, say, this_tree

HISTORY = ROOT / "build" / "bench.ndjson"


def main(words: list[str]) -> int:
    """Measure and tell; 1 if a bar is missed, 2 if the words make no sense."""
    told = _parser().parse_args(words)
    if told.list:
        for row in ROWS:
            print(f"{row.key:22}{row.what}")
        return 0
    try:
        rows = chosen(tuple(told.only))
    except KeyError as error:
        say(f"scripts/bench: there is no row {error}; see scripts/bench --list")
        return 2
    run = measured(rows, QUICK if told.quick else FULL, told.against, quick=told.quick)
    told.history.parent.mkdir(parents=True, exist_ok=True)
    with told.history.open("a", encoding="utf-8") as history:
        history.write(report.history_line(run, rows))
    if told.json:
        sys.stdout.write(report.history_line(run, rows))
    else:
        print(report.table(run, rows))
    return 0 if report.holds(run, rows) else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="scripts/bench",
        description="Speed, as ratios within one run; the bars are in docs/performance.md.",
        epilog="Example: scripts/bench --quick --only loop single --against main",
    )
    parser.add_argument("--quick", action="store_true", help="rough figures in minutes")
    parser.add_argument("--only", nargs="+", default=[], metavar="ROW", help="these rows alone")
    parser.add_argument("--list", action="store_true", help="which rows there are")
    parser.add_argument("--against", default="", metavar="REV", help="measure that commit, too")
    parser.add_argument("--json", action="store_true", help="print for machines")
    parser.add_argument(
        "--history",
        type=Path,
        default=HISTORY,
        metavar="FILE",
        help="where a line is added for each run (build/bench.ndjson)",
    )
    return parser


def measured(rows: tuple[Row, ...], sizes: Sizes, against: str, *, quick: bool) -> Run:
    """Take all that these rows need."""
    wanted = {name for row in rows for name in row.figures}
    if any(name.startswith("parts.") for name in wanted):
        wanted |= {f"parts.{part}" for part in PARTS}
    with ExitStack() as stack:
        trees = [this_tree()]
        if against:
            trees.append(stack.enter_context(checked_out(against)))
        run = Run(
            begun=datetime.now(UTC).isoformat(timespec="seconds"),
            trees=tuple(tree.name for tree in trees),
            quick=quick,
            loads=[os.getloadavg()[0]],
            processors=len(os.sched_getaffinity(0)),
            figures={tree.name: Figures() for tree in trees},
            notes=_notes(wanted, trees),
        )
        openings = [stack.enter_context(probes.opened(tree, sizes)) for tree in trees]
        _take(run, wanted, openings)
        run.loads.append(os.getloadavg()[0])
    return run


def _notes(wanted: set[str], trees: list[Tree]) -> list[str]:
    """What a reader of the figures must know."""
    notes = [
        f"beside {tree.name} matches are played with rules that run {form}"
        for tree in trees
        if (form := tree.form()) != "compiled"
    ]
    if any(name.startswith("spiel.") for name in wanted) and not probes.has_spiel():
        notes.append(f"no rows of OpenSpiel, for it is not here: {probes.INSTALL}")
    if any(name.startswith("env.") for name in wanted) and not probes.has_learning():
        notes.append(
            f"no rows of environments, for PettingZoo is not here: {probes.INSTALL_LEARNING}"
        )
    return notes


def _take(run: Run, wanted: set[str], openings: list[Open]) -> None:
    """Round after round, what is compared side by side and its scale just before."""
    common = _serving(probes.scales(openings[0]), wanted)
    own = [_serving(probes.of_tree(opening), wanted) for opening in openings]
    rounds = max((probe.rounds for probe in [*common, *own[0]]), default=0)
    for number in range(rounds):
        if sys.stderr.isatty():
            print(f"round {number + 1} of {rounds}  ", end="\r", file=sys.stderr, flush=True)
        taken: list[dict[str, float]] = [{} for _ in openings]
        for probe in common:
            if number < probe.rounds:
                figures = probe.take()
                for tree in range(len(taken)):
                    taken[tree] |= figures
        for side in list(zip(*own, strict=True)):
            turns = list(enumerate(side))
            for tree, probe in turns if number % 2 else reversed(turns):
                if number < probe.rounds:
                    taken[tree] |= probe.take()
        for name, figures in zip(run.trees, taken, strict=True):
            run.figures[name].add(figures)


def _serving(given: list[Probe], wanted: set[str]) -> list[Probe]:
    return [probe for probe in given if probe.serves(wanted)]


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        say("scripts/bench: interrupted, nothing was written")
        sys.exit(130)
