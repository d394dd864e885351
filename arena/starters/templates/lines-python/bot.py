"""The bot: random, with one idea for each game. `choose` is the function to edit."""

import json
import random
import sys
from typing import Any

Named = dict[str, Any]
"""An object of the arena's, as docs/lines.md tells them."""


def choose(match: Named, turn: Named, chance: random.Random) -> int:
    """The index of one of `turn["actions"]`; `match` is what the start told."""
    idea = collect if match["game"] == "kupferkessel" else fit
    me = turn["table"]["players"][match["seat"]]
    worths = [idea(me, action) for action in turn["actions"]]
    best = max(worths)
    return chance.choice([index for index, worth in enumerate(worths) if worth == best])


def collect(me: Named, action: Named) -> float:
    """Kupferkessel: take what you have most of; single cards cost, three of a kind pay."""
    card = action["card"]
    held = sum(one["ingredient"] == card["ingredient"] for one in me["kettle"])
    return 10 * held - (card["value"] if held == 0 else 0)


def fit(me: Named, action: Named) -> float:
    """Trapper: take what goes into a canoe, pay little, and never leave the match."""
    match action["kind"]:
        case "take" | "catch":
            paid = sum(action.get("cards", {}).values())
            return (10 if wanted(me, action["tile"]) else -10) - paid
        case "exchange" | "join":
            return 1
        case "open" | "raise":
            return 1 if action["number"] <= 2 else -1
        case "pay":
            return -sum(action["cards"].values())
        case "retire":
            return -100
        case _:
            return 0


def wanted(me: Named, tile: Named) -> bool:
    """Whether it is a canoe, or one of ours takes it."""
    if tile["kind"] == "canoe":
        return True
    if tile["kind"] == "animal":
        return any(canoe["tile"]["species"] == tile["species"] for canoe in me["canoes"])
    return any(all(one["kind"] != tile["kind"] for one in canoe["load"]) for canoe in me["canoes"])


def main() -> None:
    """Answer each line that asks; several matches may be open at once."""
    matches: dict[int, tuple[Named, random.Random]] = {}
    for line in sys.stdin:
        told = json.loads(line)
        number = told["match"]
        if told["type"] == "start":
            # The same seed, the same match: so it can be played again.
            matches[number] = told, random.Random(told["seed"])  # noqa: S311
        elif told["type"] == "act":
            match, chance = matches[number]
            action = choose(match, told, chance)
            note = f"one of {told['count']} actions"
            answer = {"match": number, "action": action, "note": note}
            print(json.dumps(answer), flush=True)  # noqa: T201 - what it says goes here
        elif told["type"] == "end":
            del matches[number]


if __name__ == "__main__":
    main()
