"""Whether the viewer's points and tables are the referee's, at every step, driven in a browser.

    python scripts/check_viewer.py [MATCHES]

So many random matches (20) of each variant and table size become replay files. Chromium opens
each, goes from the deal to the end by the arrow key, and tells after each step what it drew: the
points in the curve, the points beside each seat, and the table. Every difference is printed.
"""

import sys
import tempfile
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import Page

from referee.games.laws import Case
from tests.laws.setups import CASES
from tests.web.chromium import started
from tests.web.viewing import different, recorded, shown, written

MATCHES: Final = 20
DRIVE: Final = """() => {
  const press = key =>
    document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
  const seen = [];
  press("Home");
  for (;;) {
    const step = +document.querySelector("#pos b").textContent;
    seen.push({
      step,
      points: arenaViewer.points(step).map(one => one.points),
      drawn: [...document.querySelectorAll("#side .big, #seats .big")]
        .map(one => +one.textContent.replace("\u2212", "-").replace(/[^-0-9].*/, "")),
      table: arenaViewer.table(step),
    });
    if (step === arenaViewer.last) return seen;
    press("ArrowRight");
  }
}"""


def main() -> int:
    """Look at all cases; 1 if anything differs."""
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES
    played = steps = wrong = 0
    with tempfile.TemporaryDirectory() as folder, started() as browser:
        page = browser.new_page()
        for case in CASES:
            for chance in range(1, matches + 1):
                looked, found = compared(page, case, chance, Path(folder))
                played, steps, wrong = played + 1, steps + looked, wrong + len(found)
                for one in found:
                    print(f"{case.name}, match {chance}: {one}")
            print(
                f"{case.name[:44]:<44} {played:>5} matches {steps:>8} steps {wrong:>4} unlike",
                flush=True,
            )
    return 1 if wrong else 0


def compared(page: Page, case: Case, chance: int, folder: Path) -> tuple[int, list[str]]:
    """How many steps were looked at, and what differs."""
    record = recorded(case, chance)
    page.goto(written(record, folder).as_uri())
    told: list[dict[str, Any]] = page.evaluate(DRIVE)
    true = list(shown(record))
    found = [] if len(told) == len(true) else [f"{len(told)} steps, the referee has {len(true)}"]
    for number, (one, (scores, seen)) in enumerate(zip(told, true, strict=False)):
        if one["step"] != number:
            found.append(f"step {number} is shown as {one['step']}")
        if one["points"] != scores or one["drawn"] != scores:
            found.append(f"step {number}: points {one['points']}, drawn {one['drawn']}, {scores}")
        found += [f"step {number}: {name}" for name in different(one["table"], seen[0])]
    return len(true), found


sys.exit(main())
