"""A package outside the tree, installed as anybody would: with pip, into a folder of its own."""

import os
from pathlib import Path

import pytest

from tests.outside.installing import installed


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where it is installed, its rules not compiled."""
    return installed(tmp_path_factory.mktemp("outside"), ARENA_COMPILE="0")


@pytest.fixture
def outside(site: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The package is there, for this process and for those it starts."""
    monkeypatch.syspath_prepend(site)
    there = os.environ.get("PYTHONPATH", "")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, (str(site), there))))
    return site
