"""One suite for both ways to reach a log: over a database, and over HTTP. HTTP goes through a real
server or straight to the handlers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from regent.database import Database
from regent.log import Log
from regent.settings import Settings
from tests.client.handlers import Wire
from tests.local.conftest import LocalServer
from tests.support.clock import Clock
from tests.support.http import Call

#: The handlers' answers are compared with their descriptions; the server's come over a socket.
WAYS = ("database", "server", pytest.param("handlers", marks=pytest.mark.slow))


@dataclass(frozen=True)
class Place:
    """A log, and its database as the owner."""

    log: Log
    owner_url: str
    #: For other processes: a URL of the database or of the server.
    where: str


@pytest.fixture(scope="session")
def log_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServer]:
    server = LocalServer(
        tmp_path_factory.mktemp("log"), {"REGENT_WORKERS": "1"}, handlers="functions.handlers"
    )
    yield server
    server.stop()


@pytest.fixture
def over_database(owner_url: str, url: str, database: Database) -> Place:
    return Place(Log.over(database), owner_url, url)


@pytest.fixture
def over_handlers(owner_url: str, call: Call) -> Place:
    return Place(Log.at("http://handlers", transport=Wire(call)), owner_url, "")


@pytest.fixture
def over_server(log_server: LocalServer) -> Iterator[Place]:
    owner = Database(Settings(database_url=log_server.database_url))
    Log.over(owner).clear()
    with Log.at(log_server.url) as log:
        yield Place(log, log_server.database_url, log_server.url)
    Clock(log_server.database_url).advance(0)
    owner.close()


@pytest.fixture(params=WAYS)
def place(request: pytest.FixtureRequest) -> Place:
    found: Place = request.getfixturevalue(f"over_{request.param}")
    return found


@pytest.fixture(params=("database", "server"))
def shared_place(request: pytest.FixtureRequest) -> Place:
    """A place that several processes can reach."""
    found: Place = request.getfixturevalue(f"over_{request.param}")
    return found


@pytest.fixture
def log(place: Place) -> Log:
    return place.log


@pytest.fixture
def clock(place: Place) -> Clock:
    """The clock of the database of this test's log."""
    return Clock(place.owner_url)
