"""`arena new`: a folder that plays, in the language one likes or made of a trained policy."""

from pathlib import Path

import click

from arena.cli.screen import Screen, fill
from arena.starters.catalogue import STARTERS, Readiness, Starter, find, readiness
from arena.starters.writing import write_starter
from referee.bots.preparing.asking import Operator
from referee.isolation.probe import try_sandbox


@click.command("new")
@click.argument("name", required=False, type=click.Path(path_type=Path))
@click.option("--lang", help="The language; without NAME those there are are listed.")
@click.option(
    "--from-policy",
    "models",
    multiple=True,
    type=click.Path(path_type=Path),
    help="An ONNX model that was trained for a game; several for several games.",
)
@click.option("--json", "as_json", is_flag=True, help="The list for machines.")
@click.pass_obj
def command(
    screen: Screen,
    name: Path | None,
    lang: str | None,
    models: tuple[Path, ...],
    *,
    as_json: bool,
) -> None:
    """Make a new bot: the folder NAME with a project that plays both games.

    It is random with one idea for each game, and has one function to edit. Without
    NAME it is told which languages are ready on this machine, and what others need.
    Made of a policy it plays what that was trained for, with what its lock file names.

    Example: arena new mybot --lang go
    """
    if models and lang is not None:
        raise click.UsageError("a bot is made of a policy or in a language: leave --lang out")
    if name is None:
        if models:
            raise click.UsageError("NAME is missing: the folder of the new bot")
        chosen = STARTERS if lang is None else (find(lang),)
        _list(screen, _ready(screen, *chosen), as_json=as_json)
        return
    if models:
        _made_of_policies(screen, name, models)
    elif lang is not None:
        _made_in_language(screen, name, lang)
    else:
        names = ", ".join(starter.name for starter in STARTERS)
        raise click.UsageError(f"--lang is missing; it is one of {names}")
    path = name if name.is_absolute() else f"./{name}"
    screen.next_steps(
        f"match {path} random --watch",
        f"tournament {path} random heuristic --rounds 20",
    )


def _made_in_language(screen: Screen, name: Path, lang: str) -> None:
    starter = find(lang)
    (here,) = _ready(screen, starter)
    files = write_starter(starter, name)
    screen.line(f"{name} is a bot in {starter.language}, {files} files; edit {starter.edit}.")
    for text in here.missing:
        screen.note(fill(f"It cannot be built here yet: {text}."))


def _made_of_policies(screen: Screen, name: Path, models: tuple[Path, ...]) -> None:
    # Models are read with libraries that nobody else waits for.
    from arena.env.policies import write_bot  # noqa: PLC0415

    for policy in write_bot(name, models):
        options = "".join(f", {option}={value}" for option, value in policy.options.items())
        screen.line(f"{name} plays {policy.game} with {policy.players} players{options}.")


def _ready(screen: Screen, *chosen: Starter) -> list[Readiness]:
    return readiness(chosen, Operator(screen.environment), _no_sandbox)


def _list(screen: Screen, found: list[Readiness], *, as_json: bool) -> None:
    if as_json:
        screen.json([one.to_json() for one in found])
        return
    width = max(len(one.starter.name) for one in found)
    for one in found:
        state = "ready" if one.ready else "needs " + "; ".join(one.missing)
        text = f"{one.starter.name:<{width}}  {one.starter.speaks:<5}  {state}"
        screen.out(fill(text, indent=width + 9))
    screen.next_steps(f"new mybot --lang {found[0].starter.name}")


def _no_sandbox() -> str | None:
    trouble = try_sandbox().trouble
    return None if trouble is None else str(trouble)
