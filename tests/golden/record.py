"""Record the golden set anew: ``python -m tests.golden.record``.

Only where matches, ids or tables change on purpose, in the one commit that changes them.
"""

import json
import tempfile
from pathlib import Path

from tests.games.golden_matches import GOLDEN_CASES
from tests.golden.golden_set import (
    RECORDED,
    SINGLES,
    play_single,
    play_table,
    play_variant,
)


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        ground = Path(name)

        def folder(part: str) -> Path:
            place = ground / part
            place.mkdir()
            return place

        whole = {
            "variants": {
                case.name: play_variant(folder(case.name), case).as_json() for case in GOLDEN_CASES
            },
            "table": play_table(folder("table")).as_json(),
            "singles": [
                play_single(folder(f"single-{number}"), words)
                for number, words in enumerate(SINGLES)
            ],
        }
    RECORDED.write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
