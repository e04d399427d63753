"""Seed 002: isolation levels from a whitelist, timeouts, and retries after contention."""

import pytest

from regent.database import Connection, Database, IsolationLevel
from regent.errors import Busy
from tests.support.rows import rows, value

SERIALIZATION_FAILURE = "40001"
DEADLOCK = "40P01"


class Contended:
    """Work that runs into another transaction the first ``times`` times."""

    def __init__(self, times: int, sqlstate: str = SERIALIZATION_FAILURE) -> None:
        self.runs = 0
        self._times = times
        self._sqlstate = sqlstate

    def __call__(self, connection: Connection) -> str:
        self.runs += 1
        if self.runs <= self._times:
            raised = f"do $$ begin raise exception 'x' using errcode = '{self._sqlstate}'; end $$"
            connection.execute(raised.encode())
        return "done"


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long the retries would have slept."""
    delays: list[float] = []
    monkeypatch.setattr("regent.database.time.sleep", delays.append)
    return delays


def test_002_isolation_levels_are_a_whitelist() -> None:
    assert [level.name.replace("_", " ") for level in IsolationLevel] == [
        "READ COMMITTED",
        "REPEATABLE READ",
        "SERIALIZABLE",
    ]
    with pytest.raises(KeyError):
        IsolationLevel["READ_UNCOMMITTED"]


@pytest.mark.parametrize("level", list(IsolationLevel))
def test_002_isolation_a_transaction_runs_at_the_level_asked_for(
    database: Database, level: IsolationLevel
) -> None:
    def show(connection: Connection) -> str:
        return str(connection.execute("show transaction_isolation").fetchall()[0][0])

    assert database.transaction(show, level) == level.name.replace("_", " ").lower()
    # The next one on the same connection is back at the default.
    assert database.transaction(show) == "read committed"
    assert database.fetch("show transaction_isolation")[0][0] == "read committed"


def test_002_timeouts_of_every_session(database: Database) -> None:
    assert database.fetch("show statement_timeout")[0][0] == "30s"
    assert database.fetch("show lock_timeout")[0][0] == "5s"


def test_002_timeouts_belong_to_the_role_as_well(url: str) -> None:
    assert value(url, "show statement_timeout") == "30s"
    assert value(url, "show lock_timeout") == "5s"


@pytest.mark.parametrize("sqlstate", [SERIALIZATION_FAILURE, DEADLOCK])
def test_002_retry_after_100_200_and_400_milliseconds(
    database: Database, slept: list[float], sqlstate: str
) -> None:
    """With a quarter of jitter, so that two transactions that met do not meet again."""
    work = Contended(3, sqlstate)
    assert database.transaction(work) == "done"
    assert work.runs == 4
    first, second, third = slept
    assert 0.075 <= first <= 0.125
    assert 0.15 <= second <= 0.25
    assert 0.3 <= third <= 0.5


def test_002_retry_gives_up_after_three(database: Database, slept: list[float]) -> None:
    work = Contended(99)
    with pytest.raises(Busy) as raised:
        database.transaction(work)
    assert (work.runs, len(slept)) == (4, 3)
    assert (raised.value.code, raised.value.status) == ("BUSY", 503)


def test_002_retry_does_not_repeat_other_errors(database: Database, slept: list[float]) -> None:
    work = Contended(99, "RG001")
    with pytest.raises(Exception, match="x"):
        database.transaction(work)
    assert (work.runs, slept) == (1, [])


def test_002_retry_starts_from_a_clean_transaction(
    database: Database, slept: list[float], owner_url: str
) -> None:
    rows(owner_url, "create table public.seen (run integer)")
    rows(owner_url, "grant insert, select on public.seen to regent_api")
    contended = Contended(2)

    def work(connection: Connection) -> None:
        connection.execute("insert into public.seen values (%s)", (contended.runs,))
        contended(connection)

    database.transaction(work)
    assert rows(owner_url, "select run from public.seen") == [{"run": 2}]
    assert len(slept) == 2
