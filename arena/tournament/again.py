"""The command that plays a match again: every option that belongs to a match, written once."""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from arena.tournament.stored import Root
from arena.tournament.terms import Terms
from leaderboard.values import StoredEntry
from referee.bots.conditions import Conditions
from referee.bots.entry import built_in_bots
from referee.bots.manifest import FILE_NAME
from referee.games.registry import game_names, get_game
from referee.isolation.limits import Limits
from referee.match.clock import Control, seconds_text

if TYPE_CHECKING:  # what plays matches: whoever only reads needs none of it
    from arena.tournament.single import Single


def bot_words(bot: str, place: str, options: Mapping[str, str], name: str) -> str:
    """An entry as it is written on the command line; `place` is its name there, or its folder."""
    settings = [f"{option}={value}" for option, value in options.items()]
    alias = name.partition("#")[0]
    if (settings or alias != bot) and alias.replace("-", "").replace("_", "").isalnum():
        settings.append(f"as={alias}")
    return place + (":" + ",".join(settings) if settings else "")


def place_of(bot: str, version: str, home: Path | None) -> str:
    """How a bot is named that lies there: one that comes with the arena by its name.

    One that lies nowhere was submitted, and is named by its version on the shelf.
    """
    built_in = built_in_bots().get(bot)
    if home is None:
        return bot if built_in is not None else f"{bot}@{version}"
    gone = not home.exists()
    ours = built_in is not None and (gone or built_in.resolve() == home.resolve())
    return bot if ours else str(home)


def stored_words(entry: StoredEntry, folder: Path | None) -> str:
    """An entry as it was stored in a database that lies in `folder`."""
    home = _program((folder or Path()) / entry.home, entry.command) if entry.home else None
    place = place_of(entry.bot, entry.version, home)
    return bot_words(entry.bot, place, entry.options, entry.name)


def _program(home: Path, command: Sequence[str]) -> Path:
    """Where a bot lies: its folder, or the file that is all of it."""
    if (home / FILE_NAME).exists():
        return home
    return next((home / word for word in command if (home / word).is_file()), home)


def debug_words(root: Root, bot: str, *, attached: bool) -> str:
    """What is typed after the program to branch a match again."""
    words = ["debug", f"{root.match}@{root.step}", "--bot", bot, "--seat", str(root.seat + 1)]
    return shlex.join([*words, *(["--attach"] if attached else [])])


def again(match: "Single") -> str:
    """The command for a match on its own."""
    bots = [
        bot_words(
            one.manifest.name,
            place_of(
                one.manifest.name,
                one.version,
                None if one.manifest.foreign else one.manifest.home / one.manifest.sole,
            ),
            one.settings,
            one.name,
        )
        for one in match.entries
    ]
    return match_words(
        match.terms,
        bots,
        game=match.game.name,
        options=match.setup.options,
        deal=match.deal,
        pairing=match.pairing,
        table=match.table,
        attached=None if match.attached is None else match.attached.name,
    )


def match_words(
    terms: Terms,
    bots: Sequence[str],
    *,
    game: str,
    options: Mapping[str, str],
    deal: int,
    pairing: int,
    table: Sequence[str] = (),
    attached: str | None = None,
) -> str:
    """What is typed after the program; it can be pasted into a shell."""
    words = [
        *("match", *bots, "--game", game),
        *_each("--option", _chosen(game, options)),
        *_condition_words(terms.conditions),
        *("--seed", str(terms.seed)),
        *(("--deal", str(deal)) if deal != 1 else ()),
        *(("--pairing", str(pairing)) if pairing != 1 else ()),
        *(word for name in table for word in ("--table", name)),
        *(() if attached is None else ("--attach", attached)),
    ]
    return shlex.join(words)


def _chosen(game: str, options: Mapping[str, str]) -> dict[str, str]:
    """The options of a game that are not the usual ones; all of them if it is not here."""
    known = get_game(game).options if game in game_names() else ()
    usual = {option.name: option.values[0] for option in known}
    return {name: value for name, value in options.items() if value != usual.get(name)}


def _condition_words(conditions: Conditions) -> list[str]:
    """The conditions that are not the usual ones."""
    control, usual = conditions.control, Control()
    limits, usual_limits = asdict(conditions.limits), asdict(Limits())
    told = {
        "--tc": control.clock_text,
        "--move-time": seconds_text(control.move_us) if control.move_us else "",
        "--nodes": str(control.nodes) if control.nodes else "",
        "--hang": _unless(control.hang_us, usual.hang_us),
        "--startup": _unless(control.startup_us, usual.startup_us),
    }
    words = [word for option, value in told.items() if value for word in (option, value)]
    words += _each(
        "--limit", {name: limits[name] for name in limits if limits[name] != usual_limits[name]}
    )
    if conditions.freeze is not None:
        words.append("--freeze" if conditions.freeze else "--no-freeze")
    return words


def _unless(us: int, usual_us: int) -> str:
    return "" if us == usual_us else seconds_text(us)


def _each(option: str, values: Mapping[str, object]) -> list[str]:
    return [word for name, value in values.items() for word in (option, f"{name}={value}")]
