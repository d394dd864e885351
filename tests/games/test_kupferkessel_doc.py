"""The document of Kupferkessel Co. fails when it lies."""

import hashlib
from pathlib import Path
from typing import Final

from referee.games.chance import Streams
from referee.games.kupferkessel import cards
from tests.games.kupferkessel_positions import GAME

DOC: Final = Path(__file__).parents[2] / "docs" / "games" / "kupferkessel.md"


def drawn_board() -> str:
    """The table of the document: the seat of black looks at the start of a match."""
    setup = GAME.setup(2, {"recipes": "on"})
    state = GAME.deal(setup, Streams(hashlib.sha256(b"kupferkessel").digest()))
    return GAME.picture(setup, state.observe(1)).plain()


def test_the_drawn_board_is_what_the_code_draws() -> None:
    assert f"```text\n{drawn_board()}\n```" in DOC.read_text(encoding="utf-8")


def test_the_tables_name_every_ingredient_recipe_option_event_and_column() -> None:
    text = DOC.read_text(encoding="utf-8")
    symbols = ("–", "H", "X")

    for index, each in enumerate(cards.INGREDIENTS):
        plant = "yes" if each.plant else "no"
        row = [str(index), each.key, each.code, each.colour, plant, symbols[each.symbol]]
        assert f"| {' | '.join(row)} |" in text
    for index, recipe in enumerate(cards.RECIPES):
        assert f"| {index} | {recipe.key} | {recipe.points} |" in text
    for option in GAME.options:
        assert f"| `{option.name}` | {', '.join(option.values)} |" in text
    for kind, name in enumerate(GAME.event_kinds, start=1):
        assert f"| {kind} | `{name}` |" in text
    for column in (*GAME.event_columns, *GAME.action_columns):
        assert f"`{column}`" in text


def test_every_component_and_every_field_of_the_observation_is_explained() -> None:
    text = DOC.read_text(encoding="utf-8")
    setup = GAME.setup(3, {"recipes": "on"})
    fields = GAME.deal(setup, Streams(bytes(32))).observe(0).columns()

    for name in (*GAME.components(setup), *fields):
        assert f"| `{name}` |" in text
