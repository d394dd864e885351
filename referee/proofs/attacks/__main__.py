"""Runs one attack and prints what came of it, as one line of JSON."""

import json
import sys
from pathlib import Path

from referee.proofs.attacks import ATTACKS


def main() -> None:
    """Try the attack of that number."""
    number, targets = sys.argv[1:3]
    found = ATTACKS[int(number)].run(json.loads(Path(targets).read_text()))
    told = {"attack": int(number), "succeeded": found.succeeded, "detail": found.detail}
    print(json.dumps(told), flush=True)  # noqa: T201 - the harness reads it


if __name__ == "__main__":
    main()
