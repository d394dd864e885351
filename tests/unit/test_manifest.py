"""`bot.toml`, strictly parsed: whatever is wrong is one line that names the fix."""

from pathlib import Path

import pytest

from referee.bots.manifest import BotError, read_manifest

GOOD = """
name = "mybot"
version = "1.2"
summary = "Looks ahead."
command = ["{python}", "main.py"]
games = ["kupferkessel"]
files = ["*.py"]

[options.depth]
type = "integer"
default = 3
minimum = 1
maximum = 9
help = "How far."

[options.style]
type = "choice"
default = "bold"
values = ["bold", "shy"]

[options.learn]
type = "flag"
default = true

[options.rate]
type = "number"
default = 0.5

[options.book]
type = "text"
default = ""
"""
HEAD = 'name = "mybot"\ncommand = ["./run"]\n'


def write(folder: Path, text: str) -> Path:
    (folder / "bot.toml").write_text(text, encoding="utf-8")
    return folder


def complaint(folder: Path, text: str) -> str:
    with pytest.raises(BotError) as caught:
        _ = read_manifest(write(folder, text)).version
    line = str(caught.value)
    assert "\n" not in line
    return line


def test_a_full_manifest_is_read_as_it_is_written(tmp_path: Path) -> None:
    manifest = read_manifest(write(tmp_path, GOOD))

    assert (manifest.name, manifest.summary) == ("mybot", "Looks ahead.")
    assert manifest.command == ("{python}", "main.py")
    assert manifest.plays("kupferkessel")
    assert not manifest.plays("trapper")
    assert {name: option.default for name, option in manifest.options.items()} == {
        "depth": "3",
        "style": "bold",
        "learn": "on",
        "rate": "0.5",
        "book": "",
    }
    assert manifest.version.startswith("1.2+")


def test_two_lines_are_enough(tmp_path: Path) -> None:
    manifest = read_manifest(write(tmp_path, HEAD))

    assert manifest.plays("anything")
    assert manifest.version.startswith("0+")
    assert not manifest.built_in


def test_the_version_follows_the_files_that_the_manifest_names(tmp_path: Path) -> None:
    write(tmp_path, GOOD)
    (tmp_path / "main.py").write_text("1")
    before = read_manifest(tmp_path).version

    (tmp_path / "notes.txt").write_text("not named")
    assert read_manifest(tmp_path).version == before
    (tmp_path / "main.py").write_text("2")
    assert read_manifest(tmp_path).version != before


def test_caches_and_hidden_files_make_no_other_version(tmp_path: Path) -> None:
    write(tmp_path, HEAD)
    before = read_manifest(tmp_path).version
    for name in ("__pycache__", ".git", ".venv"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").write_text("x")

    assert read_manifest(tmp_path).version == before


@pytest.mark.parametrize(
    ("text", "fix"),
    [
        ('command = ["./run"]', 'name is missing, for example name = "..."'),
        ('name = "x"', 'command is missing, for example command = ["{python}", "main.py"]'),
        ('name = "x"\ncommand = []', "command is missing, for example"),
        ('name = 3\ncommand = ["./run"]', 'name is a text: name = "3"'),
        ('name = "1x"\ncommand = ["./run"]', "name '1x' is not 1 to 40 letters, digits"),
        ('name = ""\ncommand = ["./run"]', "name '' is not 1 to 40 letters"),
        (f'name = "{"x" * 41}"\ncommand = ["./run"]', "is not 1 to 40 letters"),
        ('name = "x"\ncommand = "./run"', 'command is a list of texts: command = ["...", "..."]'),
        ('name = "x"\ncommand = [1]', "command is a list of texts"),
        ('name = "x"\ncommand = [""]', "command begins with an empty text"),
        ('name = "x"\ncommand = ["a\\u0000b"]', "command holds a zero byte"),
        (HEAD + "version = 1.0", 'version is a text: version = "1.0"'),
        (HEAD + 'version = "1/../../.."', "version '1/../../..' is not 1 to 40 letters, digits"),
        (HEAD + 'version = ".."', "version '..' is not 1 to 40 letters, digits"),
        (HEAD + 'version = ""', "version '' is not 1 to 40 letters, digits"),
        (HEAD + 'version = "1\\u001b[2J"', "version '1\\x1b[2J' is not 1 to 40 letters"),
        (HEAD + 'version = "1\\u202e"', "version '1\\u202e' is not 1 to 40 letters"),
        (HEAD + 'version = "1\\n2"', "version '1\\n2' is not 1 to 40 letters"),
        (HEAD + f'version = "{"1" * 41}"', "is not 1 to 40 letters, digits"),
        (HEAD + "summary = []", 'summary is a text: summary = "[]"'),
        (HEAD + 'games = "kupferkessel"', 'games is a list of texts: games = ["...", "..."]'),
        (HEAD + "files = [3]", "files is a list of texts"),
        (HEAD + 'files = ["/etc/*"]', "files '/etc/*' is no pattern inside the bot's folder"),
        (HEAD + 'files = ["../*"]', "files '../*' is no pattern inside the bot's folder"),
        (HEAD + 'files = [""]', "files '' is no pattern inside the bot's folder"),
        (HEAD + 'sumary = "x"', "unknown key 'sumary'; did you mean 'summary'?"),
        (HEAD + "zzz = 1", "unknown key 'zzz'; there is name, version, summary, command"),
        (HEAD + "options = 3", "options are tables, for example [options.depth]"),
        (HEAD + "options.depth = 3", "option 'depth' is a table: [options.depth]"),
        (HEAD + "[options.d]\ndefault = 3", 'type is missing, for example type = "..."'),
        (HEAD + '[options.d]\ntype = "int"\ndefault = 3', "type of option 'd' is one of integer"),
        (HEAD + '[options.d]\ntype = "integer"', "option 'd' has no default"),
        (HEAD + '[options.as]\ntype = "text"\ndefault = ""', "'as' is reserved"),
        (
            HEAD + '[options."a,b"]\ntype = "text"\ndefault = ""',
            "option 'a,b' is not lower-case letters, digits and _, a letter first",
        ),
        (
            HEAD + '[options.d]\ntype = "integer"\ndefault = "x"',
            "default of option 'd' is an integer, not 'x'",
        ),
        (
            HEAD + '[options.d]\ntype = "integer"\ndefault = true',
            "default of option 'd' is an integer, not 'on'",
        ),
        (
            HEAD + '[options.d]\ntype = "number"\ndefault = nan',
            "default of option 'd' is a number, not 'nan'",
        ),
        (
            HEAD + '[options.d]\ntype = "text"\ndefault = ["a"]',
            "default of option 'd' is a text, a number or a flag",
        ),
        (
            HEAD + '[options.d]\ntype = "integer"\ndefault = 0\nminimum = 1',
            "default of option 'd' is at least 1, not '0'",
        ),
        (
            HEAD + '[options.d]\ntype = "number"\ndefault = 2.5\nmaximum = 2',
            "default of option 'd' is at most 2, not '2.5'",
        ),
        (
            HEAD + '[options.d]\ntype = "integer"\ndefault = 1\nminimum = "1"',
            "minimum is a number",
        ),
        (
            HEAD + '[options.d]\ntype = "choice"\ndefault = "c"\nvalues = ["a", "b"]',
            "default of option 'd' is one of a, b, not 'c'",
        ),
        (
            HEAD + '[options.d]\ntype = "choice"\ndefault = "c"',
            'option \'d\' is a choice without values, for example values = ["a", "b"]',
        ),
        (
            HEAD + '[options.d]\ntype = "choice"\ndefault = 1\nvalues = [1, 2]',
            "values is a list of texts",
        ),
        (
            HEAD + '[options.d]\ntype = "flag"\ndefault = "yes"',
            "default of option 'd' is one of on, off, not 'yes'",
        ),
        (
            HEAD + '[options.d]\ntype = "flag"\ndefault = true\nmin = 3',
            "unknown key of option 'd' 'min'; did you mean 'minimum'?",
        ),
        ("name = ", "Invalid value (at end of document)"),
        ("name = mybot", "line 1"),
    ],
)
def test_whatever_is_wrong_is_told_in_one_line_with_the_fix(
    tmp_path: Path, text: str, fix: str
) -> None:
    line = complaint(tmp_path, text)

    assert line.startswith(f"{tmp_path}/bot.toml: ")
    assert fix in line


def test_a_folder_without_a_manifest_is_named(tmp_path: Path) -> None:
    with pytest.raises(BotError, match=rf"there is no bot.toml in {tmp_path}"):
        read_manifest(tmp_path)


def test_a_manifest_that_is_no_text_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_bytes(b"\xff\xff")

    with pytest.raises(BotError, match=r"bot\.toml: 'utf-8' codec can't decode"):
        read_manifest(tmp_path)
