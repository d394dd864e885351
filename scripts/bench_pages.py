"""What pages cost with 1,000,000 matches and 2,000 bots: queries, rows, processor time, bytes."""

import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from arena.web.serve import LOOPBACK, beside, bound
from leaderboard.database import open_database
from tests.web.crowd import PATHS, counted, crowd

MATCHES, BOTS = 1_000_000, 2_000


def main() -> None:
    """Make the database, ask for each page twice, and tell the second time."""
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES
    bots = int(sys.argv[2]) if len(sys.argv) > 2 else BOTS
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "crowd.db"
        begun = time.perf_counter()
        with open_database(path, write=True) as results:
            crowd(results, bots=bots, matches=matches, tell=lambda _: None)
        size = path.stat().st_size / 1e6
        spent = time.perf_counter() - begun
        print(f"{matches:,} matches of {bots:,} bots, {size:.0f} MB, made in {spent:.0f} s")
        with (
            open_database(path, write=False) as results,
            bound(LOOPBACK, 0) as serving,
            beside(results, serving, LOOPBACK),
        ):
            print(f"{'page':<40}{'queries':>8}{'rows':>8}{'cpu s':>9}{'kB':>7}")
            for page in PATHS:
                ask(serving.url.rstrip("/") + page)
                with counted() as cost:
                    begun = time.process_time()
                    size = ask(serving.url.rstrip("/") + page)
                    spent = time.process_time() - begun
                print(f"{page:<40}{cost.queries:>8}{cost.rows:>8}{spent:>9.2f}{size / 1e3:>7.1f}")


def ask(url: str) -> int:
    """The size of a page."""
    try:
        with urllib.request.urlopen(url) as answer:
            return len(answer.read())
    except urllib.error.HTTPError as error:
        with error:
            raise SystemExit(f"{url}: {error.code}") from None


main()
