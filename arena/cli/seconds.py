"""A time as an option takes it."""

import math
from typing import Any

import click


class Seconds(click.FloatRange):
    """A time within bounds; what is no number at all passes those of click."""

    def convert(
        self,
        value: Any,  # noqa: ANN401 - as click's own
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> float:
        seconds: float = super().convert(value, param, ctx)
        if math.isnan(seconds):
            self.fail(f"'{value}' is no time", param, ctx)
        return seconds
