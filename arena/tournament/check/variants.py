"""Which variants of a game a check plays: each number of seats, and each value of each option."""

from collections.abc import Iterator, Mapping

from referee.games.contract import Game, Setup


def variants(game: Game) -> list[tuple[Setup, Mapping[str, str]]]:
    """The usual variant for each number of seats, then every other value of an option once."""
    return [(game.setup(players, chosen), chosen) for players, chosen in _chosen(game)]


def _chosen(game: Game) -> Iterator[tuple[int, Mapping[str, str]]]:
    for players in game.players:
        yield players, {}
    for option in game.options:
        for value in option.values[1:]:
            yield option.players[0], {option.name: value}


def as_words(players: int, chosen: Mapping[str, str]) -> str:
    """The options of a command that plays this variant."""
    seats = f" --players {players}" if players > 2 else ""
    return seats + "".join(f" --option {name}={value}" for name, value in chosen.items())
