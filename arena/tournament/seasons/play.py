"""A run of a season: night after night, until nothing is missing for those who can play."""

from collections.abc import Callable
from dataclasses import dataclass

from arena.tournament.conduct import Now, conduct, missing
from arena.tournament.errors import SpecError
from arena.tournament.events import Event, NightBegan, SetAside
from arena.tournament.preparation import Surroundings, prepare, warn_of_small_seed
from arena.tournament.run import Run
from arena.tournament.runner import Brake, Ending
from arena.tournament.seasons.nights import Night, begin_night, find_season, tonight
from arena.tournament.seasons.plan import Plan, agreed_again, stored_plan
from arena.tournament.seasons.roster import Roster
from leaderboard.database import Database
from leaderboard.field import is_played
from leaderboard.values import Tournament
from referee.bots.shelf import Shelf


def agreed(database: Database, name: str, plan: Plan | None) -> tuple[Tournament | None, Plan]:
    """The season of that name as far as it was played, and on what it goes on."""
    head = find_season(database, name)
    if head is None and plan is None:
        raise SpecError(f"there is no season '{name}' yet: begin it with --spec FILE")
    if head is None:
        assert plan is not None  # noqa: S101 - else refused above
        return None, plan
    if head.finished_us is not None:
        raise SpecError(f"season {name} is closed; begin another one under a name of its own")
    return head, stored_plan(head) if plan is None else agreed_again(plan, head)


@dataclass(frozen=True, kw_only=True)
class House:
    """What a season is played with."""

    database: Database
    shelf: Shelf
    run: Run
    surroundings: Surroundings
    now: Now
    freeze_us: int | None = None
    """Versions that were submitted later wait."""

    def look(self, name: str, plan: Plan | None) -> Night:
        """What would be played now; nothing is built or stored."""
        head, plan = agreed(self.database, name, plan)
        return tonight(self.database, head, plan, self._roster(plan, builds=False).field)

    def play(
        self, name: str, plan: Plan | None, *, brake: Brake, tell: Callable[[Event], None]
    ) -> tuple[Tournament, Ending]:
        """Play what is missing; who is benched on the way is replaced in a night of its own."""
        head, plan = agreed(self.database, name, plan)
        roster = self._roster(plan, builds=True)
        while True:
            night = tonight(self.database, head, plan, roster.field)
            if head is not None and not night.begins and self._is_played(head, night):
                with_aside = begin_night(self.database, night, plan, self.now)
                tell(began(night))
                return with_aside, Ending.COMPLETE
            conditions = plan.terms.conditions
            prepared = prepare(night.entries, conditions, self.run, self.surroundings)
            if head is None:
                warn_of_small_seed(plan.terms.seed, night.entries, self.surroundings)
            head = begin_night(self.database, night, plan, self.now)
            tell(began(night))
            ending = conduct(
                *(self.database, head, night.contest, prepared, self.run),
                brake=brake,
                tell=tell,
                now=self.now,
            )
            if ending is not Ending.COMPLETE or brake.pulled:
                return head, ending

    def _is_played(self, head: Tournament, night: Night) -> bool:
        """Whether nothing is missing, and that was noted before a kill."""
        with self.database.reading() as store:
            noted = is_played(store.find_tournament(head.id))
        return noted and not missing(self.database, head, night.contest)

    def _roster(self, plan: Plan, *, builds: bool) -> Roster:
        return Roster(plan, self.shelf, self.surroundings, self.freeze_us, builds)


def began(night: Night) -> NightBegan:
    """The news of a night."""
    return NightBegan(
        night=night.number,
        present=len(night.present),
        new=night.new,
        left=night.left,
        aside=tuple(
            SetAside(bot=one.bot, version=one.version, reason=one.reason) for one in night.aside
        ),
    )
