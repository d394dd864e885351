"""Laws of play: what is legal, how a match goes and ends, what copies share."""

from referee.games.chance import Rng
from referee.games.laws.trial import Trial, contents
from referee.games.state import Journal

_TASTES = 30


def every_match_ends_within_the_turns_allowed_and_says_how(trial: Trial) -> None:
    """The end has a name, and comes with the last turn at the latest."""
    for _ in trial.seeds():
        last = trial.last()
        trial.require(last.over, "the match does not end")
        trial.require(last.ending, "the end has no name in `ending`")
        cap = trial.game.turn_cap(trial.setup)
        trial.require(1 <= last.turn <= cap, f"it ended in turn {last.turn} of at most {cap}")
        trial.require(cap <= trial.game.max_turns, f"`turn_cap` {cap} is beyond `max_turns`")


def any_choice_of_actions_leads_to_an_end(trial: Trial) -> None:
    """Even if everybody always chooses by the same pattern."""
    for seed in trial.seeds():
        rng = Rng(seed)
        tastes = [rng.below(100) for _ in range(1 + rng.below(_TASTES))]

        def choose(step: int, legal: list[int], tastes: list[int] = tastes) -> int:
            return tastes[step % len(tastes)] % len(legal)

        for _, _state in trial.states(choose=choose):
            pass  # on the way it is required that turns come to an end


def legal_actions_are_sorted_unique_in_range_and_never_lacking(trial: Trial) -> None:
    """Before the end there is always somebody who may do something."""
    for _ in trial.seeds():
        for _, state in trial.states():
            if state.over:
                continue
            legal = state.legal_actions()
            trial.require(legal, "nothing is legal before the end")
            trial.require(legal == sorted(set(legal)), f"{legal} is not sorted, or holds doubles")
            trial.require(
                legal[0] >= 0 and legal[-1] < trial.game.num_actions,
                f"{legal} is not within range({trial.game.num_actions})",
            )
            trial.require(state.seat in trial.seats, f"there is no seat {state.seat}")


def the_turn_never_goes_back_and_nothing_ended_has_an_ending_yet(trial: Trial) -> None:
    """Turns are counted from 1."""
    for _ in trial.seeds():
        turn = 1
        for _, state in trial.states():
            trial.require(state.turn >= turn, f"turn {turn} is followed by turn {state.turn}")
            trial.require(
                bool(state.ending) == state.over,
                f"`over` is {state.over} and `ending` is '{state.ending}'",
            )
            turn = state.turn


def a_clone_and_its_origin_never_change_each_other(trial: Trial) -> None:
    """A clone holds the same, and goes its own way."""
    for _ in trial.seeds():
        for step, state in trial.states():
            before = contents(state)
            played, kept = state.clone(), state.clone()
            trial.require(contents(played) == before, "a clone differs from its origin")
            if state.over or step % 5:
                continue
            played.playout(Rng(step))
            trial.require(contents(state) == before, "a clone that is played changes its origin")
            trial.require(contents(kept) == before, "a clone that is played changes another")
            state.clone().apply(state.legal_actions()[0])
            trial.require(contents(state) == before, "`apply` of a clone changes its origin")


def a_clone_survives_the_end_of_its_origin(trial: Trial) -> None:
    """Nor does an origin that is played change its clone."""
    for seed in trial.seeds():
        origin = trial.case.dealt(seed)
        clone = origin.clone()
        before = contents(clone)
        origin.playout(Rng(seed))
        trial.require(contents(clone) == before, "an origin that is played changes its clone")


def a_clone_has_no_journal(trial: Trial) -> None:
    """A dealt state keeps the journal it was given."""
    state = trial.case.dealt(0, Journal())
    trial.require(state.journal is not None, "a dealt state has lost its journal")
    trial.require(state.clone().journal is None, "a clone writes into the journal of its origin")


def the_same_chance_and_actions_give_the_same_match(trial: Trial) -> None:
    """Nothing but chance and actions decides."""
    for _ in trial.seeds():
        first = [contents(state) for _, state in trial.states()]
        second = [contents(state) for _, state in trial.states()]
        trial.require(first == second, "the same match went another way")


def a_match_is_the_same_with_and_without_a_journal(trial: Trial) -> None:
    """And something is announced."""
    for _ in trial.seeds():
        journal = Journal()
        with_journal = [contents(state) for _, state in trial.states(journal)]
        without = [contents(state) for _, state in trial.states()]
        trial.require(with_journal == without, "with a journal it is another match")
        trial.require(len(journal) > 0, "nothing was announced")


def ranks_follow_exactly_from_scores(trial: Trial) -> None:
    """1 is best, ties share."""
    for _ in trial.seeds():
        last = trial.last()
        scores, ranks = last.scores(), last.ranks()
        trial.require(
            len(scores) == len(ranks) == len(trial.seats), "there is not one score for each seat"
        )
        right = [1 + sum(other > score for other in scores) for score in scores]
        trial.require(ranks == right, f"scores {scores} have ranks {ranks}, not {right}")


def the_breakdown_adds_up_to_the_score_at_any_time(trial: Trial) -> None:
    """So that everybody can see where points come from."""
    for _ in trial.seeds():
        for _, state in trial.states():
            sums = [sum(points for _, points in entries) for entries in state.breakdown()]
            trial.require(
                sums == state.scores(), f"{state.breakdown()} does not add up to {state.scores()}"
            )


LAWS = (
    every_match_ends_within_the_turns_allowed_and_says_how,
    any_choice_of_actions_leads_to_an_end,
    legal_actions_are_sorted_unique_in_range_and_never_lacking,
    the_turn_never_goes_back_and_nothing_ended_has_an_ending_yet,
    a_clone_and_its_origin_never_change_each_other,
    a_clone_survives_the_end_of_its_origin,
    a_clone_has_no_journal,
    the_same_chance_and_actions_give_the_same_match,
    a_match_is_the_same_with_and_without_a_journal,
    ranks_follow_exactly_from_scores,
    the_breakdown_adds_up_to_the_score_at_any_time,
)
