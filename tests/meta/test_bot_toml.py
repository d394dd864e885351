"""docs/bot-toml.md names every key of the parser and no other, and what it shows is read."""

import re
from pathlib import Path
from typing import Final

import pytest

from referee.bots import manifest
from referee.bots.errors import BotError
from referee.bots.manifest import Manifest, read_manifest

PAGE: Final = (Path(__file__).resolve().parents[2] / "docs" / "bot-toml.md").read_text()
TOP, OPTIONS = PAGE.split("\n## Options\n")
ROW: Final = re.compile(r"^\| `(\w+)` \| ([\w ]+) \| (.+?) \| .* \|$", re.MULTILINE)
LEAST: Final = {"name": '"mybot"', "command": '["./mybot"]'}
WRONG: Final = {"text": "1", "list of texts": '"a"', "tables": "1", "number": '"a"', "flag": '"a"'}
"""By type, a value of another one."""


def read(folder: Path, text: str) -> Manifest:
    (folder / "bot.toml").write_text(text)
    return read_manifest(folder)


def whole(**keys: str) -> str:
    return "".join(f"{key} = {value}\n" for key, value in keys.items())


def test_every_key_is_on_the_page_and_no_other() -> None:
    assert sorted(key for key, *_ in ROW.findall(TOP)) == sorted(manifest._KEYS)
    assert sorted(key for key, *_ in ROW.findall(OPTIONS)) == sorted(manifest._OPTION_KEYS)


def test_what_the_page_shows_is_read(tmp_path: Path) -> None:
    (shown,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)

    bot = read(tmp_path, shown)

    assert set(re.findall(r"^(\w+) =", shown.partition("[")[0], re.MULTILINE)) <= {*manifest._KEYS}
    assert (bot.name, bot.declared_version, bot.games) == (
        "mybot",
        "1.2",
        ("kupferkessel", "trapper"),
    )
    assert bot.options["style"].values == ("calm", "bold")
    assert bot.options["depth"].check("20") == "20"


@pytest.mark.parametrize(("key", "type_", "without"), ROW.findall(TOP))
def test_a_key_has_the_type_and_the_default_of_the_page(
    tmp_path: Path, key: str, type_: str, without: str
) -> None:
    with pytest.raises(BotError, match=key):
        read(tmp_path, whole(**{**LEAST, key: WRONG[type_]}))
    rest = whole(**{name: value for name, value in LEAST.items() if name != key})
    if without == "an error":
        with pytest.raises(BotError, match=f"{key} is missing"):
            read(tmp_path, rest)
        return
    bot = read(tmp_path, rest)
    value = bot.declared_version if key == "version" else getattr(bot, key)
    stands_for: dict[str, object] = {
        "empty": "",
        "nothing is built": (),
        "every game": (),
        "all files": (),
    }
    stands_for |= {"none": {}, "one match": 1, "no promise": False}
    assert value == (without.strip('`"') if without.startswith("`") else stands_for[without])


@pytest.mark.parametrize(("key", "type_", "without"), ROW.findall(OPTIONS))
def test_a_key_of_an_option_has_the_type_and_the_default_of_the_page(
    tmp_path: Path, key: str, type_: str, without: str
) -> None:
    kind = "choice" if key == "values" else "integer"
    option = {"type": f'"{kind}"', "default": '"a"' if key == "values" else "3"}
    option |= {"values": '["a"]'} if key == "values" else {}
    head = whole(**LEAST) + "[options.depth]\n"
    if type_ in WRONG:
        with pytest.raises(BotError, match=key):
            read(tmp_path, head + whole(**{**option, key: WRONG[type_]}))
    rest = head + whole(**{name: value for name, value in option.items() if name != key})
    if without.startswith("an error"):
        with pytest.raises(BotError):
            read(tmp_path, rest)
    else:
        bounds = {"no bound": None, "empty": ""}
        field = getattr(read(tmp_path, rest).options["depth"], key)
        assert field == bounds[without]


def test_a_word_that_is_no_key_is_told_the_nearest_one(tmp_path: Path) -> None:
    with pytest.raises(BotError, match=r"unknown key 'nmae'.*name"):
        read(tmp_path, whole(**LEAST, nmae='"x"'))
