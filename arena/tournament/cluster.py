"""Where a cluster is, and whether it may be spoken to; the engine is loaded when it is used."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from arena.errors import ArenaError, Misuse

if TYPE_CHECKING:
    from distributed import Client

    from arena.tournament.places.dask import DaskPlace
    from arena.tournament.places.host import Host
    from arena.tournament.places.kit import Kit

_HERE: Final = ("127.0.0.1", "::1", "localhost")


@dataclass(frozen=True)
class Cluster:
    """A scheduler and the keys by which it is spoken to."""

    address: str
    keys: Path | None = None
    """The folder of `arena cluster-keys`."""
    insecure: bool = False
    """Whether a plain connection to another machine is wanted."""

    def __post_init__(self) -> None:
        try:
            parts = urlsplit(self.address)
            host, port = parts.hostname, parts.port
        except ValueError:
            host = port = None
        if parts.scheme not in ("tls", "tcp") or not host or not port:
            raise Misuse(f"'{self.address}' is no address of a scheduler: tls://HOST:8786 is one")
        if parts.scheme == "tls" and self.keys is None:
            raise Misuse(
                "a tls:// cluster needs --cluster-keys FOLDER; arena cluster-keys makes it"
            )
        if parts.scheme == "tcp" and host not in _HERE and not self.insecure:
            raise Misuse(
                f"{self.address} is another machine, and anybody on the way could run programs "
                "on it: use tls://, or say --insecure"
            )
        if self.keys is not None:
            for name in ("ca.pem", "client.pem", "client.key"):
                if not (self.keys / name).is_file():
                    raise Misuse(
                        f"there is no {name} in {self.keys}: name the folder that "
                        "arena cluster-keys made"
                    )

    @contextmanager
    def open(self, kit: "Kit", tell: Callable[[str], None]) -> "Iterator[DaskPlace]":
        """The cluster as a place to play a contest."""
        with _engine():
            from arena.tournament.places.dask import DaskPlace  # noqa: PLC0415 - slow, optional
        with DaskPlace(self.client(), kit, tell) as place:
            yield place

    def hosts(self) -> "dict[str, Host]":
        """What its processes say of themselves, by address."""
        with _engine():
            from arena.tournament.places.dask import hosts_of  # noqa: PLC0415 - slow, optional
        with self.client() as client:
            return hosts_of(client)

    def client(self) -> "Client":
        """A connection to the scheduler."""
        with _engine():
            from distributed.security import Security  # noqa: PLC0415 - slow, optional

            from arena.tournament.places.dask import connect  # noqa: PLC0415 - slow, optional
        if self.keys is None:
            return connect(self.address, None)
        security = Security(
            tls_ca_file=str(self.keys / "ca.pem"),
            tls_client_cert=str(self.keys / "client.pem"),
            tls_client_key=str(self.keys / "client.key"),
            require_encryption=True,
        )
        return connect(self.address, security)


def make_keys(folder: Path) -> list[Path]:
    """Certificates for the parts of a cluster; where they are."""
    with _engine():
        from arena.tournament.places import keys  # noqa: PLC0415 - slow, optional
    return keys.make_keys(folder)


@contextmanager
def _engine() -> Iterator[None]:
    try:
        yield
    except ImportError as error:
        raise ArenaError("clusters need an engine: pip install 'arena[cluster]'") from error
