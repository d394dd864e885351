"""How many matches a stored tournament has, told from its terms alone: its bots may be gone."""

from collections.abc import Mapping

from arena.tournament.errors import ScheduleError
from arena.tournament.formats import IN_PASSES, ROUND_ROBIN, SeatOrders
from arena.tournament.formats.round_robin import RoundRobin


def scheduled(spec: Mapping[str, object], entries: int) -> int | None:
    """All that are to be played; None if that cannot be told, or has no end."""
    players, rounds, games = spec.get("players"), spec.get("rounds"), spec.get("games")
    if spec.get("format", ROUND_ROBIN) not in (ROUND_ROBIN, IN_PASSES):
        return None
    if not isinstance(players, int) or not isinstance(rounds, int):
        return None
    if not isinstance(games, list) or not games:
        return None  # which games the bots share only they can tell
    try:
        return RoundRobin(
            entries=entries,
            players=players,
            rounds=rounds or None,
            games=len(games),
            seat_orders=SeatOrders(spec.get("seat_orders", SeatOrders.ALL.value)),
        ).count
    except (ScheduleError, ValueError):
        return None
