"""Every command explains itself."""

import click
import pytest

from arena.cli.main import COMMANDS, arena


def command(name: str) -> click.Command:
    with click.Context(arena) as context:
        found = arena.get_command(context, name)
    assert found is not None
    return found


@pytest.mark.parametrize("name", [entry.name for entry in COMMANDS])
def test_a_command_has_help_with_an_example_of_itself(name: str) -> None:
    text = command(name).help or ""

    assert f"Example: arena {name}" in text


@pytest.mark.parametrize("name", [entry.name for entry in COMMANDS])
def test_the_help_of_a_command_fits_eighty_columns(name: str) -> None:
    assert all(len(line) <= 80 for line in _help(name).splitlines())


@pytest.mark.parametrize("name", [entry.name for entry in COMMANDS])
def test_every_option_says_what_it_does(name: str) -> None:
    options = [one for one in command(name).params if isinstance(one, click.Option)]

    assert [one.opts[0] for one in options if not one.help] == []


def test_only_commands_that_play_on_tell_more_while_they_go() -> None:
    offered = {
        entry.name
        for entry in COMMANDS
        for one in command(entry.name).params
        if "--verbose" in one.opts
    }

    assert offered == {"tournament", "resume", "season", "sprt"}


def test_the_group_lists_each_command_once_with_what_it_does() -> None:
    text = _help()

    for entry in COMMANDS:
        assert f"\n  {entry.name:<3}" in text
        assert entry.does in text
    assert "Example: arena match" in text


def _help(*words: str) -> str:
    one: click.Command = command(words[0]) if words else arena
    with click.Context(one, info_name="arena", terminal_width=80) as context:
        return one.get_help(context)
