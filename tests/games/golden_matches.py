"""One recorded match for each variant, so that a changed rule cannot slip in unseen."""

import hashlib
import json
from pathlib import Path
from typing import Any, Final

from referee.games.chance import Rng, Streams
from referee.games.state import Journal
from tests.laws.setups import CASES, Case

FOLDER: Final = Path(__file__).parent / "golden"
GOLDEN_CASES: Final = [
    case for case in CASES if type(case.game).__module__.startswith("referee.games.")
]
"""The variants of the arena's own games; an installed game of somebody else keeps its own."""


def golden_path(case: Case) -> Path:
    return FOLDER / f"{case.name}.json"


def play_golden(case: Case) -> dict[str, Any]:
    """The match that belongs to the name of the variant, in words."""
    game, journal = case.game, Journal()
    seed = hashlib.sha256(case.name.encode()).digest()
    state = game.deal(case.setup, Streams(seed), journal)
    deal = game.deal_in_words(state)
    rng = Rng(int.from_bytes(seed[:4], "big"))
    moves: list[str] = []
    while not state.over:
        legal = state.legal_actions()
        keen = [action for action in legal if not state.gives_up(action)] or legal
        action = keen[rng.below(len(keen))]
        moves.append(game.action_text(action))
        state.apply(action)
    return {
        "game": game.name,
        "rules_version": game.rules_version,
        "players": case.setup.players,
        "options": dict(case.setup.options),
        "seed": seed.hex(),
        "deal": deal,
        "moves": " ".join(moves),
        "turns": state.turn,
        "ending": state.ending,
        "scores": state.scores(),
        "ranks": state.ranks(),
        "breakdown": [dict(entries) for entries in state.breakdown()],
        "events_sha256": [
            hashlib.sha256(repr(journal.seen_by(seat)).encode()).hexdigest()
            for seat in range(case.setup.players)
        ],
    }


def as_text(match: dict[str, Any]) -> str:
    """One line for each part, to be compared by eye."""
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in match.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"
