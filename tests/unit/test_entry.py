"""Bots as people write them: NAME, FOLDER, options, another name, a version."""

from pathlib import Path

import pytest

from referee.bots.entry import UnknownBot, find_bot, parse_entries, parse_entry
from referee.bots.errors import BotError

MANIFEST = """
name = "mybot"
version = "1.2"
command = ["./run"]

[options.depth]
type = "integer"
default = 3
minimum = 1

[options.bias]
type = "number"
default = 0.0
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder `mybot` with a manifest, inside the current folder."""
    folder = tmp_path / "mybot"
    folder.mkdir()
    (folder / "bot.toml").write_text(MANIFEST, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return folder


def complaint(text: str) -> str:
    with pytest.raises(UnknownBot) as caught:
        parse_entry(text)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_built_in_bot_is_found_by_its_name() -> None:
    entry = parse_entry("random")

    assert entry.name == "random"
    assert entry.manifest.built_in
    assert entry.version.startswith("1.0+")


@pytest.mark.parametrize("text", ["./mybot", "mybot", "./mybot/"])
def test_a_bot_of_ones_own_is_found_by_its_folder(home: Path, text: str) -> None:
    entry = parse_entry(text)

    assert entry.name == "mybot"
    assert entry.manifest.home == home
    assert not entry.manifest.built_in
    assert entry.settings == {"depth": "3", "bias": "0.0"}


def test_an_option_is_set_and_shown_in_the_name_if_it_is_not_the_default(home: Path) -> None:
    changed, same = parse_entry("./mybot:depth=5"), parse_entry("./mybot:depth=3")

    assert changed.name == "mybot:depth=5"
    assert changed.settings["depth"] == "5"
    assert same.name == "mybot"


def test_another_name_hides_the_options(home: Path) -> None:
    entry = parse_entry("./mybot:depth=5,as=deep_one-2")

    assert entry.name == "deep_one-2"
    assert entry.settings["depth"] == "5"


def test_an_option_whose_name_ends_in_as_is_no_other_name(home: Path) -> None:
    entry = parse_entry("./mybot:bias=1.5")

    assert entry.name == "mybot:bias=1.5"
    assert entry.settings["bias"] == "1.5"


def test_the_same_entry_twice_gets_a_number() -> None:
    names = [entry.name for entry in parse_entries(["random", "random", "random:as=x", "random"])]

    assert names == ["random", "random#2", "x", "random#3"]


@pytest.mark.parametrize("version", ["1.2", "full", "prefix"])
def test_a_version_that_is_here_is_taken(home: Path, version: str) -> None:
    full = parse_entry("./mybot").version
    wanted = {"full": full, "prefix": full.partition("+")[2][:4]}.get(version, version)

    assert parse_entry(f"./mybot@{wanted}").version == full


def test_a_version_is_what_follows_the_last_at_sign(tmp_path: Path, home: Path) -> None:
    (tmp_path / "team@home").mkdir()
    home.rename(tmp_path / "team@home" / "mybot")

    assert parse_entry("./team@home/mybot@1.2").name == "mybot"
    assert parse_entry("./team@home/mybot").name == "mybot"


def test_a_version_that_is_not_here_is_told_with_the_one_that_is(home: Path) -> None:
    line = complaint("./mybot@2.0")

    assert "./mybot has no version '2.0'; here is 1.2+" in line


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("randm", "there is no bot 'randm'; did you mean 'random'? (a bot of your own is given"),
        ("zzz", "there is no bot 'zzz'; there is "),
        ("", "there is no bot ''; there is "),
        ("./nowhere", "there is no folder or file ./nowhere"),
        ("./mybot/bot.toml", "./mybot/bot.toml is a file; give the folder it lies in"),
        ("./mybot:depth", "'depth' in './mybot:depth' is no option; write name=value"),
        ("./mybot:", "'' in './mybot:' is no option; write name=value"),
        ("./mybot:dept=3", "mybot has no option 'dept'; it has depth, bias"),
        ("./mybot:depth=x", "option 'depth' of mybot is an integer, not 'x'"),
        ("./mybot:depth=0", "option 'depth' of mybot is at least 1, not '0'"),
        ("./mybot:bias=nan", "option 'bias' of mybot is a number, not 'nan'"),
        ("./mybot:as=", "'' in './mybot:as=' is no name; take letters, digits, - and _"),
        ("./mybot:as=a b", "'a b' in './mybot:as=a b' is no name"),
        ("random:depth=3", "random has no option 'depth'; it has none"),
    ],
)
def test_what_cannot_be_is_told_in_one_line(home: Path, text: str, told: str) -> None:
    assert told in complaint(text)


def test_a_folder_without_a_manifest_is_no_bot(tmp_path: Path) -> None:
    with pytest.raises(BotError, match=r"there is no bot\.toml in"):
        find_bot(str(tmp_path))
