"""The proxy of a sandbox that fetches lets clients talk to registries, and to nobody else."""

import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from referee.bots.preparing import proxy
from referee.bots.preparing.proxy import Host, Proxy, host_of

_PATIENCE_S = 10


@contextmanager
def registry() -> Iterator[int]:
    """Somebody who answers everything with what was asked; its port."""

    def serve() -> None:
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            with client:
                client.settimeout(_PATIENCE_S)
                while data := client.recv(65536):
                    client.sendall(b"you said " + data)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield listener.getsockname()[1]
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            thread.join(_PATIENCE_S)


def dial(path: Path) -> socket.socket:
    client = socket.socket(socket.AF_UNIX)
    client.connect(str(path))  # waits where many come at once
    client.settimeout(_PATIENCE_S)
    return client


def answer(path: Path, *said: bytes) -> bytes:
    """All that comes for what is said."""
    whole = b""
    with closing(dial(path)) as client:
        with suppress(BrokenPipeError):  # who is refused is answered before all is said
            for words in said:
                client.sendall(words)
            client.shutdown(socket.SHUT_WR)
        with suppress(ConnectionResetError):  # so that some of it was never read
            while data := client.recv(65536):
                whole += data
    return whole


def poured(client: socket.socket, *, answered: bool) -> int:
    """How much can be said until somebody hangs up."""
    for number in range(10_000):
        try:
            client.sendall(b"x" * 1000)
            if answered and not client.recv(65536):
                return number * 1000
        except (BrokenPipeError, ConnectionResetError):
            return number * 1000
    raise AssertionError("nobody hung up")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "s"


def test_a_host_of_the_registry_is_reached(path: Path) -> None:
    with registry() as port, Proxy(path, frozenset({Host("127.0.0.1", port)})):
        said = answer(path, f"CONNECT 127.0.0.1:{port} HTTP/1.1\r\n\r\n".encode(), b"hello")

    assert said.startswith(b"HTTP/1.1 200 ")
    assert said.endswith(b"you said hello")


def test_everybody_else_is_refused_and_told(path: Path) -> None:
    with (
        registry() as port,
        registry() as other,
        Proxy(path, frozenset({Host("localhost", port)})) as one,
    ):
        for target in (
            f"localhost:{other}",
            f"127.0.0.1:{port}",
            "169.254.169.254:80",
            "[::1]:22",
            f"localhost.:{port}",
            f"localhost@evil:{port}",
            "\x1b[2J:1",
        ):
            asked = answer(path, f"CONNECT {target} HTTP/1.1\r\n\r\n".encode(), b"hello")
            assert asked.startswith((b"HTTP/1.1 403 ", b"HTTP/1.1 400 ")), target
            assert b"you said" not in asked

    assert one.refused[:2] == [f"localhost:{other}", f"127.0.0.1:{port}"]
    assert len(one.refused) == 5
    assert all(name.isprintable() for name in one.refused)


@pytest.mark.parametrize(
    "head",
    [
        b"\r\n\r\n",
        b"CONNECT\r\n\r\n",
        b"CONNECT a:b HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET file:///etc/passwd HTTP/1.1\r\n\r\n",
        b"GET https://127.0.0.1/ HTTP/1.1\r\n\r\n",
        b"\xff\xfe http://127.0.0.1/ x\r\n\r\n",
        b"GET http://[/ HTTP/1.1\r\n\r\n",
    ],
)
def test_what_is_no_request_for_a_host_is_refused(path: Path, head: bytes) -> None:
    with Proxy(path, frozenset({Host("127.0.0.1", 443)})):
        assert answer(path, head).startswith(b"HTTP/1.1 400 ")


def test_a_head_without_end_is_hung_up_on(path: Path) -> None:
    with Proxy(path, frozenset()), closing(dial(path)) as client:
        assert poured(client, answered=False) < 1_000_000


def test_a_plain_registry_is_asked_without_what_belongs_to_the_proxy(path: Path) -> None:
    with registry() as port, Proxy(path, frozenset({Host("127.0.0.1", port, plain=True)})):
        lines = "Proxy-Authorization: x\r\nConnection: keep-alive\r\nAccept: y\r\n\r\n"
        said = answer(path, f"GET http://127.0.0.1:{port}/a?b HTTP/1.1\r\n{lines}".encode())
        tunnel = answer(path, f"CONNECT 127.0.0.1:{port} HTTP/1.1\r\n\r\n".encode())

    assert said == b"you said GET /a?b HTTP/1.1\r\nAccept: y\r\nConnection: close\r\n\r\n"
    assert tunnel.startswith(b"HTTP/1.1 403 ")


def test_what_comes_through_has_a_bound(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proxy, "MOST_BYTES", 100_000)
    with registry() as port, Proxy(path, frozenset({Host("127.0.0.1", port)})):
        connect = f"CONNECT 127.0.0.1:{port} HTTP/1.1\r\n\r\n".encode()
        with closing(dial(path)) as client:
            client.sendall(connect)
            assert poured(client, answered=True) < 110_000


def test_connections_have_a_bound_and_end_with_the_proxy(path: Path) -> None:
    with registry() as port, Proxy(path, frozenset({Host("127.0.0.1", port)})):
        half_open = [dial(path) for _ in range(200)]
        last = b"".join(iter(lambda: half_open[-1].recv(100), b""))
    for client in half_open:
        client.close()

    assert last.startswith(b"HTTP/1.1 503 ")
    assert not [one for one in threading.enumerate() if "process_request_thread" in one.name]


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("https://me:secret@registry.example/", "holds a password"),
        ("https://token@registry.example/", "holds a password"),
        ("ftp://registry.example/", "is no address"),
        ("https:///x", "is no address"),
    ],
)
def test_an_address_that_cannot_be_handed_on_is_refused(address: str, why: str) -> None:
    with pytest.raises(ValueError, match=why) as caught:
        host_of(address)
    assert "secret" not in str(caught.value)


def test_a_host_is_told_from_its_address() -> None:
    assert host_of("https://Registry.example/x") == Host("registry.example", 443)
    assert host_of("http://registry.example:8080") == Host("registry.example", 8080, plain=True)
