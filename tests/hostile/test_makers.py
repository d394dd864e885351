"""Bots that attack while they are made ready: nothing of theirs is run that should not be."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from tests.hostile.playground import HERE, need
from tests.isolation.test_preparing import FORGED, GOOD, SUM, forged, source
from tests.leftovers import clean_ground
from tests.tournament.arena_command import run
from tests.unit.test_archive import member

SECRET: Final = "nobody is to know this"
OUTSIDE: Final = "evil"
"""What an attack that got through would make beside the bot's folder."""


def hands_back_its_own_archive(home: Path) -> None:
    (home / "build.sh").write_text(FORGED)
    forged(home, member(f"../../../{OUTSIDE}", b"x"), member(f"{home.parent}/{OUTSIDE}", b"x"))


def builds_a_link_that_leads_out(home: Path) -> None:
    (home / "build.sh").write_text(f"{GOOD}ln -s {home.parent}/secret main.lnk\n")


def builds_links_that_lead_out_together(home: Path) -> None:
    """Each of them stays inside; one after the other they do not."""
    chain = "mkdir -p a/b && ln -s ../.. a/b/top && ln -s a/b/top/.. out"
    (home / "build.sh").write_text(f"{GOOD}{chain}\n")


def locks_a_source_of_its_own(home: Path) -> None:
    (home / "requirements.lock").write_text(f"./evil-1.0.tar.gz --hash=sha256:{SUM}\n")
    (home / "setup.py").write_text(f"open('{home.parent}/{OUTSIDE}', 'w')\n")


def locks_another_registry(home: Path) -> None:
    (home / "requirements.lock").write_text(
        f"--index-url http://127.0.0.1:9/\nsix==1.0 --hash=sha256:{SUM}\n"
    )


def links_to_a_secret(home: Path) -> None:
    (home / "notes").symlink_to("../secret")


def is_described_by_a_fifo(home: Path) -> None:
    (home / "bot.toml").unlink()
    os.mkfifo(home / "bot.toml")


def holds_a_fifo(home: Path) -> None:
    os.mkfifo(home / "pipe")


def has_a_version_that_is_a_path(home: Path) -> None:
    text = (home / "bot.toml").read_text()
    (home / "bot.toml").write_text(text.replace('"1"', f'"1/../../../{OUTSIDE}"'))


ROWS: Final[dict[int, tuple[Callable[[Path], None], str]]] = {
    42: (hands_back_its_own_archive, "could not be built"),
    43: (builds_a_link_that_leads_out, "'main.lnk' is a link that leads"),
    44: (locks_a_source_of_its_own, "line 1 is not NAME==VERSION --hash=sha256:"),
    45: (locks_another_registry, "line 1 is not NAME==VERSION --hash=sha256:"),
    46: (links_to_a_secret, "'notes' is a link that leads out of its folder"),
    47: (is_described_by_a_fifo, "bot.toml is a fifo"),
    48: (holds_a_fifo, "'pipe' is a fifo"),
    49: (has_a_version_that_is_a_path, "is not 1 to 40 letters"),
    79: (builds_links_that_lead_out_together, "'out' is a link that leads"),
}


@pytest.mark.parametrize("row", ROWS)
def test_a_bot_that_attacks_while_it_is_made_ready_is_refused_in_a_line(
    tmp_path: Path, row: int
) -> None:
    need("sandbox")
    attack, why = ROWS[row]
    attack(source(tmp_path, GOOD))
    (tmp_path / "secret").write_text(SECRET)

    with clean_ground() as ground:
        done = run(tmp_path, "match", "./made", "random")
        ground.assert_clean()

    said = " ".join(done.stderr.split())
    assert done.returncode == 4, said
    assert why in said
    assert SECRET not in said + done.stdout
    assert not list(tmp_path.rglob(f"*{OUTSIDE}"))


def test_the_same_bot_without_an_attack_plays(tmp_path: Path) -> None:
    need("sandbox")
    source(tmp_path, GOOD)

    assert run(tmp_path, "match", "./made", "random").returncode == 0


def test_the_table_of_attacks_has_these_rows() -> None:
    document = (HERE.parents[1] / "docs" / "isolation.md").read_text()

    assert all(f"\n| {row} |" in document for row in (*ROWS, *range(50, 60), *range(76, 79)))
