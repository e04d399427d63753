"""When a message is handed out, and to whom: delays, windows, subscriptions, leases."""

import asyncio
import time
from datetime import UTC, datetime, timedelta

from checks import QUEEN_2, Seen, check, counting, numbers, pop_now


@check
async def delayed_message_is_handed_out_when_its_time_has_come(client, queue):
    await client.queue(queue).config({"delayed_processing": 2}).create()
    began = time.monotonic()
    await client.queue(queue).push(counting(1))
    assert await pop_now(client, queue) == []
    popped = await client.queue(queue).batch(1).wait(True).timeout_millis(10_000).pop()
    assert numbers(popped) == [0]
    assert time.monotonic() - began >= 1.9


@check
async def window_holds_a_partition_until_it_is_quiet(client, queue):
    await client.queue(queue).config({"window_buffer": 2}).create()
    for n in range(3):
        last = time.monotonic()
        await client.queue(queue).push([{"data": {"n": n}}])
        assert await pop_now(client, queue, 10) == []
        await asyncio.sleep(0.5)
    popped = await client.queue(queue).batch(10).wait(True).timeout_millis(10_000).pop()
    assert numbers(popped) == [0, 1, 2]
    assert time.monotonic() - last >= 1.9


async def _pop_new(client, queue, **subscription):
    builder = client.queue(queue).group("late").batch(100).partitions(10).wait(False)
    for option, value in subscription.items():
        builder = getattr(builder, option)(value)
    return await builder.pop()


async def _skips_history(client, queue, **subscription):
    await client.queue(queue).push(counting(10))
    assert await _pop_new(client, queue, **subscription) == []
    await client.queue(queue).push([{"data": {"n": 10}}, {"data": {"n": 11}}])
    await client.queue(queue).partition("made later").push([{"data": {"n": 12}}])
    popped = await _pop_new(client, queue, **subscription)
    assert sorted(numbers(popped)) == [10, 11, 12]


@check
async def mode_new_gives_no_history_and_every_new_message(client, queue):
    await _skips_history(client, queue, subscription_mode="new")


@check
async def mode_new_only_is_the_same(client, queue):
    await _skips_history(client, queue, subscription_mode="new-only")


@check
async def subscription_from_now_is_the_same(client, queue):
    await _skips_history(client, queue, subscription_from="now")


@check
async def subscription_to_a_queue_that_is_made_later_misses_nothing(client, queue):
    assert await _pop_new(client, queue, subscription_mode="new") == []
    await client.queue(queue).push(counting(3))
    assert numbers(await _pop_new(client, queue, subscription_mode="new")) == [0, 1, 2]


@check
async def subscription_from_an_instant_starts_there(client, queue):
    await client.queue(queue).push(counting(2))
    await asyncio.sleep(0.2)
    (first,) = await pop_now(client, queue)
    pushed = datetime.fromisoformat(first["createdAt"])
    instant = (pushed + timedelta(milliseconds=100)).astimezone(UTC).isoformat()
    await client.queue(queue).push([{"data": {"n": 2}}])
    assert numbers(await _pop_new(client, queue, subscription_from=instant)) == [2]


@check
async def subscription_without_a_mode_starts_at_the_beginning(client, queue):
    await client.queue(queue).push(counting(3))
    assert numbers(await _pop_new(client, queue)) == [0, 1, 2]


@check
async def first_mode_wins(client, queue):
    await client.queue(queue).push(counting(3))
    assert await _pop_new(client, queue, subscription_mode="new") == []
    assert await _pop_new(client, queue, subscription_mode="all") == []


@check
async def consume_with_mode_new_gets_what_comes(client, queue):
    await client.queue(queue).push(counting(5))
    seen = Seen()
    builder = client.queue(queue).group("late").subscription_mode("new").batch(1)
    builder = builder.timeout_millis(2000).limit(2).each()
    consuming = asyncio.ensure_future(asyncio.wait_for(_await(builder.consume(seen)), 15))
    await asyncio.sleep(1)
    await client.queue(queue).push([{"data": {"n": 5}}, {"data": {"n": 6}}])
    await consuming
    assert numbers(seen) == [5, 6]


async def _await(builder):
    return await builder


@check
async def leased_partition_is_nobody_elses(client, queue):
    await client.queue(queue).push(counting(2))
    (message,) = await pop_now(client, queue)
    assert await pop_now(client, queue) == []
    assert (await client.ack(message))["success"] is True
    assert numbers(await pop_now(client, queue)) == [1]


@check
async def expired_lease_gives_its_message_back(client, queue):
    await client.queue(queue).config({"lease_time": 1}).create()
    await client.queue(queue).push(counting(1))
    (first,) = await pop_now(client, queue)
    (again,) = await client.queue(queue).batch(1).wait(True).timeout_millis(8000).pop()
    assert again["id"] == first["id"]
    assert (first["deliveryAttempt"], again["deliveryAttempt"]) == (1, 2)
    stale = await client.ack(first)
    assert (stale["success"], stale["error"]) == (False, "Invalid or expired lease")
    assert (await client.ack(again))["success"] is True


@check
async def lease_that_renews_itself_outlives_its_time(client, queue):
    await client.queue(queue).config({"lease_time": 1}).create()
    await client.queue(queue).push(counting(1))
    handled = []

    async def handler(message):
        handled.append(message)
        await asyncio.sleep(2.5)
        # Nobody else may have it while it is held.
        assert await pop_now(client, queue) == []

    builder = client.queue(queue).batch(1).wait(False).limit(1).each().renew_lease(True, 300)
    await builder.consume(handler)
    assert numbers(handled) == [0]
    assert await pop_now(client, queue) == []


@check
async def renewed_lease_says_until_when(client, queue):
    await client.queue(queue).config({"lease_time": 5}).create()
    for partition in "ab":
        await client.queue(queue).partition(partition).push(counting(1))
    popped = await client.queue(queue).batch(2).partitions(2).wait(False).pop()
    (renewed,) = await client.renew(popped)
    until = datetime.fromisoformat(renewed["newExpiresAt"])
    assert renewed["success"] is True
    assert timedelta(seconds=50) < until - datetime.now(UTC) < timedelta(seconds=61)
    if QUEEN_2:
        assert renewed["renewed"] == 2


@check
async def renewal_never_shortens_a_lease(client, queue):
    await client.queue(queue).config({"lease_time": 300}).create()
    await client.queue(queue).push(counting(1))
    (message,) = await pop_now(client, queue)
    renewed = await client.renew(message)
    until = datetime.fromisoformat(renewed["newExpiresAt"])
    assert until - datetime.now(UTC) > timedelta(seconds=250)
