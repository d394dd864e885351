"""What tests of bots that speak lines share."""

from tests.isolation.conftest import ground, sandbox

__all__ = ["ground", "sandbox"]
