"""What is to be said to a bot, and how much of it one message carries."""

from collections import deque
from dataclasses import dataclass, field
from typing import Final

from referee.talk.question import Question

BATCH_BYTES: Final = 256 * 1024
"""A message stays below that, unless a single part of it does not."""


@dataclass
class Letter:
    """What travels in one message."""

    parts: list[bytes] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    _size: int = 0

    def take(self, part: bytes) -> bool:
        """Carry a part along, if there is room for it."""
        self._size += len(part)
        if self.parts and self._size >= BATCH_BYTES:
            return False
        self.parts.append(part)
        return True


class Outbox:
    """Parts of messages, as they wait to be sent; each kind leaves in the order it came in."""

    def __init__(self) -> None:
        self._news: deque[bytes] = deque()
        self._questions: deque[tuple[bytes, Question]] = deque()

    def __bool__(self) -> bool:
        return bool(self._news or self._questions)

    @property
    def asks(self) -> bool:
        """Whether there are questions."""
        return bool(self._questions)

    @property
    def questions(self) -> list[Question]:
        """What was not asked yet."""
        return [question for _, question in self._questions]

    def tell(self, part: bytes) -> None:
        """Have a part travel that asks nothing."""
        self._news.append(part)

    def ask(self, part: bytes, question: Question) -> None:
        """Have a question travel."""
        self._questions.append((part, question))

    def forget(self, match: int) -> None:
        """Ask nothing in this match."""
        if any(question.match == match for _, question in self._questions):
            kept = (one for one in self._questions if one[1].match != match)
            self._questions = deque(kept)

    def clear(self) -> None:
        """Say nothing of all this."""
        self._news.clear()
        self._questions.clear()

    def letter(self, at_once: int) -> Letter:
        """What travels next, with so many questions of one limit; one of timed play is alone."""
        letter = Letter()
        while self._news and letter.take(self._news[0]):
            self._news.popleft()
        while self._questions and len(letter.questions) < at_once:
            part, question = self._questions[0]
            if letter.questions and question.limit != letter.questions[0].limit:
                break
            if not letter.take(part):
                break
            self._questions.popleft()
            letter.questions.append(question)
            if question.limit.timed:
                break
        return letter
