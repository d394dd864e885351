"""Where packages come from: what the operator's own clients say, and nothing that is written here.

A client that tells its registry is asked for it. Cargo and Maven do not tell; they are run on an
empty project of ours with a proxy that nobody stands at, and name what they could not reach.
`ARENA_REGISTRY_HOSTS` names the hosts instead, for registries that hand out files elsewhere.
"""

import json
import re
import sys
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from referee.bots.errors import BotError
from referee.bots.preparing.asking import Operator
from referee.bots.preparing.proxy import Host, host_of

HOSTS: Final = "ARENA_REGISTRY_HOSTS"
_PIPS_OWN: Final = """
from pip._internal.models.index import PyPI
print(PyPI.simple_url, PyPI.file_storage_domain)
"""
_NOBODY: Final = "http://127.0.0.1:9"
_LOOK_S: Final = 30.0
_MOST: Final = 64 * 1024


@dataclass(frozen=True)
class Registry:
    """One kind of packages: its address, as a client takes it, and whom that client talks to."""

    address: str
    """Empty if it is the one that the client knows of itself."""
    hosts: frozenset[Host]


def registry_of(kind: str, operator: Operator) -> Registry:
    """The registry of a kind of source; BotError if it cannot be told."""
    addresses = _ASK[kind](operator)
    try:
        hosts = frozenset(host_of(one) for one in addresses if "://" in one)
    except ValueError as error:
        raise BotError(f"the registry of {kind} {error}; give one without it") from None
    if not hosts:
        raise BotError(f"the tools for {kind} name no registry; {HOSTS} may name its hosts")
    return Registry(addresses[0], _chosen(operator.environment) or hosts)


def _chosen(environment: Mapping[str, str]) -> frozenset[Host]:
    """The hosts that the operator names: ``HOST``, ``HOST:PORT`` or ``http://HOST``, by commas."""
    named = [one.strip() for one in environment.get(HOSTS, "").split(",") if one.strip()]
    try:
        return frozenset(host_of(one if "://" in one else f"https://{one}") for one in named)
    except ValueError as error:
        raise BotError(f"{HOSTS}: one of them {error}; write HOST or HOST:PORT") from None


def _go(operator: Operator) -> list[str]:
    given = operator.asked("go", "env", "GOPROXY")
    asked = [one for one in re.split(r"[,|]", given) if "://" in one]
    return [",".join(asked), *asked]


def _node(operator: Operator) -> list[str]:
    return [operator.asked("npm", "config", "get", "registry")]


def _python(operator: Operator) -> list[str]:
    listed = operator.asked(sys.executable, "-m", "pip", "config", "list")
    said = dict(line.split("=", 1) for line in listed.splitlines() if "=" in line)
    for key in ("download.index-url", ":env:.index-url", "global.index-url"):
        if key in said:
            return [said[key].strip("'\"")]
    index, files = operator.asked(sys.executable, "-c", _PIPS_OWN).split()
    return [index, f"https://{files}"]


def _rust(operator: Operator) -> list[str]:
    told = operator.environment
    home = (
        Path(told["CARGO_HOME"]) if "CARGO_HOME" in told else Path(told.get("HOME", ""), ".cargo")
    )
    settings = home / "config.toml"
    index = _index_of_cargo(operator, settings.read_text() if settings.is_file() else "")
    bare = {name: text for name, text in told.items() if not name.startswith("CARGO_")}
    usual = _index_of_cargo(Operator(bare), "")
    # Cargo refuses its own registry as a replacement of itself.
    return ["" if index == usual else index, index, _files_of(index)]


def _index_of_cargo(operator: Operator, settings: str) -> str:
    files = {
        "Cargo.toml": '[package]\nname = "ask"\nversion = "0.0.0"\n[dependencies]\nnone = "*"\n',
        "src/lib.rs": "",
        "home/config.toml": settings,
    }
    told = {
        "CARGO_HOME": "{here}/home",
        "CARGO_HTTP_PROXY": _NOBODY,
        "CARGO_NET_RETRY": "0",
        "CARGO_TERM_COLOR": "never",
    }
    _, _, said = operator.tried("cargo", "fetch", files=files, settings=told)
    found = re.search(r"(https?://[^\s`]+/)config\.json", said)
    if found is None:
        raise BotError("cargo does not tell its registry, which must be a sparse one")
    return found.group(1)


def _files_of(index: str) -> str:
    """Where a sparse index of cargo says that its files are."""
    try:
        asked = urllib.request.Request(f"{index}config.json")  # noqa: S310 - matched above
        with urllib.request.urlopen(asked, timeout=_LOOK_S) as answer:  # noqa: S310
            return str(json.loads(answer.read(_MOST))["dl"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BotError(f"cargo's registry does not tell where its files are: {error}") from None


def _maven(operator: Operator) -> list[str]:
    ours = (
        "<project><modelVersion>4.0.0</modelVersion><parent><groupId>ask</groupId>"
        "<artifactId>none</artifactId><version>0</version><relativePath/></parent>"
        "<artifactId>ask</artifactId></project>"
    )
    _, said, _ = operator.tried(
        *("mvn", "-B", "-Dmaven.repo.local={here}/kept", "-Dhttp.proxyHost=127.0.0.1"),
        *("-Dhttp.proxyPort=9", "-Dhttps.proxyHost=127.0.0.1", "-Dhttps.proxyPort=9"),
        *("-Dhttp.nonProxyHosts=", "validate"),
        files={"pom.xml": ours},
    )
    found = re.search(r"\((https?://[^\s()]+)\)", said) or re.search(
        r"(https?://\S+)/ask/none/", said
    )
    if found is None:
        raise BotError("mvn does not tell its registry")
    return [found.group(1)]


_ASK: Final[Mapping[str, Callable[[Operator], list[str]]]] = {
    "go": _go,
    "node": _node,
    "python": _python,
    "rust": _rust,
    "maven": _maven,
}
