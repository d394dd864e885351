"""The pictures of the documents: a real tournament is played, and its pages are photographed.

Needs Chromium, and Playwright from the environment for development.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"
ARENA = Path(sys.executable).with_name("arena")
BOTS = ("random", "heuristic", "mcts:iterations=100,as=oak", "mcts:iterations=20,as=birch")
WIDTH, HEIGHT = 1280, 800


def main() -> None:
    """Play, serve, photograph in light and dark, and tell what was written."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "pictures.db")
        play = [ARENA, "tournament", *BOTS, "--rounds", "4", "--seed", "2026"]
        subprocess.run([*play, "--name", "autumn", "--db", database, "--quiet"], check=True)
        server = subprocess.Popen(
            [ARENA, "web", "--port", "0", "--db", database], stdout=subprocess.PIPE, text=True
        )
        try:
            assert server.stdout
            photograph(server.stdout.readline().strip())
        finally:
            server.terminate()
            server.wait(timeout=20)


def photograph(url: str) -> None:
    """Every picture, in light and dark."""
    program = shutil.which("chromium") or shutil.which("google-chrome")
    if program is None:
        raise SystemExit("no Chromium here: install it first")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for scheme in ("light", "dark"):
            for name, path in places(browser, url).items():
                page = browser.new_page(
                    viewport={"width": WIDTH, "height": HEIGHT}, color_scheme=scheme
                )
                page.goto(url + path)
                page.wait_for_timeout(300)
                target = PICTURES / f"{name}-{scheme}.jpg"
                page.screenshot(path=target, type="jpeg", quality=65)
                page.close()
                print(f"{target.relative_to(ROOT)}  {target.stat().st_size // 1000} kB")
        browser.close()


def places(browser: Browser, url: str) -> dict[str, str]:
    """What is photographed: a table, and a match of each game at step 24."""
    page = browser.new_page()
    told = page.request.get(f"{url}t/autumn/matches.json").json()["matches"]
    page.close()
    found = {"leaderboard": "t/autumn/lb"}
    for match in reversed(told):
        if match["game"] not in found and {"oak", "heuristic"} == {
            seat["bot"] for seat in match["seats"]
        }:
            found[match["game"]] = f"m/{match['match']}#24"
    return found


main()
