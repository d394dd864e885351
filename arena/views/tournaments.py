"""The stored tournaments as people look at them: a list, and one that is to go."""

import shlex
from dataclasses import dataclass
from typing import Final

from arena.errors import Misuse
from arena.text import NO_NAME, is_name
from arena.tournament.extent import scheduled
from leaderboard.field import is_played, newest_field
from leaderboard.looking import count_entries
from leaderboard.store import LAST, Store
from leaderboard.values import Tournament

_KIND: Final = "tournament"


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentRow:
    """A tournament in a list."""

    id: str
    name: str
    games: tuple[str, ...]
    players: int | None
    bots: int
    done: int
    """Matches that are not missing: played, void or skipped."""
    total: int | None
    """None if it has no end, or none that can be told."""
    finished: bool
    season: bool
    played: bool
    """Whether nothing is missing: if it is not finished, it is a season that goes on."""
    created_us: int
    finished_us: int | None
    marks: tuple[str, ...]

    @property
    def again(self) -> str:
        """The command that plays it on; empty if nothing is missing."""
        if self.played:
            return ""
        return f"season {shlex.quote(self.name)}" if self.season else f"resume {self.id}"

    @property
    def state(self) -> str:
        """In a word. Whether somebody plays it just now is not known."""
        if self.played and not self.finished:
            return "open"
        return "finished" if self.finished else "unfinished"

    def to_json(self) -> dict[str, object]:
        """The tournament for machines."""
        return {
            "name": self.name,
            "games": list(self.games),
            "players": self.players,
            "bots": self.bots,
            "done": self.done,
            "total": self.total,
            "state": self.state,
            "run": {
                "tournament": self.id,
                "created_us": self.created_us,
                "finished_us": self.finished_us,
                "marks": list(self.marks),
            },
        }


@dataclass(frozen=True, slots=True)
class TournamentPage:
    """Part of the list, the newest first."""

    rows: tuple[TournamentRow, ...]
    total: int
    """How many there are in all."""


def list_tournaments(store: Store, *, limit: int, page: int = 1) -> TournamentPage:
    """A page of the list, counted from 1."""
    heads = store.tournaments(_KIND, limit, (page - 1) * limit)
    return TournamentPage(
        tuple(_row(store, head) for head in heads), store.count_tournaments(_KIND)
    )


def tournament_row(store: Store, name: str) -> TournamentRow:
    """What is called so by its id, the beginning of it, or its name; a rating as well."""
    return _row(store, store.find_tournament(name, _KIND if name == LAST else None))


def rename(store: Store, tournament: str, name: str) -> TournamentRow:
    """Give a tournament another name; as it stands then."""
    if name == LAST:
        raise Misuse(f"'{LAST}' always means the newest tournament: choose another name")
    if name and not is_name(name):
        raise Misuse(NO_NAME)
    head = store.find_tournament(tournament, _KIND)
    store.rename_tournament(head.id, name)
    return tournament_row(store, head.id)


def _row(store: Store, head: Tournament) -> TournamentRow:
    everybody = count_entries(store, head.id)
    field = newest_field(head)
    entries = everybody if field is None else len(field)
    done = sum(store.counts(head.id).values())
    finished = head.finished_us is not None
    games, players = head.spec.get("games"), head.spec.get("players")
    total = scheduled(head.spec, everybody)
    played = is_played(head)
    return TournamentRow(
        id=head.id,
        name=head.name,
        games=tuple(map(str, games)) if isinstance(games, list) else (),
        players=players if isinstance(players, int) else None,
        bots=entries,
        done=done,
        total=done if played else total,
        finished=finished,
        season=field is not None,
        played=played,
        created_us=head.created_us,
        finished_us=head.finished_us,
        marks=head.marks,
    )
