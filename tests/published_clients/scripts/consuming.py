"""consume() and pop(): batches, concurrency, groups, and order through all of them."""

import asyncio
import time

from checks import Seen, check, counting, numbers, pop_now


@check
async def pop_sees_a_push_at_once(client, queue):
    for n in range(20):
        await client.queue(queue).push([{"data": {"n": n}}])
        (message,) = await pop_now(client, queue)
        assert message["data"] == {"n": n}
        assert (await client.ack(message))["success"] is True


@check
async def pop_of_nothing_answers_at_once(client, queue):
    began = time.monotonic()
    assert await pop_now(client, queue) == []
    await client.queue(queue).create()
    assert await pop_now(client, queue) == []
    assert await client.queue(queue).partition("none").wait(False).pop() == []
    assert time.monotonic() - began < 5


@check
async def pop_waits_for_a_message(client, queue):
    waiting = asyncio.create_task(client.queue(queue).batch(1).timeout_millis(15_000).pop())
    await asyncio.sleep(0.5)
    assert not waiting.done()
    await client.queue(queue).push(counting(1))
    assert numbers(await waiting) == [0]


@check
async def pop_stops_waiting_at_its_timeout(client, queue):
    began = time.monotonic()
    assert await client.queue(queue).batch(1).wait(True).timeout_millis(1000).pop() == []
    assert 0.9 < time.monotonic() - began < 5


@check
async def pop_of_a_partition_leaves_the_others(client, queue):
    await client.queue(queue).partition("a").push([{"data": {"n": 1}}])
    await client.queue(queue).partition("b").push([{"data": {"n": 2}}])
    popped = await client.queue(queue).partition("b").batch(9).wait(False).pop()
    assert numbers(popped) == [2]
    assert numbers(await pop_now(client, queue, 9)) == [1]


@check
async def pop_takes_one_message_and_one_partition_by_itself(client, queue):
    for partition in "abc":
        await client.queue(queue).partition(partition).push(counting(2))
    popped = await client.queue(queue).batch(1).partitions(1).wait(False).pop()
    assert len(popped) == 1
    wider = await client.queue(queue).batch(10).partitions(1).wait(False).pop()
    assert len(wider) == 2
    assert len({message["partition"] for message in wider}) == 1


@check
async def pop_drains_three_partitions_under_one_lease(client, queue):
    for partition in "abc":
        await client.queue(queue).partition(partition).push(counting(2))
    popped = await client.queue(queue).batch(10).partitions(3).wait(False).pop()
    assert sorted(message["partition"] for message in popped) == ["a", "a", "b", "b", "c", "c"]
    assert len({message["leaseId"] for message in popped}) == 1
    for partition in "abc":
        assert numbers(m for m in popped if m["partition"] == partition) == [0, 1]
    assert (await client.ack(popped))["success"] is True
    assert await client.queue(queue).batch(10).partitions(3).wait(False).pop() == []


@check
async def batch_is_the_total_over_partitions(client, queue):
    for partition in "abcd":
        await client.queue(queue).partition(partition).push(counting(5))
    popped = await client.queue(queue).batch(10).partitions(4).wait(False).pop()
    assert len(popped) == 10


@check
async def consume_takes_one_message(client, queue):
    seen = Seen()
    await client.queue(queue).push([{"data": {"message": "hello"}}])
    await client.queue(queue).batch(1).limit(1).each().consume(seen)
    assert [message["data"] for message in seen] == [{"message": "hello"}]
    assert await pop_now(client, queue) == []


@check
async def consume_takes_a_batch(client, queue):
    seen = Seen()
    await client.queue(queue).push(counting(3))
    await client.queue(queue).batch(10).wait(False).limit(1).consume(seen)
    assert numbers(seen) == [0, 1, 2]
    assert await pop_now(client, queue) == []


@check
async def consume_by_namespace_finds_its_queues(client, queue):
    seen = Seen()
    for name in ("one", "two"):
        await client.queue(f"{queue}-{name}").namespace(queue).create()
        await client.queue(f"{queue}-{name}").push([{"data": name}])
    await client.queue().namespace(queue).batch(1).limit(2).each().consume(seen)
    assert sorted(message["data"] for message in seen) == ["one", "two"]


@check
async def consume_by_task_finds_its_queue(client, queue):
    seen = Seen()
    await client.queue(queue).task(queue).create()
    await client.queue(queue).push(counting(1))
    await client.queue().task(queue).batch(1).limit(1).each().consume(seen)
    assert [message["task"] for message in seen] == [queue]


@check
async def consume_of_partitions_that_were_pushed_in_buffers(client, queue):
    for partition in ("p-1", "p-2"):
        for item in counting(100):
            builder = client.queue(queue).buffer({"message_count": 100, "time_millis": 1000})
            await builder.partition(partition).push([item])
    await client.flush_all_buffers()
    for partition in ("p-1", "p-2"):
        seen = Seen()
        await client.queue(queue).partition(partition).batch(100).limit(1).consume(seen)
        assert numbers(seen) == list(range(100))


async def _in_order(client, queue, **how):
    """Push 100 messages, one by one, and consume them as `how` says."""
    for item in counting(100):
        await client.queue(queue).push([item])
    seen = Seen()
    builder = client.queue(queue).wait(False).each()
    for option, value in how.items():
        builder = getattr(builder, option)(value)
    await builder.consume(seen)
    assert numbers(seen) == list(range(100))
    assert await pop_now(client, queue, group=how.get("group")) == []


@check
async def order_holds_with_batch_1(client, queue):
    await _in_order(client, queue, batch=1, limit=100)


@check
async def order_holds_with_batch_10(client, queue):
    await _in_order(client, queue, batch=10, limit=100)


@check
async def order_holds_with_concurrency_10(client, queue):
    await _in_order(client, queue, batch=1, concurrency=10, limit=10)


@check
async def order_holds_with_concurrency_10_and_batch_10(client, queue):
    await _in_order(client, queue, batch=10, concurrency=10, limit=10)


@check
async def order_holds_in_a_group(client, queue):
    await _in_order(client, queue, batch=10, group="readers", limit=100)


@check
async def ten_workers_ack_10_000_messages_by_hand_in_order(client, queue):
    for start in range(0, 10_000, 1000):
        await client.queue(queue).push([{"data": {"n": start + n}} for n in range(1000)])
    seen = Seen()

    async def on_success(messages, result):
        assert (await client.ack(messages, True))["success"] is True

    consuming = client.queue(queue).concurrency(10).batch(1000).wait(False).limit(1).consume(seen)
    await consuming.on_success(on_success)
    assert numbers(seen) == list(range(10_000))
    assert await pop_now(client, queue) == []


@check
async def two_groups_each_get_everything(client, queue):
    await client.queue(queue).push(counting(100))
    for group in ("billing", "shipping"):
        seen = Seen()
        builder = client.queue(queue).group(group).subscription_mode("from_beginning")
        await builder.batch(100).wait(False).limit(1).consume(seen)
        assert numbers(seen) == list(range(100))
    assert numbers(await pop_now(client, queue, 100)) == list(range(100))


@check
async def two_groups_each_get_a_partition(client, queue):
    await client.queue(queue).partition("p").push(counting(100))
    for group in ("billing", "shipping"):
        seen = Seen()
        builder = client.queue(queue).partition("p").group(group)
        builder = builder.subscription_mode("from_beginning").batch(100)
        await builder.wait(False).limit(1).consume(seen)
        assert numbers(seen) == list(range(100))


@check
async def two_consumers_of_a_group_share_the_partitions(client, queue):
    for partition in "abcdef":
        await client.queue(queue).partition(partition).push(counting(5))
    seen = Seen()
    builder = client.queue(queue).group("g").batch(5).concurrency(2).wait(False).limit(15)
    await builder.consume(seen)
    assert len(seen) == 30
    assert len({message["id"] for message in seen}) == 30
    for partition in "abcdef":
        assert numbers(m for m in seen if m["partition"] == partition) == [0, 1, 2, 3, 4]
