"""What an organiser can put right."""

from arena.errors import ArenaError, Misuse


class ScheduleError(Misuse):
    """A schedule that cannot be made."""


class SpecError(Misuse):
    """A description that cannot be followed."""


class WorkersFail(ArenaError):
    """Workers die whatever they are given: the machine, not a match, is the trouble."""
