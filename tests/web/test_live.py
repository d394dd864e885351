"""A match grows in the browser while it is played, for whoever has its address."""

import json
import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from arena.views.live import LiveMatch
from arena.web.live import Live
from arena.web.serve import LOOPBACK, beside, bound
from leaderboard.database import Database
from referee.bots.entry import parse_entries
from referee.games.registry import get_game
from referee.match.clock import Control
from referee.match.plan import MatchPlan, plan_match
from referee.match.session import Reply, Session
from tests.web import stored
from tests.web.chromium import opened
from tests.web.stored import DONE

PATIENCE_MS = 30_000


def planned(game: str, players: int) -> MatchPlan:
    """A match whose id is that of a stored one, so that there is a page when it is over."""
    chosen = get_game(game)
    return plan_match(
        match=f"{DONE}-1",
        game=chosen,
        setup=chosen.setup(players, {}),
        seats=parse_entries(["random"] * players),
        control=Control(),
        seed=7,
        deal=1,
        pairing=1,
    )


class Played:
    """A match that is played by hand, decision by decision."""

    def __init__(self, plan: MatchPlan) -> None:
        self.live = LiveMatch(plan)
        self.session = Session(plan.game, plan.setup, plan.seeds.match)
        self.session.begin()
        self.live.take(self.session)

    def decide(self, times: int = 1) -> None:
        for _ in range(times):
            if self.session.due is not None:
                self.session.answer(Reply(0, note="first of all"))
                self.live.take(self.session)


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    with stored.made(tmp_path_factory.mktemp("live") / "pages.db") as database:
        yield database


@pytest.mark.parametrize(("game", "players"), [("kupferkessel", 2), ("trapper", 4)])
def test_it_grows_stays_where_one_looks_and_ends_on_the_stored_page(
    browser: Browser, results: Database, game: str, players: int
) -> None:
    match = Played(planned(game, players))
    live = Live(match.live)
    with (
        bound(LOOPBACK, 0) as serving,
        beside(results, serving, LOOPBACK, live),
        opened(browser, serving.url.rstrip("/") + live.path, allowed=serving.url) as watched,
    ):
        page = watched.page
        newest = "() => arenaViewer.last"
        match.decide(6)
        page.wait_for_function(
            f"() => arenaViewer.last >= {match.live.steps}", timeout=PATIENCE_MS
        )
        assert page.locator("#pos b").inner_text() == str(match.live.steps)
        page.keyboard.press("v")
        page.keyboard.press("Home")
        page.keyboard.press("ArrowRight")
        before = page.evaluate(newest)
        match.decide(4)
        page.wait_for_function(f"() => arenaViewer.last > {before}", timeout=PATIENCE_MS)
        assert page.locator("#pos b").inner_text() == "1"
        assert page.locator("input[name=view]:checked").get_attribute("value") == "0"
        page.keyboard.press("End")
        assert page.evaluate("arenaViewer.points(arenaViewer.last).map(one => one.points)")
        while match.session.due is not None:
            match.decide()
        page.wait_for_function(
            f"() => arenaViewer.last === {match.live.steps}", timeout=PATIENCE_MS
        )
        match.live.over = True
        page.wait_for_url(re.compile(f"/m/{DONE}-1"), timeout=PATIENCE_MS)
        page.locator("#log [aria-current]").wait_for(timeout=PATIENCE_MS)
        assert watched.troubles == []


def test_nobody_finds_it_without_its_address(results: Database) -> None:
    match = Played(planned("kupferkessel", 2))
    live = Live(match.live)
    with bound(LOOPBACK, 0) as serving, beside(results, serving, LOOPBACK, live):
        url = serving.url.rstrip("/")
        with urllib.request.urlopen(f"{url}{live.path}.json") as answer:
            told = json.load(answer)
        for guess in ("/live", "/live/", "/live/last", f"/live/{'0' * len(live.token)}.json"):
            with pytest.raises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(url + guess)
            refused.value.close()
            assert refused.value.code == 404
        for path in ("", "t", "matches", "feed.xml", "m/last"):
            with urllib.request.urlopen(f"{url}/{path}") as answer:
                assert live.token not in answer.read().decode()

    assert told["due"] == {"seat": 0, "legal": told["due"]["legal"]}
    assert len(live.token) > 20
    assert live.token not in repr(live)
    assert match.live.plan.seeds.match.hex() not in repr(match.live)


def test_a_match_that_is_played_again_begins_anew() -> None:
    plan = planned("kupferkessel", 2)
    match = Played(plan)
    match.decide(5)
    before = match.live.steps

    again = Session(plan.game, plan.setup, plan.seeds.match)
    again.begin()
    match.live.take(again)

    assert before == 5
    assert match.live.film().steps == match.live.steps == 0


def test_it_shows_what_the_record_will(tmp_path: Path) -> None:
    match = Played(planned("trapper", 3))
    match.decide(30)
    film = match.live.film().to_json()

    assert film["steps"]["scores"][-1] == match.session._state.scores()
    assert film["view"] == "all"
    assert not film["over"]
    assert film["steps"]["note"]
    assert film["result"]["termination"] == "running"
