"""A real browser: Chromium of the system, driven by Playwright."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

PROGRAMS: Final = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS: Final = (
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking"),
    *("--disable-component-update", "--no-first-run", "--disable-dev-shm-usage"),
)
WIDTHS: Final = (360, 768, 1440)


def program() -> str:
    """The browser; a test without one is skipped, but not on CI."""
    found = next((path for name in PROGRAMS if (path := shutil.which(name))), None)
    if found is None:
        told = "no Chromium here: install the package chromium"
        if os.environ.get("CI") == "true":
            pytest.fail(told)
        pytest.skip(told)
    return found


@contextmanager
def started() -> Iterator[Browser]:
    """The browser, for as long as the block lasts."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program(), args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


class Watched:
    """A page, and everything that went wrong on it."""

    def __init__(self, page: Page, allowed: str) -> None:
        self.page = page
        self.troubles: list[str] = []
        page.on("console", lambda said: self.troubles.append(said.text))
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("request", lambda asked: self._asked(asked.url, allowed))

    def _asked(self, url: str, allowed: str) -> None:
        if not url.startswith((allowed, "data:")):
            self.troubles.append(f"asked for {url}")

    @property
    def overflow(self) -> int:
        """By how many pixels the page is wider than its window."""
        told = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        return int(told)


@contextmanager
def opened(
    browser: Browser, url: str, *, allowed: str, width: int = 1440, dark: bool = False
) -> Iterator[Watched]:
    """A page in a window of its own."""
    scheme = "dark" if dark else "light"
    context = browser.new_context(
        viewport={"width": width, "height": 900},
        color_scheme=scheme,  # type: ignore[arg-type]
    )
    try:
        watched = Watched(context.new_page(), allowed)
        watched.page.goto(url)
        yield watched
    finally:
        context.close()
