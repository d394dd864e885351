"""All tournaments of a database taken together."""

from dataclasses import replace

from leaderboard.database import Database
from leaderboard.pooling import pooled
from leaderboard.standings import standings
from leaderboard.store import Store
from leaderboard.values import SeatResult, StoredEntry
from tests.leaderboard.samples import field, head, match, random_matches


def played(store: Store, name: str, entries: list[StoredEntry], seed: int = 1) -> None:
    """A tournament of four bots with 300 matches, some of them void."""
    store.add_tournament(head(name), entries)
    matches = random_matches(seed, 300, 4, 2)
    store.add_matches(replace(one, tournament=name, stored_us=None) for one in matches)


def test_of_one_tournament_the_tables_are_its_own(database: Database) -> None:
    with database.writing() as store:
        store.delete_tournament("abc")
        played(store, "one", field(4))

        alone, together = standings(store, "one"), pooled(store).tables

    shown = [[(one.entry.name, one.score) for one in table.standings] for table in together]
    assert shown == [[(one.entry.name, one.score) for one in table.standings] for table in alone]
    assert [table.waiting for table in together] == [table.waiting for table in alone]


def test_a_version_is_a_line_wherever_it_played(database: Database) -> None:
    newer = [replace(one, version="v9") if one.number == 0 else one for one in field(4)]
    with database.writing() as store:
        store.delete_tournament("abc")
        played(store, "one", field(4))
        played(store, "two", newer, seed=2)

        (table,) = pooled(store).tables

    matches = {one.entry.name: one.score.tally.matches for one in table.standings}
    assert set(matches) == {"bot0@v0", "bot0@v9", "bot1", "bot2", "bot3"}
    assert matches["bot1"] > max(matches["bot0@v0"], matches["bot0@v9"])


def test_two_seasons_on_the_same_terms_share_no_deals(database: Database) -> None:
    others = [replace(one, version="v9") if one.number else one for one in field(4)]
    so_far = {"nights": [{"field": [0, 1, 2, 3]}]}
    with database.writing() as store:
        store.delete_tournament("abc")
        for name, entries in (("one", field(4)), ("onex2", others)):
            played(store, name, entries)
            store.reopen_tournament(replace(head(name), spec={"season": so_far}))

        alone, (table,) = standings(store, "one")[0], pooled(store).tables

    (before,), (both,) = (
        [one.score.estimate for one in found.standings if one.entry.version == "v0"]
        for found in (alone, table)
    )
    assert before is not None
    assert both is not None
    assert both.deals == 2 * before.deals


def test_the_same_contest_twice_is_no_new_evidence(database: Database) -> None:
    with database.writing() as store:
        store.delete_tournament("abc")
        played(store, "one", field(4))
        played(store, "onex2", field(4))

        (once,), (twice,) = standings(store, "one"), pooled(store).tables

    for before, after in zip(once.standings, twice.standings, strict=True):
        assert before.score.estimate is not None
        assert after.score.estimate is not None
        assert after.score.tally.matches == 2 * before.score.tally.matches
        assert after.score.estimate.deals == before.score.estimate.deals


def test_who_was_benched_in_one_counts_in_the_others(database: Database) -> None:
    seats = (SeatResult(entry=0, rank=1), SeatResult(entry=1, rank=2))
    with database.writing() as store:
        store.add_matches([match(1, seats=seats), match(2, seats=seats[::-1])])
        store.add_tournament(head("other"), field(2))
        store.add_matches([match(1, "other", seats=seats), match(2, "other", seats=seats[::-1])])
        store.bench("other", 1, "benched after 5 faults in a row", 2)

        (table,) = pooled(store).tables

    assert [one.score.tally.matches for one in table.standings] == [2, 2]
