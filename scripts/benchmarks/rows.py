"""Which ratios there are, and what they have to be.

`G` is the processor time, of both sides, of one bare round trip on a gRPC stream between two
Python processes, with messages of the size of a real question and answer.
"""

from typing import Final

from benchmarks.figures import Row

MAIN: Final = (
    Row("loop", "a move with 64 matches open, in G", "loop64.cpu", "G", 0.25),
    Row("referee", "the referee's part of it, in G", "loop64.referee", "G", 0.15),
    Row("tournament", "a move in a tournament, starts apart, in G", "tour.cpu", "G", 0.35, 0.25),
    Row("startup", "a tournament up to its first question / start of a bot",
        "tour.startup", "start.bot", 6),
    Row("single", "a move, one match at a time, in G", "loop1.cpu", "G", 1.7, 1.5),
    Row("speed", "moves/s, one match at a time / bare ping-pong",
        "G.wall", "loop1.wall", 0.6, more=True),
    Row("batch", "questions in a message with 64 matches open",
        "batch.questions", bar=24, more=True),
    Row("sandbox", "a move in the sandbox / as a plain process",
        "sandbox64.cpu", "loop64.cpu", 1.05),
    Row("workers", "random bots: two workers / one, matches/s",
        "tour1.wall", "tour2.wall", 1.0, more=True),
    Row("workers-mcts", "searching bots: two workers / one, matches/s",
        "mcts1.wall", "mcts2.wall", 1.8, more=True),
    Row("growth", "a match at the end of a long tournament / at its beginning",
        "growth.last", "growth.first", 1.05),
    Row("bot-start", "start of a bot to its first answer / import grpc",
        "start.bot", "start.grpc", 1.8),
    Row("leaderboard", "arena leaderboard / import sqlalchemy",
        "start.leaderboard", "start.sqlalchemy", 1.2),
    Row("match", "arena match random random / two starts of a bot",
        "start.match", "start.bot", 2.5, factor=0.5),
    Row("search", "a searched move: ISMCTS of OpenSpiel / ours",
        "spiel.search-move", "compiled.search-move", 1.3, 2, more=True),
    Row("share", "share of a match outside bots, rules and transport",
        "parts.outside", bar=0.30),
)  # fmt: skip

RULES: Final = (
    Row("rules-driven", "interpreted, driven: connect_four of OpenSpiel / ours",
        "spiel.driven", "interpreted.driven", 0.5, 1, more=True),
    Row("rules-compiled-driven", "compiled, driven: the same",
        "spiel.driven", "compiled.driven", 1.1, 2, more=True),
    Row("rules-playout", "compiled playout: the same",
        "spiel.driven", "compiled.playout", 3, 8, more=True),
    Row("rules-gain", "playout, compiled / interpreted",
        "interpreted.playout", "compiled.playout", 4, 8, more=True),
    Row("clone", "a clone / a driven move, interpreted",
        "interpreted.clone", "interpreted.driven", 0.5, 0.25),
    Row("trapper", "a driven move, Trapper / Kupferkessel",
        "interpreted.trapper-driven", "interpreted.driven", 6, 4),
    Row("trapper-gain", "Trapper playout, compiled / interpreted",
        "interpreted.trapper-playout", "compiled.trapper-playout", 4, 6, more=True),
    Row("search-gain", "search, compiled / interpreted",
        "interpreted.search", "compiled.search", 4, 6, more=True),
    Row("trapper-search", "Trapper search, compiled / interpreted",
        "interpreted.trapper-search", "compiled.trapper-search", 4, 6, more=True),
)  # fmt: skip

ISOLATION: Final = (
    Row("sandbox-start", "start of a program: sandbox - plain, in ms", "isolation.extra-ms",
        bar=20),
    Row("sandbox-answer", "start to the first answer: sandbox / plain",
        "isolation.answer-sandbox", "isolation.answer-plain"),
    Row("frozen", "time of a move: frozen while not on turn / not frozen",
        "frozen1.wall", "sandbox1.wall"),
)  # fmt: skip

RATINGS: Final = (
    *(
        Row(f"trueskill-{players}", f"TrueSkill, {players} seats: the package / ours",
            f"ratings.package-{players}", f"ratings.ours-{players}", 1, more=True)
        for players in (2, 3, 4)
    ),
    Row("tally", "tallying a match, in G", "ratings.tally", "G"),
    Row("evidence", "collecting the evidence of a match, in G", "ratings.collect", "G"),
    Row("fit", "fitting a table, in G", "ratings.fit", "G"),
    Row("verify", "verifying a match / playing it one at a time",
        "verify.match", "loop1.match"),
    Row("changes", "share of changed bytes that verifying finds", "verify.found",
        bar=1.0, more=True),
)  # fmt: skip

LEARNING: Final = (
    Row("env-tictactoe", "a step: connect_four of PettingZoo / its tictactoe",
        "env.connect_four", "env.tictactoe"),
    Row("env-hearts", "a step: the same / hearts of OpenSpiel, from Python",
        "env.connect_four", "env.hearts"),
    Row("env-aec", "a step: the same / env.make, Kupferkessel",
        "env.connect_four", "env.aec-kupferkessel", 1, more=True),
    Row("env-aec-trapper", "a step: the same / env.make, Trapper",
        "env.connect_four", "env.aec-trapper", 1, more=True),
    Row("env-batch", "a step: the same / env.batch, Kupferkessel",
        "env.connect_four", "env.batch-kupferkessel", 10, more=True),
    Row("env-batch-trapper", "a step: the same / env.batch, Trapper",
        "env.connect_four", "env.batch-trapper", 5, 10, more=True),
)  # fmt: skip

SCALE: Final = (
    Row("pipe", "G in round trips of a bare pipe", "G", "pipe"),
    Row("pool", "a task of a bare process pool, in G", "pool", "G"),
    Row("memory", "memory of a long tournament's runner, end / beginning",
        "growth.memory-last", "growth.memory-first"),
)  # fmt: skip

ROWS: Final = (
    *(Row(**{**row.__dict__, "part": "main"}) for row in MAIN),
    *RULES,
    *ISOLATION,
    *RATINGS,
    *LEARNING,
    *SCALE,
)

PARTS: Final = (
    *(f"referee.{part}" for part in ("rules", "match", "wording", "link", "transport", "record")),
    *(f"bots.{part}" for part in ("transport", "reading", "act")),
)
"""The parts of a move's time, as the profile tells them."""


def chosen(keys: tuple[str, ...]) -> tuple[Row, ...]:
    """The rows of these keys, all if there are none; KeyError names one that there is not."""
    known = {row.key: row for row in ROWS}
    return tuple(known[key] for key in keys) if keys else ROWS
