"""Attacks through sockets."""

import errno
import os
import socket
from typing import Final

from referee.proofs.attacks.attempt import Found, Targets, all_of, attempt

_TEST_NET: Final = ("192.0.2.1", 9)
"""An address that is nobody's."""
_VSOCK, _NETLINK = 40, 16
_PATIENCE_S: Final = 2.0


def loopback(targets: Targets) -> Found:
    """Connect to a port on which this machine listens."""
    return attempt(lambda: _connect(socket.AF_INET, ("127.0.0.1", int(targets["port"]))))


def outwards(targets: Targets) -> Found:
    """Send something to another machine."""
    del targets
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as one:
            one.setblocking(False)
            result = one.connect_ex(_TEST_NET)
    except OSError as error:
        return Found(False, errno.errorcode.get(error.errno or 0, str(error)))
    return Found(result in (0, errno.EINPROGRESS), errno.errorcode.get(result, "connected"))


def abstract(targets: Targets) -> Found:
    """Connect to a socket without a file."""
    return attempt(lambda: _connect(socket.AF_UNIX, f"\0{targets['abstract']}"))


def families(targets: Targets) -> Found:
    """Open sockets that reach the hypervisor or the kernel."""
    del targets
    return all_of(
        vsock=attempt(lambda: _opened(_VSOCK, socket.SOCK_STREAM)),
        netlink=attempt(lambda: _opened(_NETLINK, socket.SOCK_RAW)),
        inet=attempt(lambda: _opened(socket.AF_INET, socket.SOCK_STREAM)),
    )


def neighbour(targets: Targets) -> Found:
    """Connect to the socket on which the referee listens for another bot."""
    return attempt(lambda: _connect(socket.AF_UNIX, targets["neighbour_socket"]))


def _connect(family: int, address: str | tuple[str, int]) -> str:
    with socket.socket(family, socket.SOCK_STREAM) as one:
        one.settimeout(_PATIENCE_S)
        one.connect(address)
        return "connected"


def _opened(family: int, kind: int) -> str:
    descriptor = socket.socket(family, kind).detach()
    os.close(descriptor)
    return "opened"
