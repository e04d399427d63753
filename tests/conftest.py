"""Real Postgres for everybody: one throw-away server a run, and for each test a database of its
own, cloned from a template that has the schema."""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import psycopg
import pytest
from hypothesis import HealthCheck, settings

from regent.database import Connection, Database
from regent.encryption import Encryption
from regent.install import install
from regent.local.postgres import Postgres
from regent.settings import Settings
from regent.stores.members import Members
from regent.stores.queue import Queues
from regent.stores.retention import Retention
from tests.support import restoring, warm
from tests.support.botocore import read_service_models_once
from tests.support.clock import Clock, StoppedClock
from tests.support.databases import Databases, tidy
from tests.support.postgres import throw_away

pytest_plugins = [
    "tests.support.http",
    "tests.support.kms",
    "tests.support.scheduling",
    "tests.support.server",
]


#: Databases of a run, its servers' WAL, and room to spare.
MEMORY_WANTED_BYTES = 4 * 1024**3


#: For Spark's JVMs, each of which lives for seconds: the optimizing compiler never pays off. To
#: verify the byte code of Spark's classes takes each of them a second.
_QUICK_JAVA = (
    "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
    " -XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote"
)


# A busy machine is slow to make examples and to run them; that is no finding.
settings.register_profile("regent", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("regent")


def pytest_configure(config: pytest.Config) -> None:
    """A folder of this run's own: pytest closes the one that all runs share to other users
    whenever another run starts, and as root Postgres runs as another user."""
    os.environ.setdefault("JDK_JAVA_OPTIONS", _QUICK_JAVA)
    os.environ["MOTO_EC2_LOAD_DEFAULT_AMIS"] = "false"  # A thousand images, and we name none.
    read_service_models_once()
    if config.option.basetemp is None:
        folder = tempfile.mkdtemp(prefix="regent-", dir=_folder_in_memory())
        config.option.basetemp = folder
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is imported and collected stays: looking for garbage there was a third of the work."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def _folder_in_memory() -> str | None:
    """A database for each test is a thousand small files: four times as fast where no disk is."""
    memory = Path("/dev/shm")
    roomy = memory.is_dir() and shutil.disk_usage(memory).free > MEMORY_WANTED_BYTES
    return str(memory) if roomy and os.access(memory, os.W_OK | os.X_OK) else None


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    with throw_away(tmp_path_factory.mktemp("postgres") / "data") as server:
        yield server


@pytest.fixture(scope="session")
def databases(postgres: Postgres) -> Iterator[Databases]:
    databases = Databases(postgres)
    yield databases
    databases.close()


@pytest.fixture(scope="session")
def template(databases: Databases) -> str:
    """The name of a database as an install leaves it."""

    def fill(url: str) -> None:
        install(url)
        restoring.prepare(url)
        tidy(url)

    return databases.template("template_regent", fill)


#: Rooms whose tests look at rows and answers. Elsewhere they also count sessions, or change more
#: than rows.
_AGAIN = ("api", "conformance", "log", "races", "schedules", "sql")


@pytest.fixture
def owner_url(databases: Databases, template: str, request: pytest.FixtureRequest) -> Iterator[str]:
    """This test's database, as the superuser."""
    room = request.path.relative_to(Path(__file__).parent).parts[0]
    new = request.node.get_closest_marker("new_database") is not None
    url = databases.copy(template, again=room in _AGAIN and not new)
    yield url
    databases.give_back(url)


@pytest.fixture
def url(owner_url: str) -> str:
    """This test's database, as the role that the API logs in with."""
    return owner_url.replace("//postgres@", "//regent_api@")


@pytest.fixture
def clock(owner_url: str) -> Clock:
    return Clock(owner_url)


@pytest.fixture
def stopped_clock(owner_url: str) -> StoppedClock:
    clock = StoppedClock(owner_url)
    clock.advance(0)
    return clock


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    with warm.opened(url) as database:
        yield database


@pytest.fixture
def store(database: Database) -> Queues:
    return Queues(database, Encryption(Settings()))


@pytest.fixture
def members(database: Database) -> Members:
    return Members(database, Encryption(Settings()))


@pytest.fixture
def jobs_url(owner_url: str) -> str:
    """This test's database, as the role that the jobs log in with."""
    return owner_url.replace("//postgres@", "//regent_jobs@")


@pytest.fixture
def retention(jobs_url: str) -> Iterator[Retention]:
    with warm.opened(jobs_url) as database:
        yield Retention(database)


@pytest.fixture
def connect(url: str) -> Iterator[Callable[[], Connection]]:
    """Further sessions, for tests that step through what two of them do at once."""
    opened: list[Connection] = []

    def another() -> Connection:
        opened.append(psycopg.connect(url))
        return opened[-1]

    yield another
    for connection in opened:
        connection.close()
