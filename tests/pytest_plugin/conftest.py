"""One server for all tests of this room, as a program's tests have one for a run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from regent.pytest_plugin.clients import RegentOfTest, prefix_for
from regent.pytest_plugin.server import RegentServer


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RegentServer]:
    with RegentServer(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture
def client(server: RegentServer, request: pytest.FixtureRequest) -> Iterator[RegentOfTest]:
    with server.client(prefix=prefix_for(request.node.name)) as client:
        yield client
