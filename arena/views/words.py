"""What pages say in words: pools and ends of matches."""

from collections.abc import Mapping

from arena.text import one_line
from arena.views.film import Film
from referee.games.contract import Game
from referee.games.registry import UnknownGame, get_game
from referee.match.verdict import Termination


def pool_words(game: str, options: Mapping[str, str], players: int, control: str) -> str:
    """What was played: the game, what is not as usual in it, the table size, the clock."""
    return " · ".join((game_title(game), *variant_words(game, options, players), control))


def variant_words(game: str, options: Mapping[str, str], players: int) -> tuple[str, ...]:
    """The table size, and the options that are not as usual."""
    known = _game(game)
    usual = {one.name: one.values[0] for one in known.options} if known else {}
    return (
        f"{players} players",
        *(_option(name, value) for name, value in options.items() if value != usual.get(name)),
    )


def game_title(name: str) -> str:
    """What a game is called by people."""
    game = _game(name)
    return game.title if game else name


def counted(number: int, noun: str) -> str:
    """A number of things: 1 turn, 2 turns, 3 matches."""
    many = f"{noun}es" if noun.endswith("ch") else f"{noun}s"
    return f"{number:,} {noun if number == 1 else many}"


def ended(film: Film) -> str:
    """How a match ended, in two sentences."""
    result, faults = film.record.result, sum(1 for seat in film.record.seats if seat.fault)
    last = film.frames[-1].told[-1].text if film.frames[-1].told else ""
    if result.termination == Termination.NORMAL.value and last:
        how = f"Ended by the rules. {last}"
    else:
        reason = one_line(result.reason)
        how = f"{reason[:1].upper()}{reason[1:].rstrip('.')}."
    told = [counted(result.turns, "turn"), counted(film.steps, "decision")]
    told.append(counted(faults, "fault") if faults else "no faults")
    return f"{how} {', '.join(told)}."


def _game(name: str) -> Game | None:
    try:
        return get_game(name)
    except UnknownGame:
        return None


def _option(name: str, value: str) -> str:
    word = name.replace("_", " ")
    return f"{word} {value}" if value in ("on", "off") else value
