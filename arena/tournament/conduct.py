"""A tournament from its start, or from where it was stopped, to its table."""

from collections.abc import Callable
from itertools import count

from arena.tournament.contest import Contest
from arena.tournament.errors import SpecError
from arena.tournament.events import (
    Event,
    TournamentFinished,
    TournamentStarted,
    TournamentStopped,
)
from arena.tournament.places.local import LocalSlots
from arena.tournament.results import stored_entries
from arena.tournament.runner import Brake, Ending, Runner
from arena.tournament.spec import Spec, parse_spec
from arena.tournament.worker import Assignment
from leaderboard.database import Database
from leaderboard.errors import TournamentExists
from leaderboard.standings import keep_standings
from leaderboard.values import Tournament
from referee.bots.host import Hosting
from referee.match.seeds import SECRET_BITS

Now = Callable[[], int]
"""Microseconds since 1970."""


def begin(
    database: Database, spec: Spec, contest: Contest, *, arena_version: str, now: Now
) -> Tournament:
    """Store a new tournament. The same one again gets a number behind its id."""
    for number in count(1):
        head = Tournament(
            id=contest.id if number == 1 else f"{contest.id}x{number}",
            name=spec.name,
            spec=spec.to_json(),
            seed=spec.seed,
            secret=contest.secret.hex(),
            arena_version=arena_version,
            created_us=now(),
        )
        try:
            with database.writing() as store:
                store.add_tournament(head, stored_entries(contest.entries))
        except TournamentExists:
            continue
        return head
    raise AssertionError("numbers do not end")


def reopen(database: Database, head: Tournament) -> Contest:
    """The contest of a stored tournament; SpecError if it would not be the same any more."""
    contest = parse_spec(head.spec).resolve()
    with database.reading() as store:
        stored = store.entries(head.id)
    for then, now in zip(stored, stored_entries(contest.entries), strict=True):
        if then.version != now.version:
            raise SpecError(
                f"{then.name} has changed since tournament {head.id} began "
                f"(it was {then.version}, it is {now.version}): put it back, or begin a new one"
            )
    if contest.id != head.id.partition("x")[0]:
        raise SpecError(
            f"the rules have changed since tournament {head.id} began: begin a new one"
        )
    return contest


def conduct(
    database: Database,
    head: Tournament,
    contest: Contest,
    hosting: Hosting,
    *,
    workers: int,
    brake: Brake,
    tell: Callable[[Event], None],
    now: Now,
) -> Ending:
    """Play what is missing; when nothing is any more, close the tournament."""
    with database.reading() as store:
        done = sum(store.counts(head.id).values())
    total = contest.schedule.count
    tell(
        TournamentStarted(
            tournament=head.id,
            name=head.name,
            entries=[{"bot": one.name, "version": one.version} for one in contest.entries],
            games=[game.name for game, _ in contest.games],
            players=contest.players,
            rounds=contest.rounds,
            matches=total,
            missing=total - done,
            seed=head.seed if head.seed.bit_length() < SECRET_BITS else None,
        )
    )
    runner = Runner(head.id, contest, database, tell, brake)
    with LocalSlots(Assignment(head.id, contest, hosting), min(workers, total - done)) as slots:
        ending = runner.run(slots)
    runner.tell_ratings()
    with database.writing() as store:
        counts = store.counts(head.id)
        keep_standings(store, head.id)
        faults = sum(sum(result.faults) for result in store.results(head.id, everything=True))
        if ending is Ending.COMPLETE and head.finished_us is None:
            store.finish_tournament(head.id, now())
    stored = sum(counts.values())
    if ending is Ending.STOPPED:
        tell(TournamentStopped(tournament=head.id, done=stored, missing=total - stored))
    else:
        tell(
            TournamentFinished(
                tournament=head.id,
                seed=head.seed,
                done=counts.get("done", 0),
                void=counts.get("void", 0),
                skipped=counts.get("skipped", 0),
                faults=faults,
            )
        )
    return ending
