"""Runs inside a sandbox that fetches: carries what is said to a port there to the proxy's socket.

    forwarder.py SOCKET PORT COMMAND...

A package client wants a proxy with an address; the sandbox has no network but a loopback of its
own. So this listens there for as long as the command runs, and ends with its exit code. It is run
as a script by the arena's interpreter, and imports nothing of the arena.
"""

import socket
import subprocess
import sys
import threading
from contextlib import suppress


def carry(source: socket.socket, sink: socket.socket) -> None:
    """One direction of a talk, to its end."""
    with suppress(OSError):
        while data := source.recv(65536):
            sink.sendall(data)
    with suppress(OSError):
        sink.shutdown(socket.SHUT_WR)


def forward(client: socket.socket, path: str) -> None:
    """One talk, both ways."""
    with client, socket.socket(socket.AF_UNIX) as way_out:
        way_out.connect(path)
        back = threading.Thread(target=carry, args=(way_out, client), daemon=True)
        back.start()
        carry(client, way_out)
        back.join()


def serve(listener: socket.socket, path: str) -> None:
    """Everybody who comes, each in a thread."""
    while True:
        client, _ = listener.accept()
        threading.Thread(target=forward, args=(client, path), daemon=True).start()


def main(path: str, port: str, *command: str) -> int:
    """Run the command with somebody at the port."""
    with socket.create_server(("127.0.0.1", int(port))) as listener:
        threading.Thread(target=serve, args=(listener, path), daemon=True).start()
        return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
