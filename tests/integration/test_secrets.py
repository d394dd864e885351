"""What lets a bot in, or is the operator's own, is shown by no value of the referee."""

import asyncio
import gc
import importlib
import os
import pkgutil
import secrets
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

import referee
from referee.bots.conditions import Conditions
from referee.bots.host import open_pool
from referee.bots.hosting import Hosting
from referee.match.plan import MatchPlan, Played
from referee.match.play import play
from referee.match.session import Session
from tests.entrants import entries
from tests.integration.playing import plan
from tests.leftovers import Ground

SECRET_FIELDS = {"token", "environment"}
OUR_PASSWORD = "PLANTED-in-the-environment"


def values() -> Iterator[Any]:
    """All living values of the referee."""
    for one in gc.get_objects():
        kind = type(one)
        if is_dataclass(kind) and kind.__module__.startswith("referee."):
            yield one


def classes() -> Iterator[type]:
    for module in pkgutil.walk_packages(referee.__path__, "referee."):
        if module.name.endswith("__main__"):
            continue
        for one in vars(importlib.import_module(module.name)).values():
            if isinstance(one, type) and one.__module__ == module.name and is_dataclass(one):
                yield one


def test_no_field_that_holds_a_secret_is_shown() -> None:
    found = {
        f"{one.__name__}.{field.name}": field.repr
        for one in classes()
        for field in fields(one)
        if field.name in SECRET_FIELDS
    }

    assert found == {
        "Door.token": False,
        "Launch.environment": False,
        "Operator.environment": False,
        "Step.environment": False,
        "Toolchain.environment": False,
        "Unprotected.environment": False,
    }


@pytest.mark.parametrize("level", ["none", "process"])
def test_in_a_match_no_value_shows_a_token_our_environment_or_the_seed(
    ground: Ground, monkeypatch: pytest.MonkeyPatch, level: str
) -> None:
    match = plan("random", "honest")
    hidden = [OUR_PASSWORD, str(match.seeds.match), *map(str, match.seeds.bots)]
    shown: dict[str, str] = {}
    honest = secrets.token_urlsafe

    def remembered(size: int) -> str:
        hidden.append(honest(size))
        return hidden[-1]

    def look(session: Session) -> None:
        if shown and session.due is not None:
            return  # at the first decision, and at the end
        for one in values():
            if not shown.get(type(one).__name__) and not isinstance(one, Session):
                text = repr(one)
                leak = [secret for secret in hidden if secret in text]
                shown[type(one).__name__] = text if leak else ""

    monkeypatch.setattr(secrets, "token_urlsafe", remembered)

    played = asyncio.run(_played(match, level, look))

    assert played.attempts == 1
    assert len(hidden) == 6
    assert {"Door", "Launch", "Guest", "BotProcess", "House", "MatchPlan"} <= set(shown)
    assert {name: text for name, text in shown.items() if text} == {}
    assert not any(secret in repr(played) for secret in hidden)


async def _played(match: MatchPlan, level: str, look: Any) -> Played:
    environment = {**os.environ, "OUR_PASSWORD": OUR_PASSWORD}
    hosting = Hosting(level, Conditions(control=match.control), "test")
    async with open_pool(hosting, environment) as pool:
        return await play(match, pool.table(entries(match)), look)
