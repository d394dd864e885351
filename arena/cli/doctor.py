"""`arena doctor`: what works on this machine, and what would mend the rest."""

import asyncio
import platform
import re
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Final

import click

from arena.cli import exits
from arena.cli.options import (
    add_options,
    cluster_options,
    database_option,
    level_option,
    output_options,
    the_cluster,
)
from arena.cli.screen import Screen, counted, fill
from arena.cli.shelves import shelf_option
from arena.tournament.cluster import Cluster
from arena.tournament.shelf import damages
from arena.tournament.soundness import flaws
from arena.version import VERSION
from referee import games
from referee.isolation.levels import Finding, choose, isolation, survey
from referee.isolation.probe import Trouble, effective_user, try_sandbox
from referee.proofs.attacks.range import Tried, drill

_INDENT = 20
MOST_SHOWN: Final = 10


@click.command("doctor")
@click.option("--attack", is_flag=True, help="Try to break out of the level in force.")
@level_option("The level that is attacked.")
@add_options(cluster_options)
@database_option
@shelf_option
@output_options
@click.pass_obj
def command(
    screen: Screen,
    *,
    attack: bool,
    level: str,
    cluster: str | None,
    cluster_keys: Path | None,
    insecure: bool,
    database: str,
    as_json: bool,
) -> int:
    """Show what works here: isolation levels, rules, database; and the fix for what does not.

    With --attack, programs that try to break out are run inside the level in force, and each is
    told to be contained or not. With --cluster, every host of a cluster tells what it is.

    Example: arena doctor --attack
    """
    named = the_cluster(cluster, cluster_keys, insecure=insecure)
    if named is not None:
        return _cluster(screen, named, as_json=as_json)
    if attack:
        return _attack(screen, level, as_json=as_json)
    wrong = [*_flaws(database), *damages(screen.shelf)]
    findings = survey()
    in_force = choose("auto", screen.environment).name
    if as_json:
        told = {**_json(findings, in_force, database), "shelf": str(screen.shelf.place)}
        screen.json({**told, "flaws": wrong})
    else:
        _show(screen, findings, in_force, database)
        _show_flaws(screen, wrong)
    return exits.FAILED if wrong else exits.DONE


def _cluster(screen: Screen, cluster: Cluster, *, as_json: bool) -> int:
    """What the hosts of a cluster are; 1 if there is none, or one has another arena."""
    hosts = cluster.hosts()
    other = [one for one in hosts.values() if one.arena != VERSION]
    if as_json:
        screen.json({"hosts": {address: asdict(one) for address, one in sorted(hosts.items())}})
        return exits.FAILED if other or not hosts else exits.DONE
    for address, one in sorted(hosts.items()):
        differs = "" if one.arena == VERSION else f", and here is {VERSION}: install the same"
        screen.line(f"{one.name} ({address})")
        _line(screen, f"arena {one.arena}{differs}; Python {one.python}")
        _line(screen, f"isolation {one.isolation}; {one.processor}")
        _line(screen, f"rules {'compiled' if one.compiled else 'interpreted'}")
    if not hosts:
        screen.out("The scheduler has no worker processes: start some.")
    return exits.FAILED if other or not hosts else exits.DONE


def _flaws(database: str) -> list[str]:
    """What is wrong with a database, if it is a file."""
    path = Path(database.removeprefix("sqlite:///"))
    return [] if "://" in str(path) or not path.exists() else list(flaws(path))


def _show_flaws(screen: Screen, wrong: list[str]) -> None:
    for one in wrong[:MOST_SHOWN]:
        _line(screen, f"DAMAGED: {one}")
    if len(wrong) > MOST_SHOWN:
        _line(screen, f"... and {len(wrong) - MOST_SHOWN} more; --json lists all")


def _show(screen: Screen, findings: list[Finding], in_force: str, database: str) -> None:
    screen.out("Isolation")
    for one in findings:
        works = "works" if one.works else "does not work"
        screen.out(f"  {one.name:<18}{works}{' (in force)' if one.name == in_force else ''}")
        _line(screen, one.meaning if one.works or one.trouble is None else one.trouble.why)
        if not one.works and one.trouble is not None and one.trouble.fix:
            # Not filled: it is there to be copied.
            screen.out(f"{'':<{_INDENT}}mend: {one.trouble.fix}")
    screen.out(f"  {'limits':<18}{_limits()}")
    screen.out(f"  {'bots run as':<18}{effective_user()}")
    screen.out(f"\nPython              {platform.python_version()}")
    screen.out(f"Rules               {games.form()}")
    screen.out(f"Database            {_place(database)}")
    bots = counted(len(screen.shelf.names()), "submitted bot")
    screen.out(f"Shelf               {screen.shelf.place} ({bots})")
    screen.next_steps("doctor --attack")


def _json(findings: list[Finding], in_force: str, database: str) -> dict[str, object]:
    facts = try_sandbox()
    levels: list[dict[str, object]] = [
        {
            "name": one.name,
            "works": one.works,
            "meaning": one.meaning,
            **_trouble(None if one.works else one.trouble),
        }
        for one in findings
    ]
    limits: dict[str, object] = {
        "works": facts.groups is not None,
        "proven": facts.groups is not None and facts.groups.proven,
        **_trouble(facts.no_limits),
    }
    return {
        "isolation": {"in_force": in_force, "levels": levels, "limits": limits},
        "python": platform.python_version(),
        "rules": {"compiled": games.compiled(), "reason": games.form()},
        "database": _place(database),
    }


def _trouble(trouble: Trouble | None) -> dict[str, object]:
    return {
        "why": trouble.why if trouble is not None else None,
        "fix": (trouble.fix or None) if trouble is not None else None,
    }


def _limits() -> str:
    """Whether bots are held to limits, and how sure that is."""
    facts = try_sandbox()
    if facts.groups is None:
        why = facts.no_limits or facts.trouble
        return f"none: {why.why}" if why is not None else "none"
    if facts.groups.proven:
        return "memory, processes, CPU, freeze (control groups v1)"
    return "memory, processes, CPU, freeze (control groups v2: unproven, try doctor --attack)"


def _place(database: str) -> str:
    if "://" in database:
        return re.sub(r"(://[^:/@]*):[^@]*@", r"\1@", database)  # no password on a screen
    path = Path(database).resolve()
    return f"{path}{'' if path.exists() else ' (not made yet)'}"


def _line(screen: Screen, text: str) -> None:
    screen.out(fill(f"{'':<{_INDENT}}{text}", _INDENT))


def _attack(screen: Screen, level: str, *, as_json: bool) -> int:
    """Try every attack; 1 if one gets out that should be contained."""

    async def tried() -> list[Tried]:
        results = []
        async for one in drill(chosen):
            results.append(one)
            if not as_json:
                screen.out(_verdict(one))
        return results

    with closing(isolation(level, screen.environment)) as chosen:
        if not as_json:
            screen.out(fill(f"Attacks from within '{chosen.name}', {chosen.meaning}.", 0))
            screen.out(f"{platform.system()} {platform.release()} {platform.machine()}\n")
        results = asyncio.run(tried())
    broken = [one for one in results if one.expected and not one.contained]
    if as_json:
        screen.json(
            {
                "level": chosen.name,
                "contained": sum(one.contained for one in results),
                "tried": len(results),
                "attacks": [vars(one) for one in results],
            }
        )
        return exits.FAILED if broken else exits.DONE
    contained = sum(one.contained for one in results)
    screen.out(f"\n{contained} of {len(results)} attacks contained.")
    open_ones = len(results) - contained - len(broken)
    if open_ones:
        screen.out(f"{open_ones} succeeded, as this level does not claim to stop them.")
    for one in broken:
        screen.out(f"NOT CONTAINED, though it should be: {one.title} ({one.detail})")
    screen.note("What is protected against whom: SECURITY.md, docs/isolation.md.")
    return exits.FAILED if broken else exits.DONE


def _verdict(one: Tried) -> str:
    word = "contained" if one.contained else "succeeded" if not one.expected else "BROKE OUT"
    return fill(f"{one.number:>3}  {word:<10} {one.title}: {one.detail}", 16)
