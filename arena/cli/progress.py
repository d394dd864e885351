"""How a tournament goes, while it goes: a live screen, plain lines, or events for machines."""

import itertools
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Final, Protocol

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from arena.cli.console import Listing
from arena.cli.screen import Screen
from arena.cli.tables import bar_of, half_width, scale_of
from arena.text import one_line
from arena.tournament.events import (
    DatabaseAway,
    DatabaseBack,
    DiskLow,
    DiskRoomy,
    Event,
    HostNews,
    MatchFinished,
    NightBegan,
    PlayedElsewhere,
    RatingChanged,
    TestLooked,
    TournamentStarted,
    TournamentStopped,
    TournamentStopping,
    WorkerLost,
    WorkerSilent,
)
from arena.tournament.formats import SEQUENTIAL
from arena.views.ranking import pool_table
from arena.views.sprt import look_line
from arena.views.tournament import event_json

_WINDOW: Final = 30
"""Seconds over which the rate is taken."""
_LINE_EVERY_S: Final = 5.0
_STANDINGS: Final = 8
_NAMED: Final = 8
"""So many bots are named in a line."""
STOPPING: Final = "Finishing the matches that are being played; Ctrl-C again stops at once."


class Display(Protocol):
    """Shows events while the block lasts."""

    def showing(self) -> AbstractContextManager[object]:
        """Where the display is active."""

    def tell(self, event: Event) -> None:
        """Show an event."""


@dataclass
class Pace:
    """How far a tournament is, and how fast it goes."""

    now: Callable[[], float] = time.monotonic
    total: int | None = 0
    """None: there is no end."""
    begun: bool = False
    done: int = 0
    faults: int = 0
    voids: int = 0
    lost: int = 0
    _marks: deque[tuple[float, int]] = field(default_factory=deque)

    def take(self, event: Event) -> None:
        """Count an event."""
        match event:
            case TournamentStarted():
                self.begun, self.total = True, event.matches
                self.done = (event.matches or 0) - (event.missing or 0)
                self._marks.append((self.now(), self.done))
            case MatchFinished():
                self.done += 1
                self.voids += event.status == "void"
                self.faults += sum(seat.fault is not None for seat in event.seats)
                self._mark()
            case PlayedElsewhere():
                self.done += event.matches
                self._mark()
            case WorkerLost():
                self.lost += 1
            case _:
                pass

    @property
    def rate(self) -> float:
        """Matches per second lately."""
        (then, before), now = self._marks[0], self.now()
        return (self.done - before) / (now - then) if now > then else 0.0

    def left(self) -> str:
        """The time left, as a range; nothing until there is something to go by."""
        rates = self._rates()
        missing = 0 if self.total is None else self.total - self.done
        if not rates or not missing:
            return ""
        shortest, longest = missing / max(rates), missing / min(rates)
        low, high = _duration(shortest), _duration(longest)
        return low if low == high else f"{low} to {high}"

    def line(self) -> str:
        """Everything in one line."""
        of = "" if self.total is None else f"/{self.total}"
        parts = [f"{self.done}{of} matches", f"{self.rate:.0f}/s"]
        if left := self.left():
            parts.append(f"{left} left")
        parts += [f"{self.faults} faults", f"{self.voids} voids"]
        if self.lost:
            parts.append(f"{self.lost} workers lost")
        return ", ".join(parts)

    def _mark(self) -> None:
        now = self.now()
        if now - self._marks[-1][0] >= 1:
            self._marks.append((now, self.done))
            while len(self._marks) > 2 and now - self._marks[0][0] > _WINDOW:
                self._marks.popleft()

    def _rates(self) -> list[float]:
        """The rates over the last few stretches, and over all of them."""
        marks = list(self._marks)
        thirds = [marks[len(marks) * part // 3] for part in range(3)] + [(self.now(), self.done)]
        rates = [
            (after - before) / (end - begin)
            for (begin, before), (end, after) in itertools.pairwise(thirds)
            if end - begin > 0.5 and after > before
        ]
        # A stretch that was hardly played in, as while bots start, tells nothing.
        return [rate for rate in (*rates, self.rate) if rate > self.rate / 3 and rate > 0]


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    if seconds < 90 * 60:
        return f"{round(seconds / 60)} min"
    return f"{seconds / 3600:.1f} h"


@dataclass
class Events:
    """One event per line, for machines."""

    screen: Screen

    def showing(self) -> AbstractContextManager[object]:
        return nullcontext()

    def tell(self, event: Event) -> None:
        self.screen.json(event_json(event))


@dataclass
class Lines:
    """A line now and then, for logs."""

    screen: Screen
    pace: Pace = field(default_factory=Pace)
    _last: float = field(default=0.0, init=False)

    def showing(self) -> AbstractContextManager[object]:
        return nullcontext()

    def tell(self, event: Event) -> None:
        self.pace.take(event)
        now = self.pace.now()
        if self.screen.verbose and isinstance(event, MatchFinished):
            self.screen.note(one_line(_match_line(event)))
        last = self.pace.done == self.pace.total and isinstance(event, MatchFinished)
        if isinstance(event, TournamentStopping):
            self.screen.note(STOPPING)
        elif (trouble := _trouble(event)) is not None:
            self.screen.note(trouble)
        elif isinstance(event, TournamentStopped):
            rest = "" if event.missing is None else f", {event.missing} missing"
            self.screen.note(f"Stopped: {event.done} matches done{rest}.")
        elif isinstance(event, TournamentStarted):
            self._last = now
            self.screen.note(f"Playing {_how_many(event)}.")
        elif isinstance(event, TestLooked):
            self.screen.note(look_line(event.finding))
        elif last or (isinstance(event, MatchFinished) and now - self._last >= _LINE_EVERY_S):
            self._last = now
            self.screen.note(self.pace.line())


def _how_many(event: TournamentStarted) -> str:
    if event.format == SEQUENTIAL:
        return "until it is known who is better"
    if event.matches is None:
        return "without end"
    return f"{event.missing} of {event.matches} matches"


def _trouble(event: Event) -> str | None:
    """What is worth a line at once, whatever else is shown; None if an event is not."""
    match event:
        case WorkerSilent():
            return (
                "A worker gives no sign of life, as if it were stopped; it is replaced in "
                f"{event.replaced_in_s:.0f} s."
            )
        case DatabaseAway() | DatabaseBack():
            return _database_line(event)
        case HostNews():
            return one_line(event.text)
        case DiskLow() | DiskRoomy():
            return _room_line(event)
        case NightBegan():
            return "\n".join(map(one_line, night_lines(event)))
        case _:
            return None


def night_lines(event: NightBegan) -> Iterator[str]:
    """Who plays in a night of a season, who is new and who is not there any more."""
    yield f"Night {event.night}, {event.present} bots."
    for what, names in (("New", event.new), ("Gone", event.left)):
        if names:
            more = len(names) - _NAMED
            yield f"{what}: {', '.join(names[:_NAMED])}{f' and {more} more' if more > 0 else ''}."
    for one in event.aside:
        yield f"{one.bot} {one.version} is set aside: {one.reason}".replace("  ", " ")


def _database_line(event: DatabaseAway | DatabaseBack) -> str:
    """What is said of a server."""
    if isinstance(event, DatabaseBack):
        return "The database is back; nothing is lost."
    minutes = max(1, round(event.left_s / 60))
    return one_line(f"Waiting for the database, up to {minutes} min: {event.reason}")


def _room_line(event: DiskLow | DiskRoomy) -> str:
    """What is said of the disk."""
    if isinstance(event, DiskRoomy):
        return "There is room again: it goes on."
    free, wanted = event.free_bytes / 1e6, event.wanted_bytes / 1e6
    return (
        f"Paused: {free:.0f} MB are free where results are kept. It goes on by itself when there "
        f"are {wanted:.0f}; arena prune makes room."
    )


def _match_line(event: MatchFinished) -> str:
    """A finished match in one line."""
    places = sorted(event.seats, key=lambda seat: str(seat.rank))
    names = ", ".join(f"{seat.rank or '-'} {seat.bot}" for seat in places)
    how = event.termination or event.status
    return f"{event.match}: {names} ({how})"


@dataclass
class LiveScreen:
    """A bar and the table so far, redrawn in place."""

    console: Console
    pace: Pace = field(default_factory=Pace)
    _tables: dict[str, RatingChanged] = field(default_factory=dict, init=False)
    _drawn: float = field(default=0.0, init=False)
    _look: str = field(default="", init=False)
    """At a test."""

    def __post_init__(self) -> None:
        self._live = Live(console=self.console, auto_refresh=False, transient=True)

    def showing(self) -> AbstractContextManager[object]:
        return self._live

    def tell(self, event: Event) -> None:
        self.pace.take(event)
        if isinstance(event, TournamentStopping):
            self.console.print(STOPPING)
        if (trouble := _trouble(event)) is not None:
            self.console.print(trouble)
        if isinstance(event, TestLooked):
            self._look = look_line(event.finding)
        if isinstance(event, RatingChanged):
            shown = pool_table(event.table)
            # Once there is a fitted table the live estimate alone does not replace it.
            if shown.lines[:1] == () or shown.lines[0].rating is not None or not self._tables:
                self._tables[shown.pool.game] = event
        if self.pace.begun and self.pace.now() - self._drawn >= 0.1:
            self._drawn = self.pace.now()
            self._live.update(self._picture(), refresh=True)

    def _picture(self) -> RenderableType:
        bar = Table.grid()
        if self.pace.total is not None:
            bar.add_row(ProgressBar(total=self.pace.total, completed=self.pace.done, width=78))
        parts: list[RenderableType] = [bar, Text(self.pace.line(), no_wrap=True)]
        if self._look:
            parts.append(Text(self._look, no_wrap=True))
        parts += [_standings(event) for event in self._tables.values()]
        return Group(*parts)


def _standings(event: RatingChanged) -> Listing:
    shown = pool_table(event.table)
    table = Listing(title=f"{shown.pool.game}, {event.matches} matches")
    table.title_justify = "left"
    for heading in ("#", "Bot", "Rating", "±", "", "TrueSkill"):
        table.add_column(heading, justify="left" if heading in ("Bot", "") else "right")
    lines = shown.lines[:_STANDINGS]
    scale = scale_of(lines)
    for line in lines:
        table.add_row(
            str(line.rank),
            line.bot,
            f"{line.rating:.1f}" if line.rating is not None else "",
            half_width(line),
            bar_of(line, scale, 24),
            f"{line.mu:.1f}",
        )
    return table


def display_for(screen: Screen, *, as_json: bool) -> Display:
    """The display that fits where the output goes."""
    if as_json:
        return Events(screen)
    side = screen.side
    if side.is_terminal and not screen.quiet and not screen.verbose:
        return LiveScreen(side)
    return Lines(screen)
