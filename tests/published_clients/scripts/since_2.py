"""What only the 2.x client asks for."""

from checks import Seen, check, counting, numbers, pop_now, refusal


@check
async def server_chooses_the_batch_when_nobody_does(client, queue):
    await client.queue(queue).push(counting(150))
    result = await client.queue(queue).wait(False).pop_result()
    assert numbers(result.messages) == list(range(100))
    assert result.autopilot is None


@check
async def consume_without_a_batch_gets_everything(client, queue):
    await client.queue(queue).push(counting(150))
    seen = Seen()
    await client.queue(queue).wait(False).limit(150).consume(seen)
    assert numbers(seen) == list(range(150))
    assert await pop_now(client, queue) == []


@check
async def commit_on_delivery_needs_no_ack(client, queue):
    await client.queue(queue).push(counting(3))
    popped = await client.queue(queue).batch(2).wait(False).commit_on_delivery().pop()
    assert numbers(popped) == [0, 1]
    assert {message["leaseId"] for message in popped} == {""}
    assert numbers(await pop_now(client, queue, 9)) == [2]


@check
async def batch_ack_with_a_refused_message_fails(client, queue):
    await client.queue(queue).push(counting(2))
    popped = await pop_now(client, queue, 2)
    acked = await client.ack([popped[0], {**popped[1], "transactionId": "never pushed"}])
    assert (acked["success"], acked["error"]) == (False, "Message not found")
    assert [item["success"] for item in acked["results"]] == [True, False]


@check
async def renewal_of_a_lease_that_ended_fails(client, queue):
    await client.queue(queue).push(counting(1))
    (message,) = await pop_now(client, queue)
    await client.ack(message)
    renewed = await client.renew(message)
    assert (renewed["success"], renewed["error"]) == (False, "Invalid or expired lease")


@check
async def transaction_whose_answer_was_lost_may_be_sent_again(client, queue):
    await client.queue(queue).push(counting(2))
    first, _ = await pop_now(client, queue, 2)
    item = {"data": {"n": 1}, "transactionId": "once"}
    for _ in range(2):
        result = await client.transaction().ack(first).queue(f"{queue}-b").push([item]).commit()
        assert result["success"] is True
    assert numbers(await pop_now(client, f"{queue}-b", 9)) == [1]


@check
async def riders_of_a_transaction_are_refused_not_dropped(client, queue):
    transaction = client.transaction().queue(queue).push(counting(1))
    transaction = transaction.kv.put("ns", "key", 1, forever=True)
    assert "kv" in await refusal(transaction.commit())
    assert await pop_now(client, queue) == []


@check
async def conflation_is_refused_not_ignored(client, queue):
    await client.queue(queue).push(counting(2))
    builder = client.queue(queue).group("g").wait(False).conflation()
    assert "conflation" in await refusal(builder.pop())


@check
async def metrics_of_the_system_and_of_workers(client, queue):
    await client.queue(queue).push(counting(1))
    system = await client.admin.get_system_metrics()
    assert system["replicas"][0]["timeSeries"][0]["metrics"]["cpu"]["user_us"]["last"] > 0
    workers = await client.admin.get_worker_metrics(queue=queue)
    assert [found["queueName"] for found in workers["queues"]] == [queue]
