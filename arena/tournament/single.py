"""One match on its own: a contest of one pairing, whose id follows from what is played."""

import asyncio
from collections.abc import Mapping, Sequence

from arena.tournament.conduct import Now
from arena.tournament.formats.round_robin import Pairing
from arena.tournament.results import contest_id, entry_facts, finished_match, stored_entries
from leaderboard.database import Database
from leaderboard.values import Tournament, match_id
from referee.bots.entry import Entry
from referee.bots.host import Hosting, open_pool
from referee.games.contract import Game, Setup
from referee.match.clock import Control
from referee.match.plan import MatchPlan, Played, plan_match
from referee.match.play import Watcher, play
from referee.match.record import Record
from referee.match.seeds import secret_of


def plan_single(
    game: Game,
    setup: Setup,
    seats: Sequence[Entry],
    control: Control,
    *,
    seed: int,
    deal: int,
    pairing: int,
) -> MatchPlan:
    """The match that these facts decide."""
    facts = {
        "game": game.name,
        "rules": game.rules_version,
        "options": dict(setup.options),
        "control": [control.name, control.hang_us],
        "seats": entry_facts(seats),
        "seed": seed,
        "deal": deal,
        "pairing": pairing,
    }
    return plan_match(
        match=match_id(contest_id(facts), pairing),
        game=game,
        setup=setup,
        seats=tuple(seats),
        control=control,
        seed=seed,
        deal=deal,
        pairing=pairing,
    )


def play_single(
    plan: MatchPlan,
    entries: Sequence[Entry],
    hosting: Hosting,
    environment: Mapping[str, str],
    watcher: Watcher | None = None,
) -> Played:
    """Play the match, which `entries` sit down to, in a referee of its own."""

    async def playing() -> Played:
        async with open_pool(hosting, environment) as pool:
            return await play(plan, pool.table(entries), watcher)

    return asyncio.run(playing())


def store_single(
    database: Database,
    played: Played,
    entries: Sequence[Entry],
    record: Record,
    *,
    seed: int,
    arena_version: str,
    now: Now,
) -> None:
    """Keep the match; the same match played before gives way to it."""
    plan = played.plan
    now_us = now()
    tournament = plan.match.rpartition("-")[0]
    pairing = Pairing(
        number=plan.pairing,
        generation=0,
        game=0,
        round=plan.deal,
        block=plan.deal,
        deal=plan.deal,
        order=0,
        seats=tuple(range(len(plan.seats))),
    )
    match = finished_match(tournament, pairing, played, record.to_json())
    head = Tournament(
        id=tournament,
        name=" - ".join(entry.name for entry in plan.seats),
        kind="match",
        spec={"game": plan.game.name, "options": dict(plan.setup.options), "seed": seed},
        seed=seed,
        secret=secret_of(seed).hex(),
        arena_version=arena_version,
        created_us=now_us,
        finished_us=now_us,
        marks=("attached",) if any(entry.attached for entry in plan.seats) else (),
    )
    with database.writing() as store:
        store.replace_single_match(head, stored_entries(entries), match)
