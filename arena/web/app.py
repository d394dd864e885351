"""The pages over HTTP: read only, nothing from elsewhere, nothing to elsewhere.

Every answer carries a policy under which a browser runs and shows what this server sends as files
and nothing that stands in a page. A request must name the server by a name it is known by, so that
no foreign page reaches it through a name of its own that leads here.
"""

import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import Any, Final

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import HTTPException
from fastapi.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    StreamingResponse,
)
from starlette.exceptions import HTTPException as StarletteHTTPException

from arena.errors import ArenaError, Misuse
from arena.views.film import film
from arena.views.match import show_match, tell_record
from arena.web.events import Tail
from arena.web.feed import FEED, feed
from arena.web.live import Live
from arena.web.page import Page, word_of
from arena.web.render import Renderer, all_assets
from arena.web.replay_file import replay_file
from arena.web.site import ROUTES, Ask, Route
from leaderboard.database import Database
from leaderboard.errors import NotFound
from referee.match.replay import OtherRules

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_FOREVER: Final = "public, max-age=31536000, immutable"
_METHODS: Final = ["GET", "HEAD"]
_LOG: Final = logging.getLogger("arena.web")

Next = Callable[[Request], Awaitable[Response]]


def make_app(results: Database, names: frozenset[str], live: Live | None = None) -> FastAPI:
    """The server's side; `names` are those by which it may be called, all if there are none.

    A `live` match has a page as long as it is played; then its address leads to the stored one.
    """
    app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None)
    pages = _Pages(results)

    @app.middleware("http")
    async def guard(request: Request, call: Next) -> Response:
        if names and (request.url.hostname or "") not in names:
            answer: Response = PlainTextResponse("this server has another name\n", 421)
        else:
            answer = await call(request)
        for name, value in HEADERS.items():
            answer.headers.setdefault(name, value)
        return answer

    assets = all_assets()

    @app.api_route("/static/{name}", methods=_METHODS)
    def static(name: str) -> Response:
        if name not in assets:
            raise NotFound(f"there is no file {name}")
        kind, text = assets[name]
        return Response(text, media_type=kind, headers={"Cache-Control": _FOREVER})

    if live is not None:
        _add_live(app, pages, live)
    app.add_api_route("/events", pages.events, methods=["GET"])
    app.add_api_route(FEED, pages.feed, methods=_METHODS)
    app.add_api_route("/m/{match}.html", pages.file, methods=_METHODS)
    app.add_api_route("/index.json", pages.answer(ROUTES[0], as_json=True), methods=_METHODS)
    for route in ROUTES[1:]:
        app.add_api_route(
            f"{route.path}.json", pages.answer(route, as_json=True), methods=_METHODS
        )
    for route in ROUTES:
        app.add_api_route(route.path, pages.answer(route, as_json=False), methods=_METHODS)
    app.add_exception_handler(StarletteHTTPException, pages.refused)
    app.add_exception_handler(ArenaError, pages.failed)
    app.add_exception_handler(Exception, pages.broken)
    return app


def _add_live(app: FastAPI, pages: "_Pages", live: Live) -> None:
    """The addresses of a match that is being played."""

    def page() -> Response:
        if live.match.over:
            return RedirectResponse(live.stored_path, 303)
        return pages.drawn(live.page())

    def told() -> Response:
        return JSONResponse(live.page().json, headers={"Cache-Control": "no-store"})

    def events() -> Response:
        return _streamed(live.events())

    for path, answer in (("", page), (".json", told), ("/events", events)):
        app.add_api_route(live.path + path, answer, methods=["GET"], response_model=None)


def _streamed(events: AsyncIterator[str]) -> StreamingResponse:
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(events, media_type="text/event-stream", headers=headers)


class _Pages:
    """Makes and draws pages, one reading transaction for each."""

    def __init__(self, results: Database) -> None:
        self._results = results
        static = all_assets()
        self._renderer = Renderer(
            lambda path: path,
            lambda name: f"/static/{name}" if name in static else "",
            live=True,
        )

    def answer(self, route: Route, *, as_json: bool) -> Callable[[Request], Response]:
        """What answers at an address."""

        def page(request: Request) -> Response:
            made = self._make(route, request.path_params, dict(request.query_params))
            if as_json:
                return JSONResponse(made.json, headers={"Cache-Control": "no-store"})
            part = request.query_params.get("part") == "live" and made.template == "tournament"
            return self.drawn(made, "live" if part else "")

        return page

    def drawn(self, page: Page, template: str = "") -> Response:
        """A page, or one part of it by another template."""
        text = self._renderer.draw(page, template=template)
        return HTMLResponse(text, page.status, headers={"Cache-Control": "no-store"})

    def file(self, match: str, request: Request) -> Response:
        """A match as one file, which brings a policy of its own."""
        given = request.query_params.get("seat", "")
        with self._results.reading() as store:
            told = tell_record(store, word_of(match))
            seat = int(given) - 1 if given.isdecimal() and len(given) < 3 else None
            seat = 0 if seat is None and not told.over else seat
            shown = show_match(store, told.record.match, None)
        text = replay_file(film(told, seat), shown.evidence if told.over else {})
        name = f'attachment; filename="{told.record.match}.html"'
        return HTMLResponse(text, headers={"Content-Disposition": name})

    def feed(self) -> Response:
        """New results for programs that follow them."""
        with self._results.reading() as store:
            text = feed(store, self._renderer.link)
        return Response(text, media_type="application/atom+xml")

    def events(self, t: str) -> StreamingResponse:
        """What happens in a tournament, as server-sent events, from now on."""
        return _streamed(Tail(self._results, t).events())

    def refused(self, request: Request, error: Exception) -> Response:
        """An address that does not exist, or a method that is not served."""
        status = (
            error.status_code if isinstance(error, HTTPException | StarletteHTTPException) else 500
        )
        told = "There is no such page." if status == 404 else "This server only tells."
        return self._error(request, status, told)

    def failed(self, request: Request, error: Exception) -> Response:
        """Something a person can put right."""
        status = (
            404
            if isinstance(error, NotFound | OtherRules)
            else 400
            if isinstance(error, Misuse)
            else 503
        )
        text = str(error)
        return self._error(request, status, text[:1].upper() + text[1:] + ".")

    def broken(self, request: Request, error: Exception) -> Response:
        """A mistake of ours, with a number by which it is found in the output."""
        number = secrets.token_hex(4)
        _LOG.error("error %s at %s", number, request.url.path, exc_info=error)
        told = f"That is a mistake of the arena. The output of arena web has it as error {number}."
        answer = self._error(request, 500, told)
        answer.headers.update(HEADERS)
        return answer

    def _make(self, route: Route, given: Mapping[str, Any], query: Mapping[str, str]) -> Page:
        with self._results.reading() as store:
            words = {name: word_of(told) for name, told in given.items()}
            return route.make(store, Ask(query=query, folder=self._results.folder), **words)

    def _error(self, request: Request, status: int, told: str) -> Response:
        if request.url.path.endswith(".json"):
            return JSONResponse({"error": told}, status)
        page = Page(
            template="error",
            title="Not found" if status == 404 else "Not possible",
            path="/",
            json={},
            values={"what": told},
            status=status,
        )
        return HTMLResponse(self._renderer.draw(page), status)
