"""What a step that fetches can reach and see, and what counts of all that it hands back."""

import gzip
import hashlib
import io
import os
import socket
import sys
import tempfile
import threading
import zipfile
from base64 import b64encode
from collections.abc import Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from referee.bots.archive import unpack
from referee.bots.errors import BotError
from referee.bots.folders import Filling, folder_at
from referee.bots.preparing import kinds, locks
from referee.bots.preparing.asking import Operator
from referee.bots.preparing.proxy import Host
from referee.bots.preparing.registries import registry_of
from referee.bots.preparing.step import Done, Step, run_step
from tests.leftovers import Ground
from tests.unit.test_archive import member, packed

GET = """
import os, sys, urllib.request, socket
from pathlib import Path
def tried(what, act):
    try:
        said = act()
    except Exception as error:
        said = f"no: {type(error).__name__} {getattr(error, 'code', '')}"
    Path(what).write_text(str(said))
def get(url, **settings):
    proxy = urllib.request.ProxyHandler(settings)
    with urllib.request.build_opener(proxy).open(url, timeout=10) as answer:
        return answer.read().decode()
"""
OUR = 'http="http://127.0.0.1:3128"'


class _Page(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(f"page {self.path}".encode())

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


@pytest.fixture
def port() -> Iterator[int]:
    """A registry on this machine."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Page) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join()


def told(tmp_path: Path, script: str, hosts: frozenset[Host]) -> tuple[Done, Mapping[str, str]]:
    """What a script in a step that fetches leaves in files, by their names."""
    code = GET + script
    step = Step((sys.executable, "-I", "-c", code), 30, python=True, hosts=hosts)
    place = tmp_path / "came"
    place.mkdir()
    with tempfile.TemporaryFile() as archive, folder_at(place) as folder:
        done = run_step(step, lambda filling: None, archive)
        if done.went_well:
            unpack(archive, Filling(folder))
    return done, {path.name: path.read_text() for path in place.iterdir()}


def test_a_step_that_fetches_reaches_the_registry_and_nobody_else(
    ground: Ground, sandbox: str, tmp_path: Path, port: int
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        closed_to_it = other.getsockname()[1]
        script = (
            f'tried("page", lambda: get("http://127.0.0.1:{port}/x", {OUR}))\n'
            f'tried("other", lambda: get("http://127.0.0.1:{closed_to_it}/x", {OUR}))\n'
            f'tried("direct", lambda: get("http://127.0.0.1:{port}/x"))\n'
            'tried("out", lambda: socket.create_connection(("192.0.2.1", 443), 5))\n'
            'tried("family", lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW))\n'
            'tried("vsock", lambda: socket.socket(40, socket.SOCK_STREAM))\n'
        )
        done, said = told(tmp_path, script, frozenset({Host("127.0.0.1", port, plain=True)}))

    assert done.went_well, done
    assert said["page"] == "page /x"
    assert said["other"] == "no: HTTPError 403"
    assert {said[name].split()[0] for name in ("direct", "out", "family", "vsock")} == {"no:"}
    assert done.refused == (f"127.0.0.1:{closed_to_it}",)


def test_a_step_that_fetches_sees_no_file_and_no_variable_of_the_operator(
    ground: Ground, sandbox: str, tmp_path: Path, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARENA_SECRET", "secret")
    (tmp_path / "secret").write_text("secret")
    script = (
        f'tried("file", lambda: Path("{tmp_path}/secret").read_text())\n'
        f'tried("test", lambda: Path("{Path(__file__).resolve()}").read_text())\n'
        'tried("environment", lambda: sorted(os.environ))\n'
        'tried("first", lambda: Path("/proc/1/environ").read_bytes())\n'
        'tried("uid", os.getuid)\n'
        'tried("passwd", lambda: Path("/etc/shadow").read_text())\n'
    )
    done, said = told(tmp_path, script, frozenset({Host("127.0.0.1", port, plain=True)}))

    assert done.went_well, done
    assert {said[name].split()[0] for name in ("file", "test", "passwd")} == {"no:"}
    assert "SECRET" not in said["environment"] + said["first"]
    assert said["uid"] != "0"


def test_a_build_cannot_make_an_internet_socket(
    ground: Ground, sandbox: str, tmp_path: Path
) -> None:
    _, said = told(tmp_path, 'tried("it", lambda: socket.socket(socket.AF_INET))', frozenset())

    assert said == {"it": "no: OSError "}


def crate(name: str = "x-1.0.0/src/lib.rs") -> bytes:
    return gzip.compress(packed(member(name, b"// rust")), mtime=0)


def module() -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as archive:
        archive.writestr("example.org/X@v1.0.0/go.mod", "module example.org/X\n")
        archive.writestr("example.org/X@v1.0.0/x.go", "package x")
    return whole.getvalue()


def h1(*files: tuple[str, bytes]) -> str:
    lines = "".join(f"{hashlib.sha256(text).hexdigest()}  {name}\n" for name, text in files)
    return "h1:" + b64encode(hashlib.sha256(lines.encode()).digest()).decode()


def sha512(content: bytes) -> str:
    return "sha512-" + b64encode(hashlib.sha512(content).digest()).decode()


TOP = "example.org/X@v1.0.0"
MOD = b"module example.org/X\n"
GO_SUM = (
    f"example.org/X v1.0.0 {h1((f'{TOP}/go.mod', MOD), (f'{TOP}/x.go', b'package x'))}\n"
    f"example.org/X v1.0.0/go.mod {h1(('go.mod', MOD))}\n"
)
SUM = hashlib.sha256
TGZ = hashlib.sha512(b"tgz").hexdigest()
CASES = {
    "go": (
        GO_SUM,
        {"example.org/!x/@v/v1.0.0.zip": module(), "example.org/!x/@v/v1.0.0.mod": MOD},
        {"goproxy/example.org/!x/@v/v1.0.0.zip", "goproxy/example.org/!x/@v/v1.0.0.mod"},
    ),
    "node": (
        '{"packages": {"": {}, "node_modules/x": {"resolved": "https://registry.example/x.tgz", '
        f'"integrity": "{sha512(b"tgz")}"}}}}}}',
        {"sha512/any/where": b"tgz"},
        {f".npm/_cacache/content-v2/sha512/{TGZ[:2]}/{TGZ[2:4]}/{TGZ[4:]}"},
    ),
    "python": (
        f"x==1.0 --hash=sha256:{SUM(b'wheel').hexdigest()}\n",
        {"x-1.0-py3-none-any.whl": b"wheel"},
        {"made/wheels/x-1.0-py3-none-any.whl"},
    ),
    "rust": (
        '[[package]]\nname = "x"\nversion = "1.0.0"\nsource = "registry+https://index.example"\n'
        f'checksum = "{SUM(crate()).hexdigest()}"\n',
        {"index/x-1.0.0.crate": crate()},
        {
            "crates/x-1.0.0/src/lib.rs",
            "crates/x-1.0.0/.cargo-checksum.json",
            ".cargo/config.toml",
        },
    ),
    "maven": (
        f"{SUM(b'jar').hexdigest()}  org/x/1/x-1.jar\n",
        {"org/x/1/x-1.jar": b"jar"},
        {".m2/repository/org/x/1/x-1.jar"},
    ),
}


def kept(folder: Path, kind: str, lock: str, came: Mapping[str, bytes]) -> set[str]:
    """What is kept of what came."""
    one = next(one for one in kinds.KINDS if one.name == kind)
    for name, content in came.items():
        (folder / "came" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "came" / name).write_bytes(content)
    (folder / "kept").mkdir()
    with folder_at(folder / "kept") as descriptor:
        one.keep(lock, folder / "came", Filling(descriptor))
    found = (folder / "kept").rglob("*")
    return {str(path.relative_to(folder / "kept")) for path in found if path.is_file()}


@pytest.mark.parametrize("kind", CASES)
def test_what_the_lock_names_is_kept_where_the_build_looks_for_it(
    tmp_path: Path, kind: str
) -> None:
    lock, came, expected = CASES[kind]

    assert kept(tmp_path, kind, lock, came) == expected


@pytest.mark.parametrize("kind", CASES)
def test_what_the_lock_does_not_name_does_not_count(tmp_path: Path, kind: str) -> None:
    lock, came, _ = CASES[kind]
    changed = {name: content.replace(b"x", b"y") + b"!" for name, content in came.items()}
    more = {f"more/{name}": content for name, content in changed.items()}

    if kind == "maven":  # all that its lock names must come
        with pytest.raises(ValueError, match="nothing of that hash came"):
            kept(tmp_path, kind, lock, changed | more)
    else:
        assert kept(tmp_path, kind, lock, changed | more) <= {".cargo/config.toml"}


def test_a_module_that_is_a_bomb_does_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "MOST_BYTES", 1000)
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("example.org/X@v1.0.0/x.go", bytes(100_000))

    came = {"example.org/!x/@v/v1.0.0.zip": whole.getvalue()}

    assert kept(tmp_path, "go", GO_SUM, came) == set()


@pytest.mark.parametrize("name", ["../../evil", "/tmp/evil", "x-1.0.0/../../../evil"])
def test_a_crate_that_leads_out_is_refused_though_its_hash_is_locked(
    tmp_path: Path, name: str
) -> None:
    evil = crate(name)
    lock = CASES["rust"][0].replace(SUM(crate()).hexdigest(), SUM(evil).hexdigest())

    with pytest.raises(BotError, match="is no path inside a folder"):
        kept(tmp_path, "rust", lock, {"x.crate": evil})


def test_a_crate_that_is_a_bomb_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evil = gzip.compress(packed(member("x-1.0.0/zeros", bytes(1 << 20))))
    lock = CASES["rust"][0].replace(SUM(crate()).hexdigest(), SUM(evil).hexdigest())
    monkeypatch.setattr(Filling.__init__, "__defaults__", (100, 1000))

    with pytest.raises(BotError, match="over the bound"):
        kept(tmp_path, "rust", lock, {"x.crate": evil})


def test_what_maven_writes_each_time_anew_is_not_locked(tmp_path: Path) -> None:
    for name in ("a/a-1.jar", "a/a-1.jar.sha1", "a/_remote.repositories", "a/a.lastUpdated"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"jar")

    assert kinds.maven_lock(tmp_path) == f"{SUM(b'jar').hexdigest()}  a/a-1.jar\n"


def tool(folder: Path, name: str, says: str) -> Operator:
    """An operator whose tool of that name says that."""
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\necho '{says}'\n")
    (folder / name).chmod(0o755)
    return Operator({**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"})


def test_the_operators_own_client_tells_the_registry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    operator = tool(tmp_path, "npm", "http://mirror.example:8080/npm/")
    monkeypatch.setenv("PATH", operator.environment["PATH"])

    found = registry_of("node", operator)

    assert found.address == "http://mirror.example:8080/npm/"
    assert found.hosts == {Host("mirror.example", 8080, plain=True)}


def test_an_address_with_a_password_is_refused_and_not_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    operator = tool(tmp_path, "npm", "https://me:geheim@mirror.example/")
    monkeypatch.setenv("PATH", operator.environment["PATH"])

    with pytest.raises(BotError, match="registry of node holds a password") as caught:
        registry_of("node", operator)

    assert "geheim" not in str(caught.value)


@pytest.mark.parametrize(
    ("named", "hosts"),
    [
        ("a.example, b.example:8443", {Host("a.example", 443), Host("b.example", 8443)}),
        ("http://c.example", {Host("c.example", 80, plain=True)}),
    ],
)
def test_the_hosts_can_be_named_instead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str, hosts: set[Host]
) -> None:
    operator = tool(tmp_path, "npm", "https://mirror.example/")
    monkeypatch.setenv("PATH", operator.environment["PATH"])
    chosen = Operator({**operator.environment, "ARENA_REGISTRY_HOSTS": named})

    assert registry_of("node", chosen).hosts == hosts
