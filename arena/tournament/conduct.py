"""A tournament from its start, or from where it was stopped, to its table."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

from arena.tournament.contest import Contest, resolve
from arena.tournament.errors import SpecError
from arena.tournament.events import (
    Entered,
    Event,
    HostNews,
    NightOver,
    TournamentFinished,
    TournamentStarted,
    TournamentStopped,
    WorkerSilent,
)
from arena.tournament.formats import SEASON, TABLE_BY_TABLE
from arena.tournament.marks import UNISOLATED
from arena.tournament.patience import steady
from arena.tournament.places import Place
from arena.tournament.places.local import LocalPlace, default_workers
from arena.tournament.preparation import Prepared
from arena.tournament.results import fingerprints, stored_entries
from arena.tournament.run import Run
from arena.tournament.runner import Brake, Ending, Runner
from arena.tournament.schedule import total
from arena.tournament.terms import FINGERPRINTS, stored_terms
from arena.tournament.worker import assign
from arena.version import VERSION
from leaderboard.database import Database
from leaderboard.errors import TournamentExists
from leaderboard.field import end_night
from leaderboard.standings import make_standings
from leaderboard.steady import Steady
from leaderboard.store import Store
from leaderboard.values import Kind, StoredEntry, Tournament
from referee.bots.shelf import NO_SHELF, Shelf
from referee.match.seeds import SECRET_BITS

Now = Callable[[], int]
"""Microseconds since 1970."""
SHARED_CHUNK_S = 0.125
"""How long a chunk is where several runners may play: what is not stored when one of them is
killed is played again."""
CLUSTER_CHUNK_S = 2.0
"""How long a chunk is on a cluster: a task costs milliseconds, wherever it is played."""


def begin(
    database: Database, contest: Contest, *, now: Now, kind: Kind = "tournament"
) -> Tournament:
    """Store a new tournament. The same one again gets a number behind its id."""
    games = tuple(game.name for game, _ in contest.games)  # which the bots share may change
    terms = replace(contest.terms, games=games).kept_in(database.folder)
    entries = stored_entries(contest.entries, database.folder)
    spec = {**terms.to_json(), FINGERPRINTS: fingerprints(contest.entries)}
    return store_new(database, contest, spec, entries, now=now, kind=kind)


def store_new(
    database: Database,
    contest: Contest,
    spec: Mapping[str, object],
    entries: Sequence[StoredEntry],
    *,
    now: Now,
    kind: Kind = "tournament",
) -> Tournament:
    """Store what is decided before the first match, under an id that is free."""
    for number in count(1):
        head = Tournament(
            id=contest.id if number == 1 else f"{contest.id}x{number}",
            name=contest.terms.name,
            kind=kind,
            spec=spec,
            seed=contest.terms.seed,
            secret=contest.secret.hex(),
            arena_version=VERSION,
            created_us=now(),
        )
        try:
            with database.writing() as store:
                store.add_tournament(head, entries)
        except TournamentExists:
            continue
        return head
    raise AssertionError("numbers do not end")


def reopen(database: Database, head: Tournament, shelf: Shelf = NO_SHELF) -> Contest:
    """The contest of a stored tournament; SpecError if it would not be the same any more."""
    _refuse_season(head)
    contest = resolve(stored_terms(head.spec), database.folder or Path(), shelf)
    with database.reading() as store:
        stored = store.entries(head.id)
    whole: Any = head.spec.get(FINGERPRINTS, {})  # older tournaments know the short ones alone
    for then, now in zip(stored, contest.entries, strict=True):
        if not (then.home or now.manifest.foreign or now.manifest.built_in):
            raise SpecError(
                f"{then.name} was a submitted bot when tournament {head.id} began, and is found "
                f"in {now.manifest.home} now: name its shelf with --shelf or ARENA_SHELF"
            )
        if then.version != now.version:
            raise SpecError(
                f"{then.name} has changed since tournament {head.id} began "
                f"(it was {then.version}, it is {now.version} in {now.manifest.home}): "
                "put it back, or begin a new one"
            )
        if whole.get(then.name, now.manifest.fingerprint) != now.manifest.fingerprint:
            raise SpecError(
                f"{then.name} has changed since tournament {head.id} began, though its version "
                f"looks the same ({now.version}): put it back, or begin a new one"
            )
    refuse_other_rules(head, contest)
    return contest


def refuse_other_rules(head: Tournament, contest: Contest) -> None:
    """SpecError if a stored tournament would not be the same any more."""
    if contest.id != head.id.partition("x")[0]:
        raise SpecError(
            f"the rules have changed since tournament {head.id} began: begin a new one"
        )


def prolong(
    database: Database, head: Tournament, rounds: int, shelf: Shelf = NO_SHELF
) -> Tournament:
    """Let a tournament have so many rounds, more than before or fewer, and be open again."""
    changed = longer(database, head, rounds, shelf)
    with database.writing() as store:
        store.reopen_tournament(changed)
    return changed


def longer(
    database: Database, head: Tournament, rounds: int, shelf: Shelf = NO_SHELF
) -> Tournament:
    """A tournament with so many rounds; SpecError if it cannot have them. Nothing is stored."""
    _refuse_season(head)
    terms = stored_terms(head.spec)
    if terms.format == TABLE_BY_TABLE:
        raise SpecError(
            f"tournament {head.id} is in the first order of play, which cannot be prolonged: "
            "begin a new one"
        )
    wanted = replace(terms, rounds=rounds)
    contest = resolve(wanted, database.folder or Path(), shelf)
    with database.reading() as store:
        last = max((one.pairing for one in store.results(head.id)), default=0)
    if last > rounds * contest.format.in_a_pass:
        played = -(-last // contest.format.in_a_pass)
        raise SpecError(f"tournament {head.id} has begun {played} rounds; --rounds is not less")
    kept = {key: head.spec[key] for key in (FINGERPRINTS,) if key in head.spec}
    return replace(head, spec={**wanted.to_json(), **kept}, finished_us=None)


def _refuse_season(head: Tournament) -> None:
    if head.spec.get("format") == SEASON:
        raise SpecError(f"{head.id} is a season: arena season {head.name} plays it on")


def missing(database: Database, head: Tournament, contest: Contest) -> int | None:
    """How many matches are still to be played, as far as can be told; None without end."""
    with database.reading() as store:
        everything = stored_total(store, head.id, contest)
        return None if everything is None else everything - sum(store.counts(head.id).values())


def stored_total(store: Store, tournament: str, contest: Contest) -> int | None:
    """How many matches there are in all, as far as can be told; None without end."""
    if contest.terms.format != SEASON:
        return total(contest, ())
    # Only what was skipped changes a season's total; there may be millions of others.
    return total(contest, [one for one in store.results(tournament) if one.status == "skipped"])


def conduct(
    database: Database,
    head: Tournament,
    contest: Contest,
    prepared: Prepared,
    run: Run,
    *,
    brake: Brake,
    tell: Callable[[Event], None],
    now: Now,
) -> Ending:
    """Play what is missing; when nothing is any more, close the tournament."""
    left = missing(database, head, contest)
    tell(_started(database, head, contest, left))
    if prepared.hosting.unisolated and left != 0:
        steady(database, tell).write(lambda store: store.mark(head.id, UNISOLATED))
    playing = prepared.in_place_of(contest)
    with database.claims(head.id) as claims:
        runner = Runner(
            head.id,
            playing,
            database,
            tell,
            brake,
            now,
            claims,
            keep_logs=run.keep_logs,
            least_bytes=run.least_bytes,
        )
        runner.chunk_s = SHARED_CHUNK_S if claims.shared else runner.chunk_s
        with _place(runner, prepared, run, left) as place:
            ending = runner.run(place)
        runner.tell_ratings()
    tell(_close(steady(database, tell), head, ending, contest, now))
    return ending


@contextmanager
def _place(runner: Runner, prepared: Prepared, run: Run, left: int | None) -> Iterator[Place]:
    """Where it is played."""
    tournament, contest, tell = runner.tournament, runner.contest, runner.tell
    if run.cluster is not None and left != 0:
        from arena.tournament.places.kit import make_kit  # noqa: PLC0415 - seldom needed

        kit = make_kit(tournament, contest, prepared.hosting, prepared.surroundings)
        runner.chunk_s = CLUSTER_CHUNK_S
        with run.cluster.open(kit, lambda text: tell(HostNews(text=text))) as cluster:
            yield cluster
        return
    wanted = run.workers or default_workers()
    workers = wanted if left is None else max(1, min(wanted, left))  # more may follow
    assignment = assign(tournament, contest, prepared.hosting)
    with LocalPlace(
        assignment, workers, silent=lambda left_s: tell(WorkerSilent(replaced_in_s=left_s))
    ) as place:
        yield place


def _started(
    database: Database, head: Tournament, contest: Contest, left: int | None
) -> TournamentStarted:
    with database.reading() as store:
        matches = stored_total(store, head.id, contest)
    entered = [one for number, one in enumerate(contest.entries) if number not in contest.absent]
    return TournamentStarted(
        tournament=head.id,
        name=head.name,
        format=contest.terms.format,
        entries=tuple(Entered(bot=one.name, version=one.version) for one in entered),
        games=tuple(game.name for game, _ in contest.games),
        players=contest.terms.players,
        rounds=contest.terms.rounds,
        matches=matches,
        missing=left,
        seed=head.seed if head.seed.bit_length() < SECRET_BITS else None,
    )


def _close(
    database: Steady, head: Tournament, ending: Ending, contest: Contest, now: Now
) -> TournamentStopped | TournamentFinished | NightOver:
    """Keep the table, and the end if it is one; the last that is told.

    A season is over when its organiser says so: until then its seed decides deals to come.
    """
    counts, made, everything = database.read(
        lambda store: (
            store.counts(head.id),
            make_standings(store, head.id),
            stored_total(store, head.id, contest),
        )
    )
    season = contest.terms.format == SEASON

    def keep(store: Store) -> None:
        made.keep(store)
        if ending is Ending.COMPLETE and season:
            end_night(store, head.id, now())
        elif ending is Ending.COMPLETE:
            store.finish_tournament(head.id, now())

    database.write(keep)
    stored = sum(counts.values())
    if ending is not Ending.COMPLETE:
        left = None if everything is None else everything - stored
        return TournamentStopped(tournament=head.id, done=stored, missing=left)
    if season:
        return NightOver(
            tournament=head.id,
            night=len(contest.terms.nights),
            done=counts.get("done", 0),
            void=counts.get("void", 0),
            skipped=counts.get("skipped", 0),
            faults=made.faults,
        )
    return TournamentFinished(
        tournament=head.id,
        seed=head.seed,
        done=counts.get("done", 0),
        void=counts.get("void", 0),
        skipped=counts.get("skipped", 0),
        faults=made.faults,
    )
