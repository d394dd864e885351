"""A season night by night: who plays, what is played, and what its stops change."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

import pytest

from arena.tournament.audit import audit_tournament
from arena.tournament.contest import resolve_stored
from arena.tournament.errors import SpecError
from arena.tournament.forgetting import Forgetting, doomed
from arena.tournament.preparation import Surroundings
from arena.tournament.run import Run
from arena.tournament.runner import Brake, Ending, Runner
from arena.tournament.schedule import Schedule
from arena.tournament.seasons.closing import close
from arena.tournament.seasons.nights import Night, begin_night, to_play, tonight
from arena.tournament.seasons.plan import Plan, parse_plan
from arena.tournament.seasons.play import House, agreed
from arena.tournament.seasons.roster import Roster
from arena.views.grades import grade_lines
from leaderboard.database import Database, open_database
from leaderboard.field import end_night
from leaderboard.standings import history, standings
from leaderboard.values import Tournament
from referee.bots.shelf import FolderShelf, Kept
from tests.shelf.shelves import put, written
from tests.tournament.fake_place import FakePlace

NAME = "autumn"
SPEC: dict[str, object] = {
    "games": ["kupferkessel"],
    "rounds": 3,
    "seed": 5,
    "bench": 3,
    "yardsticks": ["random"],
}


@dataclass
class Organiser:
    """Runs a season in a folder; matches are not played but made up."""

    folder: Path
    database: Database
    broken: Mapping[str, float]
    """Which bots fail in every match, by the beginning of their names."""

    @property
    def shelf(self) -> FolderShelf:
        return FolderShelf(self.folder / "arena.shelf")

    def submit(self, name: str, version: str, at_us: int = 1, **told: str) -> Kept:
        home = written(self.folder / "sources" / name, name=name, version=version)
        return put(self.shelf, home, at_us, **told)

    def plan(self, **changes: object) -> Plan:
        return parse_plan({**SPEC, **changes}, NAME)

    def night(
        self, plan: Plan | None = None, freeze_us: int | None = None, *, builds: bool = False
    ) -> Night:
        head, agreed_on = agreed(self.database, NAME, plan or self.plan())
        roster = Roster(agreed_on, self.shelf, Surroundings({}), freeze_us, builds)
        return tonight(self.database, head, agreed_on, roster.field)

    def run(self, *, chunks: int | None = None, seed: int = 0) -> tuple[str, Ending]:
        """Play what is missing, as a run does; it is stopped after so many chunks."""
        left = count() if chunks is None else iter(range(chunks))
        brake = Brake(time_up=lambda: next(left, None) is None)
        for _ in range(9):
            night = self.night()
            if night.head is not None and not night.begins and not to_play(self.database, night):
                return night.head.id, Ending.COMPLETE
            head = begin_night(self.database, night, self.plan(), lambda: 7)
            ending = self.play(head, night, brake, seed)
            if ending is not Ending.COMPLETE:
                return head.id, ending
        raise AssertionError("nights end")

    def play(self, head: Tournament, night: Night, brake: Brake, seed: int) -> Ending:
        contest = night.contest
        names = [entry.name.partition("@")[0] for entry in contest.entries]
        runner = Runner(head.id, contest, self.database, lambda event: None, brake)
        place = FakePlace(
            *(contest, head.id, 2, random.Random(seed)),
            faults=lambda pairing, entry: names[entry] in self.broken,
        )
        ending = runner.run(place)
        if ending is Ending.COMPLETE:
            with self.database.writing() as store:
                end_night(store, head.id, 9)
        return ending

    def facts(self, season: str) -> tuple[object, ...]:
        """All that must not depend on stops."""
        with self.database.reading() as store:
            head = store.find_tournament(season)
            return (
                head.spec,
                store.entries(season),
                list(store.results(season)),
                standings(store, season),
                history(store, season),
            )


@pytest.fixture
def organiser(tmp_path: Path) -> Iterator[Organiser]:
    with organiser_in(tmp_path) as one:
        yield one


def organiser_in(folder: Path, broken: tuple[str, ...] = ()) -> "_Opened":
    return _Opened(folder, broken)


@dataclass
class _Opened:
    folder: Path
    broken: tuple[str, ...]

    def __enter__(self) -> Organiser:
        self.folder.mkdir(exist_ok=True)
        self._database = open_database(self.folder / "arena.db", write=True)
        return Organiser(self.folder, self._database, dict.fromkeys(self.broken, 1.0))

    def __exit__(self, *error: object) -> None:
        self._database.close()


def names_of(night: Night) -> list[str]:
    return [entry.name.partition("@")[0] for entry in night.entries]


def test_everybody_plays_in_the_newest_version_and_only_tables_that_are_new(
    organiser: Organiser,
) -> None:
    for name in ("crab", "dodo"):
        organiser.submit(name, "1")
    organiser.run()
    newer = organiser.submit("crab", "2", 2)

    night = organiser.night()
    season, _ = organiser.run()

    with organiser.database.reading() as store:
        second = [one for one in store.results(season) if one.generation == 1]
        board = standings(store, season)[0].standings
        past = history(store, season)[0].standings
    number = next(
        one for one in night.present if night.contest.entries[one].version == newer.version
    )
    assert night.new == (f"crab@{newer.short}",)
    assert len(second) == 2 * 3 * 2
    assert all(number in one.entries for one in second)
    assert {line.entry.name for line in board} == {
        night.contest.entries[n].name for n in night.present
    }
    assert {line.score.tally.matches for line in board} == {2 * 3 * 2}
    assert len(past) == 4


def test_the_same_call_again_plays_nothing_and_begins_no_night(organiser: Organiser) -> None:
    organiser.submit("crab", "1")
    season, _ = organiser.run()
    before = organiser.facts(season)

    again = organiser.night()

    assert not again.begins
    assert to_play(organiser.database, again) == 0
    organiser.run()
    assert organiser.facts(season) == before


@pytest.mark.parametrize("seed", range(6))
def test_stops_change_nothing_though_bots_are_benched_meanwhile(tmp_path: Path, seed: int) -> None:
    chance, facts = random.Random(seed), []
    for kind in ("undisturbed", "disturbed"):
        with organiser_in(tmp_path / kind, ("emu", "fox")) as one:
            for name in ("crab", "dodo", "fox"):
                one.submit(name, "1")
            for night in range(3):
                one.submit(("dodo", "emu", "crab")[night], str(night + 2), night + 2)
                ending = Ending.TIME_UP
                while ending is Ending.TIME_UP:
                    stop = chance.randrange(1, 6) if kind == "disturbed" else None
                    season, ending = one.run(chunks=stop, seed=chance.randrange(99))
            facts.append(one.facts(season))

    undisturbed, disturbed = facts
    assert disturbed == undisturbed


def test_who_is_benched_is_replaced_by_the_version_before_in_the_next_night(
    organiser: Organiser,
) -> None:
    organiser.broken = {"emu": 1.0}
    good = organiser.submit("crab", "1", alias="shellfish")
    organiser.run()
    organiser.submit("crab", "2", 2, alias="emu")

    season, _ = organiser.run()

    with organiser.database.reading() as store:
        nights = store.find_tournament(season).spec["season"]["nights"]  # type: ignore[index]
        benched = [one.name for one in store.entries(season) if one.benched]
        board = [line.entry.version for line in standings(store, season)[0].standings]
    assert [len(one["field"]) for one in nights] == [2, 2, 2]
    assert [name.partition("@")[0] for name in benched] == ["emu"]
    assert good.version in board


def test_what_was_missing_of_a_version_that_is_gone_is_skipped_with_its_reason(
    organiser: Organiser,
) -> None:
    for name in ("crab", "dodo"):
        organiser.submit(name, "1")
    season, ending = organiser.run(chunks=1)
    assert ending is Ending.TIME_UP
    organiser.submit("crab", "2", 2)

    organiser.run()

    with organiser.database.reading() as store:
        matches = [store.find_match(f"{season}-{one.pairing}") for one in store.results(season)]
        board = standings(store, season)[0]
    skipped = {one.reason for one in matches if one.status == "skipped"}
    assert len(skipped) == 1
    assert "is not in the field any more" in str(skipped.pop())
    assert {line.score.tally.matches for line in board.standings} == {2 * 3 * 2}
    assert board.waiting == 0


def test_no_deal_that_is_new_tonight_was_played_before(organiser: Organiser) -> None:
    organiser.broken = {"emu": 1.0}
    for name in ("crab", "dodo", "emu"):
        organiser.submit(name, "1")
    chance, known = random.Random(3), set[bytes]()

    for night in range(6):
        organiser.submit(chance.choice(("crab", "dodo", "emu")), str(night + 2), night + 2)
        season, _ = organiser.run(chunks=chance.choice((3, None)))
        with organiser.database.reading() as store:
            head, entries = store.find_tournament(season), store.entries(season)
            results = list(store.results(season))
        contest = resolve_stored(head, entries)
        schedule = [one for one in Schedule(contest, results) if one.generation == night]
        dealt = {(one.block, contest.fixture(one).seeds.match) for one in schedule}
        fresh = {seed for _, seed in dealt}
        assert len(fresh) == len({block for block, _ in dealt})
        assert not fresh & known
        known |= fresh
    assert len(known) > 30


def test_a_version_that_was_changed_on_the_shelf_is_set_aside_and_the_one_before_plays(
    organiser: Organiser,
) -> None:
    good = organiser.submit("crab", "1")
    bad = organiser.submit("crab", "2", 2)
    (organiser.shelf.source(bad) / "main.py").write_text("print('another')")

    night = organiser.night()

    assert night.new == (f"crab@{good.short}", "random")
    assert [(one.bot, one.version) for one in night.aside] == [("crab", bad.version)]
    told = night.aside[0].reason
    assert told == "source/main.py was changed on the shelf: submit the bot again"


def test_who_does_not_play_the_game_is_set_aside(organiser: Organiser) -> None:
    home = written(organiser.folder / "cub", name="cub", more='games = ["trapper"]\n')
    put(organiser.shelf, home)
    organiser.submit("crab", "1")

    night = organiser.night()

    assert names_of(night) == ["crab", "random"]
    assert night.aside[0].reason == "it does not play kupferkessel"


def test_late_withdrawn_and_excluded_versions_do_not_play(organiser: Organiser) -> None:
    early = organiser.submit("crab", "1", 1)
    organiser.submit("crab", "2", 50)
    organiser.submit("test-crab", "1", 1)
    gone = organiser.submit("dodo", "1", 1)
    organiser.shelf.change(replace(gone, withdrawn_us=2))

    night = organiser.night(organiser.plan(exclude=["test-*"]), freeze_us=49)

    assert night.new == (f"crab@{early.short}", "random")


def test_a_withdrawn_version_leaves_the_board(organiser: Organiser) -> None:
    organiser.submit("crab", "1")
    gone = organiser.submit("dodo", "1")
    organiser.run()
    organiser.shelf.change(replace(gone, withdrawn_us=2))

    season, _ = organiser.run()

    with organiser.database.reading() as store:
        board = [line.entry.name for line in standings(store, season)[0].standings]
    assert f"dodo@{gone.short}" not in board
    assert len(board) == 2


def test_tables_show_the_alias(organiser: Organiser) -> None:
    kept = organiser.submit("crab", "1", alias="team7", author="Ada")

    assert organiser.night().new == ("random", f"team7@{kept.short}")


@pytest.mark.parametrize("names", [False, True])
def test_grades_tell_authors_by_alias_or_by_name_and_why_somebody_is_not_there(
    organiser: Organiser, names: bool
) -> None:
    organiser.broken = {"owl": 1.0}
    organiser.submit("crab", "1", alias="team7", author="Ada")
    organiser.submit("dodo", "1", alias="owl", author="Bob")
    bad = organiser.submit("emu", "1", alias="elk", author="Cay")
    (organiser.shelf.source(bad) / "main.py").write_text("print('another')")
    season, _ = organiser.run()

    with organiser.database.reading() as store:
        head = store.find_tournament(season)
        lines = list(grade_lines(store, head, organiser.shelf, names=names))

    told = {line["author"]: (line["bot"], line["rank"], line["benched"]) for line in lines}
    crab, dodo, emu = ("Ada", "Bob", "Cay") if names else ("team7", "owl", "elk")
    assert told[crab][0] == "crab"
    assert told[crab][2] == ""
    assert told[""][0] == "random"
    assert told[dodo][:2] == ("dodo", "")
    assert told[dodo][2].startswith("benched after 3 faults in a row; the last in match ")
    assert told[emu] == (
        "emu",
        "",
        "source/main.py was changed on the shelf: submit the bot again",
    )


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"rounds": 4}, "rounds was 3"),
        ({"games": ["trapper"]}, "games was"),
        ({"seed": 6}, "another seed"),
        ({"move_time": 1.0}, "move_time was"),
    ],
)
def test_other_terms_are_refused_once_it_has_begun(
    organiser: Organiser, changes: dict[str, object], told: str
) -> None:
    organiser.submit("crab", "1")
    organiser.run()

    with pytest.raises(SpecError, match=told):
        agreed(organiser.database, NAME, organiser.plan(**changes))


def test_who_may_take_part_can_be_changed(organiser: Organiser) -> None:
    organiser.submit("crab", "1")
    organiser.run()

    night = organiser.night(organiser.plan(yardsticks=["random", "heuristic"]))

    assert night.begins
    assert night.new == ("heuristic",)


@pytest.mark.parametrize(
    ("document", "told"),
    [
        ({**SPEC, "format": "round-robin"}, "format of its own"),
        ({**SPEC, "games": []}, "games are missing"),
        ({**SPEC, "rounds": 0}, "not without end"),
        ({**SPEC, "exclude": "test"}, "exclude is a list of texts"),
        ({**SPEC, "yardstick": []}, "unknown key 'yardstick'; did you mean 'yardsticks'?"),
        ({**SPEC, "built_in": []}, "there is bots, exclude, yardsticks, name, games"),
        ({**SPEC, "new": 1}, "unknown key 'new'"),
        ({**SPEC, "name": "spring"}, "about 'spring'"),
    ],
)
def test_what_a_file_gets_wrong_is_said(document: dict[str, object], told: str) -> None:
    with pytest.raises(SpecError, match=told):
        parse_plan(document, NAME)


def test_a_yardstick_comes_with_the_arena(organiser: Organiser) -> None:
    home = organiser.folder / "own"
    written(home)

    with pytest.raises(SpecError, match="does not come with the arena"):
        organiser.night(organiser.plan(yardsticks=[str(home)]))


def test_one_of_two_who_play_a_season_is_told_so(organiser: Organiser) -> None:
    with (
        organiser.database.alone("season autumn") as first,
        open_database(organiser.folder / "arena.db", write=True) as other,
        other.alone("season autumn") as second,
        other.alone("season spring") as third,
    ):
        assert (first, second, third) == (True, False, True)
    with organiser.database.alone("season autumn") as again:
        assert again
    assert not list(organiser.folder.glob("*.lock"))


def test_a_season_that_is_played_is_closed_and_then_stays_so(organiser: Organiser) -> None:
    organiser.submit("crab", "1")
    season, _ = organiser.run()

    close(organiser.database, NAME, lambda: 11)

    with organiser.database.reading() as store:
        assert store.find_tournament(season).finished_us == 11
    with pytest.raises(SpecError, match="is closed"):
        organiser.night()


def liner(organiser: Organiser, name: str) -> House:
    """A bot that really plays is handed in; and what it is played with."""
    home = written(organiser.folder / name, name=name)
    (home / "main.py").write_text(
        "import sys\nfor line in sys.stdin:\n"
        '    if line.startswith(\'{"type":"act"\'):\n        print(0, flush=True)\n'
    )
    put(organiser.shelf, home)
    return House(
        database=organiser.database,
        shelf=organiser.shelf,
        run=Run(level="process", trust_foreign=True, workers=1),
        surroundings=Surroundings({}),
        now=lambda: 5,
    )


def test_a_season_of_real_bots_is_what_was_played(organiser: Organiser) -> None:
    house = liner(organiser, "liner")

    head, ending = house.play(NAME, organiser.plan(), brake=Brake(), tell=lambda event: None)

    with organiser.database.reading() as store:
        audit = audit_tournament(store, head, organiser.folder)
    assert ending is Ending.COMPLETE
    assert (audit.matches, audit.found, audit.unchecked, audit.table) == (6, (), (), True)


def test_a_season_goes_on_when_one_of_its_bots_is_forgotten(organiser: Organiser) -> None:
    plan = organiser.plan(rounds=1)
    liner(organiser, "liner").play(NAME, plan, brake=Brake(), tell=lambda event: None)
    gone = doomed(organiser.database, organiser.shelf, "liner")
    Forgetting(gone, "0123456789abcdef", None).forget(organiser.database, organiser.shelf)

    house = liner(organiser, "other")
    head, ending = house.play(NAME, plan, brake=Brake(), tell=lambda event: None)

    with organiser.database.reading() as store:
        board = [line.entry.bot for line in standings(store, head.id)[0].standings]
        audit = audit_tournament(store, head, organiser.folder)
    assert ending is Ending.COMPLETE
    assert sorted(board) == ["other", "random"]
    assert (audit.matches, audit.found) == (4, ())


def test_who_is_alone_is_told_what_is_missing(organiser: Organiser) -> None:
    with pytest.raises(SpecError, match="1 bot is ready and a table takes 2: submit more"):
        organiser.night()
