"""What is stored is readable by its owner only, from its first moment on."""

import os
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from leaderboard.database import open_database
from tests.leaderboard.samples import field, head, match

pytestmark = pytest.mark.slow

WATCHED = """if True:
    import os, stat, sys
    from leaderboard.database import open_database
    from tests.leaderboard.samples import field, head, match
    os.umask(int(sys.argv[2], 8))
    folder = os.path.dirname(sys.argv[1])
    seen = set()
    def look():
        for name in os.listdir(folder):
            try:
                mode = os.stat(os.path.join(folder, name)).st_mode
            except FileNotFoundError:
                continue
            seen.add((name.removeprefix(os.path.basename(sys.argv[1])), stat.S_IMODE(mode)))
    busy = []
    def hook(event, given):
        if event in ("open", "sqlite3.connect", "sqlite3.connect/handle") and not busy:
            busy.append(event)
            look()
            busy.clear()
    sys.addaudithook(hook)
    with open_database(sys.argv[1], write=True) as database:
        with database.writing() as store:
            store.add_tournament(head(), field())
            store.add_matches(match(number) for number in range(1, 5))
        look()
    print(sorted(seen))
"""


@pytest.mark.parametrize("umask", ["000", "022", "077", "777"])
def test_a_new_database_is_its_owners_at_every_moment_with_all_files_beside_it(
    tmp_path: Path, umask: str
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WATCHED, str(tmp_path / "arena.db"), umask],
        capture_output=True,
        text=True,
        check=True,
    )

    seen = eval(done.stdout)
    assert {name for name, _ in seen} >= {"", "-wal", "-shm"}
    assert not [(name, oct(mode)) for name, mode in seen if mode & 0o077]
    assert stat.S_IMODE((tmp_path / "arena.db").stat().st_mode) == 0o600


def test_an_empty_file_that_others_may_read_is_narrowed_before_anything_is_in_it(
    tmp_path: Path,
) -> None:
    path = tmp_path / "arena.db"
    path.touch(0o666)
    path.chmod(0o666)

    open_database(path, write=True).close()

    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_link_to_nothing_becomes_a_private_file_where_it_leads(tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to("real.db")
    before = os.umask(0)
    try:
        open_database(tmp_path / "link.db", write=True).close()
    finally:
        os.umask(before)

    assert stat.S_IMODE((tmp_path / "real.db").stat().st_mode) == 0o600


def test_one_that_was_shared_on_purpose_stays_so_and_is_told(tmp_path: Path) -> None:
    path = tmp_path / "arena.db"
    with open_database(path, write=True) as database:
        assert not database.shared
    path.chmod(0o640)

    with open_database(path, write=True) as database, database.writing() as store:
        store.add_tournament(head(), field())
        store.add_matches([match(1)])
        assert database.shared
        assert stat.S_IMODE(Path(f"{path}-wal").stat().st_mode) == 0o640
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert sqlite3.connect(path).execute("SELECT count(*) FROM match").fetchone() == (1,)
