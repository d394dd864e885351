"""Levels by name: what is in force, what is refused, and what is said about it."""

import os
import pickle
import time
from contextlib import closing
from dataclasses import fields
from pathlib import Path
from typing import Final

import pytest

from referee.bots.conditions import Conditions
from referee.bots.entry import parse_entry
from referee.bots.hosting import Hosting
from referee.bots.manifest import Manifest
from referee.isolation import container, levels, probe
from referee.isolation.cgroups import Groups
from referee.isolation.container import Container, Engine
from referee.isolation.levels import (
    STRENGTH,
    Chosen,
    choose,
    isolation,
    refuse_foreign,
    survey,
)
from referee.isolation.limits import LimitError, Limits, parse_limits
from referee.isolation.plain import SeparateProcess
from referee.isolation.port import Launch, LaunchError
from referee.isolation.probe import SandboxFacts, Trouble, diagnose, install_fix

HERE: Final = {"PATH": os.defpath}
MISSING: Final = SandboxFacts(Trouble("bubblewrap is not installed", "sudo apt-get install x"))
NO_LIMITS: Final = SandboxFacts(None, None, Trouble("no control groups"))


def there_is(monkeypatch: pytest.MonkeyPatch, facts: SandboxFacts) -> None:
    monkeypatch.setattr(levels, "try_sandbox", lambda: facts)


def test_auto_is_the_sandbox_where_it_works(sandbox: str) -> None:
    level = isolation("auto", HERE)
    level.close()

    assert level.name == sandbox


def test_auto_is_a_process_where_no_sandbox_works(monkeypatch: pytest.MonkeyPatch) -> None:
    there_is(monkeypatch, MISSING)

    level = isolation("auto", HERE)

    assert isinstance(level, SeparateProcess)
    assert "can read your files" in level.meaning


def test_a_level_that_was_asked_for_is_refused_with_reason_and_fix_never_weakened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    there_is(monkeypatch, MISSING)

    with pytest.raises(LaunchError) as refused:
        isolation("sandbox", HERE)

    assert str(refused.value) == (
        "isolation 'sandbox' does not work here: bubblewrap is not installed; "
        "to mend it: sudo apt-get install x"
    )


def test_a_sandbox_without_limits_has_another_name(monkeypatch: pytest.MonkeyPatch) -> None:
    there_is(monkeypatch, NO_LIMITS)

    level = isolation("sandbox", HERE)
    level.close()

    assert level.name == "sandbox-nolimits"
    assert "not limited" in level.meaning


def test_a_container_is_refused_where_no_engine_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    dead = Engine("", Trouble("docker is here but does not work", "sudo systemctl start docker"))
    monkeypatch.setattr(container, "try_container", lambda: dead)

    with pytest.raises(LaunchError, match="'container' does not work here: docker is here but"):
        isolation("container", HERE)


def test_no_engine_at_all_is_told_with_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    container.try_container.cache_clear()
    monkeypatch.setattr("shutil.which", lambda _: None)

    engine = container.try_container()
    container.try_container.cache_clear()

    assert engine.trouble is not None
    assert engine.trouble.why == "neither podman nor docker is installed"
    assert "podman" in engine.trouble.fix


def test_a_container_shows_what_a_sandbox_shows_and_no_more(tmp_path: Path) -> None:
    launch = Launch(("./run",), tmp_path, tmp_path / "socket", tmp_path, {"X": "y"}, python=False)

    words = Container(Limits(), "podman").command(launch, "one")

    assert words[words.index("--network") :][:2] == ["--network", "none"]
    assert "--read-only" in words
    assert f"{tmp_path}:{tmp_path}:ro" in words
    volumes = [words[at + 1] for at, word in enumerate(words) if word == "--volume"]
    assert all(volume.endswith(":ro") for volume in volumes)


@pytest.mark.parametrize("floor", STRENGTH)
def test_the_floor_can_only_be_raised(floor: str) -> None:
    environment = {**HERE, "ARENA_MIN_ISOLATION": floor}

    if STRENGTH.index(floor) <= STRENGTH.index("process"):
        assert isolation("process", environment).name == "process"
    else:
        with pytest.raises(LaunchError, match=f"'process' is below ARENA_MIN_ISOLATION={floor}"):
            isolation("process", environment)


def test_a_floor_that_does_not_exist_is_refused() -> None:
    with pytest.raises(LaunchError, match="ARENA_MIN_ISOLATION is 'steel'"):
        isolation("none", {"ARENA_MIN_ISOLATION": "steel"})


# --- chosen, and not opened --------------------------------------------------------------------


@pytest.mark.parametrize("level", ["auto", "none", "process", "sandbox"])
def test_what_is_chosen_is_what_would_be_opened(sandbox: str, level: str) -> None:
    limits = Limits(memory_mb=100, cpus=2.0)

    chosen = choose(level, HERE, limits)

    with closing(isolation(level, HERE, limits)) as opened:
        assert chosen == Chosen(opened.name, opened.meaning, opened.freezes)


@pytest.mark.parametrize("facts", [SandboxFacts(None, Groups(None, {})), NO_LIMITS, MISSING])
def test_a_level_is_chosen_without_being_opened(
    monkeypatch: pytest.MonkeyPatch, facts: SandboxFacts
) -> None:
    there_is(monkeypatch, facts)

    def opened(*_: object) -> None:
        raise AssertionError("it was opened")

    monkeypatch.setattr(SandboxFacts, "open", opened)

    chosen = choose("auto", HERE)

    limited = facts.groups is not None
    name = "process" if facts is MISSING else "sandbox" if limited else "sandbox-nolimits"
    assert (chosen.name, chosen.freezes) == (name, limited)


@pytest.mark.parametrize(
    ("level", "floor"),
    [("sandbox", "none"), ("steel", "none"), ("none", "steel"), ("process", "sandbox")],
    ids=["does not work", "unknown level", "unknown floor", "below the floor"],
)
def test_to_choose_is_refused_as_to_open_is(
    monkeypatch: pytest.MonkeyPatch, level: str, floor: str
) -> None:
    there_is(monkeypatch, MISSING)
    environment = {**HERE, "ARENA_MIN_ISOLATION": floor}
    refused = []
    for way in (choose, isolation):
        with pytest.raises(LaunchError) as error:
            way(level, environment)
        refused.append(str(error.value))

    assert refused[0] == refused[1]


def test_how_bots_are_started_can_travel_and_carries_no_environment() -> None:
    hosting = Hosting("process", Conditions(), "test")

    assert pickle.loads(pickle.dumps(hosting)) == hosting
    assert "environment" not in {field.name for field in fields(hosting)}


# --- bots of others -----------------------------------------------------------------------------


@pytest.mark.parametrize("level", STRENGTH)
@pytest.mark.parametrize("trusted", [False, True])
def test_submitted_bots_need_a_sandbox_with_limits(level: str, trusted: bool) -> None:
    if trusted or level in ("sandbox", "container"):
        refuse_foreign(level, ["stranger"], trusted=trusted)
    else:
        with pytest.raises(LaunchError, match="stranger: submitted bots need"):
            refuse_foreign(level, ["stranger"], trusted=trusted)
    refuse_foreign(level, [], trusted=False)


def test_bots_of_the_house_are_not_foreign() -> None:
    assert not parse_entry("random").manifest.foreign
    assert Manifest(Path(), "stranger", ("./run",), foreign=True).foreign


def test_the_record_marks_a_match_with_bots_that_nothing_held() -> None:
    hosting = Hosting("process", Conditions(), "test", trust_foreign=True, foreign=True)

    assert hosting.facts["unisolated"] is True
    assert "unisolated" not in Hosting("process", Conditions(), "test").facts
    assert "unisolated" not in Hosting("sandbox", Conditions(), "test", foreign=True).facts


# --- why it does not work -----------------------------------------------------------------------

SAID: Final = "Creating new namespace failed: Operation not permitted"


def system(root: Path, **files: str) -> Path:
    for name, content in files.items():
        path = root / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    return root


def test_a_sysctl_that_forbids_namespaces_is_named(tmp_path: Path) -> None:
    first = diagnose(SAID, system(tmp_path, proc__sys__kernel__unprivileged_userns_clone="0\n"))
    other = system(tmp_path / "other", proc__sys__user__max_user_namespaces="0\n")
    second = diagnose(SAID, other)

    assert first.fix == "sudo sysctl -w kernel.unprivileged_userns_clone=1"
    assert second.fix == "sudo sysctl -w user.max_user_namespaces=15000"


def test_apparmor_is_named_with_the_profile_to_load(tmp_path: Path) -> None:
    name = "proc__sys__kernel__apparmor_restrict_unprivileged_userns"

    trouble = diagnose(SAID, system(tmp_path, **{name: "1\n"}))

    assert "AppArmor" in trouble.why
    assert "profile bwrap /usr/bin/bwrap" in trouble.fix
    assert "apparmor_parser -r /etc/apparmor.d/bwrap" in trouble.fix


def test_a_container_is_named(tmp_path: Path) -> None:
    trouble = diagnose(SAID, system(tmp_path, run__x=""))
    inside = diagnose(SAID, system(tmp_path, **{".dockerenv": ""}))

    assert trouble.why == f"bubblewrap fails: {SAID}"
    assert "this is a container" in inside.why


def test_a_missing_package_is_named_with_the_command_that_installs_it(tmp_path: Path) -> None:
    (tmp_path / "usr/bin").mkdir(parents=True)
    assert install_fix("bubblewrap", tmp_path) == "install bubblewrap"
    (tmp_path / "usr/bin/dnf").touch()
    assert install_fix("bubblewrap", tmp_path) == "sudo dnf install -y bubblewrap"


def test_a_machine_without_bubblewrap_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    probe.try_sandbox.cache_clear()
    monkeypatch.setattr("shutil.which", lambda _: None)

    facts = probe.try_sandbox()
    probe.try_sandbox.cache_clear()

    assert facts.trouble is not None
    assert facts.trouble.why == "bubblewrap is not installed"


def test_trying_is_quick_and_done_once(sandbox: str) -> None:
    probe.try_sandbox.cache_clear()
    begun = time.process_time()
    first = probe.try_sandbox()
    own = time.process_time() - begun

    assert probe.try_sandbox() is first
    assert own < 0.1


def test_the_survey_has_every_level_the_strongest_first(sandbox: str) -> None:
    assert [one.name for one in survey()] == list(reversed(STRENGTH))


# --- limits -------------------------------------------------------------------------------------


def test_limits_are_written_by_name() -> None:
    limits = parse_limits({"memory_mb": "512", "cpus": "0.5"})

    assert limits == Limits(memory_mb=512, cpus=0.5)


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("memory", "1", "there is no limit 'memory'"),
        ("memory_mb", "many", "limit memory_mb is a number"),
        ("memory_mb", "1", "limit memory_mb is at least 16"),
        ("cpus", "inf", "limit cpus is at most 4096"),
        ("cpus", "0", "limit cpus is at least 0.05"),
    ],
)
def test_a_limit_that_makes_no_sense_is_refused(name: str, value: str, told: str) -> None:
    with pytest.raises(LimitError, match=told):
        parse_limits({name: value})
