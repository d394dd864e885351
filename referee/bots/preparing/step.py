"""One step of making a bot ready: a command in a sandbox of its own, on a copy of the bot's files.

The copy lies in the sandbox's own `/tmp`, where the command runs. What leaves the sandbox is one
stream: a line with the exit code and the length of what was said, that, and if all went well an
archive of one folder. All of it is data from a stranger, since whatever runs in the sandbox can
write to the stream: it is taken with a bound as it comes, and read by `archive`.
"""

import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Final

from referee.bots.errors import BotError
from referee.bots.folders import MOST_BYTES, MOST_FILES, Filling, folder_at
from referee.bots.preparing import forwarder
from referee.bots.preparing.proxy import Host, Proxy
from referee.isolation.calls import Form
from referee.isolation.limits import Limits
from referee.isolation.port import Launch, LaunchError
from referee.isolation.probe import try_sandbox
from referee.isolation.sandbox import SOCKET
from referee.isolation.workspace import Workspace

LIMITS: Final = Limits(memory_mb=2048, processes=256, cpus=2.0, disk_mb=1024, open_files=1024)
"""What a compiler may use; more than a bot."""
OWN: Final = "/tmp"  # noqa: S108 - the sandbox's own
"""Where a step may write; also its home."""
MADE: Final = Path(OWN, "made")
"""Where the copy lies."""
PORT: Final = "3128"
"""Where a step that may talk to somebody finds its proxy."""
_MOST_LOG: Final = 1 << 20
_MOST_STREAM: Final = MOST_BYTES + 2048 * MOST_FILES + _MOST_LOG
_LATER_S: Final = 60.0
"""How long copying and packing may take, beside the command."""
_SCRIPT: Final = """
exec 3>&1 >/tmp/said 2>&1
limit=$1 back=$2 laid=$3; shift 3
mkdir /tmp/made && cp -R . /tmp/made && cd /tmp/made || exit 120
[ -z "$laid" ] || cp -R "$laid/." /tmp || exit 120
timeout --kill-after=5 "$limit" "$@" 3>&-
code=$?
if [ "$(stat -c %s /tmp/said)" -gt 1048576 ]; then
    { head -c 524000 /tmp/said; echo; echo ...; tail -c 524000 /tmp/said; } >/tmp/said.short
    mv /tmp/said.short /tmp/said
fi
{ echo "$code $(stat -c %s /tmp/said)" && cat /tmp/said; } >&3
[ "$code" = 0 ] || exit "$code"
mkdir -p "$back" && cd "$back" && exec tar --format=gnu --hard-dereference -cf - . >&3
"""
_ESCAPES: Final = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|[\x00-\x08\x0b-\x1f\x7f]")
_PLACE: Final = re.compile(r"[:\[(]\d")
_ERROR: Final = re.compile(
    r"\b(error|fatal|undefined|cannot|exception|failed|no such|not found|could not)\b", re.I
)


@dataclass(frozen=True)
class Step:
    """What is run, and what it gets."""

    command: tuple[str, ...]
    seconds: float
    python: bool = False
    """Whether it needs the arena's own Python."""
    environment: Mapping[str, str] = field(default_factory=dict, repr=False)
    shown: tuple[Path, ...] = ()
    """Folders and files of the host that it may read, beside the system's."""
    laid: Path | None = None
    """A folder whose content lies in `/tmp` before the command runs."""
    back: str = "."
    """The folder that is handed back, seen from the copy."""
    hosts: frozenset[Host] = frozenset()
    """Whom it may talk to, through a proxy; nobody unless given."""


@dataclass(frozen=True)
class Done:
    """How a step ended."""

    code: int
    said: str
    seconds: float
    limit_s: float
    exceeded: str = ""
    """The limit that ended it, if one did."""
    refused: tuple[str, ...] = ()
    """Hosts that were asked for and are no registry's."""

    @property
    def went_well(self) -> bool:
        """Whether there is something to take."""
        return self.code == 0 and not self.exceeded

    def __str__(self) -> str:
        """What went wrong, how long it took of how much, and the lines that matter."""
        bounds = f"it has {self.limit_s:g} s and {LIMITS.memory_mb} MB"
        how = self.exceeded or f"exit code {self.code}"
        return f"{how} after {self.seconds:.0f} s, {bounds}: {self.matter}"

    @property
    def matter(self) -> str:
        """The first line that tells an error, if possible with its place, and the last line."""
        lines = [line.strip() for line in self.said.splitlines() if line.strip()]
        if not lines:
            return "it said nothing"
        errors = [line for line in lines if _ERROR.search(line)]
        placed = [line for line in errors if _PLACE.search(line)]
        first = [*placed[:1], *errors[:1], lines[-1]][0]
        return first if first == lines[-1] else f"{first} ... {lines[-1]}"


def run_step(step: Step, fill: Callable[[Filling], None], archive: BinaryIO) -> Done:
    """Run it on what `fill` writes; if all went well its folder can be read from `archive`.

    LaunchError if there is no sandbox, BotError if more comes than may.
    """
    facts = try_sandbox()
    if facts.trouble is not None:
        raise LaunchError(f"bots are made ready in a sandbox, and {facts.trouble}")
    with Workspace() as workspace, closing(facts.open(LIMITS)) as sandbox:
        for pattern in sandbox.traces:
            workspace.watch(pattern)
        door, scratch = workspace.place()
        with folder_at(scratch) as folder:
            fill(Filling(folder))
        with _way_out(step, door) as refused:
            began = time.monotonic()
            took_s = step.seconds + _LATER_S
            end = sandbox.run(_launch(step, door, scratch), took_s, _Bounded(archive).take)
    seconds = time.monotonic() - began
    archive.seek(0)
    code, said = _told(archive)
    exceeded = end.exceeded
    if not end.in_time or (seconds >= step.seconds and code != 0):
        exceeded = f"it did not end in {step.seconds:g} s"
    code = code if code is not None else end.code or 1
    return Done(code, said, seconds, step.seconds, exceeded, tuple(refused))


@contextmanager
def _way_out(step: Step, door: Path) -> Iterator[Sequence[str]]:
    """Somebody at the door for the length of the block, if there is anybody to talk to."""
    if not step.hosts:
        door.touch()
        yield ()
        return
    with Proxy(door, step.hosts) as proxy:
        yield proxy.refused


def _launch(step: Step, door: Path, scratch: Path) -> Launch:
    laid = () if step.laid is None else (step.laid,)
    script = (
        "/bin/sh",
        "-c",
        _SCRIPT,
        "step",
        f"{step.seconds:g}",
        step.back,
        *map(str, laid or ("",)),
    )
    forwarded = (sys.executable, "-I", "-S", forwarder.__file__, SOCKET, PORT)
    return Launch(
        command=step.command,
        home=scratch,
        socket=door,
        scratch=scratch,
        environment=step.environment,
        python=step.python or bool(step.hosts),  # what forwards runs on it
        wrapper=(*forwarded, *script) if step.hosts else script,
        shown=(*step.shown, *laid),
        calls=Form.FETCH if step.hosts else Form.PREPARE,
    )


@dataclass
class _Bounded:
    """Takes what comes, up to a bound."""

    archive: BinaryIO
    taken: int = 0

    def take(self, data: bytes) -> None:
        self.taken += len(data)
        if self.taken > _MOST_STREAM:
            raise BotError(f"it handed back more than {MOST_BYTES >> 20} MB")
        self.archive.write(data)


def _told(archive: BinaryIO) -> tuple[int | None, str]:
    """The exit code and what was said; the archive is left where the folder begins."""
    words = archive.readline(64).split()
    if len(words) != 2 or not all(word.isdigit() for word in words):
        archive.seek(0)
        return None, _plain(archive.read(_MOST_LOG))  # it never got to the command
    return int(words[0]), _plain(archive.read(min(int(words[1]), _MOST_LOG)))


def _plain(said: bytes) -> str:
    return _ESCAPES.sub("", said.decode(errors="replace").replace("\r", "\n"))
