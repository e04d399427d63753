"""Topics and the event log of an entry object: its connections, its identity, its end."""

from __future__ import annotations

import asyncio
import gc
import inspect
import subprocess
import sys
import threading
import weakref
from collections.abc import Iterator
from typing import Any

import pytest

from regent import AsyncRegent, Regent
from regent.client import ConsumerConfig, JoinFailed, Misused, Producer, StaleAssignment
from regent.client.core.http1 import HttpRequest, Reply
from regent.client.entry.topic import Topic
from regent.errors import ConcurrentAppend
from regent.log import Condition, Guard, Message
from tests.client.programs import ENVIRONMENT
from tests.client.wires import (
    URL,
    Wire,
    committed,
    fill,
    in_thread,
    make_topic,
    members,
    poll_until,
    values,
    wait_until,
)
from tests.support.http import Call


class EntryNoted(Message, type="entry.noted"):
    """An event."""

    word: str


@pytest.fixture
def regent(wire: Wire) -> Iterator[Regent]:
    with Regent(URL, transport=wire) as regent:
        yield regent
        wire.mend()


def stored(regent: Regent, partition: int = 0) -> list[Any]:
    return values(regent.topic("t").reader().consume("t", partition, 0))


def test_a_topic_is_written_and_read_over_one_client(regent: Regent) -> None:
    regent.queue("t").configure(partitions=2)
    topic = regent.topic("t")
    with topic.producer() as producer:
        producer.send("t", "a", partition=1).result(10)
    assert values(topic.reader().consume("t", 1, 0)) == ["a"]
    told: list[list[int]] = []
    with topic.consumer("app", on_assigned=told.append) as consumer:
        assert (consumer.topic, consumer.assignment, told) == ("t", (0, 1), [[0, 1]])
        assert values(poll_until(consumer, 1)) == ["a"]


def test_a_topic_is_shown_by_its_name(regent: Regent) -> None:
    assert repr(regent.topic("t")) == "Topic(name='t')"
    assert regent.topic("t") == regent.topic("t")


def test_everything_goes_over_the_connections_of_the_entry_object() -> None:
    with Regent("http://192.0.2.1") as regent:
        topic = regent.topic("t")
        opened: list[Any] = [topic.producer()._http, topic.reader()._http, regent.log._transport]
        for each in opened:
            assert each._session.transport is regent._session.transport
            assert each._session.options is regent._session.options


def test_closing_one_leaves_the_others_open(call: Call, regent: Regent, wire: Wire) -> None:
    make_topic(call, 1)
    topic = regent.topic("t")
    producer, consumer, reader = topic.producer(), topic.consumer("app"), topic.reader()
    log = regent.log
    for each in (producer, consumer, reader, log):
        each.close()
    assert not wire.is_closed
    with pytest.raises(Misused, match="the producer is closed"):
        producer.send("t", 1)
    with pytest.raises(Misused, match="the client is closed"):
        reader.consume("t", 0, 0)
    with pytest.raises(Misused, match="the client is closed"):
        log.types()
    with topic.producer() as another:
        another.send("t", "b").result(10)
    assert stored(regent) == ["b"]
    assert regent.log.types() == {}
    assert regent.queue("t").show().name == "t"


class Identified:
    """A transport that notes who asks, and answers nothing else."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str | None, str | None]] = []

    def exchange(self, request: HttpRequest, within_seconds: float) -> Reply:
        """As a pool does it."""
        headers = dict(request.headers)
        path = request.target.partition("?")[0]
        self.asked.append((path, headers.get("Authorization"), headers.get("X-Team")))
        return Reply(404, {}, b'{"error": "no", "code": "NOT_FOUND"}')

    def close(self) -> None:
        """Nothing is open."""


@pytest.mark.parametrize("auth", ["t", lambda: "t"])
def test_all_of_them_are_the_same_to_the_server(auth: Any) -> None:
    transport = Identified()
    with Regent(URL, auth=auth, headers={"X-Team": "billing"}, transport=transport) as regent:
        with pytest.raises(Exception, match="no"):
            regent.topic("t").reader().consume("t", 0, 0)
        with pytest.raises(Exception, match="no"):
            regent.topic("t").producer().send("t", 1, partition=0).result(10)
        with pytest.raises(JoinFailed, match="no"):
            regent.topic("t").consumer("app")
        with pytest.raises(Exception, match="no"):
            regent.log.types()
    assert transport.asked == [
        (path, "Bearer t", "billing")
        for path in (
            "/api/v1/consumer-group/records",
            "/api/v1/produce",
            "/api/v1/metadata/consumer-groups/find-or-create",
            "/api/v1/log/types",
        )
    ]


def test_its_end_ends_consumers_and_then_producers(call: Call, regent: Regent, wire: Wire) -> None:
    make_topic(call, 1)
    fill(call, "a")
    consumer = regent.topic("t").consumer("app", heartbeat_interval_ms=5_000)
    producer = regent.topic("t").producer(linger_ms=60_000)
    sent = producer.send("t", "b", partition=0)
    wire.sent.clear()
    regent.close()
    assert wire.paths() == ["/api/v1/consumer-group/leave", "/api/v1/produce"]
    assert sent.result(0).offset == 1
    assert members(call) == []
    assert producer.is_closed
    with pytest.raises(Misused, match="the consumer is closed"):
        consumer.poll(0)
    for make in (regent.topic("t").producer, regent.topic("t").reader, lambda: regent.log):
        with pytest.raises(Misused, match="the client is closed"):
            make()


def test_its_end_commits_what_is_done_and_not_what_was_delivered_last(
    call: Call, regent: Regent
) -> None:
    make_topic(call, 1)
    fill(call, "a", "b", "c")
    consumer = regent.topic("t").consumer("app", max_poll_records=1)
    for _ in "ab":
        assert len(poll_until(consumer, 1)) == 1
    regent.close()
    assert committed(call) == {0: 1}


def test_a_thread_that_polls_hears_of_the_end(call: Call, regent: Regent) -> None:
    make_topic(call, 1)
    fill(call, "a")
    consumer = regent.topic("t").consumer("app")
    seen: list[Any] = []
    walk = in_thread(lambda: seen.extend(record.value for record in consumer))
    wait_until(lambda: dict(consumer.positions) == {0: 1})
    regent.close()
    assert walk.result(10) is None
    assert seen == ["a"]
    assert members(call) == []


def test_a_thread_that_is_not_done_in_time_keeps_its_consumer(
    call: Call, regent: Regent, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("regent.client.entry.topic._IN_USE_SECONDS", 0.0)
    make_topic(call, 1)
    consumer = regent.topic("t").consumer("app")
    inside, leave = threading.Event(), threading.Event()

    def used() -> None:
        with consumer._used():
            inside.set()
            leave.wait(10)

    other = in_thread(used)
    assert inside.wait(10)
    with pytest.raises(Misused, match="in use by another thread"):
        regent.close()
    leave.set()
    other.result(10)
    consumer.end(1)


def test_one_that_fails_to_end_keeps_no_other_from_it(
    call: Call, regent: Regent, wire: Wire
) -> None:
    make_topic(call, 1)

    def fails(_: list[int]) -> None:
        raise ZeroDivisionError

    consumer = regent.topic("t").consumer("app", on_revoked=fails)
    sent = regent.topic("t").producer(linger_ms=60_000).send("t", "a", partition=0)
    with pytest.raises(ZeroDivisionError):
        regent.close()
    assert sent.result(0).offset == 0
    with pytest.raises(Misused, match="the consumer is closed"):
        consumer.poll(0)
    with pytest.raises(Misused, match="the client is closed"):
        regent.health()


def test_a_consumer_that_is_forgotten_is_not_kept(call: Call, regent: Regent) -> None:
    make_topic(call, 1)
    consumer = regent.topic("t").consumer("app")
    heartbeat, forgotten = consumer._membership.heartbeat, weakref.ref(consumer)
    del consumer
    gc.collect()
    assert forgotten() is None
    heartbeat.join(10)
    assert not heartbeat._thread.is_alive()


def test_producers_that_are_closed_are_not_kept(regent: Regent) -> None:
    for _ in range(3):
        regent.topic("t").producer().close()
    last = regent.topic("t").producer()
    assert regent._lent._producers == {last}


def test_a_consumer_that_cannot_join_is_closed(call: Call, regent: Regent) -> None:
    before = set(threading.enumerate())
    with pytest.raises(JoinFailed, match="there is no topic nowhere"):
        regent.topic("nowhere").consumer("app")
    # A thread of an earlier test may end meanwhile.
    assert set(threading.enumerate()) <= before


def defaults_of(call: Any) -> dict[str, Any]:
    found = inspect.signature(call).parameters.items()
    return {name: p.default for name, p in found if p.default is not inspect.Parameter.empty}


def test_the_arguments_are_those_of_the_classes() -> None:
    without = {"auth": None, "transport": None}
    assert defaults_of(Topic.producer) | without == defaults_of(Producer)
    listeners = {"on_assigned": None, "on_revoked": None}
    assert defaults_of(Topic.consumer) == defaults_of(ConsumerConfig) | listeners


@pytest.mark.parametrize(
    ("make", "named"),
    [
        (lambda topic: topic.consumer(""), "group_id is ''"),
        (lambda topic: topic.consumer("app", max_poll_records=0), "max_poll_records is 0"),
        (lambda topic: topic.producer(batch_size=0), "batch_size 0"),
    ],
)
def test_a_wrong_argument_is_refused_before_anything_is_sent(
    regent: Regent, wire: Wire, make: Any, named: str
) -> None:
    with pytest.raises(ValueError, match=named):
        make(regent.topic("t"))
    assert wire.sent == []


def test_offsets_messages_and_events_happen_together(call: Call, regent: Regent) -> None:
    make_topic(call, 1)
    fill(call, "a", "b")
    consumer = regent.topic("t").consumer("app", enable_auto_commit=False)
    assert len(poll_until(consumer, 2)) == 2
    with regent.transaction() as tx:
        tx.commit(consumer)
        tx.push("parcels", {"order": 1})
        tx.append(EntryNoted(word="paid"))
    assert committed(call) == {0: 2}
    assert regent.queue("parcels").pop().payloads == [{"order": 1}]
    assert [event.word for event in regent.log.read_all() if isinstance(event, EntryNoted)] == [
        "paid"
    ]


def test_a_guard_that_is_broken_undoes_the_offsets_too(call: Call, regent: Regent) -> None:
    make_topic(call, 1)
    fill(call, "a")
    regent.log.append(EntryNoted(word="first"))
    consumer = regent.topic("t").consumer("app", enable_auto_commit=False)
    poll_until(consumer, 1)
    tx = regent.transaction()
    tx.commit(consumer)
    tx.append(EntryNoted(word="second"), Guard((Condition("entry.noted"),), 0))
    with pytest.raises(ConcurrentAppend):
        tx.send()
    assert committed(call) == {0: 0}


def test_a_rebalance_undoes_all_of_it(call: Call, regent: Regent) -> None:
    make_topic(call, 1)
    fill(call, "a")
    consumer = regent.topic("t").consumer("app", enable_auto_commit=False)
    poll_until(consumer, 1)
    regent.topic("t").consumer("app")
    tx = regent.transaction()
    tx.commit(consumer)
    tx.push("parcels", 1)
    with pytest.raises(StaleAssignment):
        tx.send()
    assert regent.queue("parcels").pop().unknown_queue


def test_the_log_is_that_of_the_server(regent: Regent) -> None:
    with regent.log as log:
        appended = log.append(EntryNoted(word="hello"))
    assert appended.positions == (1,)
    assert [type(event) for event in regent.log.read_all()] == [EntryNoted]


def test_without_pydantic_the_log_says_how_to_get_it() -> None:
    program = (
        "import sys; sys.modules['pydantic'] = None\n"
        "from regent import Regent\n"
        "from regent.client import InvalidConfig\n"
        "regent = Regent()\n"
        "regent.topic('t').reader()\n"
        "try:\n    regent.log\nexcept InvalidConfig as error:\n    print(error)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], env=ENVIRONMENT, capture_output=True, text=True, check=True
    )
    assert ran.stdout.strip() == (
        "the event log needs pydantic, which is not installed: run pip install '.[log]' in a clone"
        " of Regent's repository"
    )


@pytest.mark.parametrize("name", ["topic", "log"])
def test_the_client_for_asyncio_says_that_it_has_no_topics_and_no_log(name: str) -> None:
    async def program() -> str:
        async with AsyncRegent(URL) as regent:
            with pytest.raises(AttributeError) as missing:
                getattr(regent, name)
        return str(missing.value)

    assert asyncio.run(program()) == (
        f"AsyncRegent has no {name!r}: topics and the event log are for threads; make a Regent, and"
        " call it in a thread of its own or by asyncio.to_thread"
    )


def test_another_name_that_is_missing_is_missing_as_ever() -> None:
    with pytest.raises(AttributeError, match="'AsyncRegent' object has no attribute 'topics'"):
        _ = AsyncRegent(URL).topics  # type: ignore[attr-defined]


def test_a_producer_of_its_own_has_connections_of_its_own() -> None:
    with Regent("http://192.0.2.1") as regent, Producer("http://192.0.2.1") as producer:
        assert producer._http._session.transport is not regent._session.transport
