"""A stored match that is taken up again at a step by another bot: found, refused, played, stored.

Until its tournament is over only one decision is asked: that needs no more than the seat was sent.
To play on would tell what the deal still hides, and others meet the same deal.
"""

import asyncio
import hmac
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from arena.errors import ArenaError, Misuse
from arena.tournament.again import stored_words
from arena.tournament.ids import contest_id, entry_facts
from arena.tournament.marks import BRANCH
from arena.tournament.preparation import Prepared
from arena.tournament.single import Single, store_single
from arena.tournament.stored import Chance, Root, chance_of, is_over, terms_of
from arena.tournament.terms import Terms
from leaderboard.database import Database
from leaderboard.errors import NotFound
from leaderboard.looking import some_entries
from leaderboard.store import Store
from leaderboard.values import StoredEntry, Tournament, match_id
from referee.bots.entry import Entry, parse_entries, parse_entry, pinned
from referee.bots.host import open_pool
from referee.bots.shelf import NO_SHELF, Shelf
from referee.match.branch import Compared, Decision, Past, Retelling, past_of, play_on
from referee.match.plan import MatchPlan, Played
from referee.match.play import Watcher
from referee.match.record import MoveRecord, Record, read_record
from referee.match.replay import Replay
from referee.match.seeds import MatchSeeds, bot_seed, commitment, seat_seed

if TYPE_CHECKING:
    from arena.tournament.conduct import Now


@dataclass(frozen=True, kw_only=True)
class Wish:
    """What somebody wants to know of a match."""

    step: int
    bot: str | None = None
    """As it is written; None for the one that sat there."""
    seat: int | None = None
    """None for whoever was on turn."""
    only: bool = False
    """Whether one decision is all that is wanted."""
    attach: bool = False


@dataclass(frozen=True, kw_only=True)
class Branching:
    """A match that can be taken up again."""

    root: Root
    record: Record
    """Of the match it is taken up from, complete."""
    over: bool
    """Whether its tournament is."""
    match: Single
    """The bots by seat; where only one decision is wanted, its bot in every place."""
    seeds: MatchSeeds
    past: Past
    only: bool
    remarks: tuple[str, ...]
    """What to know of it before, a sentence each."""

    @property
    def entry(self) -> Entry:
        """The bot that takes the seat."""
        return self.match.entries[self.root.seat]

    @property
    def needed(self) -> tuple[Entry, ...]:
        """The bots that must be made ready."""
        return (self.entry,) if self.only else self.match.entries

    def plan(self, entries: Sequence[Entry]) -> MatchPlan:
        """The match, with bots whose programs are made."""
        match, root = self.match, self.root
        facts = {
            "root": [root.match, root.step, root.seat],
            "control": [match.terms.conditions.control.name],
            "seats": entry_facts(match.entries),
        }
        return MatchPlan(
            match=match_id(contest_id(facts), match.pairing),
            game=match.game,
            setup=match.setup,
            seats=tuple(entries),
            control=match.terms.conditions.control,
            seeds=self.seeds,
            deal=match.deal,
            pairing=match.pairing,
        )


@dataclass(frozen=True)
class Branched:
    """What came of it."""

    end: Played | Decision
    compared: Compared


def find_branching(
    store: Store, name: str, wish: Wish, folder: Path | None, shelf: Shelf = NO_SHELF
) -> Branching:
    """The match of that name at that step; what cannot be is refused in a line."""
    found = store.find_match(name)
    head = store.find_tournament(found.tournament)
    record = read_record(store.record(found))
    over = is_over(head)
    if not over and not wish.only:
        raise Misuse("the tournament is not over: until then one decision is asked, add --only")
    terms = terms_of(found, head)
    chance = None if terms is None else chance_of(found, head, terms, record)
    if terms is None or chance is None:
        raise ArenaError(f"what match {found.id} was played on is not kept: play it again")
    root, remarks = _root(found.id, record, wish)
    there = some_entries(store, head.id, {seat.entry for seat in found.seats})
    stored = [there[seat.entry] for seat in found.seats]
    places = _Places(folder, shelf)
    texts = _texts(stored, root.seat, wish, places)
    entries = _entries(texts, root.seat, wish, shelf)
    game = Replay(record).game
    for entry in entries:
        if not entry.manifest.plays(game.name):
            raise Misuse(f"{entry.name} does not play {game.name}")
    agreed = Terms(
        bots=tuple(map(pinned, texts, entries)),
        games=(game.name,),
        options=record.options,
        players=record.players,
        seed=head.seed,
        conditions=terms.conditions,
    )
    setup = game.setup(record.players, record.options)
    return Branching(
        root=root,
        record=record,
        over=over,
        match=Single(agreed, entries, game, setup, chance.deal, chance.pairing, chance.table),
        seeds=_seeds(head, record, chance),
        past=past_of(record, root.step),
        only=wish.only,
        remarks=(*remarks, *(() if wish.only else _changed(entries, stored, root.seat))),
    )


def play_branch(
    branching: Branching,
    prepared: Prepared,
    environment: Mapping[str, str],
    watcher: Watcher | None = None,
) -> Branched:
    """Take the match up, in a referee of its own."""
    entries = prepared.entries * (branching.record.players if branching.only else 1)
    plan = branching.plan(entries)
    only = branching.root.seat if branching.only else None

    async def playing() -> Branched:
        async with open_pool(prepared.hosting, environment) as pool:
            retelling = Retelling(
                pool.table(entries),
                plan.game,
                branching.past,
                tuple(entry.name for entry in entries),
                only,
            )
            return Branched(await play_on(plan, retelling, watcher), retelling.compared)

    return asyncio.run(playing())


def store_branch(
    database: Database,
    branching: Branching,
    played: Played,
    run: Mapping[str, object],
    *,
    now: "Now",
) -> Record:
    """Keep the branch, apart from all that is rated; its record, seeds told."""
    return store_single(
        database,
        branching.match,
        played,
        run,
        now=now,
        kind="branch",
        more={"root": vars(branching.root)},
        marks=(BRANCH,),
    )


@dataclass(frozen=True)
class _Places:
    """Where bots lie."""

    folder: Path | None
    """Of the database."""
    shelf: Shelf


def _texts(
    stored: Sequence[StoredEntry], seat: int, wish: Wish, places: _Places
) -> tuple[str, ...]:
    """The bots by seat as they are written; its own in each place if one decision is wanted."""
    own = _own(stored[seat], wish.bot, places)
    if wish.only:
        return (own,) * len(stored)
    return tuple(
        own if number == seat else stored_words(one, places.folder)
        for number, one in enumerate(stored)
    )


def _own(stored: StoredEntry, bot: str | None, places: _Places) -> str:
    """The bot that takes the seat; another state of the same one keeps the options it had."""
    if bot is None:
        return stored_words(stored, places.folder)
    manifest = parse_entry(bot, places.shelf).manifest
    if ":" in bot or manifest.name != stored.bot:
        return bot
    kept = [
        f"{name}={value}"
        for name, value in stored.options.items()
        if name in manifest.options and value != manifest.options[name].default
    ]
    return f"{bot}:{','.join(kept)}" if kept else bot


def _entries(texts: Sequence[str], seat: int, wish: Wish, shelf: Shelf) -> tuple[Entry, ...]:
    """The bots of these texts."""
    own = parse_entry(texts[seat], shelf)
    if wish.only:
        return (replace(own, attached=wish.attach),) * len(texts)
    try:
        entries = parse_entries(texts, shelf)
    except ArenaError as error:
        raise Misuse(f"an opponent is not here: {error}; --only asks without it") from None
    return tuple(
        replace(one, attached=wish.attach and number == seat) for number, one in enumerate(entries)
    )


def _root(match: str, record: Record, wish: Wish) -> tuple[Root, tuple[str, ...]]:
    """The decision that is meant, and what to say if it is another one than was asked for."""
    decided = dict(_decisions(record))
    turns = {**{one.step: one.seat for one in _moves(record)}, **decided}
    if not turns:
        raise NotFound(f"match {match} has no steps")
    if wish.step not in turns:
        raise NotFound(
            f"there is no step '{match}@{wish.step}'; the match has steps 1 to {max(turns)}"
        )
    if wish.seat is not None and not 0 <= wish.seat < record.players:
        raise NotFound(
            f"there is no seat {wish.seat + 1}; the match has seats 1 to {record.players}"
        )
    on_turn = turns[wish.step]
    seat = on_turn if wish.seat is None else wish.seat
    own = sorted(step for step, whose in decided.items() if whose == seat)
    step = next((one for one in own if one >= wish.step), None)
    if step is None:
        last = f"its last one is {match}@{own[-1]}" if own else "its bot decided nothing"
        raise NotFound(f"seat {seat + 1} has no decision at step {wish.step} or after; {last}")
    if step == wish.step:
        return Root(match, step, seat), ()
    why = f"it is seat {on_turn + 1}'s turn" if on_turn != seat else "nobody was asked"
    return Root(match, step, seat), (
        f"At step {wish.step} {why}; the next decision of seat {seat + 1} is step {step}.",
    )


def _moves(record: Record) -> Iterator[MoveRecord]:
    return (one for one in record.moves if isinstance(one, MoveRecord))


def _decisions(record: Record) -> Iterator[tuple[int, int]]:
    """Every step at which a bot was asked, with its seat; that at which one failed with them."""
    for position in Replay(record).positions():
        if position.asked:
            yield position.step, position.seat
    for one in record.seats:
        if one.fault_step:
            yield one.fault_step, one.seat


def _seeds(head: Tournament, record: Record, chance: Chance) -> MatchSeeds:
    """The seeds of the match, held against what it was committed to."""
    match, secret = bytes.fromhex(record.match_seed or ""), bytes.fromhex(head.secret)
    if not hmac.compare_digest(commitment(secret, match), record.commitment):
        raise ArenaError(
            f"the seeds stored for match {record.match} are not those it was committed to; "
            f"arena verify {record.match} tells more"
        )
    bots = tuple(
        seat_seed(secret, match, chance.table, seat)
        if chance.table
        else bot_seed(secret, match, chance.pairing, seat)
        for seat in range(record.players)
    )
    return MatchSeeds(match, bots, record.commitment)


def _changed(entries: Sequence[Entry], stored: Sequence[StoredEntry], seat: int) -> Iterator[str]:
    """Opponents that are not what they were."""
    for number, (now, then) in enumerate(zip(entries, stored, strict=True)):
        if number != seat and now.version != then.version:
            yield (
                f"Seat {number + 1}, {then.name}, was {then.version} in the match and is "
                f"{now.version} here: it plays on as it is."
            )
