"""The straight road is the server's code: what it does, what it refuses, and what it reads."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from typing import Any

import pytest

from regent import AsyncRegent, Regent
from regent.client import Producer, SimpleConsumer
from regent.errors import EncryptionUnavailable, InvalidRequest, QueueNotFound
from regent.log import Log
from regent.settings import InvalidSettings
from tests.client.programs import Program
from tests.support.databases import Databases
from tests.support.rows import rows

KEY = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="


def test_a_message_goes_there_and_back(regent: Any) -> None:
    queue = regent.queue("orders")
    pushed = queue.push({"total": 12}, partition="anna", transaction_id="t-1")
    again = queue.push({"total": 12}, partition="anna", transaction_id="t-1")
    assert (pushed.duplicate, again.duplicate, again.id) == (False, True, pushed.id)
    (message,) = queue.group("billing").pop()
    assert (message.payload, message.partition, message.producer) == ({"total": 12}, "anna", None)
    message.ack()
    assert queue.depth("billing").pending == 0
    assert queue.delete().existed


def test_a_lease_bears_the_name_of_the_process_that_took_it(regent: Any) -> None:
    queue = regent.queue("orders")
    queue.push(1)
    (message,) = queue.group("g").pop()
    (lease,) = list(regent.leases(queue="orders"))
    own = f"{socket.gethostname()}:{os.getpid()}"
    assert (lease.lease_id, lease.client) == (message.lease_id, own)


def test_refusals_are_those_of_the_server(regent: Any) -> None:
    with pytest.raises(QueueNotFound, match="nobody") as refused:
        regent.queue("nobody").show()
    assert (refused.value.status, refused.value.code) == (404, "QUEUE_NOT_FOUND")
    assert refused.value.request_id is not None
    with pytest.raises(InvalidRequest, match="leaseTime"):
        regent.queue("q").configure(lease_time=-1)


def test_roles_of_http_do_not_count(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGENT_AUTH_REQUIRED", "true")
    monkeypatch.setenv("REGENT_JWT_KEY", "secret")
    with Regent(url) as regent:
        regent.maintenance.stop_pushes()
        assert regent.maintenance.show().pushes_stopped


def test_one_program_may_have_several_databases(
    url: str, databases: Databases, template: str
) -> None:
    other = databases.copy(template).replace("//postgres@", "//regent_api@")
    with Regent(url) as here, Regent(other) as there:
        here.queue("q").push("here")
        there.queue("q").push("there")
        assert here.queue("q").pop().payloads == ["here"]
        assert there.queue("q").pop().payloads == ["there"]
    databases.give_back(other.replace("//regent_api@", "//postgres@"))


def test_the_environment_may_name_the_database(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGENT_URL", url)
    monkeypatch.setenv("REGENT_TOKEN", "of a server")
    monkeypatch.setenv("REGENT_DATABASE_URL", "postgresql://nobody@127.0.0.1:9/none")
    with Regent() as regent:
        assert not regent.queue("q").push(1).duplicate


def test_the_url_wins_over_what_is_usual(url: str, owner: Any) -> None:
    with Regent(f"{url}&application_name=billing&options=-c%20work_mem%3D5MB") as regent:
        regent.queue("q").push(1)
        names = owner.execute(
            "select application_name from pg_stat_activity where usename = 'regent_api'"
            " and datname = current_database()"
        ).fetchall()
    assert names == [("billing",)]


def test_a_misspelt_setting_is_refused(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGENT_ENCRYPTION_KEYS", KEY)
    with pytest.raises(InvalidSettings, match="did you mean REGENT_ENCRYPTION_KEY"):
        Regent(url)


def test_keys_for_encryption_are_those_of_the_settings(
    url: str, owner_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Regent(url) as regent, pytest.raises(EncryptionUnavailable):
        regent.queue("secrets").configure(encryption_enabled=True)
    monkeypatch.setenv("REGENT_ENCRYPTION_KEY", KEY)
    with Regent(url) as regent:
        regent.queue("secrets").configure(encryption_enabled=True)
        regent.queue("secrets").push("a secret")
        assert regent.queue("secrets").pop().payloads == ["a secret"]
    (stored,) = rows(owner_url, "select * from queen.messages")
    assert "a secret" not in str(stored)


def test_topics_and_the_log_take_the_same_road(url: str) -> None:
    with Regent(url) as regent:
        regent.queue("t").configure(partitions=2)
    with Producer(url, linger_ms=0) as producer:
        assert producer.send("t", "hello", partition=1).result(20).offset == 0
    with SimpleConsumer(url) as consumer:
        assert [record.value for record in consumer.consume("t", 1, 0)] == ["hello"]
    with Log.at(url) as log:
        assert list(log.groups()) == []


def test_topics_and_the_log_of_an_entry_object_share_its_connections(
    straight: Regent, owner: Any
) -> None:
    straight.queue("t").configure(partitions=1)
    with straight.topic("t").producer(linger_ms=0) as producer:
        assert producer.send("t", "hello").result(20).offset == 0
    assert list(straight.log.groups()) == []
    assert straight.queue("t").pop().payloads[0] is not None
    assert len(owner.sessions()) <= 2


PROGRAM = """
    import logging, sys
    from regent import Regent
    from regent.errors import RegentError

    regent = Regent(sys.argv[1])
    queue = regent.queue("q")
    queue.configure(max_size=1)
    queue.push(1)
    try:
        queue.push(2, when_full="raise")
    except RegentError as error:
        print(error.code)
    print(len(queue.pop(wait_seconds=0.05)), regent.health().database)
    print(logging.getLogger("regent").handlers, logging.getLogger().handlers)
    print(logging.getLogger("regent").level, logging.getLogger("regent").propagate)
    regent.close()
"""


def test_nothing_of_a_server_spills_into_a_program(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not on a Lambda either: no metrics, no lines of a cold start, no handler of a log."""
    program = Program(PROGRAM, url, AWS_LAMBDA_FUNCTION_NAME="mine", REGENT_TRACING="true")
    status, said, complained = program.end()
    assert (status, complained) == (0, "")
    assert said.splitlines() == ["QUEUE_FULL", "1 connected", "[] []", "0 True"]


def test_an_error_that_nobody_expected_is_in_the_programs_log(
    straight: Regent, owner: Any, caplog: pytest.LogCaptureFixture
) -> None:
    owner.execute("alter table queen.messages rename to elsewhere")
    with (
        caplog.at_level(logging.INFO),
        pytest.raises(Exception, match="the log has the request id"),
    ):
        straight.queue("q").push("a secret")
    (line,) = caplog.records
    assert (line.name, line.getMessage()) == ("regent.direct", "unexpected error")


def test_neither_url_nor_repr_show_a_password(url: str) -> None:
    secret = url.replace("//regent_api@", "//regent_api:s3cret@")
    with Regent(secret) as regent:
        assert regent.queue("q").push(1).id
        shown = f"{regent.url} {regent!r} {regent._session.options!r} {vars(regent._session)!r}"
    assert "s3cret" not in shown
    assert "regent_api" in shown


def test_an_event_loop_is_not_held_up(url: str, owner: Any) -> None:
    async def program() -> bool:
        async with AsyncRegent(url) as regent:
            await regent.queue("q").push(1)
            with owner.holding():
                pushing = asyncio.ensure_future(regent.queue("q").push(2))
                while not owner.sessions(waiting=True):
                    await asyncio.sleep(0.01)
                assert not pushing.done()
            return bool((await pushing).id)

    assert asyncio.run(program())


def test_a_client_may_go_from_loop_to_loop(url: str) -> None:
    regent = AsyncRegent(url)
    first = asyncio.run(regent.queue("q").push(1, transaction_id="t"))
    second = asyncio.run(regent.queue("q").push(1, transaction_id="t"))
    assert second.id == first.id
    asyncio.run(regent.aclose())


@pytest.mark.parametrize(("proxied", "prepared"), [("true", False), ("false", True)])
def test_behind_a_pooler_nothing_is_prepared(
    url: str, monkeypatch: pytest.MonkeyPatch, proxied: str, prepared: bool
) -> None:
    monkeypatch.setenv("REGENT_DATABASE_PROXIED", proxied)
    with Regent(url) as regent:
        regent.queue("q").push(1)
        assert regent.queue("q").pop().payloads == [1]
        (connection,) = regent._session.options.road.there().lines._idle  # type: ignore[union-attr]
        left = connection.execute("select name from pg_prepared_statements").fetchall()
        assert any(name.startswith("regent_") for (name,) in left) is prepared
