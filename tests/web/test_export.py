"""The site as files: whole, without a dead link, and grown without being made again."""

import re
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser

from arena.web.export import NotOurs, export_site
from leaderboard.database import Database, open_database
from tests.web import stored
from tests.web.chromium import opened
from tests.web.stored import HOSTILE, OPEN


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("export")


@pytest.fixture(scope="module")
def results(place: Path) -> Iterator[Database]:
    with stored.made(place / "pages.db") as database:
        yield database


@pytest.fixture(scope="module")
def site(place: Path, results: Database) -> Path:
    told: list[str] = []
    done = export_site(results, place / "site", matches=12, tell=told.append)

    assert done.pages > 40
    return place / "site"


def dead_links(folder: Path) -> set[str]:
    dead = set()
    for page in folder.rglob("*.html"):
        text = page.read_text()
        for link in re.findall(r'(?:href|src)="([^"#]+)"', text):
            target = page.parent / unquote(link)
            if not link.startswith("data:") and not target.exists():
                dead.add(f"{page.relative_to(folder)} -> {link}")
    return dead


def test_no_link_of_any_page_is_dead(site: Path) -> None:
    assert dead_links(site) == set()


def test_no_address_leads_out_of_the_folder_and_nothing_is_unescaped(site: Path) -> None:
    for page in site.rglob("*.html"):
        text = page.read_text()
        assert not re.search(r'(?:href|src)="(?:/|[a-z]+:(?!,))', text), page
        assert HOSTILE not in text
        assert "Content-Security-Policy" in text


def test_a_second_export_writes_nothing_and_a_new_match_little(
    place: Path, site: Path, results: Database
) -> None:
    before = {path: path.stat().st_mtime_ns for path in site.rglob("*")}
    again = export_site(results, site, matches=12, tell=print)
    after = {path: path.stat().st_mtime_ns for path in site.rglob("*") if path.is_file()}
    with open_database(place / "pages.db", write=True) as writing, writing.writing() as store:
        store.add_matches([stored.match(OPEN, 8, 4, (2, 0))])
    grown = export_site(results, site, matches=12, tell=print)

    assert again.written == 0
    changed = [path for path, time in after.items() if before.get(path) != time]
    assert [path.name for path in changed] == [".arena-pages.json"]
    assert 4 < grown.written < len(after) / 2
    assert dead_links(site) == set()


def test_matches_that_are_left_out_are_said_to_be(results: Database, tmp_path: Path) -> None:
    export_site(results, tmp_path / "few", matches=3, tell=print)

    assert len(list((tmp_path / "few" / "m").glob("*-[0-9].html"))) == 3
    assert dead_links(tmp_path / "few") == set()


def test_a_folder_of_somebody_else_is_left_alone(results: Database, tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")

    with pytest.raises(NotOurs, match="holds other files"):
        export_site(results, tmp_path, matches=3, tell=print)


def test_the_feed_is_well_formed_and_names_the_newest_match(site: Path) -> None:
    feed = ElementTree.parse(site / "feed.xml").getroot()
    space = "{http://www.w3.org/2005/Atom}"
    links = [link.get("href") or "" for link in feed.iter(f"{space}link")]

    assert len(feed.findall(f"{space}entry")) == 30
    links = links[:12]  # so many matches are in this copy
    assert all((site / link).exists() for link in links)


def test_the_files_work_below_any_folder_of_a_host(browser: Browser, site: Path) -> None:
    handler = partial(_Quiet, directory=str(site.parent))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            url = f"http://127.0.0.1:{server.server_port}/site"
            with opened(browser, f"{url}/index.html", allowed=url) as watched:
                page = watched.page
                page.get_by_role("link", name="Tournaments").click()
                page.get_by_role("link", name=f"the {OPEN}").click()
                page.locator(".feed a").first.click()
                page.locator("#log [aria-current]").wait_for()
                page.keyboard.press("Home")
                assert page.locator("#pos b").inner_text() == "0"
                assert watched.troubles == []
        finally:
            server.shutdown()
            thread.join()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass
