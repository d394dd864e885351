"""Random matches, and what the referee has after each step of them, to hold a viewer against."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from arena.views.film import film_of
from arena.web.replay_file import replay_file
from referee.games.laws import Case
from referee.match.record import Record, read_record
from referee.match.replay import Replay
from tests.unit.recorded import played_record


def recorded(case: Case, chance: int) -> Record:
    options: dict[str, Any] = dict(case.setup.options)
    return read_record(played_record(case.game, case.setup.players, chance=chance, **options))


def written(record: Record, folder: Path, seat: int | None = None) -> Path:
    path = folder / f"match-{seat}.html"
    path.write_text(replay_file(film_of(record, Replay(record), seat, over=True)))
    return path


def shown(record: Record) -> Iterator[tuple[list[int], list[dict[str, Any]]]]:
    """The points, and the observation of each seat, after each step."""
    replay = Replay(record)
    seats = range(record.players)

    def now() -> tuple[list[int], list[dict[str, Any]]]:
        return replay.scores(), [dict(replay.seen(seat).columns()) for seat in seats]

    for _ in replay.positions():
        yield now()
    yield now()


def plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def different(table: Mapping[str, Any], seen: Mapping[str, Any]) -> list[str]:
    """What a viewer's table has that an observation has not; the names of it."""
    # A trapper is drawn where he goes; the rules move him after the join.
    late = {"trappers"} if seen.get("joining", -1) >= 0 else set()
    return [name for name in table if name not in late and table[name] != plain(seen[name])]
