"""A night of a season as people look at it before it is played."""

from dataclasses import asdict, dataclass

from arena.tournament.seasons.nights import Night, to_play
from leaderboard.database import Database


@dataclass(frozen=True, slots=True, kw_only=True)
class Present:
    """Who would play."""

    name: str
    version: str
    new: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class NightView:
    """What would be played."""

    night: int
    begins: bool
    """Whether it is another night than the last one that was played."""
    missing: int
    """Matches still to be played."""
    present: tuple[Present, ...]
    left: tuple[str, ...]
    aside: tuple[tuple[str, str, str], ...]
    """Bot, version and reason."""

    def to_json(self) -> dict[str, object]:
        """The night for machines."""
        aside = [{"bot": one, "version": two, "reason": why} for one, two, why in self.aside]
        return {**asdict(self), "aside": aside}


def night_view(database: Database, night: Night) -> NightView:
    """The night with what is missing of it."""
    return NightView(
        night=night.number,
        begins=night.begins,
        missing=to_play(database, night),
        present=tuple(
            Present(name=one.name, version=one.version, new=one.name in night.new)
            for one in night.entries
        ),
        left=night.left,
        aside=tuple((one.bot, one.version, one.reason) for one in night.aside),
    )
