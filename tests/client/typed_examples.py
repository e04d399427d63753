"""How the client is typed: mypy (`make check`) and pyright (test_pyright.py) read these calls, and
nobody runs them.

What must not be allowed has a ``type: ignore``, which both refuse where nothing is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, assert_type

from regent import (
    AsyncBatch,
    AsyncMessage,
    AsyncQueue,
    AsyncRegent,
    AsyncSubscriber,
    Batch,
    ClientCredentials,
    Codec,
    Message,
    Outgoing,
    Pages,
    Pushed,
    Queue,
    Regent,
    RetryPolicy,
    SigV4,
    Subscriber,
    Topic,
)
from regent.client import (
    Consumer,
    ConsumerRecord,
    PartlyPushed,
    Producer,
    RecordMetadata,
    SimpleConsumer,
    Unreachable,
)
from regent.client.cloudevents import CloudEvent
from regent.client.core.rows_admin import GroupRow, OperationResult
from regent.client.core.rows_dead_letters import DeadLetterRow, Redriven, RedriveRow
from regent.client.core.rows_queue import Depth, MessageRow, QueueDetail, QueueRow
from regent.errors import LeaseLost, QueueFull, RegentError
from regent.log import Log


@dataclass
class Order:
    """A payload."""

    customer: str


async def token() -> str:
    """A token."""
    return "t"


def identities() -> None:
    """Whatever says who we are."""
    Regent(auth="t")
    Regent(auth=lambda: "t")
    Regent(auth=ClientCredentials("https://login.example", "id", "secret"))
    Regent(auth=SigV4("eu-west-1"), retry=RetryPolicy(stock=10), headers={"X-Team": "billing"})
    AsyncRegent(auth=token)
    Regent(auth=5)  # type: ignore[arg-type]
    Regent(tracing="on")  # type: ignore[arg-type]


def queues(regent: Regent) -> None:
    """A queue knows its payloads."""
    assert_type(regent.queue("q"), Queue[Any])
    orders = regent.queue("q", payload=Order, partition_by="customer")
    assert_type(orders, Queue[Order])
    assert_type(regent.queue("q", payload=Codec(str.upper, str.lower)), Queue[str])
    assert_type(regent.queue("q", payload=dict[str, int]), Queue[dict[str, int]])
    assert_type(regent.queue("q", payload=int | str), Queue[Any])
    assert_type(regent.queue(), Subscriber[Any])
    assert_type(regent.matching(namespace="n", payload=Order), Subscriber[Order])
    assert_type(orders.push(Order("anna")), Pushed)
    assert_type(orders.push_many([Order("anna"), Outgoing(Order("bob"), key="b")]), list[Pushed])
    orders.push({"customer": "anna"})  # type: ignore[arg-type]
    orders.push(Order("anna"), when_full="perhaps")  # type: ignore[arg-type]
    orders.name = "other"  # type: ignore[misc]


def messages(regent: Regent) -> None:
    """So do what it hands out, and the handles in between."""
    orders = regent.queue("q", payload=Order)
    assert_type(orders.partition("p").group("g").starting("new").batch(10), Subscriber[Order])
    batch = orders.group("g").pop(10, wait_seconds=5)
    assert_type(batch, Batch[Order])
    assert_type(batch[0], Message[Order])
    assert_type(batch[1:], Sequence[Message[Order]])
    assert_type(batch.payloads, list[Order])
    with batch as held:
        for message in held:
            assert_type(message.payload, Order)
            assert_type(message.key, str | None)
            message.ack()
    regent.ack(batch)
    regent.ack(batch[0])
    batch.ack(upto=batch[0])
    with regent.transaction() as tx:
        tx.ack(*batch)
        tx.push(orders, Order("anna"))
    assert_type(tx.results, tuple[OperationResult, ...])


def looking(regent: Regent) -> None:
    """Rows have their types."""
    assert_type(regent.queues(), Pages[QueueRow])
    assert_type(list(regent.groups()), list[GroupRow])
    assert_type(regent.queues().first(), QueueRow | None)
    assert_type(regent.queues().total(), int | None)
    assert_type(regent.queue("q").show(), QueueDetail)
    assert_type(regent.queue("q").depth("g"), Depth)
    assert_type(regent.queue("q").peek(3), list[MessageRow])
    assert_type(list(regent.dead_letters()), list[DeadLetterRow])
    told: Callable[[Redriven], None] = print
    assert_type(regent.dead_letters(queue="q").redrive(progress=told), Redriven)
    assert_type(regent.dead_letters(queue="q").start_redrive().stop(), RedriveRow)
    assert_type(regent.redrive("7").show(), RedriveRow)
    assert_type(regent.queue("q").group("g").cursors(), dict[str, int])


def topics(regent: Regent) -> None:
    """Topics, and the log of the same server."""
    topic = regent.topic("t")
    assert_type(topic, Topic)
    assert_type(topic.producer(linger_ms=50), Producer)
    assert_type(topic.producer().send("t", 1, key="k"), Future[RecordMetadata])
    assert_type(topic.reader(), SimpleConsumer)
    with topic.consumer("app", max_poll_records=10, on_assigned=print) as consumer:
        assert_type(consumer, Consumer)
        for record in consumer:
            assert_type(record, ConsumerRecord)
    with regent.transaction() as tx:
        tx.commit(consumer)
    assert_type(regent.log, Log)
    topic.consumer()  # type: ignore[call-arg]
    topic.name = "other"  # type: ignore[misc]


def cloud_events(message: Message[Any], record: ConsumerRecord) -> None:
    """Events and what they travel as."""
    event = CloudEvent.of(message)
    assert_type(event, CloudEvent)
    assert_type(CloudEvent.of(record).extensions, Mapping[str, str])
    assert_type(event.outgoing(partition="p"), Outgoing)
    assert_type(event.headers(), dict[str, str])
    CloudEvent("7", "/s", "t")  # type: ignore[call-arg]
    CloudEvent(id="7", source="/s")  # type: ignore[call-arg]


def errors(regent: Regent) -> None:
    """Errors have their fields."""
    try:
        regent.queue("q").push(1)
    except QueueFull as error:
        assert_type(error.detail, Mapping[str, Any] | None)
    except LeaseLost as error:
        assert_type(error.partitions, tuple[str, ...])
    except PartlyPushed as error:
        assert_type(error.failures[0], RegentError)
    except Unreachable as error:
        assert_type(error.sent, bool)


async def awaited() -> None:
    """The other client has the same types, awaited."""
    async with AsyncRegent() as regent:
        _ = regent.topic  # type: ignore[attr-defined]
        orders = regent.queue("q", payload=Order)
        assert_type(orders, AsyncQueue[Order])
        assert_type(await orders.push(Order("anna")), Pushed)
        assert_type(orders.group("g"), AsyncSubscriber[Order])
        batch = await orders.group("g").pop()
        assert_type(batch, AsyncBatch[Order])
        async with batch:
            for message in batch:
                assert_type(message, AsyncMessage[Order])
                await message.ack()
        async with regent.transaction() as tx:
            tx.push("q", 1)
        assert_type([row async for row in regent.queues()], list[QueueRow])
        assert_type(await regent.queues().first(), QueueRow | None)
        async for letter in regent.dead_letters():
            assert_type(letter, DeadLetterRow)
