"""Write the recorded matches anew: ``python -m tests.games.record_golden``.

Only after a deliberate change of the rules, together with a new `rules_version`.
"""

from tests.games.golden_matches import FOLDER, GOLDEN_CASES, as_text, golden_path, play_golden


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.json"):
        old.unlink()
    for case in GOLDEN_CASES:
        golden_path(case).write_text(as_text(play_golden(case)), encoding="utf-8")


if __name__ == "__main__":
    main()
