"""Exit codes, and bad input: one line that names the fix, never a traceback."""

import pytest

from tests.e2e.command import PROCESS, Arena, bot

BROKEN = 'name = "broken"\ncomand = ["./run"]\n'


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("match", "+raises", "random"), 0),
        (("match", "random", "random", "--db", "nowhere/arena.db"), 1),
        (("match", "random", "random", "--game", "chess"), 2),
        (("match", "+raises", "random", "--strict"), 3),
        (("match", "random", "random", "--strict"), 0),
        (("match", "+missing_program", "random"), 4),
        (("match", "+exits_at_start", "random"), 4),
        (("match", "+never_connects", "random", "--startup", "0.5"), 4),
        (("match", "+wrong_token", "random"), 4),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else str(value),
)
def test_the_exit_code_tells_how_it_went(arena: Arena, words: tuple[str, ...], code: int) -> None:
    named = [bot(word[1:]) if word.startswith("+") else word for word in words]

    run = arena(*named, "--seed", "7", *PROCESS)

    assert run.code == code
    assert "Traceback" not in run.err + run.out


BAD_INPUT = [
    (("mach",), 2, "there is no command 'mach'; did you mean 'match'?"),
    (("help", "mach"), 2, "there is no command 'mach'; did you mean 'match'?"),
    (("match",), 2, "Missing argument"),
    (("match", "--nosuch"), 2, "No such option"),
    (("match", "randm", "random"), 2, "there is no bot 'randm'; did you mean 'random'?"),
    (("match", "./nowhere", "random"), 2, "there is no folder or file ./nowhere"),
    (("match", "./empty", "random"), 4, "there is no bot.toml in empty"),
    (("match", "./broken", "random"), 4, "unknown key 'comand'; did you mean 'command'?"),
    (("match", "random:depth=3", "random"), 2, "random has no option 'depth'; it has none"),
    (("match", "random:depth", "random"), 2, "is no option; write name=value"),
    (("match", "random@9", "random"), 2, "random has no version '9'; here is 1.0+"),
    (("match", "random", "random", "--game", "chess"), 2, "there is no game 'chess'; there is k"),
    (("match", "random", "--players", "9"), 2, "9"),
    (("match", "random", "--players", "1000000000"), 2, "1000000000"),
    (("match", "random", "random", "random", "--players", "2"), 2, "3 bots do not fit 2 seats"),
    (("match", "random", "--players", "two"), 2, "'two'"),
    (("match", "random", "random", "--seed", "-1"), 2, "-1"),
    (("match", "random", "random", "--seed", "x"), 2, "'x'"),
    (("match", "random", "random", "--hang", "0"), 2, "--hang"),
    (("match", "random", "--limit", "memory=9"), 2, "there is no limit 'memory'; there is memory"),
    (("match", "random", "--limit", "memory_mb"), 2, "--limit takes name=value"),
    (("match", "random", "--freeze", *PROCESS), 1, "isolation 'process' cannot freeze bots"),
    (("match", "random", "random", "--option", "recipes"), 2, "--option takes name=value"),
    (("match", "random", "random", "--option", "recipes=maybe"), 2, "is one of off, on, not 'ma"),
    (("match", "random", "random", "--option", "spice=on"), 2, "has no option 'spice'; it has r"),
    (
        ("match", "random", "random", "--option", "third_colour=grey"),
        2,
        "option 'third_colour' exists with 3 players only",
    ),
    (("match", "random", "--attach", "mybot"), 2, "no bot of this match is called 'mybot'; there"),
    (("match", "random", "--attach", "randm"), 2, "called 'randm'; did you mean 'random'?"),
    (("match", "random", "--attach", "random", "--tc", "blitz"), 2, "plays without a clock; leav"),
    (("match", "random", "random", "--isolation", "steel"), 2, "'steel'"),
    (("tournament", "--spec", "x", "--game", "trapper"), 2, "write --game into the file"),
    (("tournament", "--spec", "x", "--tc", "blitz"), 2, "write --tc into the file"),
    (("tournament", "--spec", "x", "--no-freeze"), 2, "write --freeze into the file"),
    (("games", "chess"), 2, "there is no game 'chess'; there is kupferkessel"),
    (("bots", "zzz"), 2, "there is no bot 'zzz'; there is "),
    (("bots", "./broken"), 4, "unknown key 'comand'"),
    (("replay", "last"), 1, "arena.db"),
    (("replay", "last@x"), 2, "after @ comes the number of a step"),
    (("replay", "last", "--text", "--json"), 2, "--text and --json exclude each other"),
    (("replay", "last", "--watch", "--json"), 2, "--watch and --json exclude each other"),
]


@pytest.mark.parametrize(("words", "code", "told"), BAD_INPUT, ids=lambda value: str(value)[:60])
def test_bad_input_is_one_line_that_names_the_fix(
    arena: Arena, words: tuple[str, ...], code: int, told: str
) -> None:
    (arena.folder / "empty").mkdir()
    (arena.folder / "broken").mkdir()
    (arena.folder / "broken" / "bot.toml").write_text(BROKEN)

    run = arena(*words)

    lines = run.err.splitlines()
    assert (run.code, len(lines), run.out) == (code, 1, ""), run.err
    assert lines[0].startswith("arena: ")
    assert told in lines[0]
