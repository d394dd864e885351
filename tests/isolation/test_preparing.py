"""Bots that come as source: what is fetched, how they are built, and what a build may not do."""

import errno
import json
import os
import tarfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from referee.bots import folders
from referee.bots.errors import BotError
from referee.bots.manifest import read_manifest
from referee.bots.preparing import building, step
from referee.bots.preparing.asking import Operator
from referee.bots.preparing.building import built, is_built
from referee.bots.preparing.fetching import fetch
from referee.bots.preparing.kept import cache_of
from referee.isolation.port import LaunchError
from tests.leftovers import Ground
from tests.tournament.arena_command import answer, run
from tests.unit.test_archive import member, packed

BOT = """
from arena.sdk import Bot, run

class First(Bot):
    def act(self, turn):
        return turn.legal[ANSWER]

run(First)
"""


def source(folder: Path, build: str, version: str = "1") -> Path:
    """A bot whose program is made by a line of shell from `main.in`."""
    home = folder / "made"
    home.mkdir(exist_ok=True)
    (home / "main.in").write_text(BOT)
    (home / "build.sh").write_text(build)
    (home / "bot.toml").write_text(
        f'name = "made"\nversion = "{version}"\nbuild = ["sh", "build.sh"]\n'
        'command = ["{python}", "main.py"]\n'
    )
    return home


GOOD = "sed s/ANSWER/0/ main.in > main.py\n"
OPERATOR = Operator(dict(os.environ))
SUM = "0" * 64


def npm_lock(address: str, integrity: str) -> str:
    package = {"version": "1.0.0", "resolved": address, "integrity": integrity}
    return json.dumps({"lockfileVersion": 3, "packages": {"": {}, "node_modules/x": package}})


def cargo_lock(source: str) -> str:
    return f'version = 4\n[[package]]\nname = "x"\nversion = "1.0.0"\n{source}\n'


def test_a_bot_that_is_built_first_plays_and_its_source_is_left_alone(
    ground: Ground, sandbox: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    source(tmp_path, GOOD)

    first = answer(tmp_path, "match", "./made", "random", "--seed", "3")
    again = answer(tmp_path, "match", "./made", "random", "--seed", "3")

    assert first["termination"] == again["termination"] == "normal"
    assert first["seats"] == again["seats"]
    left = sorted(path.name for path in (tmp_path / "made").iterdir())
    assert left == ["bot.toml", "build.sh", "main.in"]


def test_who_has_no_home_is_told_where_built_bots_could_be_kept() -> None:
    with pytest.raises(BotError, match="set XDG_CACHE_HOME"):
        cache_of({"PATH": "/usr/bin"})


def test_a_version_is_built_once(ground: Ground, sandbox: str, tmp_path: Path) -> None:
    store = tmp_path / "store"
    home = source(tmp_path, GOOD + "date +%N > when\n")

    first = built(read_manifest(home), OPERATOR, store)
    again = built(read_manifest(home), OPERATOR, store)
    source(tmp_path, GOOD + "date +%N > when\n", version="2")
    other = built(read_manifest(home), OPERATOR, store)

    assert first.made is not None
    assert again.made == first.made
    assert other.made != first.made
    assert (first.made / "main.py").read_text() == BOT.replace("ANSWER", "0")
    assert len([path for path in (store / "built").iterdir() if path.is_dir()]) == 2


def test_a_build_that_fails_is_told_in_one_line_and_leaves_nothing(
    ground: Ground, sandbox: str, tmp_path: Path
) -> None:
    store = tmp_path / "store"
    manifest = read_manifest(source(tmp_path, "echo no such header >&2\nexit 7\n"))

    with pytest.raises(BotError) as caught:
        built(manifest, OPERATOR, store)

    line = str(caught.value)
    assert line.startswith("made could not be built: exit code 7 after ")
    assert "it has 600 s and 2048 MB: no such header (all it said: " in line
    assert "\n" not in line
    log = Path(line.partition("all it said: ")[2].rstrip(")"))
    assert log.read_text() == "no such header\n"
    assert not is_built(manifest, store)


def test_a_build_has_no_network_and_sees_only_its_own_files(
    ground: Ground, sandbox: str, tmp_path: Path
) -> None:
    (tmp_path / "secret").write_text("secret")
    probe = (
        f"cat {tmp_path}/secret {Path(__file__).resolve()} >seen 2>/dev/null\n"
        "ls /sys/class/net /proc/net/dev >>seen 2>/dev/null\n"
        "grep -v '|\\|lo:' /proc/net/dev >>seen\n"
        "pwd >where\n"
    )
    manifest = read_manifest(source(tmp_path, probe + GOOD))

    made = built(manifest, OPERATOR, tmp_path / "store").made

    assert made is not None
    seen = (made / "seen").read_text().split()
    assert seen in ([], ["/proc/net/dev"])
    assert (made / "where").read_text() == "/tmp/made\n"


def test_an_archive_that_leads_out_of_its_folder_is_refused(
    ground: Ground, sandbox: str, tmp_path: Path
) -> None:
    manifest = read_manifest(source(tmp_path, GOOD + "ln -s /etc/passwd main.lnk\n"))

    with pytest.raises(BotError, match=r"'main\.lnk' is a link that leads"):
        built(manifest, OPERATOR, tmp_path / "store")

    assert not is_built(manifest, tmp_path / "store")


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("requirements.lock", "six==1.0\n", "line 1 is not NAME==VERSION --hash=sha256:"),
        ("requirements.lock", f"./evil-1.0.tar.gz --hash=sha256:{SUM}\n", "line 1 is not"),
        ("requirements.lock", f"evil @ file:///evil --hash=sha256:{SUM}\n", "line 1 is not"),
        ("requirements.lock", f"git+https://evil/evil --hash=sha256:{SUM}\n", "line 1 is not"),
        ("requirements.lock", "--index-url https://evil.example/\n", "line 1 is not"),
        ("requirements.lock", "# fine\n-r more.txt\n", "line 2 is not"),
        ("requirements.lock", f"six==1.0 --hash=sha256:{SUM} --pre\n", "line 1 is not"),
        ("requirements.lock", f"six==1.0 \\\n -e . --hash=sha256:{SUM}\n", "line 1 is not"),
        ("package-lock.json", "{}", "holds no packages"),
        ("package-lock.json", "[" * 100_000, "holds no packages"),
        ("package-lock.json", npm_lock("git+ssh://git@evil/x.git#1", "sha512-AA=="), "registry"),
        ("package-lock.json", npm_lock("file:../../etc", "sha512-AA=="), "registry"),
        ("package-lock.json", npm_lock("https://evil.example/x.tgz", ""), "with its SHA-512"),
        ("package-lock.json", npm_lock("https://evil.example/x.tgz", "sha1-AA=="), "SHA-512"),
        ("package-lock.json", npm_lock("https://evil.example/x.tgz", "sha512-!"), "hash that is"),
        ("Cargo.lock", cargo_lock('source = "git+https://evil.example/x#1"'), "SHA-256"),
        ("Cargo.lock", cargo_lock('source = "registry+https://evil.example/x"'), "SHA-256"),
        ("Cargo.lock", "package = 3", "is no lock file of cargo"),
        ("go.sum", "evil v1.0.0 md5:abc\n", "line 1 is not MODULE VERSION HASH"),
        ("arena.lock", f"{SUM} ../../evil\n", "line 1 is not SHA256, two spaces and a path"),
    ],
)
def test_a_lock_that_names_anything_but_packages_of_a_registry_is_refused(
    tmp_path: Path, name: str, text: str, why: str
) -> None:
    home = source(tmp_path, GOOD)
    (home / name).write_text(text)

    with pytest.raises(BotError) as caught:
        fetch(read_manifest(home), OPERATOR, tmp_path / "store")

    assert str(caught.value).startswith(f"made: {name} ")
    assert why in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("plant", [os.mkfifo, lambda place: place.symlink_to("../secret")])
def test_a_lock_that_is_no_plain_file_is_refused(
    tmp_path: Path, plant: Callable[[Path], None]
) -> None:
    (tmp_path / "secret").write_text("secret")
    plant(source(tmp_path, GOOD) / "go.sum")

    with pytest.raises(BotError, match=r"go\.sum is a (fifo|symbolic link)"):
        fetch(read_manifest(tmp_path / "made"), OPERATOR, tmp_path / "store")


def test_a_lock_that_is_no_part_of_the_version_is_refused_with_the_remedy(tmp_path: Path) -> None:
    home = source(tmp_path, GOOD)
    (home / "go.sum").write_text("")
    with (home / "bot.toml").open("a") as out:
        out.write('files = ["*.in", "*.sh"]\n')

    with pytest.raises(BotError, match=r'name it in bot\.toml, files = \[\.\.\., "go\.sum"\]'):
        fetch(read_manifest(home), OPERATOR, tmp_path / "store")


def test_two_lock_files_are_refused(tmp_path: Path) -> None:
    home = source(tmp_path, GOOD)
    for name in ("go.sum", "package-lock.json"):
        (home / name).write_text("")

    with pytest.raises(BotError, match=r"go\.sum and package-lock\.json"):
        fetch(read_manifest(home), OPERATOR, tmp_path / "store")


FORGED = (
    "cat forged >/proc/$PPID/fd/3 2>/dev/null || cat forged >/proc/$PPID/fd/1\n"
    "kill -KILL $PPID $(ps -o ppid= $PPID 2>/dev/null)\n"
)
"""Hands back an archive of its own instead of what was built."""


def forged(home: Path, *members: tuple[tarfile.TarInfo, bytes], code: str = "0 0\n") -> None:
    (home / "forged").write_bytes(code.encode() + packed(*members))


def test_a_build_that_hands_back_an_archive_of_its_own_gets_nothing_out_of_its_folder(
    ground: Ground, sandbox: str, tmp_path: Path
) -> None:
    home = source(tmp_path, FORGED)
    for code in ("0 0\n", ""):
        forged(home, member("../../../evil", b"x"), member("/tmp/arena-evil", b"x"), code=code)

        with pytest.raises(BotError, match="could not be built"):
            built(read_manifest(home), OPERATOR, tmp_path / "store")

    assert not list(tmp_path.rglob("*evil*"))
    assert not Path("/tmp/arena-evil").exists()
    assert not [path for path in (tmp_path / "store/built").iterdir() if path.is_dir()]


def test_a_build_that_pours_without_end_is_stopped_at_the_bound(
    ground: Ground, sandbox: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(step, "_MOST_STREAM", 8 << 20)
    pour = "cat /dev/zero >/proc/$PPID/fd/3 || cat /dev/zero >/proc/$(ps -o ppid= $PPID)/fd/3\n"
    large = "truncate -s 9M one\n"
    for number, script in enumerate((pour + large, large + GOOD)):
        manifest = read_manifest(source(tmp_path, script, version=str(number)))

        with pytest.raises(BotError, match="handed back more than 512 MB"):
            built(manifest, OPERATOR, tmp_path / "store")

    assert not [path for path in (tmp_path / "store/built").iterdir() if path.is_dir()]


def test_a_build_that_makes_too_many_files_is_refused(
    ground: Ground, sandbox: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folders.Filling.__init__, "__defaults__", (300, folders.MOST_BYTES))
    many = "mkdir many && cd many && seq 400 | xargs touch\n"

    with pytest.raises(BotError, match="over the bound of 50,000 files"):
        built(read_manifest(source(tmp_path, many)), OPERATOR, tmp_path / "store")


def test_a_build_that_says_too_much_is_told_by_its_beginning_and_its_end(
    ground: Ground, sandbox: str, tmp_path: Path
) -> None:
    chatter = "echo main.in:1: error: no such card\nseq 400000\necho and so it failed\nexit 3\n"

    with pytest.raises(BotError) as caught:
        built(read_manifest(source(tmp_path, chatter)), OPERATOR, tmp_path / "store")

    line = str(caught.value)
    assert "main.in:1: error: no such card ... and so it failed (all it said: " in line
    log = Path(line.partition("all it said: ")[2].rstrip(")"))
    assert log.stat().st_size < 1 << 20


def test_a_build_that_runs_out_of_time_is_told_so_with_the_limit_and_what_it_said(
    ground: Ground, sandbox: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(building, "BUILD_S", 1.0)
    script = "echo linking\nsleep 60\n"

    with pytest.raises(BotError) as caught:
        built(read_manifest(source(tmp_path, script)), OPERATOR, tmp_path / "store")

    assert "it did not end in 1 s after 1 s" in str(caught.value)
    assert "linking" in str(caught.value)


def test_a_build_that_takes_too_much_memory_is_told_so(
    ground: Ground, sandbox: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(step, "LIMITS", replace(step.LIMITS, memory_mb=64))
    hog = "head -c 200M /dev/zero | tail -c 150M | wc -c\n"

    with pytest.raises(BotError, match="used more than 64 MB of memory after"):
        built(read_manifest(source(tmp_path, hog)), OPERATOR, tmp_path / "store")


@pytest.mark.parametrize("build", [True, False])
def test_a_link_to_what_is_not_the_bots_is_refused_before_anything_is_started(
    ground: Ground, tmp_path: Path, build: bool
) -> None:
    (tmp_path / "secret").write_text("secret")
    home = source(tmp_path, GOOD)
    if not build:
        text = (home / "bot.toml").read_text()
        (home / "bot.toml").write_text(text.replace('build = ["sh", "build.sh"]\n', ""))
    (home / "notes").symlink_to("../secret")

    done = run(tmp_path, "match", "./made", "random")

    assert done.returncode == 4
    assert "'notes' is a link that leads out of its folder" in " ".join(done.stderr.split())
    assert "secret" not in done.stdout


def test_a_fifo_in_the_folder_is_refused_instead_of_waited_for(
    ground: Ground, tmp_path: Path
) -> None:
    os.mkfifo(source(tmp_path, GOOD) / "pipe")

    done = run(tmp_path, "match", "./made", "random")

    assert done.returncode == 4
    assert "'pipe' is a fifo" in " ".join(done.stderr.split())


def test_a_version_that_is_a_path_is_refused(ground: Ground, tmp_path: Path) -> None:
    source(tmp_path, GOOD, version="1/../../..")

    done = run(tmp_path, "match", "./made", "random")

    assert done.returncode == 4
    assert "version '1/../../..' is not 1 to 40 letters" in " ".join(done.stderr.split())


def test_a_lock_that_changes_after_it_was_hashed_is_not_the_one_that_counts(
    ground: Ground, tmp_path: Path
) -> None:
    home = source(tmp_path, GOOD)
    (home / "requirements.lock").write_text("")
    manifest = read_manifest(home)
    assert manifest.version
    (home / "requirements.lock").write_text(f"six==1.0 --hash=sha256:{SUM}\n")

    with pytest.raises(BotError, match="changed while made was made ready"):
        built(manifest, OPERATOR, tmp_path / "store")


def test_the_operators_tools_are_asked_where_nobody_else_can_put_settings(tmp_path: Path) -> None:
    operator = Operator({**os.environ, "XDG_CACHE_HOME": str(tmp_path)})

    where = Path(operator.asked("pwd"))

    assert where.is_relative_to(tmp_path)
    assert not where.exists()
    assert (tmp_path / "arena").stat().st_mode & 0o077 == 0


def test_a_disk_that_is_full_is_told_as_ours_and_leaves_nothing(
    ground: Ground, sandbox: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: object, data: bytes) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(step._Bounded, "take", full)

    with pytest.raises(LaunchError, match=r"could not be built here: .*No space left on device"):
        built(read_manifest(source(tmp_path, GOOD)), OPERATOR, tmp_path / "store")

    assert not [path for path in (tmp_path / "store/built").iterdir() if path.is_dir()]
