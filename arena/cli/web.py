"""`arena web`: the pages in a browser."""

from pathlib import Path

import click

from arena.cli.options import database_option, output_options
from arena.cli.pages import count_first
from arena.cli.screen import Screen
from arena.web.serve import LOOPBACK, PORT, bound, is_private, serve
from leaderboard.database import open_database


@click.command("web")
@click.option("--host", default=LOOPBACK, show_default=True, help="Where to listen.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="0 takes any."
)
@click.option(
    "--export",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write the pages as files into this folder, and stop.",
)
@click.option(
    "--matches",
    type=click.IntRange(0),
    default=1000,
    show_default=True,
    help="With --export: so many matches, the newest.",
)
@database_option
@output_options
@click.pass_obj
def command(
    screen: Screen,
    *,
    host: str,
    port: int,
    folder: Path | None,
    matches: int,
    database: str,
    as_json: bool,
) -> None:
    """Show tournaments and matches in a browser, until Ctrl-C.

    Pages only tell; nothing can be changed by them. Until a tournament is over they show no more
    of a match than one seat saw. With --export they become files that any host can serve.

    Example: arena web --port 8080
    """
    count_first(screen, database)
    with open_database(database, write=False) as results:
        if folder is not None:
            from arena.web.export import export_site  # noqa: PLC0415 - seldom needed

            done = export_site(results, folder, matches=matches, tell=screen.note)
            screen.json(done.to_json()) if as_json else screen.out(done.words)
            return
        if not is_private(host):
            screen.note("Everybody who reaches this machine can read what is stored here.")
        with bound(host, port) as serving:
            screen.json({"url": serving.url}) if as_json else screen.out(serving.url)
            screen.note("Ctrl-C ends it.")
            serve(results, serving, host)
