"""What a page asks of the database does not grow with the database."""

import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.web.serve import LOOPBACK, beside, bound
from leaderboard.database import open_database
from tests.web.crowd import PATHS, counted, crowd

BOTS, MATCHES = 400, 21_000
MOST_QUERIES = 60
MOST_ROWS = 2_500
HEAVIEST = 100_000


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    path = tmp_path_factory.mktemp("crowd") / "crowd.db"
    with open_database(path, write=True) as results:
        crowd(results, bots=BOTS, matches=MATCHES, tell=lambda _: None)
    with (
        open_database(path, write=False) as results,
        bound(LOOPBACK, 0) as serving,
        beside(results, serving, LOOPBACK),
    ):
        yield serving.url.rstrip("/")


def test_counting_counts(tmp_path: Path) -> None:
    with open_database(tmp_path / "few.db", write=True) as results:
        crowd(results, bots=30, matches=100, tell=lambda _: None)
        with counted() as cost, results.reading() as store:
            assert len(store.entries("crowd")) == 30
    assert (cost.rows, cost.queries) == (30, 2)  # a transaction has a beginning


@pytest.mark.parametrize("path", PATHS)
def test_a_page_asks_a_bounded_number_of_queries_for_a_bounded_number_of_rows(
    site: str, path: str
) -> None:
    with counted() as cost, urllib.request.urlopen(site + path) as answer:
        text = answer.read()

    assert 0 < cost.queries <= MOST_QUERIES or path == "/games"
    assert cost.rows <= MOST_ROWS
    assert len(text) < HEAVIEST
