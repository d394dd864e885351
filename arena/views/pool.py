"""What makes results comparable, as people look at it."""

from leaderboard.values import Pool


def pool_json(pool: Pool) -> dict[str, object]:
    """What makes results comparable, for machines."""
    return {
        "game": pool.game,
        "rules": pool.rules,
        "options": pool.chosen,
        "players": pool.players,
        "control": pool.control,
    }
