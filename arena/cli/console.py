"""Tables and pictures on a terminal that nobody's words can steer."""

from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from arena.cli.screen import heard
from arena.text import one_line, safe


class SafeConsole(Console):
    """A console on which all text is made safe before it is drawn."""

    def print(self, *told: Any, **how: Any) -> None:  # noqa: ANN401 - as rich's own
        """Print, or raise Unheard."""
        with heard(self.file):  # type: ignore[arg-type]
            super().print(*told, **how)

    def on_broken_pipe(self) -> None:
        """Rich would end the program here; we have something to store."""
        raise BrokenPipeError

    def render_str(self, text: str, **how: Any) -> Text:  # noqa: ANN401 - as rich's own
        """A text of ours with words of others in it."""
        return super().render_str(safe(text), **how)

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """What was made a text before; one that is not safe loses its colours."""
        if isinstance(renderable, Text) and safe(renderable.plain) != renderable.plain:
            renderable = Text(safe(renderable.plain), renderable.style)
        return super().render(renderable, options)


class Listing(Table):
    """A table in which each cell is one line, whatever it quotes."""

    def __init__(self, **how: Any) -> None:  # noqa: ANN401 - as rich's own
        super().__init__(**{"box": None, "pad_edge": False} | how)

    def add_row(self, *cells: RenderableType | None, **how: Any) -> None:  # noqa: ANN401 - as above
        """Add a row."""
        told = (one_line(cell) if isinstance(cell, str) else cell for cell in cells)
        super().add_row(*told, **how)
