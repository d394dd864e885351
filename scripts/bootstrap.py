"""Set up `.venv` if need be, then become the command that was asked for.

Theory of operation
-------------------
`scripts/arena` and its neighbours run on whatever `python3` is there, so this file keeps to the
standard library and to syntax that Python 2.7 parses. It does four things.

1. **Environment.** `.venv/arena.stamp` tells what the environment was made for: digests of the
   place (checkout and interpreter) and of what pip was told, and the group that was installed.
   If it fits, nothing is run and nothing but a few small files is read. Before any work the
   stamp is overwritten with "unfinished", so a set-up that died, by SIGKILL even, is noticed and
   done again from scratch; pip cannot be trusted to see a half-installed package. A `.venv` that
   somebody made by hand has no stamp: it is kept and installed into.
2. **Lock.** `.venv/arena.lock` is held meanwhile, and handed down to pip: if only this process is
   killed, the next one waits until the orphaned pip is done.
3. **Rules.** pip compiles them where it can. After an edit they are not compiled again: they run
   from source (`referee/games/guard.py`) until the next set-up, and nobody has to wait.
4. **Bytecode.** Without it a bot starts four times slower, so it is written beside the sources,
   even where PYTHONDONTWRITEBYTECODE is set, as soon as a source has changed.

At last exec replaces this process: signals, pipes and exit codes are those of the command.
Standard output belongs to the command; everything here speaks on standard error.
"""

# Old syntax has no annotations or unpacking; what the quick path does without is imported late.
# ruff: noqa: ANN001, ANN201, RUF005, PLC0415, SIM115

from __future__ import print_function

import collections
import errno
import hashlib
import io
import os
import re
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
VENV = os.path.join(ROOT, ".venv")
PYTHON = os.path.join(VENV, *(["Scripts", "python.exe"] if os.name == "nt" else ["bin", "python"]))
STAMP = os.path.join(VENV, "arena.stamp")
LOCK = os.path.join(VENV, "arena.lock")
COMPILED = os.path.join(VENV, "arena.compiled")
LOG = os.path.join(VENV, "setup.log")

OLDEST = (3, 11)
NAMES = ["python3"] + ["python3.%d" % minor for minor in range(OLDEST[1], 21)] + ["python"]
PACKAGES = ["arena", "referee", "leaderboard", "bots"]
LITTER = ["node_modules", "target"]  # large, from the build tools of bots in other languages
MISLEADING = ["PYTHONDONTWRITEBYTECODE", "PYTHONHOME", "PYTHONPATH", "PIP_TARGET", "PIP_PREFIX"]
COMPILERS = ["cc", "gcc", "clang"]
SWITCH = "ARENA_COMPILE"
SLOW_TESTS = ["compiled", "e2e", "faults", "golden", "hostile"]
SLOW_TESTS += ["integration", "isolation", "leak", "lines", "load", "starters", "web"]
# On all cores, and the tests of a file on one: what they share is made once.
EVERYTHING = ["-n", "auto", "--dist", "loadfile"]

TEST_HELP = """usage: %s [--fast | NAME] [pytest arguments]

  (nothing)  all tests
  --fast     while editing: all but what is marked as slow, and %s
  NAME       one group: %s

for example: %s games -k scoring -x"""

CORE, DEV = "core", "dev"
UNFINISHED = ["unfinished"]
NOTHING, UPDATE, ADOPT, BUILD = "nothing", "update", "adopt", "build"

Interpreter = collections.namedtuple("Interpreter", "version final has_venv path")


class SetupError(Exception):
    """Why it cannot go on: one line for the user."""

    code = 1


class UsageError(SetupError):
    """The arguments make no sense."""

    code = 2


# --- the commands -----------------------------------------------------------------------------


def main(command):
    """Run `command` with the arguments of this process; no traceback for what can happen."""
    program, args = sys.argv[0], sys.argv[1:]
    try:
        {"arena": arena, "test": test, "check": check, "bench": bench}[command](program, args)
    except (SetupError, EnvironmentError) as error:
        say("%s: %s" % (program, error))
        sys.exit(getattr(error, "code", 1))
    except KeyboardInterrupt:
        say("Interrupted; the next call starts over.")
        sys.exit(130)


def arena(program, args):
    """The `arena` command, in the folder of the caller."""
    prepare(CORE)
    os.environ["ARENA_PROGRAM"] = program  # hints name the program as it was called
    # -P: a random.py that lies in the caller's folder is not ours to import.
    become([PYTHON, "-P", "-m", "arena.cli"] + args)


def test(program, args):
    """Pytest over all tests, or over one group of them."""
    tests = os.path.join(ROOT, "tests")
    folders = [name for name in os.listdir(tests) if os.path.isdir(os.path.join(tests, name))]
    groups = sorted(name for name in folders if name[0] not in "._")
    if "--help" in args or "-h" in args:
        print(TEST_HELP % (program, ", ".join(SLOW_TESTS), ", ".join(groups), program))
        return
    chosen = pytest_arguments(args, groups)
    prepare(DEV)
    os.chdir(ROOT)
    become([PYTHON, "-m", "pytest"] + chosen)


def check(program, args):
    """What must hold besides the tests; the steps are in `check_steps.py`."""
    del program
    prepare(DEV)
    os.chdir(ROOT)
    become([PYTHON, os.path.join("scripts", "check_steps.py")] + args)


def bench(program, args):
    """How fast everything is; the work is in the package `benchmarks`."""
    del program
    prepare(DEV)
    os.environ["PYTHONPATH"] = os.path.join(ROOT, "scripts")
    become([PYTHON, "-P", "-m", "benchmarks"] + args)


def pytest_arguments(args, groups):
    """What pytest is told for `scripts/test ARGS`."""
    if args[:1] == ["--fast"]:
        more = args[1:] or ["-n", "auto"]  # on all cores, unless pytest is told how
        left_out = ["--ignore=tests/" + name for name in SLOW_TESTS]
        return ["tests"] + left_out + ["-m", "not slow"] + more
    if not args or args[0].startswith("-"):
        return ["tests"] + (args or EVERYTHING)
    if args[0] in groups:
        return ["tests/" + args[0]] + args[1:]
    if args[0].startswith("tests/"):  # a file or one test, as pytest prints it
        return args
    raise UsageError("no tests called %r; there are: %s" % (args[0], ", ".join(groups)))


def become(command):
    """Replace this process by `command`; Windows has no such thing and gets a child."""
    sys.stdout.flush()
    sys.stderr.flush()
    if os.name == "nt":
        import subprocess

        sys.exit(subprocess.call(command))
    os.execv(command[0], command)


# --- the environment --------------------------------------------------------------------------


def prepare(group):
    """After this `.venv` holds what `group` needs, and the bytecode is fresh."""
    if plan(read_stamp(), wanted(group)) != NOTHING:
        if not os.path.isdir(VENV):
            os.mkdir(VENV)
        lock = acquire_lock()
        try:
            set_up(group)
        finally:
            if lock:
                lock.close()
    refresh_bytecode()


def wanted(group):
    """The stamp that an environment fit for `group` carries."""
    return [fingerprint([ROOT, interpreter_of(VENV, PYTHON)]), digest(ROOT), group]


def plan(stamp, wish):
    """What to do with an environment of this stamp, None for no stamp."""
    if stamp is None:
        return ADOPT
    if len(stamp) != len(wish) or stamp[0] != wish[0]:
        return BUILD  # unfinished, moved, or made by an interpreter that is gone
    if stamp[1] != wish[1] or (stamp[2], wish[2]) == (CORE, DEV):
        return UPDATE
    return NOTHING


def interpreter_of(venv, python):
    """Which Python an environment runs on: changes with an upgrade of the system, too."""
    config = read(os.path.join(venv, "pyvenv.cfg")) or ""
    version = re.search(r"^version\s*=\s*(\S+)", config, re.MULTILINE)
    if not version or not os.path.exists(python):
        return "none"
    return "%s %s" % (version.group(1), os.path.realpath(python))


def digest(root):
    """Changes when pip would have to be asked again."""
    told = [
        packaging_part(read(os.path.join(root, "pyproject.toml")) or ""),
        read(os.path.join(root, "constraints.txt")) or "",
        read(os.path.join(root, "setup.py")) or "",
    ]
    return fingerprint(told)


def packaging_part(pyproject):
    """Without the settings of linters: editing those must not need a network."""
    sections = re.findall(r"(?ms)^\[.*?(?=^\[|\Z)", pyproject)
    return "".join(s for s in sections if re.match(r"\[+(build-system|project|tool\.setup)", s))


def set_up(group):
    """Build or update `.venv`. The lock is held."""
    begun = time.time()
    stamp = read_stamp()  # again: another process may have done the work meanwhile
    todo = plan(stamp, wanted(group))
    if todo == ADOPT:
        usable = "import sys, pip; sys.exit(sys.version_info < %r)" % (OLDEST,)
        todo = UPDATE if run([PYTHON, "-c", usable])[0] == 0 else BUILD
    if todo == NOTHING:
        return
    if stamp and stamp[-1] == DEV:
        group = DEV  # never taken away again
    write(LOG, "")  # an old failure must not explain a new one
    if todo == BUILD:
        build()
    else:
        say("Updating .venv (about 20 s) ...")
    install(group, fallback=stamp if todo == UPDATE else UNFINISHED)
    write_stamp(wanted(group))
    say("Ready in %.0f s." % (time.time() - begun))


def build():
    """An empty environment on the newest Python."""
    python = choose(find_interpreters())
    say("Setting up .venv (Python %d.%d, once, about 30 s) ..." % python.version[:2])
    if not any(which(name) for name in COMPILERS):
        say("No C compiler here: the rules will run interpreted, which is fine.")
    elif os.environ.get(SWITCH) != "0":
        say("Compiling the rules adds about 20 s; %s=0 leaves that out." % SWITCH)
    write_stamp(UNFINISHED)
    clear()
    if logged([python.path, "-m", "venv", VENV]) != 0:
        raise SetupError("cannot create .venv: %s (log: %s)" % (explain(read(LOG) or ""), LOG))


def clear():
    """Empty `.venv`, except for what says that this is being done."""
    import shutil

    for name in os.listdir(VENV):
        path = os.path.join(VENV, name)
        if os.path.isdir(path) and not os.path.islink(path):
            shutil.rmtree(path)
        elif path not in (STAMP, LOCK):
            os.remove(path)


def install(group, fallback):
    """Let pip install the checkout; if it refuses, the stamp is `fallback` again."""
    write_stamp(UNFINISHED)
    target = "." if group == CORE else ".[%s]" % group
    if logged([PYTHON, "-m", "pip", "install", "-e", target, "-c", "constraints.txt"]) != 0:
        write_stamp(fallback)
        raise SetupError("pip failed: %s (log: %s)" % (explain(read(LOG) or ""), LOG))


def explain(log):
    """The likely cause of a failure, from what venv or pip said."""
    for pattern, cause in (
        (r"No space left on device|Disk quota exceeded", "the disk is full"),
        (r"CERTIFICATE_VERIFY_FAILED", "a certificate is not trusted; is there a proxy?"),
        (
            r"NewConnectionError|NameResolutionError|ConnectTimeout|ReadTimeout|ProxyError"
            r"|Temporary failure in name|Network is unreachable|\(from versions: none\)",
            "no network? Packages have to be downloaded",
        ),
    ):
        if re.search(pattern, log):
            return cause
    errors = re.findall(r"(?m)^\s*(?:ERROR|error): *(.+)$", log)
    return errors[-1] if errors else "see the log"


def logged(command):
    """Exit code of `command`; what it says goes to the log."""
    with open(LOG, "ab") as log:
        return run(command, output=log)[0]


def run(command, told="", output=None):
    """Exit code of `command`, and what it says unless that goes to the file `output`."""
    import subprocess

    try:
        child = subprocess.Popen(
            command,
            cwd=ROOT,
            env=quiet_environment(),
            stdin=subprocess.PIPE,
            stdout=output or subprocess.PIPE,
            stderr=subprocess.STDOUT,
            close_fds=False,  # it holds the lock with us
        )
        said = child.communicate(told.encode("utf-8", "surrogateescape"))[0] or b""
    except EnvironmentError as error:  # not there, or not executable
        return 127, str(error)
    return child.returncode, said.decode("utf-8", "replace")


def quiet_environment():
    """The caller's variables, less what would lead pip or Python astray."""
    env = dict(os.environ, PIP_NO_INPUT="1", PIP_USER="0", PIP_DISABLE_PIP_VERSION_CHECK="1")
    for name in MISLEADING:
        env.pop(name, None)
    if not os.access(os.path.expanduser("~"), os.W_OK):
        env["PIP_NO_CACHE_DIR"] = "1"
    return env


def acquire_lock():
    """The open lock file, None where there are no locks. Closing it lets go."""
    try:
        import fcntl
    except ImportError:  # Windows
        return None
    lock = open(LOCK, "a")
    if hasattr(os, "set_inheritable"):
        os.set_inheritable(lock.fileno(), True)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except EnvironmentError as error:
        if error.errno not in (errno.EAGAIN, errno.EACCES):
            return lock  # this file system knows no locks; go on without
        say("Another set-up of .venv is at work; waiting for it ...")
        fcntl.flock(lock, fcntl.LOCK_EX)
    return lock


# --- interpreters -----------------------------------------------------------------------------


def find_interpreters():
    """Every Python on PATH that runs, the one running this first."""
    paths = [sys.executable] + [path for name in NAMES for path in which(name)]
    found, seen = [], set()
    for path in paths:
        if path and os.path.realpath(path) not in seen:
            seen.add(os.path.realpath(path))
            found.append(ask(path))
    return [python for python in found if python]


def which(name):
    """All programs called `name` on PATH, in order."""
    suffix = ".exe" if os.name == "nt" else ""
    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    paths = [os.path.join(folder, name + suffix) for folder in folders if folder]
    return [path for path in paths if os.path.isfile(path) and os.access(path, os.X_OK)]


_QUESTION = """
import sys
try:
    import ensurepip, venv
    has_venv = 1
except ImportError:
    has_venv = 0
base = getattr(sys, "_base_executable", "") or sys.executable
print("%d.%d.%d|%s|%d|%s" % (tuple(sys.version_info[:4]) + (has_venv, base)))
"""


def ask(path):
    """The interpreter at `path`, None if it does not run: a pyenv shim may name no version.

    Its base is taken, since `path` may lie in the very environment that is to be replaced.
    """
    code, said = run([path, "-c", _QUESTION])
    answer = said.strip().split("\n")[-1].split("|", 3)
    if code != 0 or len(answer) != 4:
        return None
    version = tuple(int(number) for number in answer[0].split("."))
    return Interpreter(version, answer[1] == "final", answer[2] == "1", answer[3])


def choose(found):
    """The newest suitable interpreter; previews only if there is nothing else."""
    suitable = [python for python in found if python.version >= OLDEST]
    if not suitable:
        raise SetupError(missing_python([python.version for python in found]))
    complete = [python for python in suitable if python.has_venv]
    if not complete:
        raise SetupError(missing_venv(newest(suitable)))
    return newest(complete)


def newest(found):
    """The first of the highest version."""
    return max(found, key=lambda python: (python.final, python.version[:2]))


def missing_python(versions):
    """One line: what is needed, what is here, what helps."""
    here = ", ".join(sorted({"%d.%d.%d" % version for version in versions})) or "none"
    return "needs Python 3.11 or newer, found %s. %s" % (here, advice())


def missing_venv(python):
    """One line: which package holds what this Python lacks."""
    name = "%d.%d" % python.version[:2]
    return "Python %s at %s lacks venv or ensurepip. %s" % (name, python.path, advice(name))


_ADVICE = (  # what gets a Python, what completes Python 3.X
    ("apt-get", "sudo apt install python3.11 python3.11-venv", "sudo apt install python3.X-venv"),
    ("dnf", "sudo dnf install python3.12", "sudo dnf install python3.X-libs"),
    ("pacman", "sudo pacman -S python", "sudo pacman -S python"),
    ("apk", "sudo apk add python3", "sudo apk add python3"),
    ("brew", "brew install python", "brew reinstall python@3.X"),
)


def advice(lacking_venv=""):
    """How to install Python on this system, or what Python `lacking_venv` lacks."""
    for manager, python, venv in _ADVICE:
        if which(manager):
            return "Try: " + (venv.replace("3.X", lacking_venv) if lacking_venv else python)
    return "Install a current Python from python.org."


# --- bytecode ---------------------------------------------------------------------------------


def refresh_bytecode():
    """Compile the sources if any of them changed since the last time."""
    sources, state = survey()
    if state == read(COMPILED) or not os.access(VENV, os.W_OK):
        return
    run([PYTHON, "-m", "compileall", "-qq", "-i", "-"], told="\n".join(sources))
    write(COMPILED, state)  # in spite of a syntax error: the command tells it better


def survey():
    """All sources, and a digest that changes with any of them."""
    sources, facts = [], []
    for package in PACKAGES:
        for folder, folders, files in os.walk(os.path.join(ROOT, package)):
            folders[:] = [name for name in folders if name[0] not in "._" and name not in LITTER]
            for name in files:
                path = os.path.join(folder, name)
                if name.endswith(".py") and os.path.isfile(path):  # editors leave dead links
                    status = os.stat(path)
                    sources.append(path)
                    facts.append("%s %r %d" % (path, status.st_mtime, status.st_size))
    return sources, fingerprint(sorted(facts))


# --- small files ------------------------------------------------------------------------------


def fingerprint(texts):
    """One short line that changes with any of `texts`, but not with the locale."""
    return hashlib.sha256("\0".join(texts).encode("utf-8", "surrogateescape")).hexdigest()


def read_stamp():
    """The lines of the stamp, None if there is none."""
    text = read(STAMP)
    return None if text is None else text.splitlines()


def write_stamp(lines):
    """Replace the stamp; None takes it away, as with an environment made by hand."""
    if lines is None:
        os.remove(STAMP)
    else:
        write(STAMP, "\n".join(lines))


def read(path):
    """The text of a file, None if it is not there. UTF-8, whatever the locale says."""
    try:
        with io.open(path, encoding="utf-8", errors="surrogateescape") as file:
            return file.read()
    except EnvironmentError:
        return None


def write(path, text):
    """Replace a file in one step: a reader sees the old text or the new one."""
    draft = "%s.%d" % (path, os.getpid())
    with open(draft, "wb") as file:
        file.write(text.encode("utf-8", "surrogateescape"))
    getattr(os, "replace", os.rename)(draft, path)  # Python 2 has the second alone


def say(line):
    """To the user; standard output is the command's."""
    print(line, file=sys.stderr)
    sys.stderr.flush()
