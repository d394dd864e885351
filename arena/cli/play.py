"""`arena play`: a person takes a seat."""

import json
import shlex
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import click

from arena.cli import exits
from arena.cli.desk import Desk, Leave, Undo, client, show_points
from arena.cli.options import (
    Agreed,
    agreed_options,
    database_option,
    isolation_options,
    screen_options,
)
from arena.cli.reader import Reader, standard
from arena.cli.render import result_table, sentence
from arena.cli.screen import WIDTH, Screen, counted, fill
from arena.cli.shelves import shelf_option
from arena.errors import ArenaError, Misuse
from arena.sdk import run as connect
from arena.tournament.personal import Referee, Sitting, sit_down
from arena.tournament.preparation import Prepared, prepare
from arena.tournament.run import Run
from arena.tournament.single import store_single
from arena.tournament.terms import Terms
from leaderboard.database import open_database
from referee.games.registry import get_game
from referee.match.clock import SECOND_US
from referee.match.plan import MatchPlan, Played
from referee.match.record import Record

_FORM: Final = "arena-play/1"


@dataclass(frozen=True)
class Kept:
    """A match with a person, as it is kept in a file: everything it is played again from."""

    game: str
    bots: tuple[str, ...]
    players: int
    seat: int
    options: dict[str, str]
    seed: int
    nodes: int
    answers: tuple[str, ...]

    def agreed(self, given: Agreed) -> Agreed:
        """What the match was agreed on; how bots are held is as it is given now."""
        control = replace(given.conditions.control, nodes=self.nodes)
        return Agreed(self.options, self.seed, replace(given.conditions, control=control))

    def write(self, path: Path) -> None:
        """Keep it in this file."""
        value = {"form": _FORM, **vars(self)}
        try:
            path.write_text(json.dumps(value, indent=1) + "\n", encoding="utf-8")
        except OSError as error:
            raise Misuse(f"{path} cannot be written: {error.strerror}") from error


def read_kept(path: Path) -> Kept:
    """The match in a file; Misuse if it holds none."""
    try:
        value: Any = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise Misuse(f"{path} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise Misuse(f"{path} is no match kept by arena play: {error}") from error
    kinds = {"game": str, "bots": list, "players": int, "seat": int, "options": dict, "seed": int,
             "nodes": int, "answers": list}  # fmt: skip
    sound = isinstance(value, dict) and value.get("form") == _FORM
    if not sound or any(not isinstance(value.get(name), kind) for name, kind in kinds.items()):
        raise Misuse(f"{path} is no match kept by this version of arena play")
    texts = [*value["bots"], *value["answers"], *value["options"].values()]
    if not all(isinstance(text, str) for text in texts):
        raise Misuse(f"{path} is damaged: bots, answers and options are texts")
    fields = {name: value[name] for name in kinds}
    return Kept(**{**fields, "bots": tuple(value["bots"]), "answers": tuple(value["answers"])})


@click.command("play")
@click.argument("game", required=False)
@click.argument("bots", nargs=-1, metavar="[BOT...]")
@click.option("--players", type=click.IntRange(2, 4), help="The number of seats, yours included.")
@click.option("--seat", type=click.IntRange(1, 4), help="Where you sit; by default at seat 1.")
@click.option(
    "--resume", "resumed", type=click.Path(path_type=Path), help="Go on with a match you kept."
)
@click.option("--plain", is_flag=True, help="Read whole lines; no arrow keys.")
@agreed_options
@isolation_options
@database_option
@shelf_option
@screen_options
@click.pass_obj
def command(
    screen: Screen,
    *,
    game: str | None,
    bots: tuple[str, ...],
    players: int | None,
    seat: int | None,
    resumed: Path | None,
    plain: bool,
    agreed: Agreed,
    run: Run,
    database: str,
) -> int:
    """Take a seat yourself, in the terminal.

    The other seats go to BOT, and those left to a bot that comes with the arena. There is no
    clock, you may take decisions back, and the match is kept but rated for nobody. At the table
    type a number or an action; ? explains what matters, hint asks a search, quit keeps the match.

    Example: arena play kupferkessel mcts
    """
    if resumed is None and game is None:
        raise click.UsageError("name a game: arena games lists them")
    if resumed is not None and game is not None:
        raise click.UsageError("--resume goes on with the game and the bots of the file")
    kept = read_kept(resumed) if resumed is not None else None
    if kept is not None:
        players, seat, bots = kept.players, kept.seat, kept.bots
        agreed = kept.agreed(agreed)
    rules = get_game(kept.game if kept else game or "")
    terms = Terms(
        bots=(),
        games=(rules.name,),
        options=agreed.options,
        seed=agreed.seed,
        conditions=agreed.conditions,
    )
    sitting = sit_down(terms, bots, players, seat, screen.shelf)
    match = sitting.match
    place = resumed or Path(f"{rules.name}.play.json")
    with open_database(database, write=True) as results:
        prepared = prepare(match.entries, agreed.conditions, run, screen.surroundings(results))
        screen.opened(results)
        evening = _Evening(screen, sitting, bots, prepared, place)
        begun = time.monotonic()
        played = evening.play(standard(plain=plain), kept.answers if kept else ())
        if played is None:
            return evening.left
        elapsed = {"elapsed_us": round((time.monotonic() - begun) * SECOND_US)}
        facts = {**prepared.hosting.facts, **elapsed}
        record = store_single(results, match, played, facts, now=screen.now_us)
    _show(screen, record, played)
    return exits.DONE


def _show(screen: Screen, record: Record, played: Played) -> None:
    """How it ended, with everybody's points by rule."""
    outcome = played.outcome
    screen.out(f"\n{played.plan.game.title}, {counted(outcome.turns, 'turn')}\n")
    screen.console.print(result_table(record))
    screen.out(f"\n{fill(sentence(outcome.reason))}")
    for entry, points in zip(played.plan.seats, outcome.breakdown, strict=False):
        show_points(screen, entry.name, points)
    screen.note(f"\nMatch {record.match}, seed {record.seed}; it is rated for nobody.")
    screen.next_steps(f"replay {record.match} --watch", f"show {record.match}")


class _Evening:
    """All attempts at one match: each time something is taken back it begins anew."""

    def __init__(
        self,
        screen: Screen,
        sitting: Sitting,
        bots: tuple[str, ...],
        prepared: Prepared,
        place: Path,
    ) -> None:
        self._screen = screen
        self._sitting = sitting
        self._bots = bots
        self._prepared = prepared
        self._place = place
        self._desk: Desk | None = None
        self.left: int = exits.DONE
        """How the command ends if the person has left."""

    def _greet(self) -> None:
        """Who sits where, and how to get help."""
        wide = self._screen.console.width
        if wide < WIDTH:
            self._screen.note(f"Tables take {WIDTH} columns; this terminal has {wide}: widen it.")
        match = self._sitting.match
        names = [entry.name for entry in match.entries]
        seats = ", ".join(f"seat {number} {name}" for number, name in enumerate(names, 1))
        self._screen.out(fill(f"{match.game.title}: {seats}. Type ? for help, quit to leave."))
        self._screen.out(fill(match.game.summary))

    def play(self, reader: Reader, answers: Sequence[str]) -> Played | None:
        """The match to its end; None if the person left. `answers` were given before."""
        self._greet()
        names = [entry.name for entry in self._sitting.match.entries]
        self._desk = desk = Desk(self._screen, reader, names, self.keep, list(answers))
        plan = self._sitting.match.plan(self._prepared.entries)
        while True:
            try:
                return self._attempt(desk, plan)
            except Undo:
                desk.answers.pop()
                self._screen.out("Taken back.")
            except (Leave, EOFError, KeyboardInterrupt) as error:
                self._leave(interrupted=isinstance(error, KeyboardInterrupt))
                return None

    def keep(self, place: str) -> None:
        """Write what is needed to go on into a file."""
        path = Path(place).expanduser() if place else self._place
        try:
            self._kept().write(path)
        except ArenaError as error:
            self._screen.problem(str(error))
        else:
            self._screen.out(f"Kept in {path}; go on any time with")
            self._screen.out(f"  {self._screen.command(_resume(path))}")

    def _attempt(self, desk: Desk, plan: MatchPlan) -> Played:
        with Referee(plan, self._prepared, self._screen.environment) as referee:
            # A match that is played again because of a bot waits for the person anew.
            while (door := referee.door()) is not None:
                try:
                    connect(client(desk), door)
                except SystemExit:
                    continue  # the referee has hung up, and tells why in its result
            return referee.result()

    def _leave(self, *, interrupted: bool) -> None:
        self._screen.out("")
        self.left = exits.INTERRUPTED if interrupted else exits.DONE
        self.keep("")

    def _kept(self) -> Kept:
        match, terms = self._sitting.match, self._sitting.match.terms
        return Kept(
            game=match.game.name,
            bots=self._bots,
            players=match.setup.players,
            seat=self._sitting.seat + 1,
            options=dict(match.setup.options),
            seed=terms.seed,
            nodes=terms.conditions.control.nodes,
            answers=tuple(self._desk.answers if self._desk else ()),
        )


def _resume(path: Path) -> str:
    return f"play --resume {shlex.quote(str(path))}"
