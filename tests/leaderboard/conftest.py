"""A database to work on."""

from pathlib import Path

import pytest

from leaderboard.database import open_database
from tests.leaderboard.samples import field, head, match


@pytest.fixture
def filled(tmp_path: Path) -> Path:
    """A database with a tournament of 300 matches."""
    path = tmp_path / "arena.db"
    with open_database(path, write=True) as database, database.writing() as store:
        store.add_tournament(head(), field())
        store.add_matches(match(number) for number in range(1, 301))
    return path
