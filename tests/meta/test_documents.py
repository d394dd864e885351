"""Documents that fail when they lie."""

import re
from pathlib import Path

import click
import pytest

from arena.cli.main import COMMANDS, arena

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [
    *ROOT.glob("*.md"),
    *(ROOT / "docs").rglob("*.md"),
    *(ROOT / "protos").glob("*.md"),
]


def tree() -> list[Path]:
    """The paths that the tree in ARCHITECTURE.md names."""
    text = (ROOT / "ARCHITECTURE.md").read_text()
    block = text.rpartition("## The tree")[2].split("```")[1].removeprefix("text\n")
    paths: list[Path] = []
    for line in block.splitlines():
        indent = len(line) - len(line.lstrip())
        name = line.split()[0].rstrip("/")
        paths.append(Path(name) if indent == 0 else Path(paths_top(paths), name))
    return paths


def paths_top(paths: list[Path]) -> str:
    return next(path.parts[0] for path in reversed(paths))


def test_the_architecture_fits_150_lines() -> None:
    assert len((ROOT / "ARCHITECTURE.md").read_text().splitlines()) <= 150


def test_the_tree_of_the_architecture_exists() -> None:
    missing = [str(path) for path in tree() if not (ROOT / path).is_dir()]

    assert not missing


def test_every_package_is_in_the_tree_of_the_architecture() -> None:
    named = {str(path) for path in tree()}
    top = ("arena", "bots", "leaderboard", "referee")
    packages = {
        str(path.parent.relative_to(ROOT))
        for name in top
        for path in (ROOT / name).glob("*/__init__.py")
    } | set(top)

    assert packages <= named


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_between_documents_lead_somewhere(document: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)", document.read_text())

    assert [link for link in links if not (document.parent / link).exists()] == []


def test_every_command_that_documents_mention_exists() -> None:
    known = {entry.name for entry in COMMANDS}
    for document in DOCUMENTS:
        for name in re.findall(r"\$ (?:scripts/)?arena ([a-z-]+)", document.read_text()):
            assert name in known, f"{document.name}: arena {name}"


def test_every_option_that_the_page_on_tournaments_mentions_exists() -> None:
    with click.Context(arena) as context:
        commands = [arena.get_command(context, entry.name) for entry in COMMANDS]
    known = {
        word
        for command in commands
        if command is not None
        for param in command.params
        for word in (*param.opts, *param.secondary_opts)
    }

    text = (ROOT / "docs" / "running-a-tournament.md").read_text()

    assert set(re.findall(r"(?<!-)--[a-z][a-z-]*", text)) - known == set()


def test_every_command_is_in_a_document() -> None:
    text = "".join(document.read_text() for document in DOCUMENTS)

    assert [entry.name for entry in COMMANDS if f"arena {entry.name}" not in text] == []
