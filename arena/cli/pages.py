"""Pages beside a command that plays, or after it."""

import webbrowser
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from threading import Event
from typing import TYPE_CHECKING, Final

import click

from arena.cli.options import Command
from arena.cli.screen import Screen
from arena.web.serve import LOOPBACK, PORT, NoPages, Serving, beside, bound
from leaderboard.database import open_database
from leaderboard.errors import LeaderboardError

if TYPE_CHECKING:
    from arena.views.live import LiveMatch
    from referee.match.plan import MatchPlan

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


@contextmanager
def live_pages(
    screen: Screen, database: str, plan: "MatchPlan", *, wanted: bool
) -> Iterator["LiveMatch | None"]:
    """Serve pages as long as the block lasts, with one of the match that is played in it."""
    if not wanted:
        yield None
        return
    from arena.views.live import LiveMatch  # noqa: PLC0415 - seldom needed
    from arena.web.live import Live  # noqa: PLC0415 - as above

    live = Live(LiveMatch(plan))
    with _bound() as serving, open_database(database, write=False) as results:
        _tell(screen, serving, live.path)
        with beside(results, serving, LOOPBACK, live):
            yield live.match


def stay(screen: Screen) -> None:
    """Until Ctrl-C, which is a good end."""
    screen.note("Ctrl-C ends the pages.")
    with suppress(KeyboardInterrupt):
        Event().wait()


def count_first(screen: Screen, database: str) -> None:
    """Count what pages tell of matches that an older arena stored; nothing if all is counted.

    A database that cannot be written is shown as it is.
    """
    from arena.tournament.catching_up import catch_up, lacking  # noqa: PLC0415 - seldom needed

    with open_database(database, write=False) as results:
        left = lacking(results)
    if not left:
        return
    try:
        results = open_database(database, write=True)
    except LeaderboardError as error:
        screen.note(f"What an older arena did not count is left out: {error}")
        return

    def looked(number: int) -> None:
        nonlocal left
        left -= number
        screen.note(f"{left} to go ...")

    screen.note(f"Looking once into {left} matches that an older arena stored; Ctrl-C skips it.")
    with results, suppress(KeyboardInterrupt):
        catch_up(results, looked)


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
