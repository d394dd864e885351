"""Pages beside a command that plays, or after it."""

import webbrowser
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Final

import click

from arena.cli.options import Command
from arena.cli.screen import Screen
from arena.web.serve import LOOPBACK, PORT, NoPages, Serving, beside, bound, serve
from leaderboard.database import open_database

_GRAPHICAL: Final = ("DISPLAY", "WAYLAND_DISPLAY")


def web_option(does: str) -> Callable[[Command], Command]:
    """Whether pages are served: `--web`."""
    return click.option("--web", is_flag=True, help=does)


@contextmanager
def pages_beside(screen: Screen, database: str, path: str, *, wanted: bool) -> Iterator[None]:
    """Serve pages as long as the block lasts, and tell where; nothing unless they are `wanted`."""
    if not wanted:
        yield
        return
    with _bound() as serving, open_database(database, write=False) as results:
        _tell(screen, serving, path)
        with beside(results, serving, LOOPBACK):
            yield


def pages_after(screen: Screen, database: str, path: str) -> None:
    """Serve pages until Ctrl-C, and tell where."""
    with _bound() as serving, open_database(database, write=False) as results:
        _tell(screen, serving, path)
        screen.note("Ctrl-C ends it.")
        serve(results, serving, LOOPBACK)


@contextmanager
def _bound() -> Iterator[Serving]:
    """The usual port, or any other if it is taken."""
    with ExitStack() as stack:
        try:
            serving = stack.enter_context(bound(LOOPBACK, PORT))
        except NoPages:
            serving = stack.enter_context(bound(LOOPBACK, 0))
        yield serving


def _tell(screen: Screen, serving: Serving, path: str) -> None:
    url = serving.url.rstrip("/") + path
    screen.aside(f"In the browser: {url}")
    if any(screen.environment.get(name) for name in _GRAPHICAL):
        webbrowser.open(url)
