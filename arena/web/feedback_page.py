"""The page an author begins with: how the bot did, what to look at first, and why it failed."""

import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from arena.text import one_line, safe
from arena.views.feedback import Against, Feedback, Result, Share
from arena.views.words import counted
from arena.web.assets import own
from arena.web.replay_file import hash_of

_MOST_TOLD: Final = 20
"""So many faults are told in full; all of them are in the results."""


@dataclass(frozen=True, slots=True)
class Look:
    """A match worth looking at, with what there is of it in the folder."""

    result: Result
    replay: str
    """A file; empty if there is none."""
    log: str
    """The same."""
    trouble: str
    """Why there is no replay."""
    step: int | None
    """Where to begin: that of its fault, 0 before the first, or its own first; None if unknown."""
    evidence: str
    """What was measured about its fault, or what it said last."""


def feedback_page(told: Feedback, looks: Sequence[Look]) -> str:
    """The whole page, which fetches nothing."""
    style = own("base.css") + _STYLE
    title = escape(one_line(f"{told.bot} {told.version}"))
    policy = f"default-src 'none'; style-src {hash_of(style)}; img-src data:; base-uri 'none'"
    body = "".join((_head(told), _looks(told, looks), _faults(looks), _against(told)))
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title><link rel="icon" href="data:,"><style>{style}</style></head>
<body><main id="main"><h1>{title}</h1>
{body}</main></body></html>
"""


_STYLE: Final = """
main { max-width: 60rem }
section { margin-top: 1.5rem; overflow-x: auto }
td, th { padding: .25rem .5rem; text-align: left; vertical-align: top }
pre { white-space: pre-wrap; overflow-wrap: anywhere }
code { overflow-wrap: anywhere }
"""


def _head(told: Feedback) -> str:
    played = [one for one in told.results if one.status == "done"]
    won = sum(1 for one in played if _won(one))
    lost = sum(1 for one in played if one.lost)
    parts = told.career.parts if told.career else ()
    where = one_line(told.title or told.tournament)
    lines = [
        f"Tournament {escape(where)} ({escape(told.tournament)}), "
        f"{'finished' if told.over else 'not finished yet'}.",
        f"{counted(len(played), 'match')}: {won} won alone, {len(played) - won - lost} shared, "
        f"{lost} lost; {counted(len(told.faults), 'fault')}.",
        *(
            f"Place {part.line.rank} of {part.of} in {escape(part.pool.game)}"
            + (f", rating {part.line.rating:.1f}." if part.line.rating is not None else ".")
            for part in parts
        ),
    ]
    if told.of > len(told.results):
        lines.append(f"These are the newest {len(told.results)} of {told.of} matches.")
    files = '<a href="results.csv">results.csv</a>, <a href="results.json">results.json</a>'
    return "".join(f"<p>{line}</p>" for line in lines) + f"<p>All results: {files}.</p>"


def _won(one: Result) -> bool:
    return one.rank == 1 and all(other.rank != 1 for other in one.others)


def _looks(told: Feedback, looks: Sequence[Look]) -> str:
    if not looks:
        return ""
    rows = "".join(_look(told, look) for look in looks)
    return (
        '<section aria-label="What to look at first"><h2>What to look at first</h2><table>'
        "<thead><tr><th>Match</th><th>Against</th><th>Points</th><th>How it ended</th>"
        f"<th>Seen from its seat</th></tr></thead><tbody>{rows}</tbody></table></section>"
    )


def _look(told: Feedback, look: Look) -> str:
    one = look.result
    others = ", ".join(f"{other.bot} {_points(other.score)}" for other in one.others)
    links = [
        f'<a href="{escape(name)}">{word}</a>'
        for name, word in ((look.replay, "replay"), (look.log, "log"))
        if name
    ]
    if look.trouble:
        links.append(escape(one_line(look.trouble)))
    if look.step:  # before the first nobody is asked
        at = f"{one.match}@{look.step}"
        debug = ["arena", "debug", at, "--seat", str(one.seat + 1), "--only"]
        links.append(f"<code>{escape(shlex.join(debug))}</code>")
    return (
        f"<tr><td>{escape(one.match)}, seat {one.seat + 1}</td><td>{escape(one_line(others))}</td>"
        f"<td>{_points(one.score)}</td><td>{escape(one_line(one.reason))}</td>"
        f"<td>{'<br>'.join(links)}</td></tr>"
    )


def _points(score: int | None) -> str:
    return "–" if score is None else str(score)


def _faults(looks: Iterable[Look]) -> str:
    """A paragraph for each of the first faults: what, why, and where to go on."""
    failed = [look for look in looks if look.result.fault][:_MOST_TOLD]
    if not failed:
        return ""
    told = ""
    for look in failed:
        one = look.result
        what = (one.fault or "").replace("_", " ")
        why = one_line(one.own_reason or one.reason)
        told += (
            f"<h3>{escape(one.match)}: {escape(what)}</h3><p>{_when(look.step)} {escape(why)}.</p>"
        )
        if look.evidence:
            told += f"<pre>{escape(safe(look.evidence))}</pre>"
    return f'<section aria-label="Faults"><h2>Why it failed</h2>{told}</section>'


def _when(step: int | None) -> str:
    """How a sentence on a fault begins."""
    if step is None:
        return "It"
    return f"At step {step} it" if step else "Before the first step it"


def _against(told: Feedback) -> str:
    """Each opponent, with how the version before did against the same one."""
    if not told.against:
        return ""
    before = escape(one_line(told.before)) if told.before else "version before"
    rows = "".join(_line(one) for one in told.against)
    return (
        '<section aria-label="Opponents"><h2>Against whom</h2><table><thead><tr><th>Opponent</th>'
        f"<th>What was played</th><th>{escape(told.version)}</th><th>{before}</th></tr></thead>"
        f"<tbody>{rows}</tbody></table></section>"
    )


def _line(one: Against) -> str:
    cells = (f"{one.bot} {one.version}", one.pool, _share(one.now), _share(one.before))
    return f"<tr>{''.join(f'<td>{escape(one_line(cell))}</td>' for cell in cells)}</tr>"


def _share(one: Share | None) -> str:
    if one is None:
        return "–"
    return f"{100 * one.part:.0f} % of {counted(one.matches, 'match')}"
