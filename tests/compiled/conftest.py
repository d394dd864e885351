"""Builds are slow, so there is one of each kind for all tests."""

import os
import shutil

import pytest

from tests.compiled.installs import GAMES, Install, copy_checkout, install

needs_compiler = pytest.mark.skipif(
    not any(shutil.which(name) for name in ("cc", "gcc", "clang"))
    and os.environ.get("CI") != "true",
    reason="no C compiler here",
)


@pytest.fixture(scope="session")
def editable(tmp_path_factory: pytest.TempPathFactory) -> Install:
    folder = tmp_path_factory.mktemp("editable")
    return install(copy_checkout(folder / "checkout"), folder / "env", "--editable")


@pytest.fixture(scope="session")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Install:
    """With binaries of an older build left over, as pip leaves them."""
    folder = tmp_path_factory.mktemp("plain")
    checkout = copy_checkout(folder / "checkout")
    for lib in ("lib", "lib.linux-x86_64-cpython-311"):
        left_over = checkout / "build" / lib / GAMES
        left_over.mkdir(parents=True)
        (left_over / "rules_0123456789abcdef__mypyc.so").write_bytes(b"old")
    return install(checkout, folder / "env")


@pytest.fixture
def installed(request: pytest.FixtureRequest) -> Install:
    """The install of the kind that the test asks for by name."""
    result = request.getfixturevalue(request.param)
    assert isinstance(result, Install)
    return result
