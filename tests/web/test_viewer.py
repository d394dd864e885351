"""The viewer in a real browser shows what the referee has, and is worked by keys alone."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from arena.views.film import film_of
from arena.web.replay_file import replay_file
from referee.games.laws import Case
from referee.games.registry import get_game
from referee.match.record import read_record
from referee.match.replay import Replay
from tests.laws.setups import CASES
from tests.toy.offer import OFFERED
from tests.unit.recorded import played_record
from tests.web.chromium import WIDTHS, Watched, opened
from tests.web.viewing import different, plain, recorded, shown, written

LARGEST = 250_000
FOLD = """film => {
  const drawing = Drawing(film, unrolled(film)), points = i => drawing.points(i, film.view);
  return film.steps.seat.map((_, i) => [points(i).map(one => one.points), drawing.table(i)]);
}"""
FOLD_OPEN = """film => {
  const drawing = Drawing(film, unrolled(film));
  return film.steps.seat.map((_, i) => {
    const all = drawing.points(i, film.view);
    return [all.map(one => one.points), all.map(one => one.open)];
  });
}"""
"""What the scripts of a page make of a film: points and table after each step."""


@pytest.fixture(scope="module")
def pages(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Page]]:
    """For each game a file that shows a match of it; its scripts then draw other films as well."""
    with ExitStack() as stack:
        found = {}
        for name in ("kupferkessel", "trapper"):
            folder = tmp_path_factory.mktemp(name)
            path = written(read_record(played_record(get_game(name))), folder)
            watched = stack.enter_context(opened(browser, path.as_uri(), allowed=path.as_uri()))
            found[name] = watched.page
        yield found


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_points_and_table_are_the_referees_at_every_step(
    case: Case, pages: dict[str, Page]
) -> None:
    for chance in (1, 2):
        record = recorded(case, chance)
        whole = film_of(record, Replay(record), None, over=True)
        told = pages[case.game.name].evaluate(FOLD, whole.to_json())
        true = list(shown(record))
        assert len(replay_file(whole).encode()) < LARGEST
        assert len(told) == len(true) > 10
        for step, ((points, table), (scores, seen)) in enumerate(zip(told, true, strict=True)):
            assert points == scores, f"points at step {step}"
            assert different(table, seen[0]) == [], f"table at step {step}"


def test_a_seats_film_gives_the_table_it_saw(pages: dict[str, Page]) -> None:
    for name, page in pages.items():
        record = read_record(played_record(get_game(name), 3))
        for seat in range(3):
            film = film_of(record, Replay(record), seat, over=False)
            told = page.evaluate(FOLD, film.to_json())
            for step, ((points, table), (scores, seen)) in enumerate(
                zip(told, shown(record), strict=True)
            ):
                assert points == scores  # nothing is secret in points without recipes
                for part in set(table) - {"trappers"}:
                    assert table[part] == plain(seen[seat][part]), f"{part} at step {step}"


def test_secret_recipes_are_in_nobodys_points_but_their_owners(pages: dict[str, Page]) -> None:
    record = read_record(played_record(get_game("kupferkessel"), chance=1, recipes="on"))
    film = film_of(record, Replay(record), 1, over=False).to_json()
    told = pages["kupferkessel"].evaluate(FOLD_OPEN, film)
    full = [scores for scores, _ in shown(record)]

    assert {tuple(open_) for _, open_ in told} == {(True, False)}
    assert [points[1] for points, _ in told] == [scores[1] for scores in full]
    assert any(points[0] != scores[0] for (points, _), scores in zip(told, full, strict=True))


@pytest.fixture
def watched(browser: Browser, tmp_path: Path) -> Iterator[Watched]:
    path = written(read_record(played_record(get_game("kupferkessel"), recipes="on")), tmp_path)
    with opened(browser, f"{path.as_uri()}#17", allowed=path.as_uri()) as one:
        yield one
    assert one.troubles == []


def position(watched: Watched) -> str:
    return str(watched.page.evaluate("document.querySelector('#pos b').textContent"))


def test_it_is_worked_by_keys_alone(watched: Watched) -> None:
    page, press = watched.page, watched.page.keyboard.press
    marks = page.evaluate("[...document.querySelectorAll('.mark')].map(m => +m.dataset.go)")
    seen = [position(watched)]
    for key in ("ArrowRight", "ArrowLeft", "Home", "Shift+ArrowRight", "End", "Shift+ArrowLeft"):
        press(key)
        seen.append(position(watched))
    last = str(page.evaluate("arenaViewer.last"))
    before = str(max(mark for mark in marks if mark < int(last)))

    assert seen == ["17", "18", "17", "0", str(min(m for m in marks if m)), last, before]
    press("v")
    assert page.evaluate("location.hash").endswith("/seat1")
    press("t")
    assert page.locator("#twin-table td").count() > 36
    press("?")
    assert page.locator("#help").is_visible()
    press("Escape")
    assert not page.locator("#help").is_visible()


def test_a_click_in_the_curve_a_mark_and_a_step_lead_there(watched: Watched) -> None:
    page = watched.page
    page.locator("#log li[data-step='5'] button").click()
    assert position(watched) == "5"
    mark = page.locator(".mark").nth(2)
    mark.locator("rect").click()
    assert position(watched) == mark.get_attribute("data-go")
    page.locator("#range").fill("9")
    assert position(watched) == "9"
    assert "Step 9 of" in str(page.locator("#range").get_attribute("aria-valuetext"))


def test_a_view_of_one_seat_hides_what_it_could_not_see_until_the_end(watched: Watched) -> None:
    page = watched.page
    page.goto(f"{page.url.partition('#')[0]}#17/seat2")
    assert "hidden from Black" in page.locator("#recs").inner_text()
    assert "+?" in page.locator("#ledger .tot").inner_text()
    assert not page.locator("#log .note[data-seat='0']").first.is_visible()
    page.keyboard.press("End")
    assert "hidden" not in page.locator("#recs").inner_text()


def test_without_spoilers_nothing_is_told_before_its_time(
    browser: Browser, tmp_path: Path
) -> None:
    record = read_record(played_record(get_game("trapper"), 3))
    path = written(record, tmp_path)
    with opened(browser, f"{path.as_uri()}?from=start", allowed=path.as_uri()) as one:
        page = one.page
        assert position(one) == "0"
        assert not page.locator("h1 .sc").first.is_visible()
        assert not page.locator(".end").is_visible()
        assert not page.locator("#log li").last.is_visible()
        assert str(record.seats[0].score) not in page.title()
        page.keyboard.press("End")
        assert page.locator("h1 .sc").first.is_visible()
    assert one.troubles == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_no_table_size_scrolls_sideways(
    browser: Browser, tmp_path: Path, width: int, dark: bool
) -> None:
    for record in (
        played_record(get_game("kupferkessel"), 3, recipes="on"),
        played_record(get_game("trapper"), 4, variant="tactical"),
    ):
        path = written(read_record(record), tmp_path)
        url = f"{path.as_uri()}#20"
        with opened(browser, url, allowed=path.as_uri(), width=width, dark=dark) as one:
            assert one.overflow <= 0
            assert one.page.locator("#board").bounding_box()["width"] > 300  # type: ignore[index]
        assert one.troubles == []


def test_a_fault_shows_a_flag_no_score_and_the_last_words(
    browser: Browser, tmp_path: Path
) -> None:
    record = read_record(played_record(get_game("kupferkessel"), faults={0: 9}))
    path = tmp_path / "fault.html"
    path.write_text(
        replay_file(film_of(record, Replay(record), None, over=True), {"0": "<b>last</b> words"})
    )
    with opened(browser, path.as_uri(), allowed=path.as_uri()) as one:
        page = one.page
        assert page.locator(".mark.bad").count() == 1
        assert page.locator("h1 .sc").first.inner_text() == "–"
        assert "<b>last</b> words" in page.locator(".words").inner_text()
    assert one.troubles == []


def test_a_game_without_a_drawing_is_shown_as_text(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(OFFERED))
    path = written(read_record(played_record(get_game("toy"))), tmp_path)
    with opened(browser, path.as_uri(), allowed=path.as_uri()) as one:
        assert one.page.locator("pre#board").inner_text().strip()
        one.page.keyboard.press("Home")
        assert position(one) == "0"
    assert one.troubles == []


def test_without_a_script_there_are_the_end_the_result_and_the_steps(tmp_path: Path) -> None:
    record = read_record(played_record(get_game("trapper"), chance=2))
    page = written(record, tmp_path).read_text()
    still = page.partition("<noscript>")[2].partition("</noscript>")[0]

    assert "Pile" in still or "pile" in still
    assert page.count("<li>") == record.steps + 1
    assert str(record.seats[0].score) in page.partition("</h1>")[0]
