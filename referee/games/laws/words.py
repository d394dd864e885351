"""Laws of words: notation, columns, components, pictures, the deal."""

import json

from referee.games.chance import Rng
from referee.games.laws.trial import Trial, contents
from referee.games.picture import Picture
from referee.games.state import Journal

_WIDEST = 80
_DEALS = 5
_NO_ACTIONS = ("", " ", "?", "no such thing", "a\nb", "ä", "-1")


def every_action_has_its_own_text_and_fields_and_the_text_leads_back(trial: Trial) -> None:
    """Notation and columns tell all actions apart."""
    game = trial.game
    actions = range(game.num_actions)
    for action in actions:
        text = game.action_text(action)
        back = game.parse_action(text)
        trial.require(back == action, f"action {action} is '{text}', which is action {back}")
        width = len(game.action_fields(action))
        trial.require(
            width == len(game.action_columns),
            f"action {action} has {width} fields, not {len(game.action_columns)}",
        )
    different = len({game.action_fields(action) for action in actions})
    trial.require(different == game.num_actions, "two actions have the same fields")


def what_is_no_action_is_refused_by_name(trial: Trial) -> None:
    """With a ValueError that says so."""
    known = set(map(trial.game.action_text, range(trial.game.num_actions)))
    for text in _NO_ACTIONS:
        if text in known:
            continue
        try:
            action = trial.game.parse_action(text)
        except ValueError as error:
            trial.require("action" in str(error), f"'{text}' is refused with '{error}'")
        else:
            trial.require(False, f"'{text}' is taken for action {action}")


def events_fit_their_columns_and_can_be_told_in_words(trial: Trial) -> None:
    """Each has one of the kinds declared."""
    game = trial.game
    for _ in trial.seeds():
        journal = Journal()
        trial.last(journal)
        for seat in trial.seats:
            for event in journal.seen_by(seat):
                kinds = len(game.event_kinds)
                trial.require(1 <= event[0] <= kinds, f"{event} has no kind from 1 to {kinds}")
                width = 1 + len(game.event_columns)
                trial.require(len(event) == width, f"{event} has not {width} columns")
                trial.require(game.event_text(trial.setup, event), f"{event} has no words")


def pictures_fit_the_screen_and_depend_on_the_observation_alone(trial: Trial) -> None:
    """What the seat cannot see does not show."""
    for _ in trial.seeds():
        for step, state in trial.states():
            if step % 3 and not state.over:
                continue
            for seat in trial.seats:
                picture = trial.game.picture(trial.setup, state.observe(seat))
                other = state.determinize(seat, Rng(step)).observe(seat)
                trial.require(
                    trial.game.picture(trial.setup, other) == picture,
                    f"the picture of seat {seat} shows what the seat cannot see",
                )
                _require_fit(trial, picture)


def the_whole_table_can_be_drawn_at_any_time_and_fits_the_screen(trial: Trial) -> None:
    """For people who watch; nothing is changed by looking."""
    for _ in trial.seeds():
        for _, state in trial.states():
            before = contents(state)
            _require_fit(trial, trial.game.table(trial.setup, state))
            trial.require(contents(state) == before, "`table` changes the state")


def _require_fit(trial: Trial, picture: Picture) -> None:
    trial.require(picture.lines, "there is nothing in the picture")
    for line in picture.explained:
        text = "".join(ink.text for ink in line)
        trial.require(len(text) <= _WIDEST, f"'{text}' has {len(text)} columns")
        trial.require("\n" not in text, f"{text!r} is more than a line")


def the_deal_in_words_is_plain_data_and_tells_deals_apart(trial: Trial) -> None:
    """It stands in the record."""
    words = [
        json.dumps(trial.game.deal_in_words(trial.case.dealt(seed))) for seed in range(_DEALS)
    ]
    trial.require(len(set(words)) == _DEALS, "two deals have the same words")


def components_are_named_columns_of_one_type(trial: Trial) -> None:
    """Numbers or texts, under a name that a message can have."""
    for name, column in trial.game.components(trial.setup).items():
        trial.require(name.isidentifier(), f"'{name}' is no name for a column")
        trial.require(len({type(item) for item in column}) == 1, f"'{name}' mixes types")
        trial.require(isinstance(column[0], int | str), f"'{name}' holds neither ints nor texts")


LAWS = (
    every_action_has_its_own_text_and_fields_and_the_text_leads_back,
    what_is_no_action_is_refused_by_name,
    events_fit_their_columns_and_can_be_told_in_words,
    pictures_fit_the_screen_and_depend_on_the_observation_alone,
    the_whole_table_can_be_drawn_at_any_time_and_fits_the_screen,
    the_deal_in_words_is_plain_data_and_tells_deals_apart,
    components_are_named_columns_of_one_type,
)
