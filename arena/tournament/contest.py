"""A contest that can be played: terms agreed, bots found, games set up, every pairing a match."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from arena.tournament.extent import format_of
from arena.tournament.field import named_game, shared_games
from arena.tournament.formats import NEWEST, SEASON, TABLE_BY_TABLE, Format, Pairing
from arena.tournament.ids import contest_id, entry_facts
from arena.tournament.terms import Terms, stored_terms
from leaderboard.values import StoredEntry, Tournament
from referee.bots.entry import Entry, parse_entries, pinned
from referee.bots.manifest import Manifest
from referee.bots.shelf import NO_SHELF, Shelf
from referee.games.contract import Game, Setup
from referee.match.seeds import MatchSeeds, match_seeds, secret_of, table_seeds


@dataclass(frozen=True, slots=True)
class Fixture:
    """A pairing with all chance of its match: what a worker is given to play."""

    pairing: Pairing
    seeds: MatchSeeds


@dataclass(frozen=True)
class Contest:
    """Everything the results follow from. Equal contests have equal tables, on every machine."""

    terms: Terms
    entries: tuple[Entry, ...]
    games: tuple[tuple[Game, Setup], ...]

    def __post_init__(self) -> None:
        self.format  # noqa: B018 - what cannot be scheduled is refused here, and never stored

    @cached_property
    def format(self) -> Format:
        """Who meets whom."""
        return format_of(self.terms, len(self.entries), len(self.games))

    @cached_property
    def absent(self) -> frozenset[int]:
        """Which versions of a season are not in its field any more; none of another contest."""
        nights = self.terms.nights
        everybody = frozenset(range(len(self.entries)))
        return everybody.difference(nights[-1]) if nights else frozenset()

    @property
    def secret(self) -> bytes:
        """What keys commitments and bots' seeds; told when all is over."""
        return secret_of(self.terms.seed)

    @cached_property
    def id(self) -> str:
        """The id: a function of all of this."""
        terms = self.terms
        entries = {} if terms.format == SEASON else {"entries": entry_facts(self.entries)}
        return contest_id(
            {
                **terms.order_facts,
                **entries,
                "games": [
                    [game.name, game.rules_version, dict(setup.options)]
                    for game, setup in self.games
                ],
                "players": terms.players,
                "seat_orders": terms.seat_orders,
                "seed": terms.seed,
                "bench": terms.bench,
                **terms.conditions.facts,
            }
        )

    def fixture(self, pairing: Pairing) -> Fixture:
        """The pairing with its seeds."""
        game, setup = self.games[pairing.game]
        if self.terms.format == TABLE_BY_TABLE:
            seeds = match_seeds(
                self.terms.seed,
                deal=pairing.deal,
                pairing=pairing.number,
                game=game.name,
                rules=game.rules_version,
                players=setup.players,
            )
        else:
            seeds = table_seeds(
                self.terms.seed,
                table=[self.entries[number].name for number in pairing.seats],
                block=pairing.round,
                game=game.name,
                rules=game.rules_version,
            )
        return Fixture(pairing, seeds)


def resolve(terms: Terms, folder: Path = Path(), shelf: Shelf = NO_SHELF) -> Contest:
    """The contest of these terms, its bots found as seen from `folder`, or on the shelf.

    From here on its terms name each submitted bot in one version. The field stands by name, the
    new bots of a gauntlet before the others: in which order bots were named makes no other
    difference.
    """
    entries = parse_entries(terms.seen_from(folder, shelf).bots, shelf)
    terms = replace(terms, bots=tuple(map(pinned, terms.bots, entries)))
    if terms.format in NEWEST.values():
        by_name = sorted(entries[: terms.new], key=_name), sorted(entries[terms.new :], key=_name)
        entries = (*by_name[0], *by_name[1])
    games = (
        [named_game(name, entries) for name in terms.games]
        if terms.games
        else shared_games(entries, terms.players)
    )
    setups = tuple((game, game.setup(terms.players, terms.options)) for game in games)
    return Contest(terms, entries, setups)


@dataclass(frozen=True)
class Gone(Entry):
    """An entry of which only what is stored is known: it sits at no table any more."""

    was: str = field(kw_only=True)
    """Its version."""

    @property
    def version(self) -> str:
        """The version that took part."""
        return self.was


def resolve_stored(
    head: Tournament,
    entries: Sequence[StoredEntry],
    folder: Path = Path(),
    shelf: Shelf = NO_SHELF,
) -> Contest:
    """The contest of a stored tournament, with its `entries`, for a database in `folder`."""
    terms = stored_terms(head.spec)
    if terms.format == SEASON:
        return season_contest(terms, entries, {})
    return resolve(terms, folder, shelf)


def season_contest(
    terms: Terms, stored: Sequence[StoredEntry], present: Mapping[int, Entry]
) -> Contest:
    """The contest of a season: versions come and go, so those who are not `present` are told."""
    entries = tuple(present.get(one.number) or _gone(one) for one in stored)
    games = [named_game(name, tuple(present.values())) for name in terms.games]
    setups = tuple((game, game.setup(terms.players, terms.options)) for game in games)
    return Contest(terms, entries, setups)


def _gone(stored: StoredEntry) -> Gone:
    manifest = Manifest(home=Path(stored.home), name=stored.bot, command=stored.command)
    return Gone(stored.name, manifest, stored.options, was=stored.version)


def _name(entry: Entry) -> str:
    return entry.name
