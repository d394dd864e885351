"""Is a record what it says? Its digest, its seeds, and every step of it by the rules.

What follows from the seed and the rules is made again and compared: the deal in words, who decided
when, that every choice was legal, later chance, stand-ins' moves, how it ended, ranks, scores and
points. What the bots said and sentences for people (``note``, ``eval``, ``reason``), and who sat
where (``bot``, ``version``, ``options`` of a seat, ``control``), follow from nothing: they are
protected by the digest alone. ``run`` and ``elapsed_us`` are not protected at all.

Whatever is handed in, there are findings and never an exception.
"""

import hmac
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from arena.errors import Misuse
from referee.games.contract import Game, Setup
from referee.games.registry import UnknownGame, get_game
from referee.match.digest import canonical, digest_of
from referee.match.form import Finding, misshapen, shown
from referee.match.record import FORMAT, Json
from referee.match.rerun import rerun
from referee.match.seeds import commitment, secret_of

__all__ = ["Finding", "Known", "Verdict", "parse_json", "verify"]

NO_DIGEST: Final = "no digest: notes and sentences could not be checked"
UNTOLD: Final = "its seed is not told: deal, moves and end could not be checked"
_SEED_BYTES: Final = 32
_BOTS_OWN: Final = ("elapsed_us", "note", "eval")


@dataclass(frozen=True, slots=True)
class Known:
    """What is known about a match from elsewhere than its record."""

    secret: str | None = field(default=None, repr=False)
    """Of its tournament, in hexadecimal; unless known, what the record reveals."""
    match_seed: str | None = field(default=None, repr=False)
    """What follows from the seed of its tournament, in hexadecimal."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of looking at a record."""

    findings: tuple[Finding, ...]
    unchecked: tuple[str, ...] = ()
    """What could not be looked at, and why."""
    formed: bool = True
    """Whether it has the keys of a record, each of its kind."""


def parse_json(text: str | bytes) -> object:
    """The value of a JSON text; ValueError, in one line, if it is none."""
    try:
        value: object = json.loads(
            text, parse_constant=_refuse, parse_float=_shortest, object_pairs_hook=_once
        )
    except (ValueError, RecursionError) as error:
        raise ValueError(f"not JSON ({error})") from None
    return value


def verify(record: object, known: Known | None = None) -> Verdict:
    """Look at the JSON form of a record."""
    try:
        return _verify(record, known or Known())
    except RecursionError:
        return Verdict(
            (Finding("record", "a record", "something nested without end"),), formed=False
        )


def _verify(record: object, known: Known) -> Verdict:
    misfits = tuple(misshapen(record))
    if misfits or not isinstance(record, dict):
        return Verdict(misfits, formed=False)
    findings = [*_format(record), *_digest(record), *_seeds(record, known)]
    unchecked = [] if "digest" in record else [NO_DIGEST]
    seed = _seed_bytes(record)
    if isinstance(seed, Finding):
        return Verdict((*findings, seed), tuple(unchecked))
    if seed is None:
        return Verdict(tuple(findings), (*unchecked, UNTOLD))
    variant = _variant(record)
    if isinstance(variant, Finding):
        findings.append(variant)
    elif isinstance(variant, str):
        unchecked.append(variant)
    else:
        findings += _by_the_rules(*variant, seed, record)
    return Verdict(tuple(findings), tuple(unchecked))


def _format(record: Json) -> Iterator[Finding]:
    yield from _differences(FORMAT, record["format"], "format")


def _digest(record: Json) -> Iterator[Finding]:
    if "digest" in record:
        yield from _differences(digest_of(record), record["digest"], "digest")


def _seeds(record: Json, known: Known) -> Iterator[Finding]:
    """The chain of hashes: seed, secret, commitment; and the match seed."""
    if "seed" in record and "secret" in record:
        yield from _differences(secret_of(record["seed"]).hex(), record["secret"], "secret")
    secret = known.secret or record.get("secret")
    if known.secret and "secret" in record:
        yield from _differences(known.secret, record["secret"], "secret")
    if "match_seed" not in record:
        return
    if known.match_seed is not None:
        yield from _differences(known.match_seed, record["match_seed"], "match_seed")
    seed = _seed_bytes(record)
    if secret is None or not isinstance(seed, bytes):
        return
    try:
        key = bytes.fromhex(secret)
    except ValueError:
        yield Finding("secret", "hexadecimal digits", shown(secret))
        return
    wanted = commitment(key, seed)
    if not hmac.compare_digest(wanted.encode(), record["commitment"].encode("utf-8", "replace")):
        yield Finding("commitment", shown(wanted), shown(record["commitment"]))


def _seed_bytes(record: Json) -> bytes | Finding | None:
    """The match seed; None if it is not told."""
    told = record.get("match_seed")
    if told is None:
        return None
    try:
        seed = bytes.fromhex(told)
    except ValueError:
        seed = b""
    if len(seed) != _SEED_BYTES or seed.hex() != told:
        return Finding("match_seed", f"{2 * _SEED_BYTES} hexadecimal digits", shown(told))
    return seed


def _variant(record: Json) -> tuple[Game, Setup] | Finding | str:
    """What was played; a sentence if it is not played here, a finding if it cannot be."""
    try:
        game = get_game(record["game"])
    except UnknownGame:
        return f"there is no game '{record['game']}' here: deal, moves and end were not checked"
    if game.rules_version != record["rules"]:
        return (
            f"rules {record['rules']} of {game.name} are not here (these are rules "
            f"{game.rules_version}): deal, moves and end were not checked"
        )
    try:
        setup = game.setup(record["players"], record["options"])
    except Misuse as error:
        return Finding("options", "a variant of the game", str(error))
    if dict(setup.options) != record["options"]:
        return Finding("options", shown(dict(setup.options)), shown(record["options"]))
    if len(record["seats"]) != setup.players:
        return Finding("seats", f"{setup.players} seats", f"{len(record['seats'])}")
    return game, setup


def _by_the_rules(game: Game, setup: Setup, seed: bytes, record: Json) -> Iterator[Finding]:
    """Where the record differs from the match that the rules make of its choices."""
    again = rerun(game, setup, seed, record)
    dealt = json.loads(json.dumps(again.session.deal))
    yield from _differences(dealt, record["deal"], "deal")
    moves = list(again.moves)
    found = [_without(move, _BOTS_OWN) for move in record["moves"]]
    if again.trouble is not None:
        yield from _differences(moves, found[: len(moves)], "moves")
        yield again.trouble
        return
    yield from _differences(moves, found, "moves")
    yield from _differences(again.result, _without(record["result"], ("reason",)), "result")
    expected = again.seats
    seats = [{name: seat[name] for name in expected[0]} for seat in record["seats"]]
    yield from _differences(expected, seats, "seats")


def _without(part: Mapping[str, object], names: tuple[str, ...]) -> dict[str, object]:
    return {name: value for name, value in part.items() if name not in names}


def _differences(expected: object, found: object, place: str) -> Iterator[Finding]:
    """Every place where two JSON values differ; not even 1 and true are equal."""
    if expected is found or canonical(expected) == canonical(found):
        return
    if isinstance(expected, dict) and isinstance(found, dict):
        for name in sorted({*expected, *found}):
            yield from _both(expected, found, name, f"{place}.{name}")
    elif isinstance(expected, list) and isinstance(found, list):
        wanted, got = _numbered(expected), _numbered(found)
        for number in range(max(len(wanted), len(got))):
            yield from _both(wanted, got, number, f"{place}[{number}]")
    else:
        yield Finding(place, shown(expected), shown(found))


def _both(
    expected: Mapping[object, object], found: Mapping[object, object], key: object, place: str
) -> Iterator[Finding]:
    if key in expected and key in found:
        yield from _differences(expected[key], found[key], place)
    elif key in expected:
        yield Finding(place, shown(expected[key]), "nothing")
    else:
        yield Finding(place, "nothing", shown(found[key]))


def _numbered(items: list[object]) -> dict[object, object]:
    return dict(enumerate(items))


def _refuse(name: str) -> object:
    raise ValueError(f"{name} is no number")


def _shortest(text: str) -> float:
    """A number as records write it: others that are read as the same one are not in them."""
    number = float(text)
    if repr(number) != text:
        raise ValueError(f"{shown(text)} would be written {number!r}")
    return number


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object; a key that is there twice would be read differently by different readers."""
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a key is there twice")
    return made
