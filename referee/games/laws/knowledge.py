"""Laws of knowledge: what a seat sees, what follows from its memory, what it holds possible."""

from referee.games.chance import Rng
from referee.games.laws.trial import Trial, contents
from referee.games.observation import Observation
from referee.games.state import Journal, State

_OTHER = 77


def observations_are_columns_of_ints_that_begin_with_the_common_ones(trial: Trial) -> None:
    """In the type that the game declares."""
    for _ in trial.seeds():
        for _, state in trial.states():
            for seat in trial.seats:
                _require_columns(trial, state, seat, state.observe(seat))


def _require_columns(trial: Trial, state: State, seat: int, seen: Observation) -> None:
    columns, declared = seen.columns(), trial.game.observation_type
    trial.require(type(seen) is declared, f"{type(seen).__name__} is not {declared.__name__}")
    first = list(columns)[:3]
    trial.require(first == ["seat", "to_act", "turn"], f"the first columns are {first}")
    trial.require(
        (seen.seat, seen.to_act, seen.turn) == (seat, state.seat, state.turn),
        f"seat {seat} is told another seat, decision or turn than there is",
    )
    for name, column in columns.items():
        items = column if isinstance(column, tuple) else (column,)
        wrong = [item for item in items if type(item) is not int]
        trial.require(not wrong, f"column {name} holds {wrong[:1]}, which are no ints")


def a_state_rebuilt_from_memory_looks_the_same_and_determinizes_the_same(trial: Trial) -> None:
    """What a seat sees and was told is all there is to know for it."""
    for _ in trial.seeds():
        journal = Journal()
        for step, state in trial.states(journal):
            for seat in trial.seats:
                seen, told = state.observe(seat), journal.seen_by(seat)
                rebuilt = trial.game.rebuild(trial.setup, seat, seen, told)
                trial.require(
                    rebuilt.observe(seat) == seen, f"rebuilt for seat {seat} it looks otherwise"
                )
                own_guess = contents(rebuilt.determinize(seat, Rng(step)))
                true_guess = contents(state.determinize(seat, Rng(step)))
                trial.require(
                    own_guess == true_guess,
                    f"rebuilt for seat {seat} it determinizes otherwise in "
                    f"{_differing(own_guess, true_guess)}",
                )


def a_determinized_state_differs_in_nothing_the_seat_can_see(trial: Trial) -> None:
    """Nor does the guess change what it was made from."""
    for _ in trial.seeds():
        for step, state in trial.states():
            before = contents(state)
            for seat in trial.seats:
                guess = state.determinize(seat, Rng(step))
                trial.require(
                    guess.observe(seat) == state.observe(seat),
                    f"determinized for seat {seat} it looks otherwise",
                )
                trial.require(contents(state) == before, "`determinize` changes the state")
                if not state.over and seat == state.seat:
                    trial.require(
                        guess.legal_actions() == state.legal_actions(),
                        f"determinized for seat {seat} other actions are legal",
                    )


def a_second_determinization_forgets_the_first(trial: Trial) -> None:
    """It depends on what the seat knows, not on how the rest happens to lie."""
    for _ in trial.seeds():
        for step, state in trial.states():
            for seat in trial.seats:
                once = contents(state.determinize(seat, Rng(step)))
                other = state.determinize(seat, Rng(step + _OTHER))
                twice = contents(other.determinize(seat, Rng(step)))
                trial.require(
                    twice == once,
                    f"what seat {seat} cannot know shows in {_differing(once, twice)}",
                )


def a_determinized_state_can_be_played_to_its_end(trial: Trial) -> None:
    """A guess is a full state."""
    for _ in trial.seeds():
        for step, state in trial.states():
            if state.over or step % 5:
                continue
            guess = state.determinize(state.seat, Rng(step))
            guess.playout(Rng(step))
            trial.require(guess.over, "a guess that is played does not end")


def _differing(one: dict[str, object], other: dict[str, object]) -> str:
    names = [name for name in one.keys() | other.keys() if one.get(name) != other.get(name)]
    return ", ".join(sorted(names))


LAWS = (
    observations_are_columns_of_ints_that_begin_with_the_common_ones,
    a_state_rebuilt_from_memory_looks_the_same_and_determinizes_the_same,
    a_determinized_state_differs_in_nothing_the_seat_can_see,
    a_second_determinization_forgets_the_first,
    a_determinized_state_can_be_played_to_its_end,
)
