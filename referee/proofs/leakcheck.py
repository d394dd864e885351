"""``python -m referee.proofs.leakcheck``: compare every byte a seat is sent in pairs of worlds.

Exit code 0: no difference, and every kind of secret differed often enough for that to mean
something. 1: a leak, or a check that looked at too little. 2: it was called wrongly.
"""

import argparse
import json
import multiprocessing
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Final

from referee import games
from referee.games.registry import game_names, get_game
from referee.proofs.leak.compare import Tally, check_pairs

LEAST_SHARE: Final = 0.05
"""A kind of secret that differs in fewer pairs was not really looked at."""
CHUNK: Final = 400
"""Pairs of one piece of work: what is drawn does not depend on the number of workers."""

Progress = Callable[[int], None]


def check(
    game: str, pairs: int, seed: int, workers: int = 1, progress: Progress = lambda _: None
) -> Tally:
    """Check so many pairs; `progress` is told how many are done."""
    chunks = [
        (game, min(CHUNK, pairs - begin), f"{seed}/{begin}") for begin in range(0, pairs, CHUNK)
    ]
    total = Tally()
    for tally in _carried_out(chunks, workers):
        total.add(tally)
        progress(total.pairs)
    return total


def too_rare(tally: Tally) -> list[str]:
    """The kinds of secret that differed in too few pairs."""
    return [kind for kind in tally.possible if tally.share(kind) < LEAST_SHARE]


def _carried_out(chunks: Sequence[tuple[str, int, str]], workers: int) -> Iterator[Tally]:
    if workers == 1:
        yield from (_check_chunk(*chunk) for chunk in chunks)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        for done in as_completed([pool.submit(_check_chunk, *chunk) for chunk in chunks]):
            yield done.result()


def _check_chunk(game: str, pairs: int, seed: str) -> Tally:
    rules = get_game(game)
    return check_pairs(rules, rules.swapper(), pairs, f"{game}/{seed}")


def report(game: str, seed: int, tally: Tally) -> str:
    """The result for people."""
    lines = [f"{game}: {tally.pairs:,} pairs, seed {seed}, rules {games.form().partition(',')[0]}"]
    lines += [f"{len(tally.variants)} variants and seats, {tally.size:,} bytes compared", ""]
    lines += [f"{'secret':<24}{'could differ':>14}{'differed':>12}{'share':>9}"]
    for kind, possible in sorted(tally.possible.items()):
        share = f"{tally.share(kind):.1%}"
        lines.append(f"{kind:<24}{possible:>14,}{tally.differed[kind]:>12,}{share:>9}")
    lines += ["", f"{'message':<24}{'compared':>14}"]
    lines += [f"{kind:<24}{count:>14,}" for kind, count in sorted(tally.messages.items())]
    lines += [""]
    for leak in tally.leaks[:5]:
        lines += [f"LEAK in {leak.message} ({leak.variant}): {leak.text[:200]}"]
        lines += [f"  the worlds differed in: {', '.join(leak.differed) or 'nothing that counts'}"]
    for kind in too_rare(tally):
        lines += [f"TOO RARE: {kind} differed in under {LEAST_SHARE:.0%} of the pairs"]
    lines += [f"{tally.leaking} differences"]
    return "\n".join(lines)


def as_json(game: str, seed: int, tally: Tally) -> str:
    """The result for programs."""
    secrets = {
        kind: {"possible": possible, "differed": tally.differed[kind], "share": tally.share(kind)}
        for kind, possible in sorted(tally.possible.items())
    }
    result = {
        "game": game,
        "pairs": tally.pairs,
        "seed": seed,
        "differences": tally.leaking,
        "secrets": secrets,
        "too_rare": too_rare(tally),
        "messages": dict(sorted(tally.messages.items())),
        "variants": dict(sorted(tally.variants.items())),
        "bytes": tally.size,
        "leaks": [vars(leak) for leak in tally.leaks],
    }
    return json.dumps(result)


def main(arguments: Sequence[str] | None = None) -> int:
    """Check, report, and tell by the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m referee.proofs.leakcheck", description=__doc__
    )
    parser.add_argument("--game", required=True, choices=game_names())
    parser.add_argument("--pairs", type=_positive, default=10_000, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--workers", type=_positive, default=os.cpu_count() or 1, metavar="N")
    parser.add_argument("--json", action="store_true", help="the result as one line of JSON")
    chosen = parser.parse_args(arguments)
    try:
        get_game(chosen.game).swapper()
    except LookupError as error:
        parser.error(str(error))
    workers = min(chosen.workers, -(-chosen.pairs // CHUNK))
    progress = _Counter(chosen.pairs)
    tally = check(chosen.game, chosen.pairs, chosen.seed, workers, progress.show)
    progress.close()
    text = as_json if chosen.json else report
    sys.stdout.write(text(chosen.game, chosen.seed, tally) + "\n")
    return 1 if tally.leaking or too_rare(tally) else 0


class _Counter:
    """How far it is, on standard error: a line that changes, or now and then a new one."""

    def __init__(self, pairs: int) -> None:
        self._pairs = pairs
        self._begun = self._shown = time.monotonic()
        self._end = "\r" if sys.stderr.isatty() else "\n"
        self._pause = 0.5 if sys.stderr.isatty() else 10.0

    def show(self, done: int) -> None:
        now = time.monotonic()
        if now - self._shown < self._pause:
            return
        self._shown = now
        left = (now - self._begun) / done * (self._pairs - done)
        line = f"{done:,} of {self._pairs:,} pairs, about {left:.0f} s left"
        sys.stderr.write(f"{line:<60}{self._end}")
        sys.stderr.flush()

    def close(self) -> None:
        line = f"{self._pairs:,} pairs in {time.monotonic() - self._begun:.0f} s"
        sys.stderr.write(f"{line:<60}\n")


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


if __name__ == "__main__":
    sys.exit(main())
