"""The one way out of a sandbox that fetches: to the hosts of the registries, and to nobody else.

A small HTTP proxy on a unix socket. It knows `CONNECT`, behind which a client speaks TLS with the
registry itself, and plain requests for registries that are plain. It looks at who is meant, never
at what is said; how many connections there are, and how much comes through them, is bounded.
"""

import contextlib
import select
import socket
import socketserver
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, Self
from urllib.parse import urlsplit

MOST_BYTES: Final = 1 << 30
"""Through one proxy: what is fetched, as often as clients ask for it, and the talk around it."""
_MOST_CONNECTIONS: Final = 64
_LONGEST_HEAD: Final = 16 * 1024
_HEAD_S: Final = 10.0
_DIAL_S: Final = 30.0
_IDLE_S: Final = 120.0
_CHUNK: Final = 64 * 1024
_MOST_TOLD: Final = 5
_PORTS: Final = {"https": 443, "http": 80}


@dataclass(frozen=True, order=True)
class Host:
    """Whom somebody may talk to."""

    name: str
    port: int = 443
    plain: bool = False
    """Whether it speaks HTTP without TLS."""

    def __str__(self) -> str:
        return f"{self.name}:{self.port}"


def host_of(address: str) -> Host:
    """The host of a URL; ValueError if it has none, or a password."""
    parts = urlsplit(address)
    if parts.scheme not in _PORTS or not parts.hostname:
        raise ValueError("is no address of a registry")
    if parts.username is not None or parts.password is not None:
        raise ValueError("holds a password, which a bot's sandbox must not see")
    port = parts.port or _PORTS[parts.scheme]
    return Host(parts.hostname.lower(), port, parts.scheme == "http")


@dataclass(frozen=True)
class _Asked:
    """What a client wants of the proxy."""

    host: Host
    first: bytes = b""
    """What the host is told first, in the client's name."""


class Proxy:
    """Stands at its socket for the length of the block; nothing of it remains."""

    def __init__(self, path: Path, hosts: frozenset[Host]) -> None:
        self._hosts = hosts
        self._path = path
        self._left = MOST_BYTES
        self._lock = threading.Lock()
        self._open: set[socket.socket] = set()
        self.refused: list[str] = []
        """Whom somebody asked for in vain; the first few of them."""

    def __enter__(self) -> Self:
        self._server = _Server(str(self._path), self)
        self._serving = threading.Thread(target=self._server.serve_forever, args=(0.05,))
        self._serving.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.shutdown()
        self._serving.join()
        with self._lock:
            for one in self._open:
                with contextlib.suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)
        self._server.server_close()

    def serve(self, client: socket.socket) -> None:
        """One client, from its request to the end of its talk."""
        with self._held(client) as held:
            if not held:
                _answer(client, "503 Too Many Connections")
                return
            client.settimeout(_HEAD_S)
            head, rest = _head(client)
            asked = _asked(head)
            if asked is None:
                _answer(client, "400 Bad Request")
            elif asked.host not in self._hosts:
                self._refuse(client, asked.host)
            else:
                self._connect(client, asked, rest)

    def _connect(self, client: socket.socket, asked: _Asked, rest: bytes) -> None:
        host = asked.host
        try:
            upstream = socket.create_connection((host.name, host.port), _DIAL_S)
        except OSError:
            _answer(client, "502 Bad Gateway")
            return
        with upstream, self._held(upstream):
            if not host.plain:
                _answer(client, "200 Connection Established")
            upstream.sendall(asked.first + rest)
            self._carry(client, upstream)

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        """Bytes both ways until both have said all, or nobody says anything."""
        ways = {one.fileno(): (one, other), other.fileno(): (other, one)}
        ready = select.poll()
        for descriptor in ways:
            ready.register(descriptor, select.POLLIN)
        while ways:
            events = ready.poll(_IDLE_S * 1000)
            if not events:
                return
            for descriptor, _ in events:
                source, sink = ways[descriptor]
                data = source.recv(_CHUNK)
                if data and self._may(len(data)):
                    sink.sendall(data)
                    continue
                if data:
                    return
                ready.unregister(descriptor)
                del ways[descriptor]
                sink.shutdown(socket.SHUT_WR)

    def _may(self, size: int) -> bool:
        with self._lock:
            self._left -= size
            return self._left >= 0

    def _refuse(self, client: socket.socket, host: Host) -> None:
        with self._lock:
            name = ascii(str(host))[1:-1]
            if len(self.refused) < _MOST_TOLD and name not in self.refused:
                self.refused.append(name)
        _answer(client, "403 Forbidden")

    @contextlib.contextmanager
    def _held(self, one: socket.socket) -> Iterator[bool]:
        """Known to those who end everything; whether there is room for it."""
        with self._lock:
            held = len(self._open) < 2 * _MOST_CONNECTIONS
            if held:
                self._open.add(one)
        try:
            yield held
        finally:
            with self._lock:
                self._open.discard(one)


class _Server(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    """A thread for each client; all have ended when it is closed."""

    request_queue_size = 64

    def __init__(self, path: str, proxy: Proxy) -> None:
        self._proxy = proxy
        super().__init__(path, socketserver.BaseRequestHandler)

    def finish_request(self, request: object, client_address: object) -> None:
        """What the thread does; a client that goes away is none of our trouble."""
        del client_address
        if isinstance(request, socket.socket):
            with contextlib.suppress(OSError, ValueError):
                self._proxy.serve(request)


def _head(client: socket.socket) -> tuple[bytes, bytes]:
    """The head of a request, and what came with it; ValueError if it is too long."""
    data = b""
    while b"\r\n\r\n" not in data:
        chunk = client.recv(4096)
        data += chunk
        if not chunk or len(data) > _LONGEST_HEAD:
            raise ValueError("no head of a request")
    head, _, rest = data.partition(b"\r\n\r\n")
    return head, rest


def _asked(head: bytes) -> _Asked | None:
    """What is wanted; None if that cannot be told."""
    first, *lines = head.split(b"\r\n")
    try:
        method, target, version = first.decode("ascii").split(" ")
        if method == "CONNECT":
            name, _, port = target.rpartition(":")
            return _Asked(Host(name.strip("[]").lower(), int(port)))
        host = host_of(target)
    except ValueError:  # not ASCII, not three words, no number, no address
        return None
    if not host.plain:
        return None
    path = target.partition("://")[2].partition("/")[2]
    kept = [
        line
        for line in lines
        if not line.lower().startswith((b"proxy-", b"connection:", b"keep-alive:"))
    ]
    words = f"{method} /{path} {version}".encode("ascii")
    return _Asked(host, b"\r\n".join([words, *kept, b"Connection: close", b"", b""]))


def _answer(client: socket.socket, status: str) -> None:
    client.sendall(f"HTTP/1.1 {status}\r\n\r\n".encode())
