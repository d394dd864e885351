"""The exit codes of the command line; people's scripts rely on them."""

from typing import Final

DONE: Final = 0
FAILED: Final = 1
"""The run failed."""
USAGE: Final = 2
FAULTED: Final = 3
"""Done, but a bot faulted, under `--strict`."""
UNFIT: Final = 4
"""A bot could not start or does not conform."""
MISMATCH: Final = 5
"""What was looked at is not what was played."""
INTERRUPTED: Final = 130
"""Stopped by hand, state saved."""
