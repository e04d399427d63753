"""The fixtures of wires.py, and a process in which no consumer of an earlier test is heard of."""

from __future__ import annotations

import signal

import pytest

from regent.client.stopping import sigterm
from tests.client.wires import group, wire

__all__ = ["group", "wire"]


@pytest.fixture(autouse=True)
def nobody_handles_sigterm() -> None:
    """A consumer that is closed in another thread leaves the handler behind, idle; so may one of an
    earlier test, in whichever order tests come."""
    if signal.getsignal(signal.SIGTERM) == sigterm._handle:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
    sigterm._consumers = ()
