"""The command that plays a match again gives the same match, whatever its options."""

import random
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from arena.cli import match as command_module
from arena.cli.main import arena
from arena.cli.screen import Screen
from arena.tournament.again import again
from arena.tournament.single import Single, single
from arena.tournament.terms import Terms
from referee.games.registry import get_game

GAMES = ("kupferkessel", "trapper")


class Caught(Exception):
    """Instead of playing."""

    def __init__(self, match: Single) -> None:
        super().__init__("caught")
        self.match = match


def typed(words: list[str], monkeypatch: pytest.MonkeyPatch) -> Single:
    """The match that somebody would play who types this after `arena`."""

    def catch(terms: Terms, **more: Any) -> Single:
        raise Caught(single(terms, **more))

    monkeypatch.setattr(command_module, "single", catch)
    with pytest.raises(Caught) as caught:
        arena.main(words, obj=Screen("arena", {}), standalone_mode=False)
    return caught.value.match


def any_bot(chance: random.Random, folder: Path) -> str:
    own = [f"{folder}/my bot", f"{folder}/random"]
    bot = chance.choice(["random", "heuristic", "mcts", *own])
    options = ["iterations=7"] if bot == "mcts" and chance.random() < 0.7 else []
    if chance.random() < 0.4:
        options.append(f"as={chance.choice(['twin', 'a-b', 'x_1', 'mcts', 'random'])}")
    return bot + (":" + ",".join(options) if options else "")


def any_words(chance: random.Random, folder: Path) -> list[str]:
    """A match with options at random."""
    game = get_game(chance.choice(GAMES))
    players = chance.choice(game.players)
    bots = [any_bot(chance, folder) for _ in range(players)]
    words = ["match", *bots, "--game", game.name]
    for option in game.options:
        if players in option.players and chance.random() < 0.5:
            words += ["--option", f"{option.name}={chance.choice(option.values)}"]
    timed = False
    values: Mapping[str, str] = {
        "--tc": chance.choice(["blitz", "1234.5678+0", "5+0.000001", "0.25+3"]),
        "--move-time": chance.choice(["1", "0.123456", "3600.5"]),
        "--nodes": str(chance.randint(1, 10**6)),
        "--hang": chance.choice(["7.5", "0.001", "86400", "12.345678", "30"]),
        "--startup": chance.choice(["5", "0.5", "100.000001"]),
        "--seed": str(chance.choice([0, 3, 2**127 + chance.randint(0, 99)])),
        "--deal": str(chance.randint(1, 50)),
        "--pairing": str(chance.randint(1, 50)),
        "--limit": chance.choice(["memory_mb=300", "cpus=0.5", "processes=9"]),
    }
    for name, value in values.items():
        if chance.random() < 0.5:
            words += [name, value]
            timed = timed or name in ("--tc", "--move-time")
    if chance.random() < 0.5:
        words.append(chance.choice(["--freeze", "--no-freeze"]))
    if not timed and chance.random() < 0.3:
        words += ["--attach", bots[0]]
    return words


@pytest.mark.parametrize("seed", range(150))
def test_what_is_printed_gives_the_same_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    for folder, name in (("my bot", "mine"), ("random", "random")):
        (tmp_path / folder).mkdir()
        manifest = f'name = "{name}"\ncommand = ["{{python}}", "main.py"]\n'
        (tmp_path / folder / "bot.toml").write_text(manifest)
    first = typed(any_words(random.Random(seed), tmp_path), monkeypatch)

    second = typed(shlex.split(again(first)), monkeypatch)

    assert second.plan(second.entries).match == first.plan(first.entries).match
    assert second.terms.conditions == first.terms.conditions
    assert again(second) == again(first)
