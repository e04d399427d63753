"""The pytest plugin: tests get a real server, with a clock that they move.

pytest imports this module in every run in an environment that has Regent. So it brings nothing
along: whatever a fixture needs is imported by the first test that asks for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from regent import AsyncRegent, Regent
    from regent.pytest_plugin.server import RegentServer


@pytest.fixture(scope="session")
def regent_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RegentServer]:
    """A real server on a free port of this machine, for all tests of this process. Its data are
    gone with it."""
    with _started(tmp_path_factory) as server:
        yield server


@pytest.fixture
def own_regent_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RegentServer]:
    """A server for one test alone, which takes seconds to start."""
    with _started(tmp_path_factory) as server:
        yield server


@pytest.fixture
def regent_prefix(request: pytest.FixtureRequest) -> str:
    """The beginning of the names of this test's queues."""
    from regent.pytest_plugin.clients import prefix_for  # noqa: PLC0415

    return prefix_for(request.node.name)


@pytest.fixture
def regent(regent_server: RegentServer, regent_prefix: str) -> Iterator[Regent]:
    """A client for threads, whose queues are this test's own."""
    with regent_server.client(prefix=regent_prefix) as client:
        yield client


@pytest.fixture
def async_regent(regent_server: RegentServer, regent_prefix: str) -> AsyncRegent:
    """A client for asyncio, whose queues are this test's own. The test closes it, in its own event
    loop: ``async with async_regent``."""
    return regent_server.async_client(prefix=regent_prefix)


@contextmanager
def _started(folders: pytest.TempPathFactory) -> Iterator[RegentServer]:
    from regent.pytest_plugin.server import RegentServer, ServerFailed  # noqa: PLC0415

    try:
        server = RegentServer(folders.mktemp("regent"))
    except ServerFailed as failed:
        pytest.fail(str(failed), pytrace=False)
    with server:
        yield server
