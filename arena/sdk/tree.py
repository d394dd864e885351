"""Information-set Monte Carlo tree search over any game that meets the contract.

Each iteration draws a full state that fits what the searching seat knows, walks down a tree of
actions that is shared by all of them, adds one node, plays on to the end by a light policy, and
credits every seat on the way with its own result (Cowling, Powley, Whitehouse 2012, single
observer). Actions that are not legal in a drawn state are left out in that iteration, and a node
is judged against how often it could have been chosen.

With a number of iterations and no deadline in the way the result depends on the state, the seat
and the generator alone. Typed for mypyc and compiled together with the rules.

>>> from referee.games.chance import Rng, Streams
>>> from referee.games.registry import get_game
>>> game = get_game("kupferkessel")
>>> state = game.deal(game.setup(2), Streams(bytes(32)))
>>> tree = Tree(state, state.seat, Rng(1), Style())
>>> tree.grow(200)
>>> tree.iterations, tree.best() in state.legal_actions()
(200, True)
"""

from math import log, sqrt
from time import monotonic
from typing import Final

from referee.games.chance import Rng
from referee.games.state import State
from referee.games.style import Style

_BETWEEN_LOOKS: Final = 16
"""Iterations between two looks at the clock."""


class Node:
    """An action in the tree, and what was seen of it."""

    def __init__(self, action: int, seat: int) -> None:
        self.action = action
        self.seat = seat
        """Who chooses it."""
        self.visits: float = 0.0
        self.total: float = 0.0
        """The results of `seat`, added up."""
        self.offered: float = 0.0
        """How often it could have been chosen."""
        self.children: dict[int, Node] = {}

    @property
    def value(self) -> float:
        """The mean result of whoever chooses it, from 0 to 1."""
        return self.total / self.visits if self.visits > 0 else 0.0


class Tree:
    """A search from one position; it can be grown in portions."""

    def __init__(self, state: State, seat: int, rng: Rng, style: Style) -> None:
        self.root = Node(-1, seat)
        self.iterations = 0
        self._state = state
        self._seat = seat
        self._rng = rng
        self._style = style
        self._exploration = style.exploring(state)

    def grow(self, iterations: int, deadline: float = 0.0) -> None:
        """Add so many iterations, or as many as fit until `deadline` by `time.monotonic`.

        0 stands for no limit; one of the two must be given.
        """
        if iterations <= 0 and deadline <= 0.0:
            raise ValueError("a search needs a number of iterations or a deadline")
        done = 0
        while iterations <= 0 or done < iterations:
            self._iterate()
            done += 1
            if deadline > 0.0 and done % _BETWEEN_LOOKS == 0 and monotonic() >= deadline:
                break

    def best(self) -> int:
        """The action that was tried most; of equals the one with the better results."""
        chosen = _favourite(self.root)
        if chosen is None:
            raise ValueError("nothing was searched")
        return chosen.action

    def value(self) -> float:
        """The mean result of the action that was tried most, from 0 to 1."""
        chosen = _favourite(self.root)
        return 0.5 if chosen is None else chosen.value

    def principal_variation(self) -> list[int]:
        """The actions that would follow if everybody chose the most tried one."""
        line: list[int] = []
        node = _favourite(self.root)
        while node is not None:
            line.append(node.action)
            node = _favourite(node)
        return line

    def _iterate(self) -> None:
        rng = self._rng
        style = self._style
        state = self._state.determinize(self._seat, rng)
        node = self.root
        path = [node]
        while not state.over:
            actions = style.candidates(state)
            if len(actions) == 1 and node is not self.root:
                # Nothing is decided, so the tree gets no level for it.
                state.apply(actions[0])
                continue
            chosen = _choose(node, actions, self._exploration)
            if chosen is None:
                node = _expand(node, actions, state.seat, rng)
                path.append(node)
                state.apply(node.action)
                break
            node = chosen
            path.append(node)
            state.apply(node.action)
        if not state.over:
            style.play_on(state, rng)
        # Where the end is only guessed, a rank would make a certainty of a small lead.
        margin = style.margin if state.over else 1.0
        results = worth(style.points(state), margin, style.scale, style.leader)
        for node in path:
            node.visits += 1.0
            node.total += results[node.seat]
        self.iterations += 1


def worth(points: list[float], margin: float, scale: float, leader: float = 1.0) -> list[float]:
    """What a result is worth to each seat, from 0 to 1: rank and lead, weighed by `margin`."""
    seats = len(points)
    others = float(seats) - 1.0
    everything = sum(points)
    results: list[float] = []
    for seat in range(seats):
        own = points[seat]
        beaten = 0.0
        best = -1e9
        for other in range(seats):
            if other == seat:
                continue
            theirs = points[other]
            if own > theirs:
                beaten += 1.0
            elif own == theirs:
                beaten += 0.5
            best = max(best, theirs)
        mean = (everything - own) / others
        lead = own - leader * best - (1.0 - leader) * mean
        squashed = lead / (scale + abs(lead))
        results.append((1.0 - margin) * beaten / others + margin * (0.5 + 0.5 * squashed))
    return results


def _choose(node: Node, actions: list[int], exploration: float) -> Node | None:
    """The child with the highest upper bound among those that are legal now; None if one is new.

    Each child is told that it could have been chosen.
    """
    children = node.children
    best: Node | None = None
    best_bound = -1.0
    complete = True
    for action in actions:
        child = children.get(action)
        if child is None:
            complete = False
            continue
        child.offered += 1.0
        if complete:
            visits = child.visits
            bound = child.total / visits + exploration * sqrt(log(child.offered) / visits)
            if bound > best_bound:
                best_bound = bound
                best = child
    return best if complete else None


def _expand(node: Node, actions: list[int], seat: int, rng: Rng) -> Node:
    """A new child for one of the actions that have none."""
    children = node.children
    fresh = [action for action in actions if action not in children]
    action = fresh[rng.below(len(fresh))]
    child = Node(action, seat)
    child.offered = 1.0
    children[action] = child
    return child


def _favourite(node: Node) -> Node | None:
    best: Node | None = None
    for child in node.children.values():
        if (
            best is None
            or child.visits > best.visits
            or (child.visits == best.visits and child.total > best.total)
        ):
            best = child
    return best
