"""A database to work on."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from leaderboard.database import Database, open_database
from tests.leaderboard.samples import field, head, match


@pytest.fixture
def filled(tmp_path: Path) -> Path:
    """A database with a tournament of 300 matches."""
    path = tmp_path / "arena.db"
    with open_database(path, write=True) as database, database.writing() as store:
        store.add_tournament(head(), field())
        store.add_matches(match(number) for number in range(1, 301))
    return path


@pytest.fixture(params=["file", "server"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a database without anything stored can be opened: each test runs on both kinds."""
    if request.param == "file":
        return str(tmp_path / "arena.db")
    url: str = request.getfixturevalue("server").database()
    return url


@pytest.fixture(params=["file", "server"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a database can be made."""
    if request.param == "file":
        return str(tmp_path / "arena.db")
    url: str = request.getfixturevalue("server").database(empty=True)
    return url


@pytest.fixture
def database(place: str) -> Iterator[Database]:
    """An open database with one tournament."""
    with open_database(place, write=True) as opened:
        with opened.writing() as store:
            store.add_tournament(head(), field())
        yield opened
