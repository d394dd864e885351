"""How a file answers what people ask most: by an index, not by a look at everything."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Select, create_engine, text

from leaderboard.queries import count_of, newest_matches
from leaderboard.values import ANY_FAULT, MatchFilter


@pytest.mark.parametrize("ask", [newest_matches, count_of])
@pytest.mark.parametrize("kind", [ANY_FAULT, "crash"])
def test_the_faults_of_a_tournament_are_found_without_a_look_at_all_its_seats(
    filled: Path, ask: Callable[[MatchFilter], Select[Any]], kind: str
) -> None:
    wanted = ask(MatchFilter(tournament="abc", fault=kind, limit=5))
    engine = create_engine(f"sqlite:///{filled}")
    words = wanted.compile(engine, compile_kwargs={"literal_binds": True})

    with engine.connect() as connection:
        plan = [row.detail for row in connection.execute(text(f"EXPLAIN QUERY PLAN {words}"))]
    engine.dispose()

    (seats,) = [step for step in plan if " seat " in step]
    assert "ix_seat_fault (tournament=?" in seats
