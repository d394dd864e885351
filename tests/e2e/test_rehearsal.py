"""A season from the first submission to the board, with kills on the way."""

from pathlib import Path

from tests.leftovers import Ground
from tests.season.rehearsal import rehearse


def test_a_season_that_is_killed_ends_as_one_that_is_not(tmp_path: Path, ground: Ground) -> None:
    usual = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(tmp_path), "PYTHONUTF8": "1"}
    environment = {**usual, "TMPDIR": str(ground.folder)}

    report = rehearse(tmp_path, 8, environment, lambda text: None)

    assert report.problems() == []
    assert len(report.refused) == 1
    assert "no bot.toml" in report.refused["broken1-1.tar.gz"]
    assert set(report.told) >= {"broken0"}
    assert all("faults in a row" in why for why in report.told.values())
