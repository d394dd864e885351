"""A server for the pages: for a command that does nothing else, or beside one that plays."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from arena.errors import ArenaError
from leaderboard.database import Database

if TYPE_CHECKING:
    from uvicorn import Server

    from arena.web.live import Live

PORT: Final = 8420
LOOPBACK: Final = "127.0.0.1"
_EXTRA: Final = frozenset({"fastapi", "jinja2", "markupsafe", "starlette", "uvicorn"})
_OWN_NAMES: Final = frozenset({"127.0.0.1", "localhost", "::1"})


class NoPages(ArenaError):
    """Pages cannot be served."""


@dataclass(frozen=True, slots=True)
class Serving:
    """A socket that is bound, and the address that leads to it."""

    listening: socket.socket
    url: str


@contextmanager
def bound(host: str, port: int) -> Iterator[Serving]:
    """A socket for the pages; port 0 takes any that is free."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.create_server((host, port), family=family)
    except OSError as error:
        raise NoPages(
            f"port {port} of {host} cannot be used ({error.strerror or error}): "
            "choose another with --port"
        ) from None
    with listening:
        shown = f"[{host}]" if ":" in host else host
        yield Serving(listening, f"http://{shown}:{listening.getsockname()[1]}/")


def is_private(host: str) -> bool:
    """Whether only this machine can reach it."""
    return host in _OWN_NAMES


def serve(results: Database, serving: Serving, host: str) -> None:
    """Serve until Ctrl-C, which is a good end."""
    with suppress(KeyboardInterrupt):
        _server(results, host).run(sockets=[serving.listening])


@contextmanager
def beside(
    results: Database, serving: Serving, host: str, live: "Live | None" = None
) -> Iterator[None]:
    """Serve as long as the block lasts, in a thread; with the page of a match that is played."""
    server = _server(results, host, live)
    thread = threading.Thread(
        target=server.run, kwargs={"sockets": [serving.listening]}, daemon=True
    )
    thread.start()
    try:
        yield
    finally:
        server.should_exit = True
        thread.join(timeout=5)


def _server(results: Database, host: str, live: "Live | None" = None) -> "Server":
    try:
        import uvicorn  # noqa: PLC0415 - an extra

        from arena.web.app import make_app  # noqa: PLC0415 - an extra
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in _EXTRA:
            raise
        raise NoPages(
            f"pages need the extra 'web' ({error.name} is missing): pip install 'arena[web]'"
        ) from None
    app = make_app(results, _OWN_NAMES if is_private(host) else frozenset(), live)
    config = uvicorn.Config(
        app, log_level="warning", server_header=False, timeout_graceful_shutdown=1, lifespan="off"
    )
    return uvicorn.Server(config)
