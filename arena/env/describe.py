"""The page of features: what every byte means that learners are shown, from the games."""

from collections.abc import Iterator, Sequence

from referee.games.contract import Game
from referee.games.features import Block
from referee.games.registry import get_game

_HEAD = """# What learners are shown

Made by `python -m arena.env.describe`; do not edit. A row of features holds the arrays below, one
after the other, a byte for each number; the smallest number is 0 everywhere. Seats are counted
from the one that looks: seat 0 is itself, seat 1 the next in turn order. The tables are those for
the most players; with fewer the places of further seats are left out.
"""


def page(names: Sequence[str] = ("kupferkessel", "trapper")) -> str:
    """The whole page."""
    return "\n".join([_HEAD, *(line for name in names for line in _game(get_game(name)))])


def _game(game: Game) -> Iterator[str]:
    features = game.features()
    yield f"## {game.title}\n"
    yield f"Version {features.version} of the features. {features.symmetries}\n"
    sizes = {
        players: sum(block.size for block in features.blocks(game.setup(players)))
        for players in game.players
    }
    told = ", ".join(f"{size} bytes with {players}" for players, size in sizes.items())
    yield f"A row has {told} players.\n"
    for block in features.blocks(game.setup(max(game.players))):
        yield from _block(block)


def _block(block: Block) -> Iterator[str]:
    shape = " x ".join(map(str, block.shape))
    yield f"### `{block.name}` ({shape})\n"
    yield f"{block.meaning}\n"
    yield "| place | at most | meaning |"
    yield "| --- | --: | --- |"
    for place in block.places:
        yield f"| `{place.name}` | {place.high} | {place.meaning} |"
    yield ""


if __name__ == "__main__":
    print(page(), end="")  # noqa: T201 - it is written into docs/features.md
