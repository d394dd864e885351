"""One match on its own: a contest of one pairing, whose id follows from what is played."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from arena.tournament.errors import SpecError
from arena.tournament.field import named_game, shared_games
from arena.tournament.formats import Pairing
from arena.tournament.ids import contest_id, entry_facts
from arena.tournament.marks import ATTACHED, UNISOLATED
from arena.tournament.preparation import Prepared
from arena.tournament.results import finished_match, stored_entries
from arena.tournament.terms import Terms
from arena.version import VERSION
from leaderboard.database import Database
from leaderboard.values import Kind, Tournament, match_id
from referee.bots.entry import Entry, parse_entries, pinned
from referee.bots.host import open_pool
from referee.bots.shelf import NO_SHELF, Shelf
from referee.games.contract import Game, Setup
from referee.match.plan import MatchPlan, Played, plan_match
from referee.match.play import Watcher, play
from referee.match.record import Record, record
from referee.match.seeds import secret_of
from referee.words import suggestion

if TYPE_CHECKING:  # what plays tournaments
    from arena.tournament.conduct import Now

_NOTHING: Final[Mapping[str, object]] = {}


@dataclass(frozen=True)
class Single:
    """A match on its own, before it is played."""

    terms: Terms
    entries: tuple[Entry, ...]
    game: Game
    setup: Setup
    deal: int = 1
    """Which deal of the seed."""
    pairing: int = 1
    """Which chance for the bots."""
    table: tuple[str, ...] = ()
    """If it is a match of a tournament: who sat where there. Then `deal` counts their deals."""

    @property
    def attached(self) -> Entry | None:
        """The bot that its author starts, if there is one."""
        return next((entry for entry in self.entries if entry.attached), None)

    def plan(self, entries: Sequence[Entry]) -> MatchPlan:
        """The match, with bots whose programs are made."""
        terms, control = self.terms, self.terms.conditions.control
        facts = {
            "game": self.game.name,
            "rules": self.game.rules_version,
            "options": dict(self.setup.options),
            "control": [control.name, control.hang_us],
            "seats": entry_facts(self.entries),
            "seed": terms.seed,
            "deal": self.deal,
            "pairing": self.pairing,
            **({"table": list(self.table)} if self.table else {}),
        }
        return plan_match(
            match=match_id(contest_id(facts), self.pairing),
            game=self.game,
            setup=self.setup,
            seats=tuple(entries),
            control=control,
            seed=terms.seed,
            deal=self.deal,
            pairing=self.pairing,
            table=self.table,
        )


def single(
    terms: Terms,
    *,
    deal: int = 1,
    pairing: int = 1,
    table: tuple[str, ...] = (),
    attach: str | None = None,
    shelf: Shelf = NO_SHELF,
) -> Single:
    """The match of these terms, whose bots are named by seat; its author starts bot `attach`."""
    entries = parse_entries(terms.bots, shelf)
    if table and len(table) != len(entries):
        raise SpecError(f"--table is given once for each of {len(entries)} seats")
    if attach is not None:
        entries = _attach(entries, terms, attach)
    (game, *_) = (
        [named_game(name, entries) for name in terms.games]
        if terms.games
        else shared_games(entries, len(entries))
    )
    setup = game.setup(len(entries), terms.options)
    bots = tuple(map(pinned, terms.bots, entries))
    settled = replace(terms, bots=bots, games=(game.name,), players=len(entries))
    return Single(settled, entries, game, setup, deal, pairing, table)


def play_single(
    plan: MatchPlan,
    prepared: Prepared,
    environment: Mapping[str, str],
    watcher: Watcher | None = None,
) -> Played:
    """Play the match in a referee of its own."""

    async def playing() -> Played:
        async with open_pool(prepared.hosting, environment) as pool:
            return await play(plan, pool.table(prepared.entries), watcher)

    return asyncio.run(playing())


def store_single(
    database: Database,
    match: Single,
    played: Played,
    run: Mapping[str, object],
    *,
    now: "Now",
    kind: Kind = "match",
    more: Mapping[str, object] = _NOTHING,
    marks: tuple[str, ...] = (),
) -> Record:
    """Keep the match; the same match played before gives way to it. Its record, seeds told.

    What is not just a match brings its `kind`, its `marks`, and what is to be known of it.
    """
    plan, terms = played.plan, match.terms
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
    whole = record(played, {**run, "table": list(match.table)} if match.table else run)
    secret = secret_of(terms.seed).hex()
    attached = match.attached
    marks = (
        *marks,
        *(() if attached is None else (ATTACHED,)),
        *((UNISOLATED,) if run.get(UNISOLATED) else ()),
    )
    head = Tournament(
        id=tournament,
        name=" - ".join(entry.name for entry in plan.seats),
        kind=kind,
        spec={
            "terms": terms.seen_from(Path.cwd()).kept_in(database.folder).to_json(),
            "attached": None if attached is None else attached.name,
            **({"table": list(match.table)} if match.table else {}),
            **more,
        },
        seed=terms.seed,
        secret=secret,
        arena_version=VERSION,
        created_us=now_us,
        finished_us=now_us,
        marks=marks,
    )
    entries = stored_entries(match.entries, database.folder)
    level = str(run["isolation"])
    finished = finished_match(tournament, pairing, played, whole.to_json(), level)
    with database.writing() as store:
        store.replace_single_match(head, entries, finished)
    return whole.revealed(terms.seed, secret)


def seat_of(bot: str, entries: Sequence[Entry], terms: Terms, option: str) -> int:
    """The seat of a bot that an option names as in the tables, or as it was written."""
    names = [entry.name for entry in entries]
    named = [bot in pair for pair in zip(names, terms.bots, strict=True)]
    if True not in named:
        hint = suggestion(bot, names)
        raise SpecError(f"{option}: no bot of this match is called '{bot}'; {hint}")
    return named.index(True)


def _attach(entries: Sequence[Entry], terms: Terms, bot: str) -> tuple[Entry, ...]:
    """The same table, but its author starts `bot`."""
    if terms.conditions.control.timed:
        raise SpecError("--attach plays without a clock; leave --tc and --move-time out")
    chosen = seat_of(bot, entries, terms, "--attach")
    return tuple(replace(entry, attached=seat == chosen) for seat, entry in enumerate(entries))
