"""The laws that every game keeps, for its author to try: ``check_game(MyGame())``.

Each law is a function of a `Trial`, its name is the law. They are looked at in every number of
players and with every option, over random matches that are the same each time. No game is excused
from one. What no law can see is a leak: that is `python -m referee.proofs.leakcheck`, for which a
game brings a swapper.
"""

from collections.abc import Callable, Iterable
from typing import Final

from referee.games.contract import Game
from referee.games.laws import knowledge, parts, play, words
from referee.games.laws.trial import Case, LawBroken, Trial, cases, contents

__all__ = ["LAWS", "Case", "Law", "LawBroken", "Trial", "cases", "check", "check_game", "contents"]

Law = Callable[[Trial], None]

LAWS: Final[tuple[Law, ...]] = (*play.LAWS, *knowledge.LAWS, *words.LAWS, *parts.LAWS)
MATCHES: Final = 6
"""How many are looked at for each law and variant."""


def check_game(game: Game, matches: int = MATCHES, laws: Iterable[Law] = LAWS) -> None:
    """Try every law on every variant; LawBroken names the first that does not hold, and where."""
    for law in laws:
        for case in cases(game):
            check(law, case, matches)


def check(law: Law, case: Case, matches: int = MATCHES) -> None:
    """Try one law on one variant."""
    trial = Trial(case, matches)
    name = getattr(law, "__name__", str(law)).replace("_", " ")
    try:
        law(trial)
    except LawBroken as broken:
        raise LawBroken(f"{name}: {broken}") from None
    except Exception as error:
        # Whatever a game raises where the contract asks it something breaks that law.
        raise LawBroken(f"{name}: {trial.place}: {type(error).__name__}: {error}") from error
