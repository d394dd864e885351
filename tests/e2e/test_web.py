"""The pages from the command line: served, beside a tournament, as files."""

import json
import signal
import time
import urllib.request
from pathlib import Path

import pytest

from tests.e2e.command import PATIENCE_S, PROCESS, Arena

TWINS = ("random", "random:as=twin", "--game", "kupferkessel", "--seed", "3")


@pytest.fixture
def played(arena: Arena) -> Arena:
    """A folder with a small tournament."""
    run = arena("tournament", *TWINS, "--rounds", "1", *PROCESS)
    assert run.code == 0, run.err
    assert "In a browser: arena web" in run.err
    return arena


def test_pages_are_served_until_ctrl_c(played: Arena) -> None:
    process = played.start("web", "--port", "0", "--json")
    assert process.stdout
    url = json.loads(process.stdout.readline())["url"]
    with urllib.request.urlopen(f"{url}m/last", timeout=PATIENCE_S) as answer:
        page = answer.read().decode()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=PATIENCE_S)

    assert url.startswith("http://127.0.0.1:")
    assert "twin" in page
    assert process.returncode == 0, err
    assert "Traceback" not in err


def test_a_port_that_is_taken_is_one_line(played: Arena) -> None:
    first = played.start("web", "--port", "0", "--json")
    assert first.stdout
    port = json.loads(first.stdout.readline())["url"].rstrip("/").rpartition(":")[2]
    second = played("web", "--port", port)
    first.send_signal(signal.SIGINT)
    first.communicate(timeout=PATIENCE_S)

    assert second.code == 1
    assert second.err.count("\n") == 1
    assert "--port" in second.err


def test_the_site_and_a_match_become_files(played: Arena) -> None:
    site = played("web", "--export", "site", "--json")
    file = played("replay", "last", "--html", "match.html")
    other = played("replay", "last", "--html", "no/such/folder/match.html")
    wrong = played("replay", "last", "--html", "match.html", "--seat", "9")

    assert site.json["pages"] > 10
    assert (played.folder / "site" / "index.html").exists()
    assert file.code == 0, file.err
    assert Path(played.folder / "match.html").stat().st_size < 250_000
    assert (other.code, other.err.count("\n")) == (1, 1)
    assert "there is no seat 9" in wrong.err


def test_a_tournament_is_shown_while_it_is_played(arena: Arena) -> None:
    words = ("tournament", *TWINS, "--rounds", "400", "--web", *PROCESS)
    process = arena.start(*words)
    assert process.stderr
    line = next(line for line in process.stderr if line.startswith("In the browser: "))
    url = line.split()[-1]
    end = time.monotonic() + PATIENCE_S
    done = 0
    while not done and time.monotonic() < end:
        with urllib.request.urlopen(f"{url}.json", timeout=PATIENCE_S) as answer:
            told = json.load(answer)
        done = told["done"]
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=PATIENCE_S)

    assert done > 0
    assert told["state"] == "unfinished"
    assert process.returncode == 130


def test_a_match_is_shown_while_it_is_played_and_then_until_ctrl_c(arena: Arena) -> None:
    process = arena.start("match", *TWINS, "--web", "--json", *PROCESS)
    assert process.stderr
    assert process.stdout
    line = next(line for line in process.stderr if line.startswith("In the browser: "))
    url = line.split()[-1]
    with urllib.request.urlopen(f"{url}.json", timeout=PATIENCE_S) as answer:
        film = json.load(answer)
    match = json.loads(process.stdout.readline())["match"]
    next(line for line in process.stderr if "Ctrl-C" in line)
    with urllib.request.urlopen(url, timeout=PATIENCE_S) as answer:
        over = answer.url
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=PATIENCE_S)

    assert "/live/" in url
    assert film["match"] == match
    assert over.endswith(f"/m/{match}")
    assert process.returncode == 0, err
