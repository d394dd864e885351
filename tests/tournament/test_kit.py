"""What travels to the hosts of a cluster, and what they make of it."""

import io
import os
import pickle
import tarfile
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from arena.errors import ArenaError, Misuse
from arena.tournament.cluster import Cluster, make_keys
from arena.tournament.contest import Contest, resolve
from arena.tournament.places.host import Staff
from arena.tournament.places.kit import Kit, make_kit
from arena.tournament.preparation import Surroundings, prepare
from arena.tournament.run import Run
from arena.tournament.terms import Terms
from tests.tournament.arena_command import alive, family

pytestmark = pytest.mark.slow

SEED = 2**127 + 12345
PLANTED = "a password that nobody may see"


@pytest.fixture
def contest(tmp_path: Path) -> Contest:
    home = tmp_path / "secret-place" / "mine"
    home.mkdir(parents=True)
    (home / "bot.toml").write_text('name = "mine"\ncommand = ["{python}", "mine.py"]\n')
    (home / "mine.py").write_text(
        "from arena.sdk import Bot, run\n"
        "class Mine(Bot):\n"
        "    def act(self, turn):\n"
        "        return turn.legal[0]\n"
        "run(Mine)\n"
    )
    return resolve(Terms(bots=("random", str(home)), games=("kupferkessel",), seed=SEED))


@pytest.fixture
def kit(contest: Contest, monkeypatch: pytest.MonkeyPatch) -> Kit:
    monkeypatch.setenv("PLANTED", PLANTED)
    around = Surroundings(dict(os.environ))
    prepared = prepare(contest.entries, contest.terms.conditions, Run(level="process"), around)
    return make_kit("abc", contest, prepared.hosting, around)


def test_a_kit_tells_no_path_no_environment_and_no_seed(contest: Contest, kit: Kit) -> None:
    sent = pickle.dumps(kit)

    assert b"secret-place" not in sent
    assert str(Path.cwd()).encode() not in sent
    assert PLANTED.encode() not in sent
    assert contest.secret not in sent
    assert SEED.to_bytes(16, "little") not in sent


def test_a_host_plays_a_chunk_and_keeps_no_bot_when_it_is_closed(
    contest: Contest, kit: Kit
) -> None:
    chunk = tuple(contest.fixture(contest.format.generation(0, ())[n]) for n in range(2))
    before = set(family(os.getpid()))
    staff = Staff(pickle.loads(pickle.dumps(kit)))

    host = staff.examine()
    assert host.trouble == ""
    played = staff.play(chunk)
    assert [match.status for match in played.matches] == ["done", "done"]
    assert set(family(os.getpid())) - before
    staff.close()
    assert not [one for one in set(family(os.getpid())) - before if alive(one)]


def test_a_host_that_is_asked_nothing_stops_its_bots_by_itself(contest: Contest, kit: Kit) -> None:
    chunk = (contest.fixture(contest.format.generation(0, ())[0]),)
    before = set(family(os.getpid()))
    staff = Staff(kit, idle_s=0.5)
    staff.play(chunk)
    watch = [one for one in threading.enumerate() if one.name == "arena idle watch"]

    for thread in watch:
        thread.join(30)

    assert watch
    assert not [one for one in set(family(os.getpid())) - before if alive(one)]
    assert staff.play(chunk).matches[0].status == "done"
    staff.close()


def _with_more(archive: bytes) -> bytes:
    changed = io.BytesIO(archive)
    with tarfile.open(fileobj=changed, mode="a") as tar:
        tar.addfile(tarfile.TarInfo("more.py"))
    return changed.getvalue()


@pytest.mark.parametrize("harm", [_with_more, lambda archive: archive[:600], lambda archive: b"x"])
def test_an_archive_that_was_tampered_with_is_refused_and_not_kept(
    kit: Kit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, harm: "object"
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert callable(harm)
    parcels = tuple(
        one if one.archive is None else replace(one, archive=harm(one.archive))
        for one in kit.parcels
    )

    assert Staff(replace(kit, parcels=parcels)).examine().trouble
    assert not list((tmp_path / "cache").rglob("mine.py"))


def test_a_host_with_another_arena_other_rules_or_weaker_isolation_is_left_out(
    kit: Kit, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = replace(kit, games=(replace(kit.games[0], version="0"),))

    assert "0 is played" in Staff(other).examine().trouble
    assert "99 is played" in Staff(replace(kit, arena="99")).examine().trouble
    monkeypatch.setenv("ARENA_MIN_ISOLATION", "container")
    assert "ARENA_MIN_ISOLATION" in Staff(kit).examine().trouble


def test_keys_are_private_and_never_overwritten(tmp_path: Path) -> None:
    made = make_keys(tmp_path / "keys")

    assert {oct(place.stat().st_mode & 0o777) for place in made} == {"0o600"}
    assert Cluster("tls://host:8786", tmp_path / "keys").keys
    with pytest.raises(Misuse, match="there already"):
        make_keys(tmp_path / "keys")


@pytest.mark.parametrize("address", ["host", "tls://host", "tls://host:x", "http://host:1", ""])
def test_an_address_that_is_none_is_refused(address: str, tmp_path: Path) -> None:
    make_keys(tmp_path / "keys")
    with pytest.raises(ArenaError, match="no address"):
        Cluster(address, tmp_path / "keys")
