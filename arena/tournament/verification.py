"""What `arena verify` looks at: a file, a tournament or a match, whichever the name is."""

from pathlib import Path
from tempfile import TemporaryDirectory

from arena.tournament.audit import Audit, Found, Tell, audit_match, audit_record, audit_tournament
from arena.tournament.exchange import is_export, read_export, take_in
from leaderboard.database import Database, open_database
from leaderboard.errors import NotFound
from referee.bots.shelf import NO_SHELF, Shelf
from referee.match.form import Finding
from referee.match.verify import parse_json


def verify_file(path: Path, tell: Tell, shelf: Shelf = NO_SHELF) -> Audit:
    """Look at a record, or at an export with all its records."""
    if is_export(path):
        return _verify_export(path, tell, shelf)
    try:
        record = parse_json(path.read_bytes())
    except ValueError as error:
        torn = Found(str(path), Finding("record", "a record as JSON", str(error)))
        return Audit(what="record", matches=0, found=(torn,), unchecked=())
    return audit_record(record)


def verify_stored(database: Database, name: str, tell: Tell, shelf: Shelf = NO_SHELF) -> Audit:
    """Look at the tournament of that id or name, or else at the match."""
    with database.reading() as store:
        try:
            head = store.find_tournament(name)
        except NotFound:
            pass
        else:
            return audit_tournament(store, head, database.folder, tell, shelf)
        try:
            match = store.find_match(name)
        except NotFound as error:
            raise NotFound(f"'{name}' is no file, and no tournament here; {error}") from None
        return audit_match(store, match, database.folder, shelf)


def _verify_export(path: Path, tell: Tell, shelf: Shelf) -> Audit:
    """Read the file into a database of its own, and look at that: there is one way to look."""
    export = read_export(path)
    with (
        TemporaryDirectory(prefix="arena-verify-") as folder,
        open_database(Path(folder) / "arena.db", write=True) as database,
    ):
        take_in(database, export, check=False)
        with database.reading() as store:
            return audit_tournament(store, export.head, path.absolute().parent, tell, shelf)
