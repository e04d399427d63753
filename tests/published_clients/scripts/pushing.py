"""What is pushed is what is popped: payloads, names, duplicates, buffers."""

import asyncio
import uuid

from checks import check, counting, numbers, pop_now


@check
async def push_answers_an_id_for_each_message(client, queue):
    results = await client.queue(queue).push(counting(3))
    assert [result["status"] for result in results] == ["queued"] * 3
    assert len({result["message_id"] for result in results}) == 3
    popped = await pop_now(client, queue, 3)
    assert [m["id"] for m in popped] == [r["message_id"] for r in results]
    assert [m["transactionId"] for m in popped] == [r["transaction_id"] for r in results]


@check
async def push_calls_back(client, queue):
    succeeded, duplicates = [], []

    async def on_success(items):
        succeeded.extend(items)

    async def on_duplicate(items, error):
        duplicates.extend(items)

    item = {"data": {"n": 1}, "transactionId": "once"}
    for _ in range(2):
        await client.queue(queue).push([item]).on_success(on_success).on_duplicate(on_duplicate)
    assert len(succeeded) == 1
    assert len(duplicates) == 1


@check
async def duplicate_is_stored_once_in_its_partition(client, queue):
    item = {"data": {"n": 1}, "transactionId": "order-1"}
    (first,) = await client.queue(queue).push([item])
    (again,) = await client.queue(queue).push([item])
    (elsewhere,) = await client.queue(queue).partition("other").push([item])
    assert (first["status"], again["status"], elsewhere["status"]) == (
        "queued",
        "duplicate",
        "queued",
    )
    assert again["message_id"] == first["message_id"]
    assert elsewhere["message_id"] != first["message_id"]
    assert len(await client.queue(queue).batch(9).partitions(9).wait(False).pop()) == 2


@check
async def duplicate_within_a_request_is_stored_once(client, queue):
    item = {"data": {"n": 1}, "transactionId": "order-1"}
    first, again = await client.queue(queue).push([item, item])
    assert (first["status"], again["status"]) == ("queued", "duplicate")
    assert first["message_id"] == again["message_id"]
    assert len(await pop_now(client, queue, 9)) == 1


@check
async def payloads_without_content_come_back_as_they_were(client, queue):
    payloads = [None, {}, [], "", 0, False, {"deep": [None, {}]}]
    await client.queue(queue).push([{"data": payload} for payload in payloads])
    assert [m["data"] for m in await pop_now(client, queue, 9)] == payloads


@check
async def payload_of_10_000_elements_comes_back_whole(client, queue):
    payload = {"items": [{"id": i, "name": f"item {i} 名前 🐝"} for i in range(10_000)]}
    await client.queue(queue).push([{"data": payload}])
    (message,) = await pop_now(client, queue)
    assert message["data"] == payload


@check
async def payload_of_an_encrypted_queue_comes_back(client, queue):
    created = await client.queue(queue).config({"encryption_enabled": True}).create()
    assert created["options"]["encryptionEnabled"] is True
    await client.queue(queue).push([{"data": {"secret": "swordfish"}}])
    (message,) = await pop_now(client, queue)
    assert message["data"] == {"secret": "swordfish"}
    assert message["isEncrypted"] is True


@check
async def trace_id_comes_back(client, queue):
    trace = str(uuid.uuid4())
    await client.queue(queue).push([{"data": 1, "traceId": trace}, {"data": 2}])
    assert [m["traceId"] for m in await pop_now(client, queue, 2)] == [trace, None]


@check
async def names_with_spaces_and_slashes(client, queue):
    name, partition, group = f"{queue} ü/a b", "p 1/2 é", "group 1/é"
    assert (await client.queue(name).create())["queue"] == name
    await client.queue(name).partition(partition).push([{"data": {"n": 7}}])
    builder = client.queue(name).partition(partition).group(group).batch(1).wait(False)
    (message,) = await builder.pop()
    assert (message["queue"], message["partition"]) == (name, partition)
    assert message["consumerGroup"] == group
    assert (await client.ack(message, True, {"group": group}))["success"] is True
    assert await builder.pop() == []
    deleted = await client.queue(name).delete()
    assert (deleted["deleted"], deleted["existed"]) == (True, True)


@check
async def options_are_answered_as_they_were_set(client, queue):
    options = {"lease_time": 30, "retry_limit": 5, "priority": 8, "max_size": 100}
    created = await client.queue(queue).config(options).create()
    assert created["configured"] is True
    answered = {name: created["options"][name] for name in ("leaseTime", "retryLimit", "priority")}
    assert answered == {"leaseTime": 30, "retryLimit": 5, "priority": 8}
    assert created["options"]["maxSize"] == 100


@check
async def configuring_again_replaces_all_options(client, queue):
    await client.queue(queue).config({"lease_time": 30}).create()
    created = await client.queue(queue).config({"retry_limit": 1}).create()
    assert (created["options"]["leaseTime"], created["options"]["retryLimit"]) == (300, 1)


@check
async def full_queue_refuses_the_whole_push(client, queue):
    await client.queue(queue).config({"max_size": 2}).create()
    results = await client.queue(queue).push(counting(1))
    assert (results[0]["queueDepth"], results[0]["remainingCapacity"]) == (1, 1)
    errors = []

    async def on_error(items, error):
        errors.append(error.response.status_code)

    await client.queue(queue).push(counting(2)).on_error(on_error)
    assert errors == [429]
    assert numbers(await pop_now(client, queue, 9)) == [0]


@check
async def full_queue_has_room_again_after_an_ack(client, queue):
    await client.queue(queue).config({"max_size": 1}).create()
    await client.queue(queue).push(counting(1))
    assert (await client.ack(await pop_now(client, queue)))["success"] is True
    (result,) = await client.queue(queue).push(counting(1))
    assert result["status"] == "queued"


@check
async def buffered_push_is_invisible_before_its_flush(client, queue):
    builder = client.queue(queue).buffer({"message_count": 1000, "time_millis": 60_000})
    for item in counting(5):
        assert (await builder.push([item]))["buffered"] is True
    assert await pop_now(client, queue, 9) == []
    await client.queue(queue).flush_buffer()
    assert numbers(await pop_now(client, queue, 9)) == [0, 1, 2, 3, 4]


@check
async def buffered_push_flushes_itself_when_it_is_full(client, queue):
    for item in counting(10):
        await client.queue(queue).buffer({"message_count": 10, "time_millis": 60_000}).push([item])
    popped = []
    while len(popped) < 10:
        popped += await client.queue(queue).batch(10).wait(True).timeout_millis(5000).pop()
    assert numbers(popped) == list(range(10))


@check
async def buffered_push_flushes_itself_when_its_time_is_up(client, queue):
    await client.queue(queue).buffer({"message_count": 1000, "time_millis": 200}).push(counting(3))
    popped = await client.queue(queue).batch(10).wait(True).timeout_millis(5000).pop()
    assert numbers(popped) == [0, 1, 2]


@check
async def pushes_at_once_lose_nothing(client, queue):
    async def push(n):
        await client.queue(queue).partition(f"p{n % 4}").push([{"data": {"n": n}}])

    await asyncio.gather(*map(push, range(60)))
    popped = await client.queue(queue).batch(100).partitions(10).wait(False).pop()
    assert sorted(numbers(popped)) == list(range(60))


@check
async def deleted_queue_is_empty_when_it_comes_again(client, queue):
    await client.queue(queue).push(counting(3))
    deleted = await client.queue(queue).delete()
    assert (deleted["deleted"], deleted["existed"]) == (True, True)
    assert await pop_now(client, queue) == []
    assert (await client.queue(queue).delete())["existed"] is False
    await client.queue(queue).push([{"data": {"n": 9}}])
    assert numbers(await pop_now(client, queue, 9)) == [9]
