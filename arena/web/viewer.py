"""The viewer of a match as HTML: what a script then moves, and all that is read without one."""

import json
from collections.abc import Mapping
from html import escape
from typing import Final

from arena.text import one_line, safe
from arena.views.film import Film
from arena.views.words import ended, pool_words

_BUTTONS: Final = (
    ("first", "First step", "Home", "c-first"),
    ("markBack", "Previous mark", "Shift ←", "c-mp"),
    ("prev", "Step back", "←", "c-prev"),
    ("play", "Play", "Space", "c-play"),
    ("next", "Step forward", "→", "c-next"),
    ("markOn", "Next mark", "Shift →", "c-mn"),
    ("last", "Last step", "End", "c-last"),
)
_KEYS: Final = (
    (("←", "→"), "step back, forward"),
    (("Shift ←", "Shift →"), "previous, next mark; also , and ."),
    (("Home", "End"), "deal, end"),
    (("Space",), "play, pause"),
    (("v",), "view: all, seat 1, seat 2 ..."),
    (("t",), "the table as text"),
    (("?",), "these keys"),
)
_SPELLED: Final = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}
_SPEEDS: Final = (("0.5", "½"), ("1", "1"), ("2", "2"), ("5", "5"))


def title(film: Film) -> str:
    """Who played whom, in plain text."""
    seats = film.record.seats
    if len(seats) == 2:
        scores = ["–" if seat.score is None else _number(seat.score) for seat in seats]
        told = f"{seats[0].bot} {scores[0]} : {scores[1]} {seats[1].bot}"
    else:
        ranked = sorted(seats, key=lambda seat: (seat.rank or 99, seat.seat))
        told = ", ".join(
            seat.bot + ("" if seat.score is None else f" {_number(seat.score)}") for seat in ranked
        )
    return one_line(f"{told}, {film.game.title}, match {film.record.match}")


def body(film: Film, evidence: Mapping[str, str], links: str = "") -> str:
    """The main part of the page; `links` is HTML below the table."""
    return f"""<div class="mh"><div>
<p class="crumb small">{_about(film)}</p>
<div class="line"><h1 class="vs">{_heading(film)}</h1>
<p class="end">{escape(ended(film))}</p></div>
</div></div>
{_last_words(film, evidence)}
<div class="grid">
<div class="a-b"><p class="say" id="say" aria-live="polite">{escape(ended(film))}</p>
<div class="board"><svg id="board" viewBox="0 0 10 1" aria-hidden="true"></svg>\
<noscript><pre class="last-table">{escape(film.last_table)}</pre></noscript></div></div>
<section class="a-tl panel tl" aria-label="Timeline">{_timeline()}</section>
<div class="a-s" id="side" hidden></div>
<section class="a-log panel" aria-label="Steps"><div class="ph"><h2>Steps</h2>{_speed()}</div>
<div class="log" id="steps" tabindex="0" role="region" aria-label="List of steps">\
<ol id="log">{_steps(film)}</ol></div></section>
</div>
{links}<details id="twin" class="twin"><summary>The table as text</summary>\
<div class="wide" tabindex="0"><table id="twin-table"></table></div></details>
{_help()}"""


def data(film: Film) -> str:
    """The film for the script, as text that cannot end its element."""
    told = json.dumps(film.to_json(), separators=(",", ":"), ensure_ascii=False)
    return told.translate(_SPELLED)


def _about(film: Film) -> str:
    record = film.record
    view = "" if film.seat is None else f" · as seat {film.seat + 1} saw it"
    pool = escape(pool_words(record.game, record.options, record.players, record.control))
    return f"{pool} · match <code>{escape(record.match)}</code>{view}"


def _heading(film: Film) -> str:
    """The seats with their points; who won has a word, not only a weight."""
    seats = film.record.seats
    best = [seat for seat in seats if seat.rank == 1]
    word = "✓ won" if len(best) == 1 else "= drawn" if len(seats) == 2 else "= shared 1st"
    parts = []
    for seat in seats:
        lost = "" if seat in best or not best else " lose"
        name = (
            f'<span class="side{lost}"><svg width="26" height="26" aria-hidden="true" '
            f'data-badge="{seat.seat}"></svg>{escape(one_line(seat.bot))}</span>'
        )
        score = "–" if seat.score is None else _number(seat.score)
        points = f'<span class="sc{lost}">{score}</span>'
        chip = f'<span class="chip good won">{word}</span>' if seat in best else ""
        # Two stand around their points, as in a result: mcts 46 : 67 heuristic.
        order = (name, points, chip)
        if len(seats) == 2:
            order = (points, name, chip) if seat.seat else (chip, name, points)
        parts.append(f'<span class="who">{"".join(order)}</span>')
    between = '<span class="colon">:</span>' if len(seats) == 2 else ""
    return between.join(parts)


def _last_words(film: Film, evidence: Mapping[str, str]) -> str:
    """What faulty bots said last."""
    out = ""
    for number, told in sorted(evidence.items()):
        seat = film.record.seats[int(number)]
        name = escape(one_line(seat.bot))
        out += (
            f'<section class="words panel" aria-label="Evidence"><b>⚠ {name}</b> '
            f"(seat {int(number) + 1}), what was measured or printed last:"
            f"<pre>{escape(safe(told))}</pre></section>"
        )
    return out


def _timeline() -> str:
    buttons = "".join(
        f'<button class="btn b-{act}{" pri" if act == "play" else ""}" type="button" '
        f'{"id=play aria-pressed=false " if act == "play" else ""}data-act="{act}" '
        f'aria-label="{told}" title="{told} ({key})">'
        f'<svg width="18" height="18" aria-hidden="true"><use href="#{glyph}"/></svg></button>'
        for act, told, key, glyph in _BUTTONS
    )
    return (
        '<div class="bar"><div class="ctl main" id="controls" role="toolbar" aria-label="Playback"'
        f' hidden>{buttons}<span id="pos"></span></div></div>'
        '<p class="small dim cap" id="unit"></p>'
        '<div class="wrap"><svg id="chart" role="img" aria-label="Points of all seats by step">'
        '</svg><input id="range" type="range" min="0" max="0" step="1" aria-label="Step"></div>'
        '<p class="small dim leg" id="legend" hidden></p>'
    )


def _speed() -> str:
    chosen = "".join(
        f'<option value="{value}"{" selected" if value == "1" else ""}>{told}</option>'
        for value, told in _SPEEDS
    )
    return (
        '<label class="small dim">speed <select id="speed" class="btn small-select">'
        f"{chosen}</select></label>"
    )


def _steps(film: Film) -> str:
    """What happened, for those without a script; it is made anew for the others."""
    lines = []
    for frame in film.frames:
        told = " ".join(one.text for one in frame.told[-3:] or ())
        lines.append(f"<li>{escape(told)}</li>")
    return "".join(lines)


def _help() -> str:
    def keys(names: tuple[str, ...]) -> str:
        return " ".join(f"<kbd>{name}</kbd>" for name in names)

    short = "".join(
        f"<span>{keys(names)} {does.partition(';')[0]}</span>" for names, does in _KEYS
    )
    rows = "".join(f"<tr><td>{keys(names)}</td><td>{does}</td></tr>" for names, does in _KEYS)
    return (
        f'<p class="keys noprint" hidden>{short}</p>'
        '<dialog id="help" class="panel" aria-label="Keys"><h2>Keys</h2>'
        f'<table>{rows}</table><form method="dialog"><button class="btn">Close</button></form>'
        "</dialog>"
    )


def _number(value: int) -> str:
    return f"−{-value}" if value < 0 else str(value)
