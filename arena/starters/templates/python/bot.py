"""The bot: random, with one idea for each game. `choose` is the function to edit."""

from client import Action, KettleTable, TrapperTable, Turn, play


def choose(turn: Turn) -> Action:
    """One of the legal actions of this turn."""
    match turn.table:
        case KettleTable() as table:
            worths = [collect(table, action) for action in turn.legal]
        case TrapperTable() as table:
            worths = [fit(table, action) for action in turn.legal]
    best = max(worths)
    turn.note(f"{worths.count(best)} of {len(worths)} actions look best")
    ties = [action for action, worth in zip(turn.legal, worths, strict=True) if worth == best]
    return turn.match.random.choice(ties)


def collect(table: KettleTable, action: Action) -> int:
    """Kupferkessel: take what you have most of; single cards cost, three of a kind pay."""
    held = sum(card.ingredient == action.card.ingredient for card in table.me.kettle)
    return 10 * held - (action.card.value if held == 0 else 0)


def fit(table: TrapperTable, action: Action) -> int:
    """Trapper: take what goes into a canoe, pay little, and never leave the match."""
    match action.kind:
        case "take" | "catch":
            return 10 * wanted(table, action) - action.cards
        case "exchange" | "join":
            return 1
        case "open" | "raise":
            return 1 if action.number <= 2 else -1
        case "pay":
            return -action.cards
        case "retire":
            return -100
        case _:
            return 0


def wanted(table: TrapperTable, action: Action) -> int:
    """1 for a tile that a canoe of ours takes, or for a canoe; otherwise -1."""
    tile = action.tile
    if tile.kind == "canoe":
        return 1
    return 1 if any(canoe.takes(tile) for canoe in table.me.canoes) else -1


if __name__ == "__main__":
    play(choose, name="@NAME@", matches_at_once=16)
