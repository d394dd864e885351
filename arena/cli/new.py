"""`arena new`: a folder that plays, made of a trained policy."""

from pathlib import Path

import click

from arena.cli.screen import Screen
from arena.env.policies import write_bot


@click.command("new")
@click.argument("name", type=click.Path(path_type=Path))
@click.option(
    "--from-policy",
    "models",
    multiple=True,
    required=True,
    type=click.Path(path_type=Path),
    help="An ONNX model that was trained for a game; several for several games.",
)
@click.pass_obj
def command(screen: Screen, name: Path, models: tuple[Path, ...]) -> None:
    """Make a new bot: the folder NAME with a program that runs a trained policy.

    It runs on the processor inside the sandbox, with what its lock file names, and
    leaves the actions it liked best and the result it expects as notes.

    Example: arena new mybot --from-policy policy.onnx
    """
    made_of_policies(screen, name, models)


def made_of_policies(screen: Screen, name: Path, models: tuple[Path, ...]) -> None:
    """Write the folder, and tell what it plays and how to go on."""
    for policy in write_bot(name, models):
        options = "".join(f", {option}={value}" for option, value in policy.options.items())
        screen.line(f"{name} plays {policy.game} with {policy.players} players{options}.")
    path = name if name.is_absolute() else f"./{name}"
    screen.next_steps(
        f"match {path} random --watch",
        f"tournament {path} random heuristic --rounds 20",
    )
