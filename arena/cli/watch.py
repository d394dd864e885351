"""`arena watch`: steps through a match with keys."""

from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Final

import click

from arena.cli.keys import END, Keys, keys
from arena.cli.options import database_option
from arena.cli.render import picture_text
from arena.cli.replay import split_step
from arena.cli.screen import Screen, fill
from arena.text import one_line
from arena.views.match import RecordView, tell_record
from arena.views.scenes import Scene, scenes
from leaderboard.database import open_database

SPEEDS: Final = (0.5, 1.0, 2.0, 5.0)
"""Steps in a second."""
_HELP: Final = (
    "←→ step  ,. mark  Home End  N Enter jump  space play  +- speed  v view  l legend  q quit"
)
_NEWS: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where somebody is in a match, and how he looks at it."""

    step: int
    last: int
    view: int | None
    """A seat; None for everything."""
    views: tuple[int | None, ...]
    marks: tuple[int, ...] = ()
    """Steps worth a jump."""
    speed: int = 1
    """Which one of `SPEEDS`."""
    playing: bool = False
    legend: bool = False
    typed: str = field(default="")
    """The digits of a step that is being typed."""

    def press(self, key: str) -> "Place":
        """Where a key leads."""
        if key.isdecimal():
            return replace(self, typed=(self.typed + key)[-6:], playing=False)
        still = replace(self, typed="", playing=False)
        to = {
            "right": self.step + 1,
            "left": self.step - 1,
            "home": 0,
            "end": self.last,
            ".": next((mark for mark in self.marks if mark > self.step), self.last),
            ",": next((mark for mark in reversed(self.marks) if mark < self.step), 0),
            "enter": int(self.typed) if self.typed else self.step + 1,
        }
        to |= {"shift-right": to["."], "shift-left": to[","], "n": to["right"], "p": to["left"]}
        if key in to:
            return still.at(to[key])
        return {
            " ": replace(self, playing=not self.playing, typed=""),
            "+": replace(self, speed=min(self.speed + 1, len(SPEEDS) - 1)),
            "-": replace(self, speed=max(self.speed - 1, 0)),
            "v": replace(still, view=self.views[self._next_view]),
            "l": replace(still, legend=not self.legend),
        }.get(key, replace(self, typed=""))

    def tick(self) -> "Place":
        """Where playing leads: one step on, and it stops at the end."""
        on = self.at(self.step + 1)
        return replace(on, playing=on.step < on.last)

    def at(self, step: int) -> "Place":
        """At another step, as near as there is one."""
        return replace(self, step=max(0, min(self.last, step)))

    @property
    def _next_view(self) -> int:
        return (self.views.index(self.view) + 1) % len(self.views)


@click.command("watch")
@click.argument("match", metavar="MATCH[@STEP]")
@click.option("--seat", type=click.IntRange(1), help="Begin with what this seat saw.")
@database_option
@click.pass_obj
def command(screen: Screen, *, match: str, seat: int | None, database: str) -> None:
    """Step through MATCH in the terminal: an id as printed, the beginning of one, or `last`.

    Keys: arrows step, comma and full stop go to the mark before and after, Home and End, a number
    and Enter jump, space plays, + and - change the speed, v shows what another seat saw, q quits.

    Example: arena watch last@17
    """
    name, step = split_step(match)
    with open_database(database, write=False) as results, results.reading() as store:
        told = tell_record(store, name)
    if step is not None:
        told.until(step, name)
    watching = _Watching(screen, told, None if seat is None else seat - 1, step)
    with keys() as pressed, suppress(KeyboardInterrupt):
        watching.run(pressed)
    screen.note("")


class _Watching:
    """The loop of one command."""

    def __init__(
        self, screen: Screen, told: RecordView, seat: int | None, step: int | None
    ) -> None:
        self._screen = screen
        self._told = told
        self._cache: dict[int | None, tuple[Scene, ...]] = {}
        shown = self._scenes(seat)
        players = range(told.record.players)
        self._place = Place(
            step=0,
            last=len(shown) - 1,
            view=seat,
            views=(None, *players) if told.over else tuple(players),
            marks=tuple(one.step for one in shown if one.mark),
        ).at(step or 0)

    def run(self, pressed: Keys) -> None:
        """Show, and do what is pressed, until it is enough."""
        self._show()
        while True:
            wait = 1 / SPEEDS[self._place.speed] if self._place.playing else None
            key = pressed.next(wait)
            if key in ("q", "escape", END):
                return
            self._place = self._place.tick() if key is None else self._place.press(key)
            self._show()

    def _scenes(self, seat: int | None) -> tuple[Scene, ...]:
        if seat not in self._cache:
            self._cache[seat] = scenes(self._told, seat)
        return self._cache[seat]

    def _show(self) -> None:
        place, console = self._place, self._screen.console
        scene = self._scenes(place.view)[place.step]
        record = self._told.record
        view = "all" if place.view is None else f"seat {place.view + 1}"
        speed = f"{SPEEDS[place.speed]:g}/s{' playing' if place.playing else ''}"
        head = (
            f"{record.match}  step {place.step}/{place.last}  turn {scene.turn}  {view}  {speed}"
        )
        console.clear()
        console.print(head + (f"  go to {place.typed}" if place.typed else ""), style="bold")
        news = scene.news[-_NEWS:] if place.step else scene.news[-1:]
        for line in news:
            console.print(fill(one_line(line)))
        if scene.note:
            console.print(fill(one_line(scene.note, 160)), style="dim")
        if scene.mark:
            console.print(f"* {one_line(scene.mark)}", style="yellow")
        console.print()
        console.print(picture_text(scene.picture, explained=place.legend))
        console.print(f"\n{self._standing(place)}\n{_HELP}", style="dim")

    def _standing(self, place: Place) -> str:
        """Who sits where; how it ended, at the end."""
        seats = self._told.record.seats
        if place.step < place.last:
            return "  ".join(f"{one.seat + 1} {one_line(one.bot, 20)}" for one in seats)
        return "  ".join(
            f"{one.seat + 1} {one_line(one.bot, 20)}: {'-' if one.score is None else one.score}"
            for one in seats
        )
