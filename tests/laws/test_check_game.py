"""An author is told which law a game breaks, in which variant, match and step."""

import itertools
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import pytest

from referee.games import laws
from referee.games.laws import LAWS, LawBroken, check_game
from referee.games.parts import Messages, Parts
from referee.games.picture import Ink, Picture
from referee.games.state import State
from referee.games.style import Style
from tests.toy.game import Toy, ToyState

Game = type[Toy] | type[ToyState]
_clone, _observe, _apply = ToyState.clone, ToyState.observe, ToyState.apply
_CALLS: Final = itertools.count()
_guess, _rebuild, _legal = ToyState.determinize, Toy.rebuild, ToyState.legal_actions


@dataclass(frozen=True)
class Breach:
    """One thing that the toy is made to do wrong, and the law that this breaks."""

    law: str
    says: str
    where: Game
    what: str
    wrong: Callable[..., Any]


def _stands_still(self: ToyState, action: int) -> None:
    _apply(self, action)
    self.over, self.ending, self.turn = False, "", 1
    self.hands[self.seat] = [0, 1]


def _shares_hands(self: ToyState) -> ToyState:
    other = _clone(self)
    other.hands = self.hands
    return other


def _keeps_the_journal(self: ToyState) -> ToyState:
    other = _clone(self)
    other.journal = self.journal
    return other


def _counts(self: ToyState, action: int) -> None:
    _apply(self, action)
    self.points[0] += next(_CALLS) % 2


def _pays_for_silence(self: ToyState, action: int) -> None:
    _apply(self, action)
    self.points[0] += self.journal is None


def _leaves_hands_as_they_are(self: ToyState, seat: int, rng: Any) -> ToyState:
    other = _guess(self, seat, rng)
    other.hands = [hand[:] for hand in self.hands]
    return other


def _forgets_the_turn(self: Toy, *args: Any) -> ToyState:
    state = _rebuild(self, *args)
    state.turn = 1
    return state


def _announces_too_little(self: ToyState, seats: int, event: tuple[int, ...]) -> None:
    if self.journal is not None:
        self.journal.add(seats, event[:2])


def _looks_at_a_list(self: ToyState, seat: int) -> Any:
    seen = _observe(self, seat)
    return type(seen)(**{**seen.columns(), "hand": list(seen.hand)})  # type: ignore[arg-type]


def _draws_wide(self: Toy, *_: Any) -> Picture:
    return Picture(((Ink("=" * 81),),))


def _draws_anything(self: Toy, *_: Any) -> Picture:
    return Picture(((Ink(str(next(_CALLS))),),))


def _bare(self: Toy, state: State) -> Mapping[str, object]:
    return {}


BREACHES: Final = (
    Breach(
        "every match ends", "turn 1 does not come to its end", ToyState, "apply", _stands_still
    ),
    Breach(
        "legal actions are", "not sorted", ToyState, "legal_actions", lambda s: _legal(s)[::-1]
    ),
    Breach("a clone and its", "changes its origin", ToyState, "clone", _shares_hands),
    Breach("a clone has no journal", "writes into", ToyState, "clone", _keeps_the_journal),
    Breach("the same chance", "went another way", ToyState, "apply", _counts),
    Breach("a match is the same", "another match", ToyState, "apply", _pays_for_silence),
    Breach("ranks follow", "have ranks", ToyState, "ranks", lambda s: [2] * s.players),
    Breach("the breakdown", "add up", ToyState, "breakdown", lambda s: [[("x", 9)]] * s.players),
    Breach("observations are", "column hand", ToyState, "observe", _looks_at_a_list),
    Breach(
        "a second determin",
        "cannot know shows in",
        ToyState,
        "determinize",
        _leaves_hands_as_they_are,
    ),
    Breach("a state rebuilt", "looks otherwise", Toy, "rebuild", _forgets_the_turn),
    Breach("every action has", "which is action 0", Toy, "action_text", lambda s, a: "c0"),
    Breach("what is no action", "taken for action 1", Toy, "parse_action", lambda s, text: 1),
    Breach("events fit", "has not 3 columns", ToyState, "_announce", _announces_too_little),
    Breach("pictures fit", "81 columns", Toy, "picture", _draws_wide),
    Breach("pictures fit", "what the seat cannot see", Toy, "picture", _draws_anything),
    Breach("the whole table", "81 columns", Toy, "table", _draws_wide),
    Breach("the deal in words", "the same words", Toy, "deal_in_words", _bare),
    Breach("components are", "mixes types", Toy, "components", lambda s, setup: {"a": [1, "b"]}),
)


@pytest.mark.parametrize("breach", BREACHES, ids=lambda breach: f"{breach.what} {breach.says}")
def test_a_breach_is_found_and_named(breach: Breach, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(breach.where, breach.what, breach.wrong)
    broken = [law for law in LAWS if law.__name__.replace("_", " ").startswith(breach.law)]

    with pytest.raises(LawBroken, match=breach.says) as found:
        check_game(Toy(), laws=broken)

    assert str(found.value).startswith(f"{broken[0].__name__.replace('_', ' ')}: toy-2")
    with pytest.raises(LawBroken):
        check_game(Toy())


def test_the_text_tells_variant_seed_and_step(monkeypatch: pytest.MonkeyPatch) -> None:
    def late(self: ToyState) -> list[int]:
        return [] if self.refill and self.turn == 4 else _legal(self)

    monkeypatch.setattr(ToyState, "legal_actions", late)

    with pytest.raises(
        LawBroken, match=r"^legal actions .*: toy-2-refill-on, seed 0, step 3: nothing is legal"
    ):
        check_game(
            Toy(), laws=[laws.play.legal_actions_are_sorted_unique_in_range_and_never_lacking]
        )


def test_whatever_a_game_raises_breaks_the_law_that_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(self: ToyState) -> list[int]:
        raise ZeroDivisionError("too small")

    monkeypatch.setattr(ToyState, "scores", fails)

    with pytest.raises(LawBroken, match=r"toy-2, seed 0, step \d+: ZeroDivisionError: too small"):
        check_game(Toy())


class _Rash(Style):
    """Considers what is not legal."""

    def candidates(self, state: State) -> list[int]:
        return [99]


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        (Parts(style=f"{__name__}:_Rash"), r"it considers \[99\] where"),
        (Parts(style="json:loads"), "TypeError"),
        (Parts(swapper="json:nothing"), "AttributeError"),
        (Parts(view="json:dumps"), "not JSON serializable"),
        (Parts(told="builtins:divmod"), "TypeError"),
        (
            Parts(messages=Messages("referee.v1.trapper_pb2", "Trapper")),
            "TrapperEvents has fields",
        ),
    ],
    ids=["style", "no style", "swapper", "view", "told", "messages"],
)
def test_a_part_that_does_not_fit_is_found(
    parts: Parts, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert json.loads("1") == 1
    monkeypatch.setattr(Toy, "parts", parts)

    with pytest.raises(LawBroken, match=says):
        check_game(Toy())


def test_a_game_without_a_breach_passes_in_every_variant() -> None:
    check_game(Toy(), matches=2)
