"""Lines of JSON as the words of a link: one object a line to the bot, one answer a line from it.

A message of several parts is its lines one after another. A bot is told in named objects, made
from what its seat was told and from nothing else; what it was told before is remembered here for
it, so that its table forgets nothing.

An answer is the index of an action, the action's text, or an object with either. It need not say
which question it answers, as long as there is one question only. So what was asked is kept here,
until it is answered or the match is over.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from referee.games.contract import Setup
from referee.games.course import Ask
from referee.games.observation import Observation
from referee.games.state import Event
from referee.games.told import told
from referee.match.clock import SECOND_US, SeatClock
from referee.match.port import Start
from referee.match.verdict import BotFault, Outcome, Termination
from referee.talk.speech import Answer, Welcome
from referee.words import suggestion

LINE_BYTES: Final = 64 * 1024
"""The longest line of a bot that is taken."""
_START: Final = b'{"type":"start","match":'
_ACT: Final = b'{"type":"act","match":'
"""How lines begin; the number of the match follows."""
_SEED_BITS: Final = 53
"""Every language can hold so many bits of a number in JSON."""
_as_text: Final = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode
_KEYS: Final = ("action", "match", "step", "note", "eval")
_QUOTED: Final = 100
_LISTED: Final = 12
_TO_LOG: Final = (
    "standard output is for answers alone, logs go to standard error "
    "(console.error, print(..., file=sys.stderr), >&2)"
)


@dataclass
class _Match:
    """A match as its bot was told of it."""

    start: Start
    memory: list[Event] = field(default_factory=list)
    kept: dict[str, Any] = field(default_factory=dict)
    due: Ask | None = None
    """The question that is or will be put."""
    asked: Ask | None = None
    """The question that was put and is not answered yet."""

    @property
    def setup(self) -> Setup:
        return self.start.setup

    @property
    def players(self) -> int:
        return self.start.setup.players


@dataclass(frozen=True, slots=True)
class _Action:
    id: int


@dataclass(frozen=True, slots=True)
class _Turn:
    """A question as views are made of it."""

    match: _Match
    observation: Observation
    legal: tuple[_Action, ...]


class LinesWording:
    """What one bot is told, and what its answers mean."""

    def __init__(self, settings: Mapping[str, str]) -> None:
        self._settings = settings
        self._matches: dict[int, _Match] = {}

    @property
    def asked(self) -> bool:
        """Whether any question was not answered yet."""
        return any(match.asked is not None for match in self._matches.values())

    def welcome(self, welcome: Welcome) -> bytes:
        """Nothing: its options come with each match."""
        return b""

    def start(self, match: int, start: Start) -> bytes:
        self._matches[match] = _Match(start)
        control = start.control
        return _line(
            {
                "type": "start",
                "match": match,
                "game": start.game.name,
                "rules": start.game.rules_version,
                "options": dict(start.setup.options),
                "players": start.setup.players,
                "seat": start.seat,
                "settings": dict(self._settings),
                "clock": {
                    "bank_s": control.bank_us / SECOND_US,
                    "increment_s": control.increment_us / SECOND_US,
                    "move_s": control.move_us / SECOND_US,
                    "hang_s": control.hang_us / SECOND_US,
                    "nodes": control.nodes,
                },
                "seed": start.seed % (1 << _SEED_BITS),
            }
        )

    def question(self, match: int, start: Start, ask: Ask, clock: SeatClock) -> bytes:
        one = self._matches.setdefault(match, _Match(start))
        one.memory.extend(ask.events)
        one.due = ask
        turn = _Turn(one, ask.observation, tuple(map(_Action, ask.legal)))
        question = told(start.game, turn)
        return _line(
            {
                "type": "act",
                "match": match,
                "step": ask.step,
                "seat": ask.seat,
                "count": len(ask.legal),
                "actions": question.actions(ask.legal, ask.gives_up),
                "table": question.table(),
                "news": question.news(ask.events),
                "clock": {
                    "budget_s": clock.budget_us / SECOND_US,
                    "bank_s": clock.bank_us / SECOND_US,
                    "used_s": clock.charged_us / SECOND_US,
                    "used_cpu_s": clock.charged_cpu_us / SECOND_US,
                },
            }
        )

    def sent(self, line: bytes) -> int:
        """A line is on its way; the number of the match that begins with it, 0 if none does."""
        if line.startswith(_ACT):
            match = self._matches.get(_number(line, _ACT))
            if match is not None:
                match.asked = match.due
        return _number(line, _START) if line.startswith(_START) else 0

    def end(self, match: int, outcome: Outcome) -> bytes:
        self._matches.pop(match, None)
        return _line(
            {
                "type": "end",
                "match": match,
                "termination": outcome.termination.value,
                "reason": outcome.reason,
                "ranks": list(outcome.ranks),
                "scores": [] if None in outcome.scores else list(outcome.scores),
            }
        )

    def heard(self, lines: Iterable[bytes]) -> Iterator[Answer]:
        """What each line of the bot answers; BotFault if it answers nothing."""
        for line in lines:
            yield self._answer(line)

    def _answer(self, line: bytes) -> Answer:
        said = _said(line)
        number = said["match"] if "match" in said else self._only_asked(line)
        match = self._matches.get(number)
        if match is None or match.asked is None:
            raise _broken(
                f"answered in match {number}, in which nothing was asked",
                f"the line was {_quoted(line)}; write one line for each `act`, with its `match`",
            )
        ask = match.asked
        step = said.get("step", ask.step)
        index = _index(match.start, ask, said["action"], line)
        match.asked = None
        return Answer(number, step, index, said.get("note", ""), said.get("eval"))

    def _only_asked(self, line: bytes) -> int:
        """The match of the only question there is."""
        open_now = [number for number, one in self._matches.items() if one.asked is not None]
        if len(open_now) == 1:
            return open_now[0]
        if open_now:
            raise _broken(
                "did not say which match a line is about, with several questions open",
                f'the line was {_quoted(line)}; write {{"match": ..., "action": ...}}',
            )
        raise _broken(
            "wrote a line when nothing was asked",
            f"the line was {_quoted(line)}; write one line for each `act` and none for "
            f"`start` and `end`: {_TO_LOG}",
        )


def _line(told_: Mapping[str, Any]) -> bytes:
    return _as_text(told_).encode() + b"\n"


def _number(line: bytes, begins: bytes) -> int:
    """The number of the match in a line of ours that begins so."""
    return int(line[len(begins) :].partition(b",")[0])


def _said(line: bytes) -> dict[str, Any]:
    """A line as an object with an `action`; BotFault if it is none."""
    try:
        text = line.decode().strip()
    except UnicodeDecodeError:
        raise _broken(
            "wrote a line that is no UTF-8", f"the line was {line[:_QUOTED]!r}"
        ) from None
    if not text.startswith(("{", '"', "[")):
        return {"action": int(text) if _is_index(text) else text}
    try:
        said = json.loads(text)
    except (ValueError, RecursionError) as error:
        why = f"{_quoted(line)} is no JSON: {error}; write it with a JSON library"
        raise _broken("wrote a line that is no answer", why) from None
    if isinstance(said, str):
        return {"action": said}
    if not isinstance(said, dict) or not _is_kind(said.get("action"), int, str):
        why = f'{_quoted(line)} names no action; write {{"action": index or text}}'
        raise _broken("wrote a line that is no answer", why)
    _check(said, line)
    return said


def _check(said: Mapping[str, Any], line: bytes) -> None:
    """Whether everything in an object is what it should be."""
    kinds: dict[str, tuple[type, ...]] = {"match": (int,), "step": (int,), "note": (str,)}
    for key, value in said.items():
        if key not in _KEYS:
            why = f"{_quoted(line)} has a key '{key[:_QUOTED]}'; {suggestion(key, _KEYS)}"
            raise _broken("wrote a line that is no answer", why)
        wanted = kinds.get(key)
        if wanted is not None and not _is_kind(value, *wanted):
            word = "a text" if wanted == (str,) else "a whole number"
            raise _broken("wrote a line that is no answer", f"in {_quoted(line)} {key} is {word}")
    if said.get("eval") is not None and not _is_kind(said["eval"], int, float):
        why = f"in {_quoted(line)} eval is a number from 0 to 1"
        raise _broken("wrote a line that is no answer", why)


def _is_kind(value: object, *kinds: type) -> bool:
    return isinstance(value, kinds) and not isinstance(value, bool)


def _is_index(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdecimal() and len(digits) < 10


def _index(start: Start, ask: Ask, action: int | str, line: bytes) -> int:
    """Which of the legal actions is meant; an index is the session's to judge."""
    if isinstance(action, int):
        return max(-1, min(action, 1 << 31))
    texts = [start.game.action_text(one) for one in ask.legal]
    if action in texts:
        return texts.index(action)
    hint = suggestion(action, texts)
    legal = f"{_quoted(line)} was not legal; legal was {_some(texts)}"
    try:
        start.game.parse_action(action)
    except ValueError:
        hint = f"{hint} Legal was {_some(texts)}" if hint.startswith("did") else _TO_LOG
        why = f"{_quoted(line)} is neither an index nor the text of an action: {hint}"
        raise _broken(f"wrote a line that is no answer to step {ask.step}", why) from None
    text = f"answered step {ask.step} with an action that was not legal"
    raise BotFault(Termination.ILLEGAL_ACTION, text, legal)


def _some(texts: list[str]) -> str:
    """The actions, or the first of many."""
    more = len(texts) - _LISTED
    return ", ".join(texts[:_LISTED]) + (f" and {more} more" if more > 0 else "")


def _quoted(line: bytes) -> str:
    """A line of a bot, short enough to be read."""
    text = line.decode(errors="replace").strip()
    cut = text if len(text) <= _QUOTED else f"{text[:_QUOTED]}..."
    return json.dumps(cut, ensure_ascii=False) if '"' not in cut else f"'{cut}'"


def _broken(text: str, evidence: str) -> BotFault:
    """What the bot wrote is told to its author alone: others must not be sent words of it."""
    return BotFault(Termination.PROTOCOL_ERROR, text, evidence)
