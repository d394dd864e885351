"""The steps of a check, one after the other, through the real match path.

A bot is checked as it would play: prepared, isolated, started, asked and ended by the same code.
What a step finds is told at once. A bot that does not start, or fails in a game, is not tried
further: whatever comes after would only tell the same again.
"""

import time
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from arena.tournament.check import opponents
from arena.tournament.check.finding import Finding, Verdict
from arena.tournament.check.trial import Life, Trial, decisions, moves, trial
from arena.tournament.check.variants import as_words, variants
from arena.tournament.preparation import Prepared, Surroundings, prepare
from arena.tournament.run import Run
from referee.bots.conditions import Conditions
from referee.bots.entry import Entry, parse_entry
from referee.games.contract import Game
from referee.games.registry import game_names, get_game
from referee.isolation.limits import MB, Limits
from referee.match.clock import SECOND_US
from referee.match.plan import Played
from referee.words import suggestion

OTHERS: Final = 20
"""Matches that come before one that is played again, to see whether a bot remembers."""
FEW_OTHERS: Final = 3
MOST_SIDE_BY_SIDE: Final = 16
_SLOW_S: Final = 2
_DETERMINISM: Final = 10_000
"""The deal that is played twice."""


@dataclass
class Checking:
    """A check on its way."""

    entry: Entry
    """As it was named; prepared once that is done."""
    place: str
    """How the bot is written on the command line."""
    conditions: Conditions
    run: Run
    surroundings: Surroundings
    quick: bool
    number: int = 0
    others: dict[str, Entry] = field(default_factory=dict)

    def found(
        self, step: str, verdict: Verdict, *, expected: str, seen: str, fix: str = ""
    ) -> Finding:
        """The next finding."""
        self.number += 1
        return Finding(
            number=self.number, step=step, verdict=verdict, expected=expected, seen=seen, fix=fix
        )

    def judged(self, step: str, good: bool, *, expected: str, seen: str, fix: str) -> Finding:
        """A finding that is good or bad."""
        verdict = Verdict.PASSED if good else Verdict.FAILED
        return self.found(step, verdict, expected=expected, seen=seen, fix="" if good else fix)

    @property
    def games(self) -> list[Game]:
        """What the bot plays, of what is known here."""
        return [get_game(name) for name in game_names() if self.entry.manifest.plays(name)]


async def checked(checking: Checking) -> AsyncIterator[Finding]:
    """Every finding, as soon as it is there. BotError or LaunchError if it cannot be prepared."""
    yield (manifest := _manifest(checking))
    if manifest.verdict is Verdict.FAILED:
        return
    begun = time.monotonic()
    prepared = _prepared(checking)
    yield _program(checking, time.monotonic() - begun)
    environment = checking.surroundings.environment
    good = True
    async with trial(checking.entry, prepared.hosting, environment) as first:
        async for finding in _first_life(checking, first):
            good = good and finding.verdict is not Verdict.FAILED
            yield finding
    if not good:
        return
    yield await _shutdown(checking, first.lives)
    async with trial(checking.entry, prepared.hosting, environment) as second:
        async for finding in _second_life(checking, first, second):
            yield finding


async def _first_life(checking: Checking, now: Trial) -> AsyncIterator[Finding]:
    started = await _start(checking, now)
    yield started
    if started.verdict is Verdict.FAILED:
        return
    yield _hello(checking, now)
    good = True
    for game in checking.games:
        played = await _game(checking, now, game)
        good = good and played.verdict is not Verdict.FAILED
        yield played
    if not good:
        return
    yield await _batches(checking, now)
    yield await _slow_opponent(checking, now)
    yield await _failing_opponent(checking, now)
    yield _memory(checking, now)
    yield _output(checking, now)


async def _second_life(checking: Checking, first: Trial, second: Trial) -> AsyncIterator[Finding]:
    game = checking.games[0]
    setup = game.setup(game.players[0])
    other = checking.others["random"]
    played = await second.match(game, setup, other, deal=_DETERMINISM)
    yield checking.judged(
        "restart",
        _fault(played) == "",
        expected="a new process plays like the first one",
        seen=_fault(played) or f"ready after {_ready(second.lives[0]):.2f} s",
        fix=_evidence(played) or "keep nothing from one start to the next",
    )
    count = FEW_OTHERS if checking.quick else OTHERS
    async with trial(checking.entry, second.pool.house.hosting, _environment(checking)) as third:
        for _ in range(count):
            await third.match(game, setup, other)
        again = await third.match(game, setup, other, deal=_DETERMINISM)
    yield _same_again(checking, played, again, count)


def _environment(checking: Checking) -> Mapping[str, str]:
    return checking.surroundings.environment


def _manifest(checking: Checking) -> Finding:
    manifest = checking.entry.manifest
    unknown = [name for name in manifest.games if name not in game_names()]
    at_once = "one match at a time"
    if manifest.matches_at_once > 1:
        at_once = f"{manifest.matches_at_once} matches at once"
    how = f"speaks lines, {at_once}" if manifest.speaks else "speaks gRPC"
    games = ", ".join(manifest.games) or "every game"
    seen = f"{manifest.name} {manifest.version}, {how}, plays {games}"
    return checking.judged(
        "manifest",
        not unknown and bool(checking.games),
        expected="games that are known here, and everything it needs to be run",
        seen=f"it names the game '{unknown[0]}'" if unknown else seen,
        fix=f"in bot.toml, games: {suggestion(unknown[0], game_names())}" if unknown else "",
    )


def _prepared(checking: Checking) -> Prepared:
    """The bot and its opponents, ready to be started."""
    home = Path(opponents.__file__).parent
    named = {
        "random": parse_entry("random"),
        "slow": parse_entry(str(home / "slow.py")),
        "quits": parse_entry(str(home / "quits.py")),
    }
    prepared = prepare(
        [checking.entry, *named.values()],
        checking.conditions,
        checking.run,
        checking.surroundings,
    )
    checking.entry = prepared.entries[0]
    checking.others = dict(zip(named, prepared.entries[1:], strict=True))
    return prepared


def _program(checking: Checking, took_s: float) -> Finding:
    manifest = checking.entry.manifest
    seen = f"built in {took_s:.1f} s" if manifest.build else "nothing to build"
    return checking.found(
        "program",
        Verdict.PASSED,
        expected="a program that is there, or can be built",
        seen=f"{seen}; run as {' '.join(manifest.command)}",
    )


async def _start(checking: Checking, now: Trial) -> Finding:
    game = checking.games[0]
    played = await now.match(game, game.setup(game.players[0]), checking.others["random"])
    limit_s = checking.conditions.control.startup_us / SECOND_US
    life = next((one for one in now.lives if one.ready_s), None)
    return checking.judged(
        "start",
        life is not None,
        expected=f"ready for a match within {limit_s:g} s",
        seen=_fault(played) if life is None else f"after {_ready(life):.2f} s",
        fix=_evidence(played) or "mend the command in bot.toml; it is run in the bot's folder",
    )


def _ready(life: Life) -> float:
    return life.started_s + life.ready_s


def _hello(checking: Checking, now: Trial) -> Finding:
    guest = now.lives[0].process.guest
    unknown = [name for name in guest.games if name not in game_names()]
    at_once = guest.matches_at_once
    return checking.judged(
        "hello",
        not unknown,
        expected="games that are known here, how many matches at once",
        seen=f"it offers '{unknown[0]}'"
        if unknown
        else f"{guest.client or 'no name'}; {', '.join(guest.games) or 'every game'}; "
        f"{at_once} match{'es' if at_once > 1 else ''} at once",
        fix=f"offer in Hello what is known: {suggestion(unknown[0], game_names())}"
        if unknown
        else "",
    )


async def _game(checking: Checking, now: Trial, game: Game) -> Finding:
    """Every variant once; with `quick` the usual one for each number of seats."""
    expected = "no fault at any seat, in any variant"
    asked = slowest_us = 0
    tried = [one for one in variants(game) if not (checking.quick and one[1])]
    for number, (setup, chosen) in enumerate(tried):
        seat = number % setup.players
        played = await now.match(game, setup, checking.others["random"], seat=seat)
        if fault := _fault(played, seat):
            again = f"arena match {checking.place} --game {game.name}"
            return checking.found(
                game.name,
                Verdict.FAILED,
                expected=expected,
                seen=fault,
                fix="; ".join(
                    one
                    for one in (
                        _evidence(played),
                        f"to read along: {again}{as_words(setup.players, chosen)} "
                        f"--trace {checking.entry.name}",
                    )
                    if one
                ),
            )
        own = [move.reply.elapsed_us for move in moves(played, seat)]
        asked, slowest_us = asked + len(own), max(slowest_us, *own)
    seen = f"{len(tried)} variants, {asked} decisions, the slowest {slowest_us / 1000:.0f} ms"
    return checking.found(game.name, Verdict.PASSED, expected=expected, seen=seen)


async def _batches(checking: Checking, now: Trial) -> Finding:
    game = checking.games[0]
    setup = game.setup(game.players[0])
    count = min(now.lives[0].process.guest.matches_at_once, MOST_SIDE_BY_SIDE)
    if count == 1:
        manifest = checking.entry.manifest
        where = "in bot.toml" if manifest.speaks else "in Hello"
        return checking.found(
            "batches",
            Verdict.NOTED,
            expected="as many matches side by side as it says it can",
            seen="one at a time, as every bot of one file"
            if manifest.sole
            else f"one at a time; with matches_at_once {where} tournaments go faster",
        )
    played = await now.side_by_side(game, setup, checking.others["random"], count)
    fault = next((fault for one in played if (fault := _fault(one))), "")
    return checking.judged(
        "batches",
        not fault and all(one.attempts == 1 for one in played),
        expected=f"{count} matches side by side, each as it would go alone",
        seen=fault or f"{count} matches, {len(decisions(played))} decisions"
        if all(one.attempts == 1 for one in played)
        else "it failed with several matches open, and not alone",
        fix="keep what belongs to a match apart by its number, and name that in answers",
    )


async def _slow_opponent(checking: Checking, now: Trial) -> Finding:
    played = await _against(checking, now, "slow")
    return checking.judged(
        "slow opponent",
        _fault(played) == "",
        expected=f"waits while an opponent thinks for {_SLOW_S} s",
        seen=_fault(played) or f"waited, and played on to step {len(played.session.history)}",
        fix=_evidence(played) or "wait for the next question without a limit of your own",
    )


async def _failing_opponent(checking: Checking, now: Trial) -> Finding:
    """A match that ends at an unusual moment, and another one after it in the same process."""
    before = [life.process for life in now.lives if life.process.usable]
    await _against(checking, now, "quits")
    played = await _against(checking, now, "random")
    plays_on = played.attempts == 1 and all(process.usable for process in before)
    return checking.judged(
        "failing opponent",
        _fault(played) == "" and plays_on,
        expected="takes the end of a match at any moment, and plays the next one",
        seen=_fault(played)
        or ("played on" if plays_on else "it failed after an opponent had left"),
        fix=_evidence(played) or "let the end of a match come instead of its next question",
    )


async def _against(checking: Checking, now: Trial, other: str) -> Played:
    game = checking.games[0]
    return await now.match(game, game.setup(game.players[0]), checking.others[other])


def _memory(checking: Checking, now: Trial) -> Finding:
    limits: Limits = checking.conditions.limits
    expected = f"less than {limits.memory_mb} MB of memory"
    running = [life.process for life in now.lives if life.process.usable]
    peaks = [process.contained.resources().memory_bytes for process in running]
    known = [peak for peak in peaks if peak is not None]
    if not known:
        return checking.found(
            "memory",
            Verdict.SKIPPED,
            expected=expected,
            seen=f"isolation '{now.pool.house.hosting.level}' does not measure it",
        )
    share = max(known) / (limits.memory_mb * MB)
    return checking.found(
        "memory",
        Verdict.NOTED if share > 1 / 2 else Verdict.PASSED,
        expected=expected,
        seen=f"{max(known) / MB:.0f} MB at most, {share:.0%} of it",
    )


def _output(checking: Checking, now: Trial) -> Finding:
    limit = checking.conditions.limits.output_mb * MB
    shares = [life.process.output.size / max(1, life.process.begun_matches) for life in now.lives]
    return checking.judged(
        "output",
        max(shares) < limit,
        expected=f"less than {limit // MB} MB printed in a match",
        seen=f"{max(shares) / 1024:.1f} KiB in a match",
        fix="print less; logs belong into notes or standard error",
    )


async def _shutdown(checking: Checking, lives: list[Life]) -> Finding:
    healthy = [life.process for life in lives if life.process.link.fault is None]
    codes = [await process.contained.wait() for process in healthy]
    bad = [code for code in codes if code != 0]
    what = "standard input" if checking.entry.manifest.speaks else "the stream"
    # It costs nobody a match, and a busy machine may not have let it end in time.
    return checking.found(
        "shutdown",
        Verdict.NOTED if bad else Verdict.PASSED,
        expected=f"exits with code 0 within a second when {what} ends",
        seen=_exits(bad[0]) if bad else "exited by itself",
        fix=f"end the program when {what} ends, and wait for nothing else" if bad else "",
    )


def _exits(code: int) -> str:
    return f"exit code {code}" if code >= 0 else "it had to be ended by force"


def _same_again(checking: Checking, first: Played, again: Played, count: int) -> Finding:
    same = decisions([first]) == decisions([again])
    claims = checking.entry.manifest.deterministic
    kept = Verdict.PASSED if same else Verdict.FAILED
    seen = "the same decisions" if same else "other decisions"
    can_claim = same and not claims and not checking.entry.manifest.sole
    tail = "; deterministic = true in bot.toml makes that a promise" if can_claim else ""
    return checking.found(
        "determinism",
        kept if claims else Verdict.NOTED,
        expected=f"the same match, first and after {count} others, goes the same way"
        if claims
        else "nothing is claimed",
        seen=seen + tail,
        fix="take all chance from the seed that the match brings, and keep nothing between matches"
        if claims and not same
        else "",
    )


def _fault(played: Played, seat: int = 0) -> str:
    """What the bot did wrong; empty if nothing."""
    return next((one.fault.text for one in played.outcome.faults if one.seat == seat), "")


def _evidence(played: Played) -> str:
    return next((one.fault.evidence for one in played.outcome.faults if one.fault.evidence), "")
