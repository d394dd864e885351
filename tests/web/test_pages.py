"""Every page in a real browser, in every state: whole, safe, within its window and its weight."""

import json
import os
import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from arena.views.ranking import ranking
from arena.web.app import HEADERS
from arena.web.page import part
from arena.web.serve import LOOPBACK, beside, bound
from leaderboard.database import Database, open_database
from tests.web import stored
from tests.web.chromium import WIDTHS, opened
from tests.web.stored import DONE, EMPTY, HOSTILE, ODD, OPEN, ROUGH, TABLE, WIDE

AXE = Path(__file__).resolve().parents[2] / "node_modules" / "axe-core" / "axe.min.js"
HEAVIEST = 100_000
PATHS = (
    "/",
    "/lb",
    "/t",
    f"/t/{DONE}",
    f"/t/{OPEN}",
    f"/t/{EMPTY}",
    f"/t/{ROUGH}",
    f"/t/{DONE}/lb/kupferkessel/2p",
    f"/t/{TABLE}/lb/trapper/4p+tactical",
    f"/t/{EMPTY}/lb",
    f"/t/{ROUGH}/lb",
    f"/t/{DONE}/crosstable",
    f"/t/{DONE}/matches",
    f"/t/{ROUGH}/matches?fault=any",
    f"/t/{DONE}/b/oak",
    f"/t/{ROUGH}/b/brittle",
    f"/t/{DONE}/b/{part(HOSTILE)}",
    f"/t/{DONE}/b/{part(WIDE)}/vs/oak",
    "/matches",
    f"/m/{DONE}-1",
    f"/m/{TABLE}-1",
    f"/m/{OPEN}-1",
    f"/m/{ROUGH}-1",
    f"/m/{ROUGH}-3",
    f"/m/{ODD}-1",
    f"/m/{ODD}-2",
    f"/m/{ODD}-3",
    f"/t/{ODD}/lb",
    f"/m/{DONE}-1/logs",
    "/b",
    "/b/oak",
    "/games",
    "/games/kupferkessel",
    "/games/trapper",
    "/write-a-bot",
)
LOOKED_INTO = (
    *("/", "/t", "/matches", "/b", "/games/trapper", "/write-a-bot", "/nowhere"),
    *(f"/t/{DONE}/lb", f"/t/{ROUGH}", f"/t/{DONE}/crosstable", f"/t/{DONE}/b/oak"),
    *(f"/t/{DONE}/b/birch/vs/oak", f"/m/{DONE}-1", f"/m/{TABLE}-1"),
    *(f"/m/{ROUGH}-1", f"/m/{ROUGH}-3", f"/m/{ODD}-2", f"/m/{ODD}-3", f"/m/{DONE}-1/logs"),
    *(f"/t/{EMPTY}", f"/t/{EMPTY}/lb", f"/t/{OPEN}", f"/t/{TABLE}/lb/trapper/4p+tactical"),
)
"""One of each template and state."""
WRONG = ("/nowhere", "/m/zzz", f"/t/{DONE}/lb/kupferkessel/9p", "/games/chess", "/b/nobody")


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    with stored.made(tmp_path_factory.mktemp("pages") / "pages.db") as database:
        yield database


@pytest.fixture(scope="module")
def site(results: Database) -> Iterator[str]:
    """The address of a server of the pages."""
    with bound(LOOPBACK, 0) as serving, beside(results, serving, LOOPBACK):
        yield serving.url.rstrip("/")


def fetch(url: str, **headers: str) -> tuple[int, dict[str, str], str]:
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers)) as answer:
            return answer.status, dict(answer.headers), answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, dict(error.headers), error.read().decode()


def serious(page: Page, only: list[str] | None = None) -> list[str]:
    """What axe finds that matters, by all of its rules or by some."""
    found: list[dict[str, Any]] = page.evaluate(
        "rules => axe.run(document, {resultTypes: ['violations'],"
        " ...(rules && {runOnly: rules})}).then(all => all.violations)",
        only,
    )
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:120]}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_page_is_quiet_and_fits_its_window(
    browser: Browser, site: str, *, dark: bool
) -> None:
    troubles = {}
    with opened(browser, f"{site}/", allowed=site, dark=dark) as watched:
        for path in PATHS:
            watched.page.goto(site + path)
            for width in WIDTHS:
                watched.page.set_viewport_size({"width": width, "height": 900})
                if watched.overflow > 0:
                    troubles[f"{path} at {width}"] = [f"{watched.overflow} too wide"]
            if watched.troubles:
                troubles[path] = watched.troubles.copy()
                watched.troubles.clear()

    assert troubles == {}


def test_axe_finds_nothing_serious(browser: Browser, site: str) -> None:
    if not AXE.exists():
        told = "no axe-core here: npm install --no-save axe-core"
        pytest.fail(told) if os.environ.get("CI") == "true" else pytest.skip(told)
    script = AXE.read_text()
    found = {}
    with opened(browser, f"{site}/", allowed=site, width=768) as watched:
        for path in LOOKED_INTO:
            watched.page.goto(site + path)
            watched.page.evaluate(script)
            in_light = serious(watched.page)
            watched.page.emulate_media(color_scheme="dark")
            in_dark = serious(watched.page, only=["color-contrast"])
            watched.page.emulate_media(color_scheme="light")
            if in_light + in_dark:
                found[path] = in_light + in_dark

    assert found == {}


@pytest.mark.parametrize("path", PATHS)
def test_every_page_is_light_escaped_and_has_a_twin_for_machines(site: str, path: str) -> None:
    code, headers, text = fetch(site + path)
    address, _, query = path.partition("?")
    twin = ("/index" if path == "/" else address) + ".json" + (f"?{query}" if query else "")
    json_code, _, told = fetch(site + twin)

    assert code == json_code == 200
    assert len(text.encode()) < HEAVIEST
    assert HOSTILE not in text
    assert "\u202e" not in text
    assert " style=" not in text
    assert json.loads(told) is not None
    for name, value in HEADERS.items():
        assert headers[name.lower()] == value


@pytest.mark.parametrize("path", WRONG)
def test_what_does_not_exist_is_said_in_a_sentence(site: str, path: str) -> None:
    code, headers, text = fetch(site + path)

    assert code == 404 if path != "/games/chess" else code == 400
    assert "<h1>" in text
    assert headers["content-security-policy"]


def test_a_draw_a_shared_first_place_and_a_pair_are_said_in_words(site: str) -> None:
    drawn, shared = (fetch(f"{site}/m/{ODD}-{number}")[2] for number in (1, 2))

    assert drawn.count("= drawn") == 2
    assert shared.count("= shared 1st") == 2


def test_a_match_by_other_rules_is_no_wrong_board_but_says_what_is_needed(site: str) -> None:
    code, _, text = fetch(f"{site}/m/{ODD}-3")
    _, _, told = fetch(f"{site}/m/{ODD}-3.json")
    file_code, _, file = fetch(f"{site}/m/{ODD}-3.html")

    assert code == 200
    assert "rules 0 of kupferkessel, here are rules 1" in text
    assert 'id="board"' not in text
    assert json.loads(told)["record"]["moves"]
    assert "match_seed" in json.loads(told)["record"]
    assert (file_code, "rules 0" in file) == (404, True)


def test_a_mistake_of_ours_has_a_number_and_no_details(
    site: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("the secret reason")

    monkeypatch.setattr("arena.web.site.known_games", broken)
    code, headers, text = fetch(f"{site}/games")

    number = re.search(r"as error ([0-9a-f]{8})", text)
    assert code == 500
    assert number
    assert "secret reason" not in text
    assert headers["content-security-policy"]
    assert number[1] in caplog.text


def test_nothing_can_be_changed_and_other_names_are_refused(site: str) -> None:
    request = urllib.request.Request(f"{site}/lb", data=b"x", method="POST")
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request)
    refused.value.close()

    assert refused.value.code == 405
    assert fetch(f"{site}/lb", Host="evil.example")[0] == 421
    assert fetch(f"{site}/static/../../etc/passwd")[0] == 404


def test_a_match_of_a_running_tournament_is_shown_as_one_seat_saw_it(
    browser: Browser, site: str
) -> None:
    code, _, text = fetch(f"{site}/m/{OPEN}-1.json")
    film = json.loads(text)

    assert code == 200
    assert film["view"] == 0
    assert "scores" not in film["steps"]
    assert "audience" not in film["events"]
    assert fetch(f"{site}/m/{OPEN}-1/logs")[0] == 404
    assert "match_seed" not in fetch(f"{site}/m/{OPEN}-1.html")[2]
    with opened(browser, f"{site}/m/{OPEN}-1?seat=2#5", allowed=site) as watched:
        assert "as Black saw it" in watched.page.locator("#side").inner_text()
        assert watched.page.locator("input[name=view]").count() == 0


def test_a_row_that_is_chosen_is_compared_with_all_others(browser: Browser, site: str) -> None:
    with opened(browser, f"{site}/t/{DONE}/lb", allowed=site) as watched:
        page = watched.page
        page.keyboard.press("Tab")
        page.locator("#board-table tbody a").first.focus()
        page.keyboard.press("ArrowDown")
        said = page.locator("#verdict").inner_text()
        chosen = page.locator("tr.sel").get_attribute("data-bot")
        assert chosen is not None
        assert said.startswith(chosen)
        assert page.locator(".vs-up, .vs-eq, .vs-dn").count() == 3
        assert page.locator(".band1").count() == 4


def test_a_page_of_a_running_tournament_grows(browser: Browser, tmp_path: Path) -> None:
    stored.made(tmp_path / "live.db").close()
    with (
        open_database(tmp_path / "live.db", write=True) as writing,
        open_database(tmp_path / "live.db", write=False) as results,
        bound(LOOPBACK, 0) as serving,
        beside(results, serving, LOOPBACK),
        opened(browser, f"{serving.url}t/{OPEN}", allowed=serving.url) as watched,
    ):
        page = watched.page
        assert page.locator("#count").inner_text().startswith("7 ")
        with writing.writing() as store:
            store.add_matches([stored.match(OPEN, 8, 4, (2, 0))])
        page.locator("#count", has_text=re.compile("^8 ")).wait_for(timeout=20_000)
        with writing.writing() as store:
            store.finish_tournament(OPEN, stored.NOW)
        page.locator(".state.done").wait_for(timeout=20_000)
        assert watched.troubles == []


def test_the_numbers_are_those_of_the_command_line(site: str, results: Database) -> None:
    with results.reading() as store:
        told = ranking(store, DONE).to_json()
    shown = json.loads(fetch(f"{site}/t/{DONE}/lb.json")[2])

    assert [shown["table"]] == told["pools"]
