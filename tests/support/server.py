"""The one-machine server with its real handlers, for tests of several rooms.

A pytest plugin (conftest.py names it).
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.local.conftest import LocalServer


@pytest.fixture(scope="session")
def real_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServer]:
    """One server with two workers for all tests of this process: each has queues, topics and groups
    of its own in it, and leaves the clock alone."""
    folder = tmp_path_factory.mktemp("server")
    server = LocalServer(folder, {"REGENT_WORKERS": "2"}, handlers="functions.handlers")
    yield server
    server.stop()
