"""What an organiser can put right; each text is one line that names the fix."""


class TournamentError(ValueError):
    """A tournament that cannot be played as asked."""


class ScheduleError(TournamentError):
    """A schedule that cannot be made."""


class WorkersFail(Exception):
    """Workers die whatever they are given: the machine, not a match, is the trouble."""


class SpecError(TournamentError):
    """A description that cannot be followed."""
