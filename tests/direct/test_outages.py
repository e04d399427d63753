"""What a program sees when its database is gone, slow or another one: as honest as over HTTP."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from regent import AsyncRegent, Regent, RetryPolicy
from regent.client import Unreachable
from regent.direct import watchdog
from regent.errors import Busy
from tests.client.wires import in_thread, wait_until
from tests.support.databases import Databases
from tests.support.rows import stored


def test_nobody_listens() -> None:
    with (
        Regent("postgresql://regent_api:s3cret@127.0.0.1:9/none", timeout_seconds=0.3) as regent,
        pytest.raises(Unreachable, match=r"postgresql://regent_api@127\.0\.0\.1:9/none") as gone,
    ):
        regent.queue("q").push(1, partition="p")
    assert not gone.value.sent
    assert "s3cret" not in str(gone.value)


def test_what_must_not_happen_twice_is_sent_again_where_nothing_can_have_happened() -> None:
    """As over HTTP: there is no connection, so a pop without leases may be tried again."""
    with Regent("postgresql://regent_api@127.0.0.1:9/none", timeout_seconds=0.5) as regent:
        budget = regent._session.options.calls
        before = budget._stock
        with pytest.raises(Unreachable) as gone:
            regent.queue("q").pop(auto_ack=True)
        assert not gone.value.sent
        assert budget._stock < before


def test_a_connection_that_ended_while_idle_is_replaced(regent: Any, owner: Any) -> None:
    regent.queue("q").push(1)
    owner.end_sessions()
    regent.queue("q").push(2)
    assert regent.queue("q").pop(2).payloads == [1, 2]


def test_a_connection_that_ends_in_a_push_stores_it_once(straight: Regent, owner: Any) -> None:
    straight.queue("q").push(1)
    with owner.holding():
        pushing = in_thread(lambda: straight.queue("q").push(2))
        owner.until_one_waits()
        owner.end_sessions(waiting=True)
    assert pushing.result(20).id
    assert straight.queue("q").pop(3).payloads == [1, 2]


def test_what_must_not_happen_twice_is_not_sent_again(straight: Regent, owner: Any) -> None:
    straight.queue("q").push_many([1, 2], partition="p")
    straight.queue("q").pop(auto_ack=True)
    with owner.holding("queen.partition_consumers"):
        popping = in_thread(lambda: straight.queue("q").pop(auto_ack=True))
        owner.until_one_waits()
        owner.end_sessions(waiting=True)
        with pytest.raises(Unreachable) as gone:
            popping.result(20)
    assert gone.value.sent


def test_a_server_that_only_reads_is_left(
    url: str, owner_url: str, owner: Any, databases: Databases
) -> None:
    """After a failover the connection may lead to what has become a replica."""
    databases.configure(owner_url, "default_transaction_read_only = on")
    with Regent(url, timeout_seconds=0.3) as regent:
        with pytest.raises(Unreachable, match="only reads"):
            regent.queue("q").push(1, partition="p")
        databases.configure(owner_url, "default_transaction_read_only = off")
        assert regent.queue("q").push(1, partition="p", timeout_seconds=20).id


def test_time_that_is_up_ends_the_statement_and_nothing_has_happened(
    url: str, owner_url: str, owner: Any
) -> None:
    with Regent(url, timeout_seconds=0.5) as regent:
        regent.queue("q").push(1)
        with owner.holding(), pytest.raises(Busy):
            regent.queue("q").push(2)
        wait_until(lambda: owner.sessions(waiting=True) == [])
        assert stored(owner_url) == 1
        assert not regent.queue("q").push(3).duplicate


def test_without_the_watchdog_it_would_go_on(
    url: str, owner: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watchdog, "_cancel", lambda _: None)
    monkeypatch.setattr(watchdog, "_cut", lambda _: None)
    with Regent(url, timeout_seconds=0.5) as regent:
        regent.queue("q").push(1)
        with owner.holding():
            pushing = in_thread(lambda: regent.queue("q").push(2))
            owner.until_one_waits()
            with pytest.raises(TimeoutError):
                pushing.result(1.0)
        assert pushing.result(20).id


def test_a_server_that_hears_no_cancellation_is_left(
    url: str, owner: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watchdog, "_cancel", lambda _: None)
    monkeypatch.setattr(watchdog, "_GRACE_SECONDS", 0.2)
    with Regent(url, timeout_seconds=0.5) as regent:
        regent.queue("q").push(1)
        with owner.holding(), pytest.raises(Unreachable) as gone:
            regent.queue("q").push(2)
        assert gone.value.sent


def test_a_cancelled_connection_meets_no_other_statement(
    url: str, owner: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A cancellation that comes late would end whatever runs on the connection then."""
    late = threading.Event()
    cancel = watchdog._cancel

    def slowly(connection: Any) -> None:
        late.wait(20)
        cancel(connection)

    monkeypatch.setattr(watchdog, "_cancel", slowly)
    with Regent(url, timeout_seconds=0.3, max_connections=1) as regent:
        regent.queue("q").push(1)
        with owner.holding():
            pushing = in_thread(lambda: regent.queue("q").push(2))
            owner.until_one_waits()
            wait_until(lambda: [w.is_cancelled for w in _watched(regent)] == [True])
        assert pushing.result(20).id
        wait_until(lambda: owner.sessions() == [])
        late.set()


def _watched(regent: Regent) -> list[Any]:
    there = regent._session.options.road.there()  # type: ignore[union-attr]
    return list(there.lines._watchdog._running)


def test_no_connection_is_free(url: str, owner: Any) -> None:
    with Regent(url, max_connections=1) as regent:
        regent.queue("q").push(1)
        with owner.holding():
            first = in_thread(lambda: regent.queue("q").push(2))
            owner.until_one_waits()
            with pytest.raises(Unreachable, match="raise max_connections") as busy:
                regent.queue("q").push(3, timeout_seconds=0.3)
        assert not busy.value.sent
        assert first.result(20).id


def test_threads_share_a_few_connections(url: str, owner: Any) -> None:
    with Regent(url, max_connections=3) as regent:
        queue = regent.queue("q")
        queue.create()

        def push(worker: int) -> None:
            for number in range(20):
                queue.push(number, partition=str(worker))

        for done in [in_thread(lambda worker=worker: push(worker)) for worker in range(12)]:
            done.result(60)
        assert len(owner.sessions()) <= 3
        seen: dict[str, list[int]] = {}
        for message in queue.pop(500, partitions=20):
            seen.setdefault(message.partition, []).append(message.payload)
    assert seen == {str(worker): list(range(20)) for worker in range(12)}


def test_close_closes_the_connections(url: str, owner: Any) -> None:
    with Regent(url) as regent:
        regent.queue("q").push(1)
        assert len(owner.sessions()) == 1
    wait_until(lambda: owner.sessions() == [])


def test_the_connections_of_handlers_in_threads_are_closed_as_well(url: str, owner: Any) -> None:
    async def consume() -> None:
        async with AsyncRegent(url) as regent:
            queue = regent.queue("q")
            await queue.push_many([1, 2])
            await queue.group("g").drain(lambda message: message.ack())

    asyncio.run(consume())
    wait_until(lambda: owner.sessions() == [])


#: That another try would meet again, and the words of the server.
REFUSED = {
    "another database": ("/none?host=", 'database "none" does not exist'),
    "another role": ("//nobody@", 'role "nobody" does not exist'),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_name_that_nobody_has_is_refused_at_once(url: str, name: str) -> None:
    wrong, words = REFUSED[name]
    place = re.sub("/[^/]+[?]host=" if "?" in wrong else "//.*@", wrong, url)
    patient = RetryPolicy(first_pause_seconds=60, longest_pause_seconds=60)
    with Regent(place, retry=patient, timeout_seconds=200) as regent:
        with pytest.raises(Unreachable, match=f"refuses this login: .*{words}; correct the URL"):
            regent.queue("q").push(1, partition="p")
        with pytest.raises(Unreachable, match=words):
            regent.queue("q").group("g").consume(print)


@pytest.fixture
def guarded(url: str, owner: Any) -> Iterator[str]:
    """A role that the server asks for a password, as a URL with a wrong one."""
    rules = Path(str(conninfo_to_dict(url)["host"]), "pg_hba.conf")
    before = rules.read_text()
    owner.execute("create role guarded login in role regent_api password 'right'")
    rules.write_text("local all guarded scram-sha-256\n" + before)
    owner.execute("select pg_reload_conf()")
    guarded = url.replace("//regent_api@", "//guarded:s3cret@")
    wait_until(lambda: not connects(guarded))
    yield guarded
    rules.write_text(before)
    owner.execute("select pg_reload_conf()")
    owner.execute("drop role guarded")


def connects(url: str) -> bool:
    try:
        psycopg.connect(url).close()
    except psycopg.OperationalError:
        return False
    return True


def test_a_wrong_password_is_not_tried_again(guarded: str) -> None:
    patient = RetryPolicy(first_pause_seconds=60, longest_pause_seconds=60)
    with (
        Regent(guarded, retry=patient, timeout_seconds=200) as regent,
        pytest.raises(Unreachable, match="password authentication failed") as wrong,
    ):
        regent.queue("q").push(1, partition="p")
    assert "s3cret" not in str(wrong.value)
    with Regent(guarded, auth="right") as regent:
        assert regent.queue("q").push(1, partition="p").id


def test_a_role_with_too_many_connections_is_tried_again(guarded: str, owner: Any) -> None:
    """Its password is right, and one of them may end."""
    owner.execute("alter role guarded connection limit 0")
    with Regent(guarded, auth="right", timeout_seconds=0.5) as regent:
        with pytest.raises(Unreachable, match="too many connections") as full:
            regent.queue("q").push(1, partition="p")
        assert not full.value.final
        owner.execute("alter role guarded connection limit -1")
        assert regent.queue("q").push(1, partition="p", timeout_seconds=20).id
