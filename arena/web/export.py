"""The site as files that any host can serve, with what is new added to what is there.

Beginning with the front page, whatever a page links to is made, too. Links are relative, so that
the folder may lie anywhere. A match never changes once its tournament is over: what was made of
it before stays, unless the pages themselves look different now. Every other page is made again
and written if it changed.
"""

import hashlib
import json
import posixpath
import re
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qsl, quote, unquote

from arena.errors import ArenaError
from arena.views.film import film
from arena.views.match import show_match, tell_record
from arena.web.feed import FEED, feed
from arena.web.files import NotWritten, write
from arena.web.page import Page, word_of
from arena.web.render import Renderer, all_assets
from arena.web.replay_file import replay_file
from arena.web.site import ROUTES, Ask, Route
from leaderboard.database import Database
from leaderboard.looking import newest_matches
from leaderboard.store import Store

LEDGER: Final = ".arena-pages.json"
"""What was made before, in the folder itself."""
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'none'"
)
_EVERY: Final = 200
_PLAIN: Final = re.compile(r"[a-z0-9][a-z0-9._+@=-]{0,79}")
_STEM: Final = 30
_LEFT_OUT: Final = "/not-in-this-copy"


@dataclass(frozen=True, slots=True)
class Exported:
    """What was done."""

    folder: Path
    pages: int
    written: int

    @property
    def words(self) -> str:
        """In a sentence."""
        return f"{self.pages} pages in {self.folder}, {self.written} files new or changed."

    def to_json(self) -> dict[str, object]:
        """For machines."""
        return {"folder": str(self.folder), "pages": self.pages, "written": self.written}


@dataclass(slots=True)
class _Export:
    """One export at work."""

    store: Store
    results: Database
    folder: Path
    chosen: frozenset[str]
    """The addresses of the matches that are in it."""
    settled: frozenset[str]
    """Those that were made before and never change."""
    made: set[str] = field(default_factory=set)
    due: deque[str] = field(default_factory=deque)
    here: str = "/"
    written: int = 0
    seen: set[str] = field(default_factory=set)

    def run(self, tell: Callable[[str], None]) -> None:
        """Make every page that can be reached."""
        renderer = Renderer(self._link, self._static, live=False, policy=POLICY)
        for name, (_, text) in all_assets().items():
            self._write(f"static/{name}", text)
        self._want("/")
        while self.due:
            address = self.due.popleft()
            self._make(address, renderer)
            if len(self.made) % _EVERY == 0:
                tell(f"{len(self.made)} pages, {len(self.due)} to go ...")
        self.here = "/"
        self._write(FEED.strip("/"), feed(self.store, self._link))

    def _make(self, address: str, renderer: Renderer) -> None:
        self.here = address
        self.made.add(address)
        if address in self.settled:
            return
        if address == _LEFT_OUT:
            page = _left_out()
        else:
            path, _, query = address.partition("?")
            found = _route(path)
            if found is None:
                return
            route, given = found
            ask = Ask(query=dict(parse_qsl(query)), folder=self.results.folder)
            page = route.make(self.store, ask, **given)
        self._write(_file(address), renderer.draw(page))
        self._write(_file(address, "json"), json.dumps(page.json))
        if page.template == "match" and page.values["film"]:
            self._write(_file(address, "file.html"), self._replay(page))

    def _replay(self, page: Page) -> str:
        match = page.values["row"].match
        told = tell_record(self.store, match)
        shown = show_match(self.store, match, None)
        one = film(told, page.values["seat"])
        return replay_file(one, shown.evidence if told.over else {})

    def _want(self, address: str) -> None:
        if address not in self.seen:
            self.seen.add(address)
            self.due.append(address)

    def _link(self, address: str) -> str:
        """The file of an address, as it is found from the page that is made."""
        path, _, query = address.partition("?")
        kind = "html"
        if path.endswith(".json"):
            path, kind = path.removesuffix(".json"), "json"
            path = "/" if path == "/index" else path
        elif path.endswith(".html"):
            path, kind = path.removesuffix(".html"), "file.html"
        wanted = f"{path}?{query}" if query and kind == "html" else path
        if _is_match(path) and path not in self.chosen:
            wanted, kind = _LEFT_OUT, "html"
        elif kind == "html" and _route(path) is None:
            return "#"
        if kind != "html":
            wanted = self.here
        self._want(wanted) if kind == "html" else None
        return _relative(self.here, _file(wanted, kind))

    def _static(self, name: str) -> str:
        return _relative(self.here, f"static/{name}")

    def _write(self, name: str, text: str) -> None:
        path = self.folder / name
        try:
            if path.exists() and path.read_text("utf-8") == text:
                return
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise NotWritten(f"{path} cannot be written ({error.strerror})") from None
        write(path, text)
        self.written += 1


class NotOurs(ArenaError):
    """A folder with files of somebody else."""


def export_site(
    results: Database, folder: Path, *, matches: int, tell: Callable[[str], None]
) -> Exported:
    """Write the site into a folder that is empty or holds an earlier one."""
    ledger = folder / LEDGER
    if folder.exists() and any(folder.iterdir()) and not ledger.exists():
        raise NotOurs(f"{folder} holds other files: name an empty folder, or a new one")
    looks = _looks()
    before = _before(ledger, looks)
    with results.reading() as store:
        found = newest_matches(store, limit=matches)
        chosen = {f"/m/{match}": over for match, over in found}
        one = _Export(store, results, folder, frozenset(chosen), frozenset(before & chosen.keys()))
        one.run(tell)
    kept = sorted(path for path, over in chosen.items() if over and path in one.made)
    write(ledger, json.dumps({"looks": looks, "matches": kept}))
    return Exported(folder, len(one.made), one.written)


def _before(ledger: Path, looks: str) -> set[str]:
    """The matches that are there already and look as they would now."""
    try:
        kept = json.loads(ledger.read_text("utf-8"))
    except (FileNotFoundError, ValueError):
        return set()
    return set(kept["matches"]) if kept.get("looks") == looks else set()


def _looks() -> str:
    """Changes when pages of the same content would look different."""
    return hashlib.sha256("".join(sorted(all_assets())).encode()).hexdigest()


def _left_out() -> Page:
    return Page(
        template="error",
        title="Not in this copy",
        path=_LEFT_OUT,
        json={},
        values={"what": "Only the newest matches are in this copy; the database has all."},
    )


def _is_match(path: str) -> bool:
    return path.startswith("/m/")


def _patterns() -> Iterator[tuple[re.Pattern[str], Route]]:
    for route in ROUTES:
        yield re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", route.path)), route


_PATTERNS: Final = tuple(_patterns())


def _route(path: str) -> tuple[Route, dict[str, Any]] | None:
    """What makes the page of a path, and the words in it."""
    for pattern, route in _PATTERNS:
        if found := pattern.fullmatch(path):
            return route, {
                name: word_of(unquote(word)) for name, word in found.groupdict().items()
            }
    return None


def _file(address: str, kind: str = "html") -> str:
    """The name of a file: that of the address, with nothing in it that a file system minds."""
    path, _, query = address.partition("?")
    segments = (path.strip("/") or "index").split("/")
    if query:
        segments[-1] += f".{query}"
    return "/".join(map(_named, segments)) + f".{kind}"


def _named(segment: str) -> str:
    """A segment that every file system takes as it is, different for different ones."""
    if _PLAIN.fullmatch(segment):
        return segment
    stem = re.sub(r"[^a-z0-9]+", "-", word_of(unquote(segment)).lower()).strip("-")[:_STEM]
    return f"{stem}~{hashlib.sha256(segment.encode()).hexdigest()[:12]}"


def _relative(here: str, name: str) -> str:
    start = posixpath.dirname(_file(here)) or "."
    return quote(posixpath.relpath(name, start), safe="/~")
