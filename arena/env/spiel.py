"""The games for OpenSpiel, and OpenSpiel's bots for the arena. Needs the extra ``spiel``.

Importing this registers ``arena_kupferkessel``, ``arena_trapper`` and every other game that brings
features. Players and options are parameters: ``arena_kupferkessel(players=3,recipes=on)``. Chance
is one node at the beginning that draws one of `deals` deals; later shuffles follow from the deal.
A decision without a choice is carried out, as in a match of the arena. Returns go by rank, from
-1 to 1, and add up to 0.

>>> import pyspiel
>>> import arena.env.spiel
>>> game = pyspiel.load_game("arena_trapper(players=3)")
>>> game.num_players(), game.num_distinct_actions()
(3, 4334)
"""

import os

# It writes a remark to standard output for each of its own optional games it cannot find.
os.environ.setdefault("OPEN_SPIEL_QUIET", "1")

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Self

import numpy as np
import pyspiel

from arena.env.arrays import split
from arena.env.matches import Reward, match_seed
from arena.sdk import Action, Bot, Match, Turn
from referee.games.advance import settled
from referee.games.chance import Rng, Streams
from referee.games.contract import Game
from referee.games.course import Course
from referee.games.registry import game_names, get_game
from referee.games.state import State

PREFIX: Final = "arena_"
DEALS: Final = 1024
_DECISIONS_A_TURN: Final = 8
"""On average a match never has more."""


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of the arena with a number of players and options."""

    def __init__(self, rules: Game, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        players = int(given.get("players", rules.players[0]))
        wanted = {
            option.name: str(given[option.name])
            for option in rules.options
            if option.name in given and (given[option.name] or players in option.players)
        }
        chosen = {name: value for name, value in wanted.items() if value}
        self.rules: Final = rules
        self.setup: Final = rules.setup(players, chosen)
        self.deals: Final = int(given.get("deals", DEALS))
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.num_actions,
            max_chance_outcomes=self.deals,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=_DECISIONS_A_TURN * rules.turn_cap(self.setup),
        )
        super().__init__(_kind(rules), info, given)

    def new_initial_state(self) -> "SpielState":
        """Before the deal."""
        return SpielState(self)

    def make_py_observer(
        self,
        iig_obs_type: Any = None,  # noqa: ANN401 - OpenSpiel tells no types
        params: Mapping[str, Any] | None = None,
    ) -> "SpielObserver":
        """Who tells what a player sees."""
        usual = pyspiel.IIGObservationType(perfect_recall=False)
        return SpielObserver(self, iig_obs_type or usual, params)


class _Position:
    """A state of ours within one of theirs, which is copied by Python."""

    def __init__(self, state: State, legal: list[int]) -> None:
        self.state = state
        self.legal = legal

    def __deepcopy__(self, memo: object) -> "_Position":
        return _Position(self.state.clone(), self.legal[:])


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position: before the deal, or with somebody to act, or at the end."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._rules = _Shared(game)
        self._position: _Position | None = None

    def at(self, state: State) -> Self:
        """This state, moved to a position that was come to elsewhere."""
        position = state.clone()
        self._position = _Position(position, settled(position))
        return self

    @property
    def position(self) -> State:
        """Ours; RuntimeError before the deal."""
        if self._position is None:
            raise RuntimeError("nothing is dealt yet")
        return self._position.state

    def current_player(self) -> int:
        """Whose decision it is."""
        if self._position is None:
            return int(pyspiel.PlayerId.CHANCE)
        if self._position.state.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return self._position.state.seat

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The deals, all equally likely."""
        deals = self._rules.game.deals
        return [(deal, 1 / deals) for deal in range(deals)]

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self._position is not None and self._position.state.over

    def returns(self) -> list[float]:
        """By rank; nothing before the end."""
        if not self.is_terminal():
            return [0.0] * self._rules.game.setup.players
        return Reward.RANK.of(self.position)

    def course(self) -> Course:
        """The match up to here, with all that was announced."""
        deal, *actions = self.history()
        course = dealt(self._rules.game, deal)
        for action in actions:
            course.decide(action)
            for _ in course.unasked():
                pass  # as below
        return course

    def _legal_actions(self, player: int) -> list[int]:
        position = self._position
        return position.legal if position is not None and player == position.state.seat else []

    def _apply_action(self, action: int) -> None:
        if self._position is None:
            course = dealt(self._rules.game, action)
            self.at(course.state)
            return
        self._position.state.apply(action)
        self._position.legal = settled(self._position.state)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal:{action}"
        return self._rules.game.rules.action_text(action)

    def __str__(self) -> str:
        if self._position is None:
            return "before the deal"
        return self._rules.game.rules.table(self._rules.game.setup, self.position).plain()


class _Shared:
    """What copies of a state have in common."""

    def __init__(self, game: SpielGame) -> None:
        self.game = game

    def __deepcopy__(self, memo: object) -> "_Shared":
        return self


class SpielObserver:
    """What a player is told, as OpenSpiel asks for it."""

    def __init__(
        self,
        game: SpielGame,
        kind: Any,  # noqa: ANN401 - OpenSpiel tells no types
        params: Mapping[str, Any] | None,
    ) -> None:
        if params:
            raise ValueError(f"there are no parameters for observing, as {params}")
        self._game = game
        self._kind = kind
        self._features = game.rules.features()
        blocks = self._features.blocks(game.setup)
        self._own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        size = sum(block.size for block in blocks) if self._own else 0
        self.tensor = np.zeros(size, np.float32)
        self.dict = dict(split(self.tensor, blocks)) if size else {}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the arrays with what this player knows."""
        self.tensor.fill(0)
        if self._own and not state.is_chance_node():
            row = self._features.row(state.position, player)
            self.tensor[:] = np.frombuffer(row, np.uint8)

    def string_from(self, state: SpielState, player: int) -> str:
        """The same in words; with perfect recall all that was announced."""
        if state.is_chance_node():
            return ""
        game, setup, position = self._game.rules, self._game.setup, state.position
        if not self._own:
            return f"turn {position.turn}, seat {position.seat + 1}"
        if self._kind.perfect_recall:
            course = state.course()
            told = [game.event_text(setup, one) for one in course.events.seen_by(player)]
            return "\n".join([f"seat {player + 1}", *told])
        shown = self._features.row(position, player).hex() if self._kind.public_info else ""
        return f"seat {player + 1}\n{game.picture(setup, position.observe(player)).plain()}{shown}"


def dealt(game: SpielGame, deal: int) -> Course:
    """A match at its first decision."""
    course = Course(game.rules, game.setup, Streams(match_seed(0, deal)))
    for _ in course.unasked():
        pass  # nobody is asked where there is nothing to choose
    return course


def seated(
    make: Callable[[SpielGame, int, int], Any],
) -> type[Bot]:
    """A bot of the arena that asks one of OpenSpiel; `arena.sdk.run` plays it.

    `make` gets the game, the seat and a seed. The bot is shown a full state that fits what its
    seat knows, drawn anew for every decision, and has no history of the match.
    """

    class Seated(Bot):
        """Plays what OpenSpiel's bot says."""

        def __init__(self, match: Match) -> None:
            super().__init__(match)
            players, options = match.setup.players, match.setup.options
            self._game = SpielGame(match.game, {"players": players, **options})
            self._bot = make(self._game, match.seat, match.random.getrandbits(31))

        def act(self, turn: Turn) -> Action:
            rng = Rng(self.match.random.getrandbits(31))
            guess = turn.to_state().determinize(self.match.seat, rng)
            return turn.with_id(self._bot.step(self._game.new_initial_state().at(guess)))

    return Seated


def _kind(rules: Game) -> Any:  # noqa: ANN401 - OpenSpiel tells no types
    # An option left out has its default; so it can stand where it does not exist.
    texts = {option.name: "" for option in rules.options}
    return pyspiel.GameType(
        short_name=PREFIX + rules.name,
        long_name=rules.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(rules.players),
        min_num_players=min(rules.players),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": rules.players[0], "deals": DEALS, **texts},
    )


def register(names: Sequence[str]) -> None:
    """Make these games known to OpenSpiel, once."""
    for name in names:
        rules = get_game(name)
        if rules.parts.features and PREFIX + name not in pyspiel.registered_names():
            pyspiel.register_game(_kind(rules), _maker(rules))


def _maker(rules: Game) -> type[SpielGame]:
    """What OpenSpiel calls with the parameters of a game."""

    class Made(SpielGame):
        """This game."""

        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(rules, params)

    return Made


register(game_names())
