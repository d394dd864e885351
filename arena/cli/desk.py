"""What a person at the table is shown, and what may be said: `arena play`.

The person's seat is a client like any bot: what stands here knows the match from the wire alone.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from time import monotonic
from typing import Final

from arena.cli.reader import Reader
from arena.cli.render import picture_text
from arena.cli.screen import Screen, fill
from arena.sdk import Action, Bot, Match, Result, Turn
from arena.sdk.search import Tree, style_for
from arena.text import one_line
from referee.games.chance import Rng

MOST_LISTED: Final = 12
HINT_S: Final = 3.0
HINT_ITERATIONS: Final = 2000
_GUESSES: Final = 12
_SAID: Final = {
    "?": "the rules that matter now",
    "hint": "what a search would do",
    "why": "points so far, by rule",
    "table": "show the table again",
    "more": "the next actions of a long list",
    "undo": "take your last decision back",
    "save": "save FILE: keep the match in a file",
    "quit": "leave; the match is kept in a file",
}
"""What may be typed besides an action."""
_SHORT: Final = {"h": "hint", "w": "why", "t": "table", "m": "more", "u": "undo", "s": "save",
                 "q": "quit", "help": "?", "exit": "quit"}  # fmt: skip


class Undo(Exception):
    """The last decision is to be taken back."""


class Leave(Exception):
    """The person leaves the table."""


@dataclass
class Desk:
    """One person's place at the table, through all attempts at the match."""

    screen: Screen
    reader: Reader
    names: Sequence[str]
    """Who sits where."""
    keep: Callable[[str], None]
    """Keeps the match in the file of this name, or in the usual one."""
    answers: list[str] = field(default_factory=list)
    """The person's decisions so far, in notation."""
    _given: int = 0
    """How many of them were given in this attempt."""
    _explained: bool = False

    def begin(self) -> None:
        """Sit down: what was decided before is decided again."""
        self._given = 0

    def ask(self, turn: Turn) -> Action:
        """Have the person decide; Undo and Leave if that is what is said instead."""
        if self._given < len(self.answers):
            wanted = self.answers[self._given]
            for action in turn.legal:
                if action.text == wanted:
                    self._given += 1
                    return action
            self.screen.out("The others played another way this time: it goes on from here.")
            del self.answers[self._given :]
        self._show_table(turn, news=True)
        listing = _Listing(self.screen, turn)
        listing.show()
        action = self._talk(turn, listing)
        self.answers.append(action.text)
        self._given += 1
        return action

    def _talk(self, turn: Turn, listing: "_Listing") -> Action:
        sure: Action | None = None
        while True:
            said = self.reader.line("> ", listing.chosen)
            word, _, rest = said.partition(" ")
            word = _SHORT.get(word.lower(), word.lower())
            action = listing.named(said)
            if action is not None and (not action.gives_up or action == sure):
                return action
            if action is not None:
                sure = action
                self.screen.out("That leaves the match while it offers more: say it again if so.")
                continue
            if word == "undo" and self.answers:
                raise Undo
            if word == "quit":
                raise Leave
            if word == "save":
                self.keep(rest.strip())
            else:
                self._tell(word, said, turn, listing)

    def _tell(self, word: str, said: str, turn: Turn, listing: "_Listing") -> None:
        """Answer what is no decision."""
        match word:
            case "?":
                self._explain(turn)
            case "hint":
                hint(self.screen, turn)
            case "why":
                _why(self.screen, turn, self.names)
            case "table":
                self._show_table(turn, news=False)
                listing.show()
            case "more":
                listing.more()
            case "undo":
                self.screen.out("There is nothing to take back yet.")
            case "":
                self.screen.out("Type a number, an action as it is written there, or ? for help.")
            case _:
                self.screen.out(fill(f"'{one_line(said)}' cannot be done: {_meant(word, turn)}"))

    def _show_table(self, turn: Turn, *, news: bool) -> None:
        """What happened since, and the table; its legend once."""
        game, setup = turn.match.game, turn.match.setup
        if news and turn.match.asked > 1:
            self.screen.out("")
            for told in turn.announcements:
                self.screen.line(f"  {told.text}")
        self.screen.out("")
        console = self.screen.console
        picture = game.picture(setup, turn.observation)
        console.print(picture_text(picture, explained=not self._explained or not news))
        self._explained = True

    def _explain(self, turn: Turn) -> None:
        for rule in turn.match.game.guide().rules(turn):
            self.screen.out(fill(f"- {rule}", 2))
        arrows = ", or choose with the arrow keys" if self.reader.keys else ""
        self.screen.out(fill(f"Type the number of an action or its notation{arrows}. Also:"))
        for word, meaning in _SAID.items():
            self.screen.out(f"  {word:<6} {meaning}")


def _meant(word: str, turn: Turn) -> str:
    """What may have been meant by a word that says nothing here."""
    close = get_close_matches(word, [*_SAID, *(one.text for one in turn.legal)], 1)
    usual = "type a number of the list, an action as it is written there, or ? for help"
    return f"did you mean '{close[0]}'?" if close else usual


class _Listing:
    """The legal actions, numbered."""

    def __init__(self, screen: Screen, turn: Turn) -> None:
        self._screen = screen
        self._turn = turn
        self._begin = 0

    def show(self) -> None:
        guide, legal = self._turn.match.game.guide(), self._turn.legal
        end = min(self._begin + MOST_LISTED, len(legal))
        wide = max(len(action.text) for action in legal[self._begin : end])
        self._screen.out("")
        for number in range(self._begin, end):
            action = legal[number]
            line = f"{number + 1:>3}  {action.text:<{wide}}  {guide.meaning(self._turn, action)}"
            self._screen.out(fill(one_line(line.rstrip()), wide + 7))
        if end < len(legal):
            self._screen.out(f"     ... {len(legal) - end} more: type more")
        elif self._begin:
            self._screen.out("     (the last ones; more begins again)")

    def more(self) -> None:
        self._begin += MOST_LISTED
        if self._begin >= len(self._turn.legal):
            self._begin = 0
        self.show()

    def chosen(self, place: int) -> str:
        """The notation of an action, counted around the list, the first one first."""
        legal = self._turn.legal
        return legal[(place - 1 if place > 0 else place) % len(legal)].text

    def named(self, said: str) -> Action | None:
        """The action of this number or notation."""
        legal = self._turn.legal
        if said.isdecimal() and 1 <= int(said) <= len(legal):
            return legal[int(said) - 1]
        same = said.replace(" ", "").lower()
        return next((one for one in legal if one.text.lower() == same), None)


def hint(screen: Screen, turn: Turn) -> None:
    """What a search likes best, from what the person knows."""
    match = turn.match
    tree = Tree(turn.to_state(), match.seat, Rng(match.seed % 2**31), style_for(match.game.name))
    tree.grow(HINT_ITERATIONS, monotonic() + HINT_S)
    nodes = sorted(tree.root.children.values(), key=lambda node: -node.visits)[:3]
    screen.out(f"A search of {tree.iterations} tries, from what you know:")
    for node in nodes:
        share, value = node.visits / max(1, tree.iterations), node.value
        text = match.game.action_text(node.action)
        screen.line(f"  {text:<10} tried {share:4.0%}, result {value:.2f} (1 is a sure win)")


def _why(screen: Screen, turn: Turn, names: Sequence[str]) -> None:
    """Points so far by rule; what depends on what the seat cannot know is left out."""
    state, match = turn.to_state(), turn.match
    rng = Rng(match.seed % 2**31)
    worlds = [state.breakdown()]
    worlds += [state.determinize(match.seat, rng).breakdown() for _ in range(_GUESSES)]
    for seat, name in enumerate(names):
        sure = [one for one in worlds[0][seat] if all(one in world[seat] for world in worlds)]
        secret = any(len(world[seat]) != len(sure) for world in worlds)
        show_points(screen, name, sure, "and secret goals" if secret else "")


def show_points(
    screen: Screen, name: str, points: Sequence[tuple[str, int]], more: str = ""
) -> None:
    """A seat's points by rule; what brings nothing is left out."""
    told = [f"{rule.replace('_', ' ')} {number:+d}" for rule, number in points if number]
    total = sum(number for _, number in points)
    text = ", ".join([*told, *([more] if more else [])]) or "nothing yet"
    screen.out(fill(one_line(f"  {name}: {total} ({text})"), 4))


def client(desk: Desk) -> type[Bot]:
    """The bot that asks the person at this desk."""

    class Person(Bot):
        """A person; what is decided comes from the desk."""

        def act(self, turn: Turn) -> Action:
            return desk.ask(turn)

        def end(self, result: Result) -> None:
            """The end is shown from the record."""

        def __init__(self, match: Match) -> None:
            super().__init__(match)
            desk.begin()

    return Person
