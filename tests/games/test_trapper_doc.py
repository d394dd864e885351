"""The document of Trapper fails when it lies."""

import dataclasses
import hashlib
from pathlib import Path
from typing import Final

from referee.games.chance import Rng, Streams
from referee.games.trapper import actions, notation, tiles
from referee.games.trapper.variant import VARIANTS
from tests.games.trapper_positions import GAME

DOC: Final = Path(__file__).parents[2] / "docs" / "games" / "trapper.md"
MOVES: Final = 150
KIND_BLOCKS: Final = (
    *(actions.TAKE, actions.END, actions.PASS, actions.RETIRE, actions.EXCHANGE, actions.JOIN),
    *(actions.OPEN, actions.RAISE, actions.DROP, actions.PAY, actions.CATCH, actions.NUM_ACTIONS),
)


def drawn_board() -> str:
    """The table of the document: the first seat looks in the middle of a tactical match."""
    setup = GAME.setup(3, {"variant": "tactical"})
    state = GAME.deal(setup, Streams(hashlib.sha256(b"trapper").digest()))
    rng = Rng(1)
    for _ in range(MOVES):
        legal = [one for one in state.legal_actions() if not state.gives_up(one)]
        state.apply(legal[rng.below(len(legal))])
    return GAME.picture(setup, state.observe(0)).plain()


def test_the_drawn_board_is_what_the_code_draws() -> None:
    assert f"```text\n{drawn_board()}\n```" in DOC.read_text(encoding="utf-8")


def test_the_table_of_tiles_names_every_tile_with_its_value_and_water() -> None:
    text = DOC.read_text(encoding="utf-8")
    rows = [(each.key, 9 * i, 9) for i, each in enumerate(tiles.SPECIES)]
    rows += [(each.key, 54 + 5 * i, 5) for i, each in enumerate(tiles.PLANTS)]

    for key, first, count in rows:
        entries = [f"{i} {notation.tile_text(i)}" for i in range(first, first + count)]
        assert f"| {key} | {', '.join(entries)} |" in text


def test_the_tables_name_every_option_event_action_and_column() -> None:
    text = DOC.read_text(encoding="utf-8")

    for option in GAME.options:
        assert f"| `{option.name}` | {', '.join(option.values)} |" in text
    for kind, name in enumerate(GAME.event_kinds, start=1):
        assert f"| {kind} | `{name}` |" in text
    for kind, name in enumerate(notation.ACTION_KINDS, start=1):
        first, last = KIND_BLOCKS[kind - 1], KIND_BLOCKS[kind] - 1
        ids = str(first) if first == last else f"{first} to {last}"
        assert f"| {kind} | `{name}` | {ids} |" in text
        assert {GAME.action_fields(one)[0] for one in range(first, last + 1)} == {kind}
    for column in (*GAME.event_columns, *GAME.action_columns):
        assert f"`{column}`" in text


def test_every_component_and_every_field_of_the_observation_is_explained() -> None:
    text = DOC.read_text(encoding="utf-8")
    fields = [field.name for field in dataclasses.fields(GAME.observation_type)]

    for name in (*GAME.components(GAME.setup(2)), *fields):
        assert f"| `{name}` |" in text


def test_the_variants_are_as_the_document_says() -> None:
    text = DOC.read_text(encoding="utf-8")

    for each in VARIANTS.values():
        row = [each.name, str(each.hand), str(each.draw), str(each.max_turns)]
        assert f"| {' | '.join(row)} |" in text
