"""Every exception the leaderboard raises on purpose. Each text is one line and names the fix.

LeaderboardError
 ├── DatabaseError
 │    ├── DatabaseMissing      nothing is there yet, and reading does not make one
 │    ├── DatabaseGone         deleted, moved or replaced while it was in use
 │    ├── NotADatabase         a folder, a pipe, a file of another kind
 │    ├── ForeignDatabase      a database of another program
 │    ├── NewerDatabase        made by a newer arena
 │    ├── OlderDatabase        needs a migration where nothing can be written
 │    ├── DamagedDatabase      torn or overwritten
 │    ├── ReadOnlyDatabase     no permission to write the file or its folder
 │    ├── LockedDatabase       another process is writing, for too long
 │    ├── DiskFull             no room, or the disk fails
 │    ├── NetworkDatabase      on a file system that keeps no promises
 │    ├── Collision            two writers met; the same again may succeed at once
 │    └── UnreachableDatabase  no such folder or server, no driver, a wrong URL
 │         └── ServerAway      a server that may come back
 ├── NotFound                  no tournament or match with that id
 │    └── Pruned              its record was removed, to make room
 ├── BadPolicy                 no way to choose logs
 ├── Ambiguous                 several of them
 ├── Unstorable                a text that is none
 └── TournamentExists          an id that is taken
"""

from arena.errors import ArenaError, Misuse


class LeaderboardError(ArenaError):
    """Something the operator can put right."""


class DatabaseError(LeaderboardError):
    """The database cannot be used as asked; nothing in it was changed."""


class DatabaseMissing(DatabaseError):
    """Nothing is there to read."""


class DatabaseGone(DatabaseError):
    """The file that was opened is not there any more."""


class NotADatabase(DatabaseError):
    """The path names something else."""


class ForeignDatabase(DatabaseError):
    """A database that is not the arena's."""


class NewerDatabase(DatabaseError):
    """A schema this version does not know."""


class OlderDatabase(DatabaseError):
    """A schema that must be migrated before it can be read."""


class DamagedDatabase(DatabaseError):
    """The file is torn."""


class ReadOnlyDatabase(DatabaseError):
    """Writing is not permitted."""


class LockedDatabase(DatabaseError):
    """Somebody else is writing."""


class DiskFull(DatabaseError):
    """The disk took no more."""


class UnreachableDatabase(DatabaseError):
    """There is no way to it."""


class NetworkDatabase(DatabaseError):
    """A file where several machines could write it."""


class ServerAway(UnreachableDatabase):
    """A server that does not answer now; it may later."""


class Collision(DatabaseError):
    """Two writers met, and this one was sent back."""


class NotFound(LeaderboardError, Misuse):
    """No stored thing has that id."""

    exit_code = Misuse.exit_code


class Pruned(NotFound):
    """A record that was there once."""


class BadPolicy(LeaderboardError, Misuse):
    """Words that do not tell which logs are to be kept."""

    exit_code = Misuse.exit_code


class Ambiguous(LeaderboardError, Misuse):
    """An abbreviation that fits several ids."""

    exit_code = Misuse.exit_code


class Unstorable(LeaderboardError, Misuse):
    """Bytes that are no text: nothing of that name is stored, or can be."""

    exit_code = Misuse.exit_code


class TournamentExists(LeaderboardError):
    """The id of a new tournament is taken."""
