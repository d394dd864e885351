"""What is agreed of a season: the terms of its matches, and who may take part.

A file is that of a tournament without bots, as these are told by patterns:

    games = ["kupferkessel"]
    rounds = 20                         # deals for each table; 10 unless given
    bots = ["*"]                        # submitted bots by name; all of them unless given
    exclude = ["test-*"]
    yardsticks = ["heuristic", "mcts:iterations=200"]    # of those that come with the arena

The terms stay what they were when the season began; who may take part may be changed.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Final

from arena.text import NO_NAME, is_name
from arena.tournament.errors import SpecError
from arena.tournament.formats import SEASON
from arena.tournament.terms import (
    KEYS,
    ROUNDS,
    SEASON_SO_FAR,
    Terms,
    parse_terms,
    read_document,
    stored_terms,
)
from leaderboard.store import LAST
from leaderboard.values import Tournament
from referee.words import suggestion

_WHO: Final = ("bots", "exclude", "yardsticks")
_KEYS: Final = (*_WHO, *(key for key in KEYS if key not in ("bots", "format", "sprt", "new")))
_GROWS: Final = ("bots", "name", "seed")
"""What of the terms may differ: who took part, what it is called, and a seed nobody told."""


@dataclass(frozen=True, kw_only=True)
class Who:
    """Who may take part."""

    bots: tuple[str, ...] = ("*",)
    """Patterns of the names of submitted bots."""
    exclude: tuple[str, ...] = ()
    yardsticks: tuple[str, ...] = ()
    """Bots that come with the arena, with their options."""

    def takes(self, name: str) -> bool:
        """Whether the submitted bot of that name may take part."""
        return _among(name, self.bots) and not _among(name, self.exclude)

    def to_json(self) -> dict[str, list[str]]:
        """As it is stored."""
        return {name: list(getattr(self, name)) for name in _WHO}


@dataclass(frozen=True, kw_only=True)
class Plan:
    """A season as it was agreed."""

    terms: Terms
    who: Who
    seeded: bool
    """Whether the seed was told, and not drawn."""


def read_plan(path: Path, name: str) -> Plan:
    """The plan that a file tells for the season called `name`."""
    document = read_document(path)
    try:
        return parse_plan(document, name)
    except SpecError as error:
        raise SpecError(f"{path}: {error}") from None


def parse_plan(document: Mapping[str, Any], name: str) -> Plan:
    """The plan of a parsed document; SpecError tells what is wrong with it."""
    if not is_name(name) or name == LAST:
        raise SpecError(f"'{name}' is no name for a season: {NO_NAME}")
    if document.get("name", name) != name:
        raise SpecError(f"the file is about '{document['name']}', not '{name}'")
    if "format" in document or "sprt" in document:
        raise SpecError("a season has a format of its own: leave format and sprt out")
    for key in document:
        if key not in _KEYS:
            raise SpecError(f"unknown key '{key}'; {suggestion(key, _KEYS)}")
    if not document.get("games"):
        raise SpecError('games are missing, for example games = ["kupferkessel"]')
    who = _parse_who({key: document[key] for key in _WHO if key in document})
    told = {key: value for key, value in document.items() if key not in _WHO}
    terms = parse_terms({**told, "name": name, "format": SEASON}, ROUNDS)
    return Plan(terms=terms, who=who, seeded="seed" in document)


def stored_plan(head: Tournament) -> Plan:
    """The plan of a season that was begun."""
    so_far: Any = head.spec[SEASON_SO_FAR]
    who = _parse_who(so_far["who"])
    return Plan(terms=replace(stored_terms(head.spec), nights=()), who=who, seeded=True)


def agreed_again(plan: Plan, head: Tournament) -> Plan:
    """The plan for a season that was begun: its terms, and who may take part now.

    SpecError if the terms are not those on which it began.
    """
    began = stored_plan(head)
    grows = _GROWS[:2] if plan.seeded else _GROWS
    ours, theirs = (_without(one.terms.to_json(), grows) for one in (plan, began))
    for key in sorted({*ours, *theirs}):
        if ours.get(key) != theirs.get(key):
            told = "another seed" if key == "seed" else f"{key} was {theirs.get(key)!r}"
            raise SpecError(
                f"season {head.name} began on other terms ({told}): put that back, "
                "or begin another season"
            )
    return replace(began, who=plan.who)


def _parse_who(document: Mapping[str, Any]) -> Who:
    for key, value in document.items():
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise SpecError(f"{key} is a list of texts")
    return Who(**{key: tuple(value) for key, value in document.items()})


def _without(told: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    return {key: value for key, value in told.items() if key not in names}


def _among(name: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns)
