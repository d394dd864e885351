"""Plays what a trained policy likes best, on the processor, one thread."""

import json
import logging
import sys
from pathlib import Path
from typing import Any, Final

from arena.sdk import Action, Bot, Match, Turn, run

HOME: Final = Path(__file__).parent
sys.path.append(str(HOME / "packages"))  # what requirements.lock names, laid there by the build

import numpy as np  # noqa: E402 - found there
import onnxruntime as ort  # noqa: E402

LOG: Final = logging.getLogger("policy")
SHOWN: Final = 3
"""How many actions are told with each decision."""


def _opened(path: Path) -> Any:  # noqa: ANN401 - onnxruntime tells no types
    options = ort.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


MODELS: Final = {path.name: _opened(path) for path in sorted(HOME.glob("*.onnx"))}


class Policy(Bot):
    """Asks the model that was trained for this game, number of players and variant.

    Where none was, it plays at random and notes that: a bot has to play all variants of a game.
    """

    matches_at_once = 16

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self._features = match.game.features()
        self._model = self._fitting()

    def act(self, turn: Turn) -> Action:
        if self._model is None:
            LOG.info("not trained for this variant: at random")
            return self.match.random.choice(
                [a for a in turn.legal if not a.gives_up] or turn.legal
            )
        row = self._features.row(turn.to_state(), self.match.seat)
        given = {"row": np.frombuffer(row, np.uint8)[None]}
        logits, *value = self._model.run(None, given)
        legal = np.array([logits[0][action.id] for action in turn.legal], np.float64)
        likely = np.exp(legal - legal.max())
        likely /= likely.sum()
        best = np.argsort(-likely, kind="stable")[:SHOWN]
        told = ", ".join(f"{turn.legal[one].text} {likely[one]:.0%}" for one in best)
        if value:
            turn.eval = float((value[0].reshape(-1)[0] + 1) / 2)
        LOG.info("%s", told)
        return turn.legal[int(best[0])]

    def _fitting(self) -> Any:  # noqa: ANN401 - as above
        match = self.match
        for model in MODELS.values():
            about = model.get_modelmeta().custom_metadata_map
            if (
                about.get("arena.game") == match.game.name
                and about.get("arena.rules") == match.game.rules_version
                and about.get("arena.features") == self._features.version
                and about.get("arena.players") == str(match.players)
                and json.loads(about.get("arena.options", "null")) == dict(match.setup.options)
            ):
                return model
        return None


if __name__ == "__main__":
    run(Policy)
