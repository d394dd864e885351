"""`docs/lines.md` is one page, its bots play, its commands run, and it names every key."""

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from referee.bots.manifest import read_manifest
from referee.games.registry import get_game
from referee.games.told import told as told_by
from tests.e2e.command import Arena
from tests.e2e.conftest import arena as in_an_empty_folder
from tests.integration.playing import plan, play_all
from tests.leftovers import Ground
from tests.lines.bots import needs, written
from tests.lines.test_matches import GAMES, assert_played, named
from tests.lines.test_wording import Talk
from tests.sdk.questions import turns_of

arena = in_an_empty_folder
PAGE: Final = Path(__file__).resolve().parents[2] / "docs" / "lines.md"
TEXT: Final = PAGE.read_text(encoding="utf-8")
BY_NAME: Final = (
    "square",
    "board",
    "trappers",
    "hand",
    "discards",
    "cards",
    "settings",
    "options",
)
"""Objects whose keys are cells, colours or names of others."""


def block(language: str) -> str:
    (found,) = re.findall(rf"```{language}\n(.*?)```", TEXT, re.DOTALL)
    return str(found)


def commands() -> list[str]:
    lines = block("console").splitlines()
    assert all(line.startswith("$ arena ") for line in lines)
    return [line.removeprefix("$ arena ") for line in lines]


def test_the_page_is_one_page_and_its_bots_have_12_lines() -> None:
    assert len(TEXT.splitlines()) < 120
    assert len(block("js").splitlines()) == 12
    assert len(block("bash").splitlines()) == 12


@pytest.mark.parametrize("game", GAMES)
def test_the_bots_of_the_page_play_alike_and_beat_random(
    ground: Ground, tmp_path: Path, game: str
) -> None:
    needs("node")
    rules = get_game(game)
    played = []
    for name, language in (("bot.js", "js"), ("bot.sh", "bash")):
        bot = written(tmp_path, name, block(language))
        seats = [(bot, "random"), ("random", bot)]
        plans = [
            plan(*seats[number % 2], deal=1 + number // 2, pairing=number, game=rules)
            for number in range(1, 7)
        ]
        played.append(play_all(plans))

    for one in (*played[0], *played[1]):
        assert_played(one)
    assert [named(one) for one in played[0]] == [named(one) for one in played[1]]
    wins = [one.outcome.ranks[number % 2] == 1 for number, one in enumerate(played[0], start=1)]
    assert sum(wins) > len(wins) / 2
    ground.assert_clean()


def test_the_commands_of_the_page_run_in_an_empty_folder(arena: Arena) -> None:
    needs("node")
    (arena.folder / "bot.js").write_text(block("js"))
    first, *others = commands()

    watched = arena(*shlex.split(first))

    assert watched.code == 0, watched.err
    assert watched.out.count("is to decide") > 10
    assert "protocol_error" not in watched.out
    for command in others:
        run = arena(*shlex.split(command))
        assert run.code == 0, run.out + run.err
    assert "bot conforms" in run.out
    assert "arena match ./bot.js heuristic --watch" in run.err


def test_the_bot_in_bash_can_be_watched_as_well(arena: Arena) -> None:
    (arena.folder / "bot.sh").write_text(block("bash"))

    run = arena("match", "./bot.sh", "heuristic", "--watch", "--strict")

    assert run.code == 0, run.err
    assert run.out.count("is to decide") > 10


def test_the_manifest_of_the_page_is_one(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text(block("toml"))

    manifest = read_manifest(tmp_path)

    assert (manifest.speaks, manifest.matches_at_once) == (True, 16)


def test_the_answer_of_the_page_is_one() -> None:
    talk = Talk()
    ask = talk.ask()
    text = talk.begun.game.action_text(ask.legal[0])

    (answer,) = talk.hear(block("json").replace("b3", text))

    assert (answer.chosen, answer.note, answer.eval) == (0, "kept the Hat for later", 0.7)


def told(game: str) -> Iterator[dict[str, Any]]:
    """What is told in some matches of a game, in several variants."""
    rules = get_game(game)
    for option in rules.options[:1]:
        for value in option.values:
            talk = Talk(game)
            yield talk.told[0]
            for turn, _ in turns_of(rules, 2, 1, {option.name: value}):
                yield json.loads(json.dumps(question_of(talk, turn)))


def question_of(talk: Talk, turn: Any) -> dict[str, Any]:
    question = told_by(talk.begun.game, turn)
    legal = [action.id for action in turn.legal]
    return {
        "actions": question.actions(legal, []),
        "table": question.table(),
        "news": question.news(turn.events),
    }


def keys(value: Any, name: str = "") -> Iterator[str]:
    """Every key of an object and what is in it, but those that are names of things."""
    if isinstance(value, list):
        for one in value:
            yield from keys(one, name)
    elif isinstance(value, dict):
        for key, one in value.items():
            if name not in BY_NAME:
                yield key
            yield from keys(one, key if name not in BY_NAME else "")


@pytest.mark.parametrize("game", GAMES)
def test_every_key_is_on_the_page(game: str) -> None:
    on_page = set(re.findall(r"`([a-z_]+)`", TEXT))

    assert {key for one in told(game) for key in keys(one)} - on_page == set()


@pytest.mark.parametrize(
    ("game", "title"), [("kupferkessel", "Kupferkessel"), ("trapper", "Trapper")]
)
def test_the_tables_of_the_page_name_the_keys_in_their_order(game: str, title: str) -> None:
    section = TEXT.partition(f"**{title}")[2]
    (row,) = re.findall(r"\| table \| (.*) \|", section.partition("| news")[0])
    without_parts = re.sub(r"\([^()]*\)", "", row)
    talk = Talk(game)
    talk.ask()

    assert re.findall(r"`([a-z_]+)`", without_parts) == list(talk.told[-1]["table"])


def test_the_first_table_names_the_keys_of_each_line_in_their_order() -> None:
    talk = Talk()
    talk.ask()
    for line in talk.told:
        (row,) = re.findall(rf"\| `{line['type']}` \| (.*) \|", TEXT)
        assert re.findall(r"`([a-z_]+)`", re.sub(r"\([^()]*\)", "", row)) == list(line)
