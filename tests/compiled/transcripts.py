"""Prints all that many matches and searches show, to be compared between two forms of both."""

import hashlib
import json

from arena.sdk.search import Tree, style_for
from referee import games
from referee.games.chance import Rng, Streams
from referee.games.laws import contents
from referee.games.state import Journal, State
from tests.games.golden_matches import GOLDEN_CASES, play_golden
from tests.laws.setups import Case

MATCHES = 2
ITERATIONS = 12
"""Of a search at every decision: enough to go down the tree."""


def transcript(case: Case, number: int) -> str:
    """A digest of one match, step by step."""
    digest = hashlib.sha256()
    journal, rng = Journal(), Rng(number)
    seed = hashlib.sha256(f"{case.name} {number}".encode()).digest()
    state = case.game.deal(case.setup, Streams(seed), journal)
    told = [0] * case.setup.players
    while not state.over:
        legal, seat = state.legal_actions(), state.seat
        guess = state.determinize(seat, Rng(number))
        guess.playout(Rng(number))
        events = journal.seen_by(seat, told[seat])
        told[seat] = len(journal)
        shown = (legal, state.observe(seat), events, guess.scores(), state.breakdown())
        digest.update(repr((shown, searched(case, state, number))).encode())
        state.apply(legal[rng.below(len(legal))])
    values = {name: value for name, value in contents(state).items() if name[0] != "_"}
    plain = {name: value for name, value in values.items() if isinstance(value, list | int | str)}
    digest.update(repr((state.scores(), state.ranks(), plain)).encode())
    return digest.hexdigest()


def searched(case: Case, state: State, number: int) -> object:
    """What a search saw of each action, to the last bit."""
    tree = Tree(state, state.seat, Rng(number), style_for(case.game.name))
    tree.grow(ITERATIONS)
    root = [(node.action, node.visits, node.total) for node in tree.root.children.values()]
    return root, tree.principal_variation()


if __name__ == "__main__":
    matches = {
        case.name: [play_golden(case), *(transcript(case, i) for i in range(MATCHES))]
        for case in GOLDEN_CASES
    }
    print(json.dumps([games.compiled(), matches], sort_keys=True))  # noqa: T201
