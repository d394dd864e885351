"""A match as one file that plays itself: no server, no network, nothing beside it."""

import base64
import hashlib
from collections.abc import Mapping
from html import escape
from typing import Final

from arena.views.film import Film
from arena.web.assets import drawing, own
from arena.web.viewer import body, data, title

_NOTHING: Final[Mapping[str, str]] = {}


def replay_file(film: Film, evidence: Mapping[str, str] = _NOTHING) -> str:
    """The whole file.

    Its own policy lets the browser run and show what stands in it and fetch nothing at all.
    """
    brought = drawing(film.game)
    style = "\n".join((own("base.css"), own("viewer.css"), brought.style))
    theme = own("theme.js")
    script = "\n".join((brought.script.replace('"use strict";', ""), own("viewer.js")))
    policy = (
        f"default-src 'none'; script-src {hash_of(theme)} {hash_of(script)}; "
        f"style-src {hash_of(style)}; img-src data:; base-uri 'none'; form-action 'none'"
    )
    heading = escape(title(film))
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{heading}</title><link rel="icon" href="data:,">
<style>{style}</style><script>{theme}</script></head>
<body class="vw">{own("ui.svg")}{brought.glyphs}
<a class="vh skip" href="#steps">Skip to the steps</a>
<header class="top"><span class="logo"><svg width="26" height="26" aria-hidden="true">\
<use href="#c-logo"/></svg>Arena</span>
<button class="btn plain sp noprint" type="button" data-theme-button aria-label="Light or dark">\
<svg width="20" height="20" aria-hidden="true"><use href="#c-theme"/></svg></button></header>
<main id="main">{body(film, evidence)}</main>
<script type="application/json" id="film">{data(film)}</script>
<script>{script}</script></body></html>
"""


def hash_of(text: str) -> str:
    """What a policy calls a text by."""
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return f"'sha256-{digest}'"
