"""What takes figures: each probe belongs to one tree, or to none, and takes one chunk a round."""

import json
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path

from benchmarks import commands
from benchmarks.rows import PARTS
from benchmarks.station import Station, Taken, station
from benchmarks.trees import SCRIPTS, Tree, with_binaries

INSTALL = "pip install open_spiel -c constraints.txt (in .venv)"
INSTALL_LEARNING = "pip install -e '.[bench]' -c constraints.txt (in .venv)"
_BOTS = SCRIPTS / "benchmarks" / "bots"


@dataclass(frozen=True)
class Probe:
    """Something that can be measured again and again."""

    gives: tuple[str, ...]
    """The figures of a chunk; a name that ends with a dot stands for all that begin like it."""
    take: Callable[[], Taken]
    rounds: int
    """How often it is worth while."""

    def serves(self, figures: set[str]) -> bool:
        """Whether anything of it is wanted."""
        return any(
            wanted.startswith(given) if given.endswith(".") else wanted == given
            for wanted in figures
            for given in self.gives
        )


@dataclass(frozen=True)
class Sizes:
    """How long a run may be."""

    rounds: int
    """Of the short chunks."""
    tournaments: int
    """How many are played of each kind."""
    tournament: int
    """Deals of one, each played twice."""
    long: int
    """Deals of the long tournament."""
    thinking: int
    """Deals of searching bots."""
    results: int
    """That are tallied."""


FULL = Sizes(rounds=25, tournaments=3, tournament=1000, long=10_000, thinking=30, results=100_000)
QUICK = Sizes(rounds=5, tournaments=1, tournament=200, long=500, thinking=8, results=10_000)


class Open:
    """Opens stations when they are first needed, and closes them with the stack."""

    def __init__(self, stack: ExitStack, tree: Tree, sizes: Sizes) -> None:
        self._stack = stack
        self.tree = tree
        self.sizes = sizes
        self.station: Callable[..., Station] = cache(self._station)
        self.folder: Callable[[], Path] = cache(self._folder)
        self.binaries: Callable[[], Tree] = cache(self._binaries)
        self.database: Callable[[], Path] = cache(self._database)

    def _station(
        self, name: str, *words: str, tree: Tree | None = None, compiled: bool = True
    ) -> Station:
        opened = station(tree or self.tree, name, *words, compiled=compiled)
        return self._stack.enter_context(opened)

    def _folder(self) -> Path:
        return Path(self._stack.enter_context(tempfile.TemporaryDirectory(prefix="bench-")))

    def _binaries(self) -> Tree:
        return self._stack.enter_context(with_binaries(self.tree))

    def _database(self) -> Path:
        return commands.prepared_database(self.tree, self.folder())


def scales(opening: Open) -> list[Probe]:
    """What others are held against; the sizes of messages are those of this tree."""

    def scale(chunk: str) -> Taken:
        batch = _batch(opening, 1)
        sizes = (f"{batch[name]:.0f}" for name in ("question-bytes", "answer-bytes"))
        return opening.station("pingpong", *sizes).take(chunk)

    def yardstick(chunk: str) -> Taken:
        return opening.station("spiel").take(chunk)

    rounds = opening.sizes.rounds
    probes = [
        Probe(("G", "G.wall"), lambda: scale("G"), rounds),
        Probe(("pipe",), lambda: scale("pipe"), rounds),
        Probe(("pool",), lambda: scale("pool"), rounds),
    ]
    if has_spiel():
        for chunk in ("driven", "search-move"):
            take = partial(_prefixed, "spiel", partial(yardstick, chunk))
            probes.append(Probe((f"spiel.{chunk}",), take, 6 * rounds))
    return probes


def has_spiel() -> bool:
    """Whether the yardstick is installed."""
    return find_spec("pyspiel") is not None


def has_learning() -> bool:
    """Whether what environments are held against is installed."""
    return all(map(find_spec, ("pettingzoo", "pygame", "pyspiel")))


def of_tree(opening: Open) -> list[Probe]:
    """All that is measured of a tree."""
    return [
        *_loops(opening),
        *_starts(opening),
        *_tournaments(opening),
        *_rules(opening),
        *_others(opening),
        *_learning(opening),
    ]


def _loops(opening: Open) -> Iterator[Probe]:
    rounds = opening.sizes.rounds
    for name, open_matches, level in (
        ("loop64", 64, "process"),
        ("loop1", 1, "process"),
        ("sandbox64", 64, "sandbox"),
        ("sandbox1", 1, "sandbox"),
        ("frozen1", 1, "frozen"),
    ):
        words = (str(open_matches), level)

        def take(words: tuple[str, ...] = words) -> Taken:
            return opening.station("loop", *words).take("loop")

        yield Probe((f"{name}.",), partial(_prefixed, name, take), rounds)
    yield Probe(("batch.",), lambda: _prefixed("batch", lambda: _batch(opening, 64)), rounds)
    yield Probe(("parts.",), Parts(opening).take, rounds)


def _batch(opening: Open, open_matches: int) -> Taken:
    return opening.station("loop", str(open_matches), "process").take("batch")


class Parts:
    """The profile of referee and bots; the samples of all chunks are added up."""

    def __init__(self, opening: Open) -> None:
        self._opening = opening
        self._samples: Counter[str] = Counter()
        self._used = {"referee": 0.0, "bots": 0.0}

    def take(self) -> Taken:
        """The share of each part of what a move costs."""
        folder = self._opening.folder()
        files = [folder / f"samples-{number}" for number in (1, 2)]
        bots = [
            f"{_BOTS / 'sampled'}:as=bot{number},scripts={SCRIPTS},file={file}"
            for number, file in enumerate(files)
        ]
        taken = self._opening.station("loop", "64", "process", *bots).take("parts")
        for name, value in taken.items():
            if name.startswith("referee."):
                self._samples[name] += round(value)
        self._used["referee"] += taken["referee"]
        self._used["bots"] += taken["bots"]
        bots_samples: Counter[str] = Counter()
        for file in files:
            if file.exists():
                counted = json.loads(file.read_text())
                bots_samples.update({f"bots.{part}": count for part, count in counted.items()})
        return self._shares(bots_samples)

    def _shares(self, bots: Counter[str]) -> Taken:
        whole = self._used["referee"] + self._used["bots"]
        shares: dict[str, float] = dict.fromkeys(PARTS, 0.0)
        for side, samples in (("referee", self._samples), ("bots", bots)):
            weight = self._used[side] / whole / (samples.total() or 1)
            shares |= {part: count * weight for part, count in samples.items()}
        inside = (
            "referee.rules",
            "referee.transport",
            *(p for p in PARTS if p.startswith("bots")),
        )
        shares["outside"] = 1 - sum(shares[part] for part in inside)
        if not bots:  # their first samples are not written yet
            shares["outside"] -= self._used["bots"] / whole
        return {f"parts.{part}": share for part, share in shares.items()}


def _starts(opening: Open) -> Iterator[Probe]:
    tree, rounds = opening.tree, opening.sizes.rounds

    def leaderboard() -> float:
        words = ("leaderboard", "--db", str(opening.database()))
        return commands.command(tree, *words, folder=opening.folder())

    def imported(module: str) -> Taken:
        return {f"start.{module}": commands.imported(tree, module)}

    def match() -> Taken:
        return commands.match(tree, opening.folder())

    for module in ("grpc", "sqlalchemy"):
        yield Probe((f"start.{module}",), partial(imported, module), rounds)
    yield Probe(("start.leaderboard",), lambda: {"start.leaderboard": leaderboard()}, rounds)
    yield Probe(("start.match", "start.bot"), match, rounds)
    yield Probe(("tour.startup",), lambda: commands.startup(tree, opening.folder()), rounds)


def _tournaments(opening: Open) -> Iterator[Probe]:
    tree, sizes = opening.tree, opening.sizes
    lively = ("random", "random:as=twin")
    thinking = ("mcts", "mcts:as=twin")

    def whole() -> Taken:
        looks = commands.tournament(tree, lively, sizes.tournament, workers=1)
        return {"tour.cpu": looks.mean(0.25)[0] / looks.moves}

    def wall(name: str, bots: tuple[str, str], rounds: int, workers: int) -> Taken:
        return {name: commands.tournament(tree, bots, rounds, workers).mean(0.25)[1]}

    def growth() -> Taken:
        looks = commands.tournament(tree, lively, sizes.long, workers=1)
        first, last = looks.looks[1], looks.looks[-1]
        return {
            "growth.first": looks.best(0.05, 0.3),
            "growth.last": looks.best(0.75, 1),
            "growth.memory-first": first.memory_mb,
            "growth.memory-last": last.memory_mb,
        }

    often = sizes.tournaments
    yield Probe(("tour.cpu",), whole, often)
    for workers in (1, 2):
        name = f"tour{workers}.wall"
        yield Probe((name,), partial(wall, name, lively, sizes.tournament, workers), often)
    for workers in (1, 2):
        name = f"mcts{workers}.wall"
        yield Probe((name,), partial(wall, name, thinking, sizes.thinking, workers), often)
    yield Probe(("growth.",), growth, 1)


def _rules(opening: Open) -> Iterator[Probe]:
    rounds = 6 * opening.sizes.rounds
    for form in ("interpreted", "compiled"):
        for chunk in (
            *("driven", "playout", "clone", "trapper-driven", "trapper-playout"),
            *("search", "trapper-search", "search-move"),
        ):

            def take(form: str = form, chunk: str = chunk) -> Taken:
                compiled = form == "compiled"
                tree = opening.binaries() if compiled else opening.tree
                return opening.station("rules", form, tree=tree, compiled=compiled).take(chunk)

            yield Probe((f"{form}.{chunk}",), partial(_prefixed, form, take), rounds)


def _others(opening: Open) -> Iterator[Probe]:
    rounds = opening.sizes.rounds

    def ratings(chunk: str) -> Taken:
        words = (str(opening.sizes.results), str(opening.database()))
        return opening.station("ratings", *words).take(chunk)

    def isolation(chunk: str) -> Taken:
        return opening.station("isolation").take(chunk)

    for players in (2, 3, 4):
        given = (f"ratings.ours-{players}", f"ratings.package-{players}")
        take = partial(ratings, f"folding-{players}")
        yield Probe(given, partial(_prefixed, "ratings", take), rounds)
    for prefix, station_chunk, figures in (
        ("ratings", partial(ratings, "collecting"), ("tally", "collect", "fit")),
        ("verify", partial(ratings, "verifying"), ("match", "found")),
        ("isolation", partial(isolation, "start"), ("extra-ms",)),
        ("isolation", partial(isolation, "answer"), ("answer-plain", "answer-sandbox")),
    ):
        names = tuple(f"{prefix}.{name}" for name in figures)
        yield Probe(names, partial(_prefixed, prefix, station_chunk), 5)


def _learning(opening: Open) -> Iterator[Probe]:
    def learning(game: str) -> Taken:
        return opening.station("learning").take(game)

    if has_learning():
        for game in (
            *("connect_four", "tictactoe", "hearts", "aec-kupferkessel", "aec-trapper"),
            *("batch-kupferkessel", "batch-trapper"),
        ):
            take = partial(_prefixed, "env", partial(learning, game))
            yield Probe((f"env.{game}",), take, 3 * opening.sizes.rounds)


def _prefixed(prefix: str, take: Callable[[], Taken]) -> Taken:
    return {f"{prefix}.{name}": value for name, value in take().items()}


@contextmanager
def opened(tree: Tree, sizes: Sizes) -> Iterator[Open]:
    """What a tree's probes need, closed with the block."""
    with ExitStack() as stack:
        yield Open(stack, tree, sizes)
