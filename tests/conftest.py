"""What all tests share."""

import signal
from collections import defaultdict
from collections.abc import Iterator

import pytest

from tests.postgres import Server, running


class Minutes:
    """What each group of tests costs, told at the end for everybody to see."""

    def __init__(self) -> None:
        self._seconds: defaultdict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        group = report.nodeid.removeprefix("tests/").partition("/")[0]
        self._seconds[group] += report.duration

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if len(self._seconds) > 1:
            terminalreporter.write_line("minutes by group of tests")
            costs = sorted(self._seconds.items(), key=lambda one: -one[1])
            for group, seconds in costs:
                terminalreporter.write_line(f"{seconds / 60:7.2f}  {group}")


def pytest_configure(config: pytest.Config) -> None:
    # A shell starts background jobs with interrupts ignored, and programs inherit that. Tests
    # interrupt the programs they start, wherever the run itself was started.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    config.pluginmanager.register(Minutes())


@pytest.fixture(autouse=True, scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What tests make of bots is kept apart from the user's."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A database server that is not harmed; it is started with the first test that asks."""
    with running() as started:
        yield started
