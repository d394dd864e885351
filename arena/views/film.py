"""A match step by step, as one value for everything that draws it: pages, files, other programs.

Two kinds of film are made from a record. The *whole* one shows everything, each event with the
seats that may see it, and exists only when its tournament is over. The film of a *seat* is made
from what that seat was sent and from nothing else: the events announced to it, in their order, and
what it was asked and answered itself. It is not the whole film with parts left out, so a part that
somebody forgets to leave out cannot be in it. Points are therefore missing in it: a viewer counts
them from the events, as far as they tell. That it holds no secret is tested over pairs of worlds
which the seat cannot tell apart.

Step 0 is the deal; step k is what the k-th decision brought about. Numbers travel in columns, and
a text that comes again is written once: a match of 400 steps takes some 40 kB.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from arena.errors import Misuse
from arena.text import one_line
from arena.views.match import RecordView
from leaderboard.errors import NotFound
from referee.games.contract import Game, Setup
from referee.games.picture import Picture
from referee.games.state import Event
from referee.match.record import MoveRecord, Record
from referee.match.replay import Replay

FORMAT: Final = "arena-film/1"
_NOTES: Final = 50_000
"""Characters of all notes together; `arena logs` has what is cut."""
_LONG_NOTE: Final = 300
_SHORT_NOTE: Final = 40
EVERYBODY: Final = 0
"""The audience of an event that all may see; else it is a bit mask of seats."""


@dataclass(frozen=True, slots=True)
class Told:
    """An event, with those who may see it."""

    event: Event
    audience: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """What one decision brought about; the first frame is the deal, which nobody decided."""

    seat: int
    """Whose decision it was; -1 for the deal."""
    turn: int
    """The turn it was made in; 0 for the deal."""
    told: tuple[Told, ...]
    scores: tuple[int, ...] | None
    """Points if the match ended here; None in the film of a seat."""
    picture: Picture | None
    """The table in text; None for a game whose table is drawn by a script of its own."""
    move: MoveRecord | None
    """The decision, if the film may tell more of it than its events."""
    legal: int
    """Among how many actions; 0 where that is not told."""
    forced: bool
    """Whether nobody was asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Film:
    """A match for whoever draws it."""

    record: Record
    """Of it only what is known to everybody when the match has ended is shown."""
    game: Game
    setup: Setup
    seat: int | None
    """Whose film it is; None for the whole one."""
    over: bool
    """Whether the tournament is."""
    frames: tuple[Frame, ...]
    last_table: str
    """The table as the match left it, in text."""
    due: tuple[int, int] | None = None
    """While it is played: whose decision is due, among how many actions; seat -1 for nobody's."""

    @property
    def steps(self) -> int:
        """How many decisions it shows."""
        return len(self.frames) - 1

    def to_json(self) -> dict[str, Any]:
        """The film for machines."""
        record, result = self.record, self.record.result
        texts, lines = _Numbered(), _Numbered()
        events = _event_columns(self.game, self.frames, texts, whole=self.seat is None)
        return {
            "format": FORMAT,
            "match": record.match,
            "game": record.game,
            "title": self.game.title,
            "rules": record.rules,
            "options": dict(record.options),
            "players": record.players,
            "control": record.control,
            "view": "all" if self.seat is None else self.seat,
            "over": self.over,
            "seats": [
                {
                    "bot": one_line(seat.bot),
                    "version": one_line(seat.version),
                    "rank": seat.rank,
                    "score": seat.score,
                    "fault": seat.fault,
                    "fault_step": seat.fault_step,
                }
                for seat in record.seats
            ],
            "result": {
                "termination": result.termination,
                "reason": one_line(result.reason),
                "turns": result.turns,
            },
            "components": {
                name: list(column) for name, column in self.game.components(self.setup).items()
            },
            "steps": _step_columns(self.frames, lines),
            "events": events,
            "texts": texts.all,
            "lines": lines.all,
            **({"due": dict(zip(("seat", "legal"), self.due, strict=True))} if self.due else {}),
        }


def film(told: RecordView, seat: int | None = None) -> Film:
    """The film of a match: of what a seat was sent, or, when all is over, of everything."""
    if seat is None and not told.over:
        raise Misuse(
            "the tournament is not over: until then only what one seat saw is shown (add --seat 1)"
        )
    players = told.record.players
    if seat is not None and not 0 <= seat < players:
        raise NotFound(f"there is no seat {seat + 1}; the match has seats 1 to {players}")
    return film_of(told.complete, Replay(told.complete), seat, over=told.over)


def film_of(record: Record, replay: Replay, seat: int | None, *, over: bool) -> Film:
    """The film that a replay of the record gives."""
    frames = tuple(_whole_frames(replay) if seat is None else _seat_frames(replay, seat))
    return Film(
        record=record,
        game=replay.game,
        setup=replay.setup,
        seat=seat,
        over=over,
        frames=frames,
        last_table=(replay.table() if seat is None else _picture(replay, seat)).plain(),
    )


def _whole_frames(replay: Replay) -> Iterator[Frame]:
    """Everything, with who may see it."""
    heard = 0
    for position in _moments(replay):
        audiences = replay.events.audiences(heard)
        heard = len(replay.events)
        move = position[0]
        yield Frame(
            seat=move.seat if move else -1,
            turn=move.turn if move else 0,
            told=tuple(
                _told(replay, event, _audience(seats, replay.setup.players))
                for event, seats in audiences
            ),
            scores=tuple(replay.scores()),
            picture=None if replay.game.parts.drawing else replay.table(),
            move=move,
            legal=position[1],
            forced=move is not None and not position[2],
        )


def _seat_frames(replay: Replay, seat: int) -> Iterator[Frame]:
    """What was announced to the seat, and its own decisions."""
    heard, turn = 0, 0
    for move, legal, asked in _moments(replay):
        own = move is not None and move.seat == seat
        yield Frame(
            seat=move.seat if move else -1,
            turn=turn,
            told=tuple(
                _told(replay, event, EVERYBODY) for event in replay.events.seen_by(seat, heard)
            ),
            scores=None,
            picture=None if replay.game.parts.drawing else _picture(replay, seat),
            move=move if own else None,
            legal=legal if own else 0,
            forced=own and not asked,
        )
        heard = len(replay.events)
        turn = replay.seen(seat).turn


_Moment = tuple[MoveRecord | None, int, bool]
"""The decision that led here, among how many actions, and whether its bot made it."""


def _moments(replay: Replay) -> Iterator[_Moment]:
    """The table after the deal and after each decision."""
    made: _Moment = (None, 0, False)
    for position in replay.positions():
        yield made
        made = (position.move, len(position.legal), position.asked)
    yield made


def _picture(replay: Replay, seat: int) -> Picture:
    return replay.game.picture(replay.setup, replay.seen(seat))


def _told(replay: Replay, event: Event, audience: int) -> Told:
    text = one_line(replay.game.event_text(replay.setup, event))
    return Told(event, audience, text[:1].upper() + text[1:])


def _audience(seats: int, players: int) -> int:
    everybody = (1 << players) - 1
    return EVERYBODY if seats & everybody == everybody else seats & everybody


class _Numbered:
    """Texts, each kept once."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def of(self, text: str) -> int:
        """The number of a text."""
        return self._numbers.setdefault(text, len(self._numbers))

    @property
    def all(self) -> list[str]:
        """The texts by number."""
        return list(self._numbers)


def _event_columns(
    game: Game, frames: Iterable[Frame], texts: _Numbered, *, whole: bool
) -> dict[str, Any]:
    """All events, column by column."""
    told = [one for frame in frames for one in frame.told]
    names = ("kind", *game.event_columns)
    columns: dict[str, Any] = {
        name: [one.event[place] for one in told] for place, name in enumerate(names)
    }
    columns["text"] = [texts.of(one.text) for one in told]
    if whole:
        columns["audience"] = [one.audience for one in told]
    return {"kinds": list(game.event_kinds), "columns": list(game.event_columns), **columns}


def _step_columns(frames: Sequence[Frame], lines: _Numbered) -> dict[str, Any]:
    """All steps, column by column; seldom things by step."""
    longest = max(_SHORT_NOTE, min(_LONG_NOTE, _NOTES // len(frames)))
    columns: dict[str, Any] = {
        "seat": [frame.seat for frame in frames],
        "turn": [frame.turn for frame in frames],
        "events": [len(frame.told) for frame in frames],
        "legal": [frame.legal for frame in frames],
        "elapsed_us": [frame.move.elapsed_us if frame.move else 0 for frame in frames],
        "action": [frame.move.action if frame.move else "" for frame in frames],
        "forced": [number for number, frame in enumerate(frames) if frame.forced],
        "stand_in": _where(frames, lambda move: move.stand_in),
        "note": _by_step(frames, lambda move: one_line(move.note, longest) if move.note else None),
        "eval": _by_step(frames, lambda move: move.eval),
    }
    if all(frame.scores is not None for frame in frames):
        columns["scores"] = [list(frame.scores or ()) for frame in frames]
    if any(frame.picture is not None for frame in frames):
        columns["picture"] = [_lines(frame.picture, lines) for frame in frames]
    return columns


def _where(frames: Sequence[Frame], holds: Callable[[MoveRecord], bool]) -> list[int]:
    return [n for n, frame in enumerate(frames) if frame.move is not None and holds(frame.move)]


def _by_step(
    frames: Sequence[Frame], of: Callable[[MoveRecord], str | float | None]
) -> Mapping[str, str | float]:
    found = ((n, of(frame.move)) for n, frame in enumerate(frames) if frame.move is not None)
    return {str(number): value for number, value in found if value is not None}


def _lines(picture: Picture | None, lines: _Numbered) -> list[int]:
    shown = picture.plain().split("\n") if picture else []
    return [lines.of(line) for line in shown]
