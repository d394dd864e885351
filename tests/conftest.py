"""What all tests share."""

import signal

import pytest


def pytest_configure(config: pytest.Config) -> None:
    # A shell starts background jobs with interrupts ignored, and programs inherit that. Tests
    # interrupt the programs they start, wherever the run itself was started.
    signal.signal(signal.SIGINT, signal.default_int_handler)
