"""Errors that a person can put right; each text is one line that names the fix.

ArenaError     the run failed
 ├── Misuse    what was asked for does not exist, or cannot be
 └── Unfit     a bot cannot be used as it is

Every part of the arena derives its own from these, so that whoever stands at the edge, a command
or a page, needs to know no others. Anything else that is raised is a bug of ours. This module
lies below all layers: it imports nothing, and everybody may import it.
"""

from typing import ClassVar


class ArenaError(Exception):
    """Something that a person can put right."""

    exit_code: ClassVar[int] = 1
    """How a command ends by it."""


class Misuse(ArenaError):
    """A word, a file or a combination of them that makes no sense here."""

    exit_code = 2


class Unfit(ArenaError):
    """A bot that does not conform."""

    exit_code = 4
