"""How to play Kupferkessel Co., one rule of thumb after the other.

1. A kettle is worth what its sets may become. A single card costs its value, two are nothing, the
   third one pays: so count the cards of an ingredient that can still be had (`prospect`).
2. What you take, the others cannot: a card is also worth what it would have brought them.
3. The card you take is your next walk. Look at the line it leads to; a corner costs a turn.
4. A Hat gives the card of that line right away. An Explosion takes back what lies on top of the
   other kettles, so use it when they have just taken something good.
5. Ones are cheap to leave single and decide a bonus of five points.
6. Take the last card of a line when you lead, and keep away from it when you do not.
7. Recipes: the third card of an ingredient they name is worth more; do without what they forbid.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

from arena.sdk import Action, Turn
from arena.sdk.kupferkessel import CARDS, Card, KettleView, Player, set_points

CARDS_LEFT_AT_THE_END: Final = 14
"""About so many cards lie on the table when somebody takes the last one of a line."""
EAGERNESS: Final = 1.1
"""One gets the cards one wants more often than others."""
NEXT_LINE: Final = 0.3
"""What the line of the next turn counts: others move and take there in between."""
LOST_TURN: Final = -1.5
ONE: Final = 0.6
"""What a card of value 1 is worth for the bonus."""
FORBIDDEN: Final = 1.5
"""What a card costs that a recipe asks to have few of."""
DECIDED: Final = 1000.0
_VALUES: Final = (1, 2, 3, 4)


def choose(turn: Turn) -> Action:
    """The action that the advice above likes best."""
    return Advice(turn).best()


class Advice:
    """What the actions of one turn are worth."""

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.view = KettleView(turn)
        self.me = self.view.me
        self.luck = _luck(self.view)
        self.goals = _goals(self.view)
        self.gone = {
            player.seat: {
                card.id
                for other in self.view.players
                if other is not player
                for card in other.kettle
            }
            for player in self.view.players
        }

    def best(self) -> Action:
        """The action with the highest worth; of equals the first."""
        return max(self.turn.legal, key=self.worth)

    def worth(self, action: Action) -> float:
        """What an action brings, in points."""
        view = self.view
        if view.ends_match(action):
            return self._ending(action)
        card = view.card(action)
        symbol = view.symbol(action)
        worth = self.taking(self.me, card) + self._denying(card) + self._recipes(card)
        worth += self._walking(action, card, at_once=symbol == "Hat")
        if symbol == "Explosion":
            worth += self._exploding()
        return worth

    def taking(self, player: Player, card: Card) -> float:
        """What a card does for the sets of a player who gets it."""
        held = player.holding(card.ingredient)
        free = [value for value in self._free(player, card) if value != card.value]
        own, goal = card.colour == player.colour, self._goal(player, card)
        after = prospect(_key(*held, card.value), _key(*free), own, goal, self.luck)
        before = prospect(_key(*held), _key(*free, card.value), own, goal, self.luck)
        return after - before + (ONE if card.value == 1 else 0.0)

    def losing(self, player: Player, card: Card) -> float:
        """What it costs a player that a card of the table goes to somebody else."""
        held = player.holding(card.ingredient)
        free = self._free(player, card)
        left = [value for value in free if value != card.value]
        own, goal = card.colour == player.colour, self._goal(player, card)
        before = prospect(_key(*held), _key(*free), own, goal, self.luck)
        return before - prospect(_key(*held), _key(*left), own, goal, self.luck)

    def _denying(self, card: Card) -> float:
        """Rule 2; it counts most if the others come to that card next."""
        total = 0.0
        for other in self.view.opponents:
            at_hand = card in self.view.line(self.view.landing(other, other.top.value))
            total += self.losing(other, card) * (1.5 if at_hand else 1.0)
        return total / len(self.view.opponents)

    def _walking(self, action: Action, card: Card, *, at_once: bool) -> float:
        """Rules 3 and 4: the best card of the line that comes next."""
        space = self.view.landing(self.me, card.value)
        offers = [
            self.taking(self.me, offer)
            for offer in self.view.line(space, without=self.view.cell(action))
        ]
        if not offers:
            return 0.0 if at_once else LOST_TURN
        return max(offers) + 1.0 if at_once else NEXT_LINE * max(offers)

    def _exploding(self) -> float:
        """Rule 4: what the others lose with their top cards."""
        total = 0.0
        for other in self.view.opponents:
            if len(other.kettle) < 2:
                continue
            rest = Player(other.seat, other.colour, other.space, other.kettle[:-1])
            total += self.taking(rest, other.top)
        return total / len(self.view.opponents)

    def _recipes(self, card: Card) -> float:
        keys = {recipe.key for recipe in self.view.recipes}
        unwanted = (
            ("R-fours" in keys and card.value == 4)
            or ("R-hat" in keys and card.symbol == "Hat")
            or ("R-explosion" in keys and card.symbol == "Explosion")
        )
        return -FORBIDDEN if unwanted else 0.0

    def _ending(self, action: Action) -> float:
        """Rule 6: with the match over, points are all there is; other recipes are not known."""
        state = self.turn.to_state()
        state.apply(action.id)
        points = [
            sum(count for rule, count in rules if seat == self.me.seat or rule[:2] != "R-")
            for seat, rules in enumerate(state.breakdown())
        ]
        lead = points[self.me.seat] - max(
            count for seat, count in enumerate(points) if seat != self.me.seat
        )
        return lead + (DECIDED if lead > 0 else -DECIDED)

    def _free(self, player: Player, card: Card) -> list[int]:
        """The values of a card's ingredient that a player does not have and can still get."""
        gone = self.gone[player.seat]
        held = player.holding(card.ingredient)
        first = card.id - card.value + 1
        return [
            CARDS[first + value - 1].value
            for value in _VALUES
            if value not in held and first + value - 1 not in gone
        ]

    def _goal(self, player: Player, card: Card) -> float:
        """Rule 7: what three cards of an ingredient bring besides."""
        return self.goals.get(card.ingredient, 0.0) if player is self.me else 0.0


def _luck(view: KettleView) -> float:
    """How likely a card that one wants is one's own in the end."""
    there = len(view.square) + view.pile
    turns = max(1.0, (there - CARDS_LEFT_AT_THE_END) / len(view.players))
    return round(min(0.7, EAGERNESS * turns / there), 2)


def _goals(view: KettleView) -> dict[str, float]:
    """The ingredients that the own recipes name, with their share of the points."""
    goals: dict[str, float] = {}
    for recipe in view.recipes:
        needed = {"R-plants": 3, "R-white": 1, "R-black": 1}.get(recipe.key, 2)
        for ingredient in recipe.ingredients:
            goals[ingredient] = goals.get(ingredient, 0.0) + recipe.points / needed
    return goals


def _key(*values: int) -> tuple[int, ...]:
    return tuple(sorted(values))


@lru_cache(maxsize=100_000)
def prospect(
    held: tuple[int, ...], free: tuple[int, ...], own: bool, goal: float, luck: float
) -> float:
    """What the cards of an ingredient will be worth, if each free one comes with this luck."""
    total = 0.0
    for count in range(len(free) + 1):
        chance = luck**count * (1 - luck) ** (len(free) - count)
        for extra in combinations(free, count):
            total += chance * _worth((*held, *extra), own, goal)
    return total


def _worth(values: Sequence[int], own: bool, goal: float) -> float:
    return set_points(values, own=own) + (goal if len(values) >= 3 else 0.0)
