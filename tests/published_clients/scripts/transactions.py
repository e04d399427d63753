"""Acks and pushes that happen together or not at all."""

import asyncio

from checks import check, counting, numbers, pop_now, refusal


@check
async def transaction_moves_a_message_to_another_queue(client, queue):
    await client.queue(queue).push([{"data": {"n": 1}}])
    (message,) = await pop_now(client, queue)
    moving = client.transaction().ack(message).queue(f"{queue}-b").push([{"data": {"n": 2}}])
    result = await moving.commit()
    assert result["success"] is True
    assert [item["success"] for item in result["results"]] == [True, True]
    assert await pop_now(client, queue) == []
    assert numbers(await pop_now(client, f"{queue}-b")) == [2]


@check
async def transaction_with_a_lost_lease_changes_nothing(client, queue):
    await client.queue(queue).config({"lease_time": 1}).create()
    await client.queue(queue).push(counting(1))
    (zombie,) = await pop_now(client, queue)
    # The holder acks in its own time, however busy the machine is.
    await client.queue(queue).config({"lease_time": 60}).create()
    (holder,) = await client.queue(queue).batch(1).wait(True).timeout_millis(8000).pop()
    moving = client.transaction().queue(f"{queue}-b").push([{"data": {"n": 2}}]).ack(zombie)
    assert await refusal(moving.commit()) == "Invalid or expired lease"
    assert await pop_now(client, f"{queue}-b") == []
    assert (await client.ack(holder))["success"] is True


@check
async def transaction_with_one_bad_ack_changes_nothing(client, queue):
    await client.queue(queue).push(counting(2))
    good, other = await pop_now(client, queue, 2)
    bad = {**other, "transactionId": "never pushed"}
    transaction = client.transaction().ack(good).ack(bad)
    transaction = transaction.queue(f"{queue}-b").push([{"data": {"n": 2}}])
    assert await refusal(transaction.commit()) == "Message not found"
    assert await pop_now(client, f"{queue}-b") == []
    # The good one is still leased: it was not completed on the way.
    assert await pop_now(client, queue) == []
    assert (await client.ack([good, other]))["success"] is True


@check
async def transaction_that_fills_a_queue_changes_nothing(client, queue):
    await client.queue(f"{queue}-b").config({"max_size": 1}).create()
    await client.queue(queue).push(counting(1))
    (message,) = await pop_now(client, queue)
    transaction = client.transaction().ack(message).queue(f"{queue}-b").push(counting(2))
    assert "full" in (await refusal(transaction.commit())).lower()
    assert await pop_now(client, f"{queue}-b") == []
    assert (await client.ack(message))["success"] is True


@check
async def transaction_acks_many_and_pushes_to_many(client, queue):
    await client.queue(queue).push(counting(3))
    popped = await pop_now(client, queue, 3)
    transaction = client.transaction().ack(popped)
    for name in ("b", "c"):
        transaction = transaction.queue(f"{queue}-{name}").push([{"data": {"n": 3}}])
    result = await transaction.commit()
    assert len(result["results"]) == 5
    assert await pop_now(client, queue) == []
    for name in ("b", "c"):
        assert numbers(await pop_now(client, f"{queue}-{name}")) == [3]


@check
async def transaction_pushes_a_batch_into_a_partition(client, queue):
    transaction = client.transaction().queue(queue).partition("p").push(counting(5))
    await transaction.commit()
    popped = await client.queue(queue).partition("p").batch(9).wait(False).pop()
    assert numbers(popped) == [0, 1, 2, 3, 4]
    assert {message["partition"] for message in popped} == {"p"}


@check
async def transaction_acks_in_two_partitions(client, queue):
    for partition in "ab":
        await client.queue(queue).partition(partition).push(counting(1))
    transaction = client.transaction()
    for partition in "ab":
        popped = await client.queue(queue).partition(partition).batch(1).wait(False).pop()
        transaction = transaction.ack(popped)
    await transaction.commit()
    assert await client.queue(queue).batch(9).partitions(9).wait(False).pop() == []


@check
async def transaction_of_a_group_moves_only_that_group(client, queue):
    await client.queue(queue).push(counting(1))
    popped = await pop_now(client, queue, group="mine")
    await client.transaction().ack(popped, "completed", {"consumer_group": "mine"}).commit()
    assert await pop_now(client, queue, group="mine") == []
    assert numbers(await pop_now(client, queue, group="other")) == [0]
    assert numbers(await pop_now(client, queue)) == [0]


@check
async def transaction_that_fails_a_message_buries_it(client, queue):
    await client.queue(queue).push([{"data": {"n": 0}, "transactionId": "buried"}])
    (message,) = await pop_now(client, queue)
    transaction = client.transaction().ack(message, "failed")
    result = await transaction.queue(f"{queue}-b").push([{"data": {"n": 1}}]).commit()
    assert result["results"][0]["dlq"] is True
    assert await pop_now(client, queue) == []
    assert numbers(await pop_now(client, f"{queue}-b")) == [1]


@check
async def transactions_in_a_consumer_move_everything(client, queue):
    await client.queue(queue).push(counting(3))

    async def handler(message):
        transaction = client.transaction().ack(message).queue(f"{queue}-b")
        await transaction.push([{"data": {"n": message["data"]["n"] * 10}}]).commit()

    builder = client.queue(queue).batch(1).wait(False).limit(3).each().auto_ack(False)
    await builder.consume(handler)
    assert await pop_now(client, queue, 9) == []
    assert numbers(await pop_now(client, f"{queue}-b", 9)) == [0, 10, 20]


@check
async def transactions_chain_through_three_queues(client, queue):
    await client.queue(f"{queue}-0").push([{"data": {"n": 10}}])
    for step in range(2):
        (message,) = await pop_now(client, f"{queue}-{step}")
        transaction = client.transaction().ack(message).queue(f"{queue}-{step + 1}")
        await transaction.push([{"data": {"n": message["data"]["n"] + 1}}]).commit()
    assert numbers(await pop_now(client, f"{queue}-2")) == [12]


@check
async def transactions_that_ack_the_same_message_push_once(client, queue):
    await client.queue(queue).push(counting(2))
    message, _ = await pop_now(client, queue, 2)

    async def move():
        transaction = client.transaction().ack(message).queue(f"{queue}-b")
        await transaction.push([{"data": {"n": 1}}]).commit()

    outcomes = await asyncio.gather(*(move() for _ in range(5)), return_exceptions=True)
    assert outcomes.count(None) == 1
    assert numbers(await pop_now(client, f"{queue}-b", 9)) == [1]


@check
async def empty_transaction_is_refused(client, queue):
    assert await refusal(client.transaction().commit()) == "Transaction has no operations to commit"
