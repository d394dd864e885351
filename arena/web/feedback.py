"""What a bot's author is told, as one folder: a page, tables, and what its own seat saw and said.

    index.html       to begin with
    results.csv      every match in a line; results.json the same and more
    replays/         matches as the seat saw them, the worst first in the page
    logs/            what the bot printed in them, and its notes

A folder is made again in place: what never changes any more is left as it is, whatever was
interrupted is finished, and what is not wanted any more goes. A folder that somebody else has
filled is never touched.
"""

import csv
import hashlib
import io
import json
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import astuple, dataclass, field
from pathlib import Path
from typing import Any, Final

from arena.errors import ArenaError
from arena.text import one_line, safe
from arena.views.feedback import Feedback, Result
from arena.views.film import film
from arena.views.match import tell_record
from arena.web.assets import drawing, own
from arena.web.feedback_page import Look, feedback_page
from arena.web.files import NotWritten, write
from arena.web.replay_file import replay_file
from leaderboard.store import Store
from leaderboard.values import Pool
from referee.games.registry import UnknownGame, get_game
from referee.match.record import MoveRecord, Record

LEDGER: Final = ".arena-feedback.json"
"""Whose folder it is, and what was put there."""
_FORM: Final = "arena-feedback/1"
_OURS: Final = re.compile(r"((replays|logs)/)?[\w+-][\w.+-]*")
_PLAIN: Final = re.compile(r"[^A-Za-z0-9._+-]")


class NotOurs(ArenaError):
    """A folder with files of somebody else, or about another bot."""


@dataclass(frozen=True, slots=True)
class Written:
    """What was done."""

    folder: Path
    bot: str
    results: int
    replays: int
    written: int

    @property
    def words(self) -> str:
        """In a sentence."""
        return (
            f"{self.folder}: {one_line(self.bot)}, {self.results} results, "
            f"{self.replays} replays, {self.written} files new or changed."
        )

    def to_json(self) -> dict[str, object]:
        """For machines."""
        told = {name: getattr(self, name) for name in ("bot", "results", "replays", "written")}
        return {"folder": str(self.folder), **told}


@dataclass(slots=True)
class _Ledger:
    """What is known of a folder from before."""

    about: dict[str, Any]
    """Whose it is: it never becomes another one's."""
    looks: str
    files: set[str] = field(default_factory=set)
    """All that was put there, or was about to be."""
    settled: set[str] = field(default_factory=set)
    """What never changes any more."""

    def keep(self, folder: Path) -> None:
        """Write it down."""
        told = {**self.about, "looks": self.looks}
        lists = {"files": sorted(self.files), "settled": sorted(self.settled)}
        write(folder / LEDGER, json.dumps({**told, **lists}))


def write_feedback(
    store: Store, told: Feedback, folder: Path, tell: Callable[[int, int], None]
) -> Written:
    """Write the folder; `tell` is told how many matches of how many are done."""
    ledger = _open(folder, told)
    before = set(ledger.files)
    planned = {name for one in told.worst for name in (_replay_name(one), _log_name(one))}
    ledger.files |= planned | {"index.html", "results.csv", "results.json"}
    ledger.keep(folder)
    one = _Folder(store, folder, told, ledger)
    looks = []
    for number, result in enumerate(told.worst, start=1):
        looks.append(one.look_at(result))
        tell(number, len(told.worst))
    one.put("results.csv", _csv(told.results))
    one.put("results.json", json.dumps(told.to_json(), indent=1) + "\n")
    one.put("index.html", feedback_page(told, looks))
    for name in sorted((before | ledger.files) - one.kept):
        _remove(folder / name)
    ledger.files = one.kept
    ledger.settled &= one.kept
    ledger.keep(folder)
    replays = sum(1 for look in looks if look.replay)
    return Written(folder, told.bot, len(told.results), replays, one.written)


def folder_name(bot: str, number: int) -> str:
    """A folder for a bot among others, whatever its name is made of."""
    plain = _PLAIN.sub("_", bot).lstrip(".")[:60]
    return plain if plain == bot else f"{plain or 'bot'}-{number + 1}"


def _open(folder: Path, told: Feedback) -> _Ledger:
    """The folder with what is known of it; NotOurs if it holds anything else."""
    about = {"form": _FORM, "bot": told.bot, "version": told.version, "of": told.tournament}
    fresh = _Ledger(about, _looks(told))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        there = any(folder.iterdir())
    except OSError as error:
        raise NotWritten(f"{folder} cannot be written ({error.strerror})") from None
    if not there:
        return fresh
    try:
        kept: Any = json.loads((folder / LEDGER).read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        kept = None
    if not isinstance(kept, dict):
        raise NotOurs(f"{folder} holds other files: name an empty folder, or a new one")
    if any(kept.get(name) != value for name, value in about.items()):
        whose = f"{kept.get('bot')} {kept.get('version')} in {kept.get('of')}"
        raise NotOurs(f"{folder} is about {whose}: name another folder, or remove it")
    fresh.files = _names(kept.get("files"))
    if kept.get("looks") == fresh.looks:
        fresh.settled = fresh.files & _names(kept.get("settled"))
    return fresh


def _names(told: object) -> set[str]:
    """The names in a list that are such as we give: a ledger is a file that anybody can write."""
    names = told if isinstance(told, list) else []
    return {name for name in names if isinstance(name, str) and _OURS.fullmatch(name)}


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise NotWritten(
            f"{path} cannot be removed ({error.strerror}): name another folder, or remove it"
        ) from None


def _looks(told: Feedback) -> str:
    """Changes when a match would be shown otherwise."""
    parts = [own(name) for name in ("base.css", "viewer.css", "viewer.js", "theme.js", "ui.svg")]
    for game in sorted({Pool.parse(one.key).game for one in told.results}):
        with suppress(UnknownGame):  # nor is there a replay of it
            parts += astuple(drawing(get_game(game)))
    return hashlib.sha256("".join([*parts, str(told.over)]).encode()).hexdigest()


@dataclass(slots=True)
class _Folder:
    """A folder that is being filled."""

    store: Store
    folder: Path
    told: Feedback
    ledger: _Ledger
    kept: set[str] = field(default_factory=set)
    written: int = 0

    def put(self, name: str, text: str) -> None:
        """Have this in a file, which is written only if it changes."""
        path = self.folder / name
        self.kept.add(name)
        try:
            if path.is_file() and path.read_bytes() == text.encode():
                return
            path.parent.mkdir(exist_ok=True)
        except OSError as error:
            raise NotWritten(f"{path} cannot be written ({error.strerror})") from None
        write(path, text)
        self.written += 1

    def look_at(self, result: Result) -> Look:
        """A match: its replay and log, as far as they are kept."""
        try:
            view = tell_record(self.store, result.match)
        except ArenaError as error:
            return Look(result, "", self._log(result, None), str(error), None, "")
        record, seat = view.complete, result.seat
        evidence = {at: text for at, text in record.evidence.items() if at == str(seat)}
        name, trouble = _replay_name(result), ""
        if name in self.ledger.settled and (self.folder / name).is_file():
            self.kept.add(name)
        else:
            try:
                self.put(name, replay_file(film(view, seat), evidence))
                self.ledger.settled.add(name)
            except NotWritten:
                raise
            except ArenaError as error:  # other rules: the rest of the folder is made
                name, trouble = "", str(error)
        failed = record.seats[seat].fault_step
        step = _first_step(record, seat) if failed is None else failed
        log = self._log(result, record)
        return Look(result, name, log, trouble, step, evidence.get(str(seat), ""))

    def _log(self, result: Result, record: Record | None) -> str:
        """What the bot printed and noted, in a file; its name, empty if there is nothing."""
        found = self.store.find_match(result.match)
        printed = self.store.logs(found).get(result.seat, "")
        notes = [] if record is None else [*_notes(record, result.seat)]
        if printed is None:
            printed = "(what it printed was removed)"
        if not printed and not notes:
            return ""
        name = _log_name(result)
        text = [printed.rstrip("\n"), *(["", "Notes:", *notes] if notes else [])]
        self.put(name, safe("\n".join(text).lstrip("\n")) + "\n")
        return name


def _notes(record: Record, seat: int) -> Iterable[str]:
    for move in record.moves:
        if not isinstance(move, MoveRecord) or move.seat != seat or move.stand_in:
            continue
        if move.note or move.eval is not None:
            value = "" if move.eval is None else f" eval {move.eval:.3f}"
            yield f"step {move.step}: {move.action}{value} {one_line(move.note or '')}".rstrip()


def _first_step(record: Record, seat: int) -> int:
    moves = (one for one in record.moves if isinstance(one, MoveRecord) and one.seat == seat)
    return next((one.step for one in moves), 1)


def _replay_name(one: Result) -> str:
    return f"replays/{one.match}-seat{one.seat + 1}.html"


def _log_name(one: Result) -> str:
    return f"logs/{one.match}-seat{one.seat + 1}.txt"


def _csv(results: Iterable[Result]) -> str:
    """All results, a line each; what everybody at the table knows."""
    out = io.StringIO()
    lines = csv.writer(out, lineterminator="\n")
    names = ("match", "pool", "status", "seat", "rank", "score", "margin", "against", "turns")
    lines.writerow([*names, "termination", "fault", "elapsed_us", "reason"])
    for one in results:
        against = " ".join(one_line(other.bot) for other in one.others)
        told = (one.match, one.pool, one.status, one.seat + 1, one.rank, one.score, one.margin)
        ending = (one.turns, one.termination, one.fault, one.elapsed_us, one_line(one.reason))
        lines.writerow([_cell(value) for value in (*told, against, *ending)])
    return out.getvalue()


def _cell(value: object) -> object:
    """A value that no spreadsheet takes for a formula."""
    if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t")):
        return f"'{value}"
    return "" if value is None else value
