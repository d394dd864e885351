"""The nights of a season as they are stored: who took part in each, and what comes next.

A season is a tournament whose terms pin every version that ever took part, in the order of its
entries. Beside the terms stands what grows (`SEASON_SO_FAR`): who may take part, the field and
the beginning of each night, and who was set aside in the newest.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from arena.tournament.conduct import Now, refuse_other_rules, store_new, stored_total
from arena.tournament.contest import Contest, season_contest
from arena.tournament.errors import SpecError
from arena.tournament.formats import SEASON
from arena.tournament.results import fingerprints, stored_entries
from arena.tournament.schedule import Schedule
from arena.tournament.seasons.plan import Plan
from arena.tournament.seasons.roster import Aside, Field, Identity, Ready, seated
from arena.tournament.terms import FINGERPRINTS, SEASON_SO_FAR, stored_terms
from leaderboard.database import Database
from leaderboard.field import change_field
from leaderboard.store import Store
from leaderboard.values import Result, StoredEntry, Tournament, canonical
from referee.bots.entry import Entry

Choose = Callable[[frozenset[Identity]], Field]
"""Who plays if these are benched."""


@dataclass(frozen=True, kw_only=True)
class Night:
    """A night that can be played."""

    head: Tournament | None
    """As it is stored; None if the season is still to be begun."""
    number: int
    """From 1."""
    contest: Contest
    present: Mapping[int, Ready]
    """Who plays, by number of the entry."""
    aside: tuple[Aside, ...]
    new: tuple[str, ...]
    """The names of versions that did not take part before."""
    left: tuple[str, ...]
    """The names of versions that took part until now."""
    begins: bool
    """Whether it is another night than the last one that was played."""

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Those that play."""
        return tuple(self.contest.entries[number] for number in self.present)


@dataclass(frozen=True)
class _SoFar:
    """A season as it is stored."""

    head: Tournament
    entries: tuple[StoredEntry, ...]
    missing: int

    @property
    def nights(self) -> list[dict[str, Any]]:
        so_far: Any = self.head.spec[SEASON_SO_FAR]
        return list(so_far["nights"])

    @property
    def field(self) -> frozenset[int]:
        return frozenset(self.nights[-1]["field"])

    def identity(self, entry: StoredEntry) -> Identity:
        whole: Any = self.head.spec[FINGERPRINTS]
        return Identity(entry.bot, whole[entry.name], canonical(dict(entry.options)))

    def benched(self, within: Iterable[int]) -> frozenset[Identity]:
        """Who was taken out, of these."""
        numbers = frozenset(within)
        return frozenset(
            self.identity(one) for one in self.entries if one.benched and one.number in numbers
        )


def find_season(database: Database, name: str) -> Tournament | None:
    """The season of that name; None if there is none, SpecError if something else has the name."""
    with database.reading() as store:
        called = [one for one in store.tournaments("tournament") if one.name == name]
    seasons = [one for one in called if is_season(one)]
    if called and not seasons:
        raise SpecError(f"tournament {called[0].id} is called {name}, and is no season: rename it")
    if len(seasons) > 1:
        raise SpecError(f"{len(seasons)} seasons are called {name}: rename all but one")
    return seasons[0] if seasons else None


def is_season(head: Tournament) -> bool:
    """Whether a tournament is one."""
    return head.spec.get("format") == SEASON


def tonight(database: Database, head: Tournament | None, plan: Plan, choose: Choose) -> Night:
    """What is played now: what is left of the newest night, or else the next one.

    A night goes on with its field until all is played, though some of it were benched: only then
    the versions before those take their places. Otherwise what is played would depend on when it
    was stopped.
    """
    if head is None:
        return _first(plan, choose(frozenset()))
    with database.reading() as store:
        so_far = _read(store, head.id)
    everybody = range(len(so_far.entries))
    before = _identities(so_far, so_far.field)
    twice = len(before) < len(so_far.field)  # an older arena seated a bot under two names
    if so_far.missing and not twice:
        field = choose(so_far.benched(so_far.field.symmetric_difference(everybody)))
        if before == {one.identity for one in field.ready}:
            return _next(so_far, plan, field, begins=False)
    out = so_far.benched(everybody)
    field = choose(out)
    wanted = {one.identity for one in field.ready} - out
    return _next(so_far, plan, field, begins=twice or wanted != before - out)


def to_play(database: Database, night: Night) -> int:
    """How many matches are to be played in the night, and left from those before."""
    results: list[Result] = []
    if night.head is not None:
        with database.reading() as store:
            results = list(store.results(night.head.id))
    stored, present = {one.pairing for one in results}, set(night.present)
    return sum(
        one.number not in stored and present.issuperset(one.seats)
        for one in Schedule(night.contest, results)
    )


def begin_night(database: Database, night: Night, plan: Plan, now: Now) -> Tournament:
    """Store that a night begins, or who was set aside in one that goes on."""
    contest = night.contest
    if night.head is not None:
        refuse_other_rules(night.head, contest)
    entries = stored_entries(contest.entries, database.folder)
    if night.head is None:
        spec = _spec(plan, contest, {}, night, now)
        return store_new(database, contest, spec, entries, now=now)
    head = replace(night.head, spec=_spec(plan, contest, night.head.spec, night, now))
    with database.writing() as store:
        if night.begins:
            change_field(store, head, entries)
        else:
            store.reopen_tournament(head)
    return head


def _first(plan: Plan, field: Field) -> Night:
    return _night(plan, None, 1, field, begins=True)


def _next(so_far: _SoFar, plan: Plan, field: Field, *, begins: bool) -> Night:
    number = len(so_far.nights) + begins
    night = _night(plan, so_far, number, field, begins=begins)
    if not begins:
        return night
    left = [so_far.entries[one].name for one in sorted(so_far.field - set(night.present))]
    return replace(night, left=tuple(left))


def _night(plan: Plan, so_far: _SoFar | None, number: int, field: Field, *, begins: bool) -> Night:
    """The night with that field; versions that are new get the next numbers."""
    if len(field.ready) < plan.terms.players:
        can = "1 bot is" if len(field.ready) == 1 else f"{len(field.ready)} bots are"
        why = "".join(f"; {one.bot} {one.version}: {one.reason}" for one in field.aside)
        raise SpecError(
            f"{can} ready and a table takes {plan.terms.players}: "
            f"submit more, or name yardsticks{why}"
        )
    head, stored = (None, ()) if so_far is None else (so_far.head, so_far.entries)
    known = {} if so_far is None else {so_far.identity(one): one for one in stored}
    names = {one.name for one in stored}
    present: dict[int, Ready] = {}
    new: dict[int, Entry] = {}
    for one in field.ready:
        before = known.get(one.identity)
        place = len(stored) + len(new) if before is None else before.number
        if before is None:
            new[place] = seated(one, one.named(names))
            names.add(new[place].name)
        present[place] = one
    nights = stored_terms(head.spec).nights if head is not None else ()
    fields = (*nights, tuple(sorted(present))) if begins else nights
    everybody = (*stored, *_numbered(new))
    contest = season_contest(
        replace(plan.terms, bots=_written(head, new, present), nights=fields),
        everybody,
        {place: seated(one, everybody[place].name) for place, one in present.items()},
    )
    return Night(
        head=head,
        number=number,
        contest=contest,
        present=dict(sorted(present.items())),
        aside=field.aside,
        new=tuple(entry.name for entry in new.values()),
        left=(),
        begins=begins,
    )


def _numbered(new: Mapping[int, Entry]) -> tuple[StoredEntry, ...]:
    found = stored_entries(tuple(new.values()))
    return tuple(replace(one, number=place) for place, one in zip(new, found, strict=True))


def _written(
    head: Tournament | None, new: Mapping[int, Entry], present: Mapping[int, Ready]
) -> tuple[str, ...]:
    before = stored_terms(head.spec).bots if head is not None else ()
    return (*before, *(present[place].written for place in new))


def _spec(
    plan: Plan, contest: Contest, before: Mapping[str, Any], night: Night, now: Now
) -> dict[str, Any]:
    """What is stored of the season when the night begins."""
    nights = list(before[SEASON_SO_FAR]["nights"]) if before else []
    if night.begins:
        nights.append({"field": sorted(night.present), "began_us": now()})
    present = tuple(contest.entries[number] for number in night.present)
    return {
        **contest.terms.to_json(),
        FINGERPRINTS: {**before.get(FINGERPRINTS, {}), **fingerprints(present)},
        SEASON_SO_FAR: {
            "who": plan.who.to_json(),
            "nights": nights,
            "aside": [one.to_json() for one in night.aside],
        },
    }


def _read(store: Store, tournament: str) -> _SoFar:
    head, entries = store.find_tournament(tournament), store.entries(tournament)
    contest = season_contest(stored_terms(head.spec), entries, {})
    everything = stored_total(store, tournament, contest) or 0
    return _SoFar(head, entries, everything - sum(store.counts(tournament).values()))


def _identities(so_far: _SoFar, numbers: frozenset[int]) -> set[Identity]:
    return {so_far.identity(so_far.entries[number]) for number in numbers}
