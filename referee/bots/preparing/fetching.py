"""Brings what a bot's lock file names, by the usual client, in a sandbox without network.

The client reaches the registry through a proxy of ours and nobody else; it sees no file of the
operator's but certificates, and no settings of its own that lie in the bot's folder. Whatever code
runs there, what it hands back counts only where its hash stands in the lock. It is kept under the
hash of the lock, so a change of the bot's own files fetches nothing.
"""

import hashlib
import os
import ssl
import tempfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

from referee.bots.archive import unpack
from referee.bots.errors import BotError
from referee.bots.folders import Filling, folder_at, read_plain
from referee.bots.manifest import Manifest
from referee.bots.preparing.asking import Operator
from referee.bots.preparing.kept import filled, ready
from referee.bots.preparing.kinds import KINDS, Kind, maven_lock
from referee.bots.preparing.registries import HOSTS, Registry, registry_of
from referee.bots.preparing.step import PORT, Step, run_step
from referee.bots.preparing.toolchains import FINDERS, Toolchain
from referee.isolation.port import LaunchError

FETCH_S: Final = 600.0
MAVEN: Final = KINDS[-1]
_OFFLINE: Final = ("-o", "--offline")
_PROXY: Final = f"http://127.0.0.1:{PORT}"
_MOST_LOCK: Final = 8 << 20
_SETTINGS: Final = ("npm-shrinkwrap.json", "pip.conf", "pip.ini", "go.work", "go.work.sum")
"""Files by which a bot could steer a client, beside hidden ones, which belong to no bot."""
_CERTIFICATES: Final = ("/etc/ssl/certs", "/etc/pki/tls/certs", "/etc/pki/ca-trust/extracted")
_BUNDLES: Final = ("ca-certificates.crt", "ca-bundle.crt")
_CA_FILES: Final = (
    *("SSL_CERT_FILE", "PIP_CERT", "REQUESTS_CA_BUNDLE", "NODE_EXTRA_CA_CERTS"),
    "CARGO_HTTP_CAINFO",
)


@dataclass(frozen=True)
class Locked:
    """A bot's lock file."""

    kind: Kind
    text: str

    def place(self, cache: Path) -> Path:
        """Where what it names is kept."""
        digest = hashlib.sha256(self.text.encode()).hexdigest()
        return cache / "fetched" / f"{self.kind.name}-{digest}"


def lock_of(manifest: Manifest) -> Locked | None:
    """The lock file of a bot that is built; BotError if it has several, or one that is no good."""
    if not manifest.build:
        return None
    there = [kind for kind in KINDS if os.path.lexists(manifest.home / kind.lock)]
    if len(there) > 1:
        names = " and ".join(kind.lock for kind in there)
        raise BotError(f"{manifest.name} has {names}; one lock file tells what to fetch")
    if not there:
        return None
    kind = there[0]
    if (kind.lock,) not in manifest.source.names():
        raise BotError(
            f"{manifest.name} has a {kind.lock} that is no part of it; "
            f'name it in bot.toml, files = [..., "{kind.lock}"]'
        )
    try:
        text = _read(manifest.home, kind.lock)
        kind.check(text)
    except ValueError as error:
        raise BotError(f"{manifest.name}: {kind.lock} {error}") from None
    return Locked(kind, text)


def is_fetched(manifest: Manifest, cache: Path) -> bool:
    """Whether nothing is left to bring."""
    lock = lock_of(manifest)
    return lock is None or lock.place(cache).is_dir()


def fetch(manifest: Manifest, operator: Operator, cache: Path) -> Path | None:
    """Bring what the lock file names; where it is kept. BotError if that fails."""
    lock = lock_of(manifest)
    if lock is None:
        return None
    place = lock.place(cache)
    if place.is_dir():
        return place
    with _came(manifest, lock.kind, operator, ready(place.parent)) as came, filled(place) as kept:
        try:
            lock.kind.keep(lock.text, came, kept)
        except ValueError as error:
            raise BotError(f"{manifest.name}: {lock.kind.lock} {error}") from None
    return place


def new_maven_lock(manifest: Manifest, operator: Operator, cache: Path) -> str:
    """The `arena.lock` of a bot that Maven builds: all that its build fetches."""
    with _came(manifest, MAVEN, operator, ready(cache / "fetched")) as came:
        return maven_lock(came)


@contextmanager
def _came(manifest: Manifest, kind: Kind, operator: Operator, near: Path) -> Iterator[Path]:
    """What a client brings, as a folder for the length of the block; none of it is checked."""
    words = kind.command or tuple(
        word for word in manifest.build if word not in ("-o", "--offline")
    )
    tools = FINDERS[kind.name][2](operator) if kind.name in FINDERS else Toolchain()
    registry = registry_of(kind.name, operator)
    with tempfile.TemporaryDirectory(prefix=".making-", dir=near) as name:
        laid, came = Path(name) / "laid", Path(name) / "came"
        came.mkdir()
        _lay(laid, kind, registry)
        shown, trusted = _certificates(operator)
        step = Step(
            command=manifest.words(words),
            seconds=FETCH_S,
            python=any("{python}" in word for word in words),
            environment={**tools.settings, **trusted, **_client(kind, registry)},
            shown=(*tools.shown, *shown),
            laid=laid,
            back=kind.back,
            hosts=registry.hosts,
        )
        with tempfile.TemporaryFile(dir=near) as archive, folder_at(came) as folder:
            try:
                done = run_step(step, without_settings(manifest.copy_to), archive)
                if not done.went_well:
                    raise BotError(f"{done}{_asked_in_vain(done.refused)}")
                unpack(archive, Filling(folder))
            except BotError as error:
                raise BotError(
                    f"{manifest.name}: {words[0]} could not fetch what {kind.lock} names: {error}"
                ) from None
            except OSError as error:  # the disk is full, say
                raise LaunchError(
                    f"{manifest.name} cannot be fetched for here: {error}"
                ) from error
        yield came


def _client(kind: Kind, registry: Registry) -> dict[str, str]:
    """What a client is told: its registry, and the way to it."""
    variables = ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY")
    told = dict.fromkeys(variables, _PROXY) | {"no_proxy": "", "NO_PROXY": ""}
    of_kind = {
        "go": {"GOPROXY": registry.address, "GOFLAGS": "-mod=mod"},
        "node": {"npm_config_registry": registry.address},
        "python": {
            "PIP_INDEX_URL": registry.address,
            "PIP_CONFIG_FILE": "/dev/null",
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
            "PIP_NO_INPUT": "1",
            "PIP_NO_CACHE_DIR": "1",
        },
    }
    return told | of_kind.get(kind.name, {})


def _lay(laid: Path, kind: Kind, registry: Registry) -> None:
    """Write the settings of clients that read them from a file."""
    laid.mkdir()
    if kind.name == "rust" and registry.address:
        (laid / ".cargo").mkdir()
        (laid / ".cargo/config.toml").write_text(
            '[source.crates-io]\nreplace-with = "operator"\n'
            f'[source.operator]\nregistry = "sparse+{registry.address}"\n'
        )
    if kind.name == "maven":
        (laid / ".m2").mkdir()
        proxies = "".join(
            f"<proxy><id>{one}</id><active>true</active><protocol>{one}</protocol>"
            f"<host>127.0.0.1</host><port>{PORT}</port></proxy>"
            for one in ("http", "https")
        )
        (laid / ".m2/settings.xml").write_text(
            f"<settings><proxies>{proxies}</proxies><mirrors><mirror><id>operator</id>"
            f"<mirrorOf>*</mirrorOf><url>{escape(registry.address)}</url>"
            "</mirror></mirrors></settings>"
        )
    for path in (laid, *laid.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)  # a bot's uid may be another


def _certificates(operator: Operator) -> tuple[tuple[Path, ...], dict[str, str]]:
    """What tells whom to trust: files that are shown, and how clients are told of them."""
    shown = tuple(path for path in map(Path, _CERTIFICATES) if path.is_dir())
    named = [operator.environment.get(one) for one in _CA_FILES]
    usual = [ssl.get_default_verify_paths().cafile]
    usual += [f"{place}/{name}" for place in shown for name in _BUNDLES]
    there = [Path(one).resolve() for one in named + usual if one and Path(one).is_file()]
    if not there:
        return shown, {}
    return (*shown, there[0]), dict.fromkeys(_CA_FILES, str(there[0]))


def without_settings(fill: Callable[[Filling], None]) -> Callable[[Filling], None]:
    """The same files but those by which a bot could steer a client."""

    def filling(into: Filling) -> None:
        fill(_Bare(into.folder, into.files_left, into.bytes_left))

    return filling


class _Bare(Filling):
    """Takes everything but the settings of clients."""

    def file(self, name: str, content: Iterable[bytes], *, executable: bool) -> None:
        if name.rpartition("/")[2] in _SETTINGS:
            deque(content, 0)
            return
        super().file(name, content, executable=executable)


def _asked_in_vain(refused: tuple[str, ...]) -> str:
    if not refused:
        return ""
    return f" (it asked for {', '.join(refused)}, no host of the registry; {HOSTS} may name it)"


def _read(home: Path, name: str) -> str:
    """A file of the bot's, as a text; ValueError if it is none."""
    with folder_at(home) as folder:
        plain = read_plain(folder, (name,))
    if plain.size > _MOST_LOCK:
        plain.close()
        raise ValueError(f"is over {_MOST_LOCK >> 20} MB")
    return b"".join(plain.content()).decode()
