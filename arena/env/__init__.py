"""The games as environments for learners, made from what a seat is told and nothing else.

`make` gives a PettingZoo environment for one match at a time; `batch` steps many matches in one
call, into arrays that are allocated once. Both need the extra ``rl``.

>>> from arena import env
>>> many = env.batch(4, "kupferkessel", players=2, seed=1)
>>> many.observations["cells"].shape, many.mask.shape
((4, 32, 30), (4, 64))
>>> many.step(many.mask.argmax(axis=1))
>>> int(many.done.sum())
0
"""

from typing import TYPE_CHECKING

from arena.env.matches import IllegalAction, Reward
from arena.errors import Misuse
from referee.games.registry import get_game

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from arena.env.aec import ArenaEnv
    from arena.env.many import Batch

__all__ = ["IllegalAction", "Reward", "batch", "make", "split"]

_FETCH = "install the extra 'rl' of the arena: pip install '.[rl]'"


def make(
    game: str,
    *,
    players: int = 2,
    reward: str = "rank",
    render_mode: str | None = None,
    **options: str | bool,
) -> "ArenaEnv":
    """A PettingZoo AEC environment; options of the game are keywords, switches can be bools."""
    try:
        from arena.env.aec import ArenaEnv  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        raise Misuse(f"{error.name} is missing: {_FETCH}") from error
    rules = get_game(game)
    setup = rules.setup(players, _texts(options))
    return ArenaEnv(rules, setup, reward=Reward.named(reward), render_mode=render_mode)


def batch(
    n: int,
    game: str = "kupferkessel",
    *,
    players: int = 2,
    reward: str = "rank",
    seed: int = 0,
    **options: str | bool,
) -> "Batch":
    """So many matches side by side; each begins anew when it ends."""
    try:
        from arena.env.many import Batch  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        raise Misuse(f"{error.name} is missing: {_FETCH}") from error
    rules = get_game(game)
    setup = rules.setup(players, _texts(options))
    return Batch(n, rules, setup, reward=Reward.named(reward), seed=seed)


def split(env: "ArenaEnv", row: "NDArray[np.uint8]") -> "Mapping[str, NDArray[np.uint8]]":
    """The arrays of an observation of `env` by name: views of it, as its features explain them."""
    from arena.env.arrays import split as _split  # noqa: PLC0415 - an extra

    return _split(row, env.blocks)


def _texts(options: dict[str, str | bool]) -> dict[str, str]:
    return {
        name: ("on" if value else "off") if isinstance(value, bool) else value
        for name, value in options.items()
    }
