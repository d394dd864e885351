"""A record as text for people."""

import textwrap
from collections.abc import Iterator
from typing import Any

from arena.cli.render import sentence
from arena.cli.screen import fill
from arena.text import one_line
from referee.match.record import ChanceRecord, Record


def record_text(record: Record) -> str:
    """The whole record for reading, at most 80 columns wide."""
    return f"{beginning_text(record)}\n\n{end_text(record)}"


def beginning_text(record: Record) -> str:
    """Who plays what, the deal, and the moves."""
    return "\n".join((head_text(record), "", *_deal(record), "", *_moves(record)))


def head_text(record: Record) -> str:
    """Who plays what."""
    return "\n".join(_head(record))


def end_text(record: Record) -> str:
    """How it ended, and who got how many points for what."""
    return "\n".join(_end(record))


def _head(record: Record) -> Iterator[str]:
    options = ", ".join(f"{name}={value}" for name, value in record.options.items())
    yield one_line(f"Match    {record.match}")
    yield one_line(f"Game     {record.game}, rules {record.rules}, {record.players} players")
    yield fill(f"Options  {options or 'none'}", 9)
    yield one_line(f"Control  {record.control}")
    if record.seed is not None:
        yield f"Seed     {record.seed}, deal {record.deal_number}"
    for seat in record.seats:
        how = ", attached" if seat.attached else ""
        yield one_line(f"Seat {seat.seat + 1}   {seat.bot} {seat.version}{how}")


def _deal(record: Record) -> Iterator[str]:
    yield "Deal"
    for name, value in record.deal.items():
        yield from textwrap.wrap(
            f"{name.replace('_', ' ')}: {_words(value) or 'none'}",
            width=80,
            initial_indent="  ",
            subsequent_indent="    ",
        )


def _words(value: Any) -> str:  # noqa: ANN401 - any JSON
    if isinstance(value, dict):
        return ", ".join(f"{name} {_words(one)}" for name, one in value.items())
    if isinstance(value, list):
        return ", ".join(
            f"[{_words(one)}]" if isinstance(one, list) else _words(one) for one in value
        )
    return str(value)


def _moves(record: Record) -> Iterator[str]:
    yield "Step  Turn  Seat  Action"
    for move in record.moves:
        if isinstance(move, ChanceRecord):
            yield from textwrap.wrap(
                f"{move.chance}: {_words(list(move.result))}",
                width=80,
                initial_indent="  ",
                subsequent_indent="    ",
            )
            continue
        extras = [text for text in (move.note, "stand-in" if move.stand_in else "") if text]
        note = f"   {'; '.join(extras)}" if extras else ""
        told = f"{move.step:>4}  {move.turn:>4}  {move.seat + 1:>4}  {move.action}{note}"
        yield fill(told.replace("\n", " / "), 21)


def _end(record: Record) -> Iterator[str]:
    result = record.result
    yield fill(f"End      {sentence(result.reason)}", 9)
    for seat in record.seats:
        score = "no score" if seat.score is None else f"{seat.score} points"
        fault = f", {seat.fault}" if seat.fault else ""
        yield one_line(f"Rank {seat.rank or '-'}   {seat.bot}: {score}{fault}")
        if result.breakdown:
            points = result.breakdown[seat.seat].items()
            told = ", ".join(f"{name} {value:+d}" for name, value in points if value)
            yield from textwrap.wrap(
                told, width=80, initial_indent=" " * 9, subsequent_indent=" " * 9
            )
