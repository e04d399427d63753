"""Verdicts: completed, failed, retry, dlq; attempts, and dead letters.

test_queen.py looks at the dead letters of these checks in the database.
"""

from checks import Seen, check, counting, numbers, pop_now


@check
async def ack_completes_a_message(client, queue):
    await client.queue(queue).push(counting(1))
    (message,) = await pop_now(client, queue)
    acked = await client.ack(message)
    assert acked["success"] is True
    assert (acked["queueName"], acked["leaseReleased"], acked["dlq"]) == (queue, True, False)


@check
async def ack_may_be_repeated(client, queue):
    await client.queue(queue).push(counting(1))
    (message,) = await pop_now(client, queue)
    await client.ack(message)
    again = await client.ack(message)
    assert (again["success"], again["alreadyCompleted"]) == (True, True)
    assert (await client.ack(message, False))["success"] is False


@check
async def ack_without_a_lease_completes_what_is_leased(client, queue):
    await client.queue(queue).push(counting(1))
    (message,) = await pop_now(client, queue)
    del message["leaseId"]
    assert (await client.ack(message))["success"] is True
    assert await pop_now(client, queue) == []


@check
async def ack_of_an_unknown_message_is_refused(client, queue):
    await client.queue(queue).push(counting(1))
    (message,) = await pop_now(client, queue)
    refused = await client.ack({**message, "transactionId": "never pushed"})
    assert (refused["success"], refused["error"]) == (False, "Message not found")
    assert (await client.ack(message))["success"] is True


@check
async def acks_in_a_batch_are_judged_one_by_one(client, queue):
    await client.queue(queue).config({"retry_delay": 0}).create()
    await client.queue(queue).push(counting(3))
    popped = await pop_now(client, queue, 3)
    popped[1]["_status"] = "failed"
    popped[1]["_error"] = "no such account"
    acked = await client.ack(popped)
    assert [item["success"] for item in acked["results"]] == [True, True, True]
    # Only the second one comes again: what was completed around it stays completed.
    assert numbers(await pop_now(client, queue, 9)) == [1]


@check
async def ack_of_the_last_of_a_batch_completes_only_that(client, queue):
    await client.queue(queue).config({"lease_time": 1, "retry_delay": 0}).create()
    await client.queue(queue).push(counting(3))
    popped = await pop_now(client, queue, 3)
    assert (await client.ack(popped[2]))["success"] is True
    rest = []
    while len(rest) < 2:
        rest += await client.queue(queue).batch(9).wait(True).timeout_millis(8000).pop()
        assert (await client.ack(rest))["success"] is True
    assert numbers(rest) == [0, 1]


@check
async def failed_message_comes_again(client, queue):
    await client.queue(queue).config({"retry_delay": 0}).create()
    await client.queue(queue).push(counting(2))
    (first,) = await pop_now(client, queue)
    assert (await client.ack(first, False, {"error": "try later"}))["success"] is True
    (again,) = await pop_now(client, queue)
    assert (again["id"], again["deliveryAttempt"]) == (first["id"], 2)


@check
async def failed_message_rests_for_its_retry_delay(client, queue):
    await client.queue(queue).config({"retry_delay": 1500}).create()
    await client.queue(queue).push(counting(1))
    (first,) = await pop_now(client, queue)
    await client.ack(first, False)
    assert await pop_now(client, queue) == []
    (again,) = await client.queue(queue).batch(1).wait(True).timeout_millis(8000).pop()
    assert again["id"] == first["id"]


@check
async def retry_counts_no_attempt(client, queue):
    await client.queue(queue).config({"retry_limit": 0}).create()
    await client.queue(queue).push(counting(1))
    for delivery in (1, 2, 3):
        (message,) = await pop_now(client, queue)
        assert (message["deliveryAttempt"], message["failedAttempts"]) == (delivery, 0)
        assert (await client.ack(message, "retry"))["success"] is True
    (message,) = await pop_now(client, queue)
    assert (await client.ack(message))["success"] is True


async def _third_time(client, queue, group):
    """100 messages that fail twice as a batch; retry_limit 3 is enough for that."""
    await client.queue(queue).config({"retry_limit": 3, "retry_delay": 50}).create()
    await client.queue(queue).push(counting(100))
    attempts = []

    async def handler(messages):
        attempts.append(numbers(messages))
        if len(attempts) < 3:
            raise RuntimeError("not yet")

    builder = client.queue(queue).batch(100).wait(False).limit(300)
    builder = builder.group(group) if group else builder
    # Failed messages count towards the client's own limit, so three rounds of 100 end it.
    await builder.consume(handler)
    assert attempts == [list(range(100))] * 3


@check
async def batch_succeeds_at_the_third_attempt(client, queue):
    await _third_time(client, queue, None)
    assert await pop_now(client, queue) == []


@check
async def failures_of_a_group_are_no_other_groups(client, queue):
    await _third_time(client, queue, "first")
    seen = Seen()
    builder = client.queue(queue).group("second").batch(100).wait(False).limit(100)
    await builder.consume(seen)
    assert numbers(seen) == list(range(100))
    assert {message["deliveryAttempt"] for message in seen} == {1}


@check
async def poison_is_dead_after_its_retries_and_blocks_nobody(client, queue):
    options = {"retry_limit": 2, "retry_delay": 50, "dlq_after_max_retries": True}
    await client.queue(queue).config(options).create()
    await client.queue(queue).push(
        [
            {"data": {"n": 0, "poison": True}, "transactionId": "poison"},
            {"data": {"n": 1}, "transactionId": "innocent"},
        ]
    )
    attempts, handled = [], []

    async def handler(message):
        if message["data"].get("poison"):
            attempts.append(message["deliveryAttempt"])
            raise RuntimeError("this message kills")
        handled.append(message)

    async def on_success(message, result):
        await client.ack(message, True)

    async def on_error(message, error):
        await client.ack(message, False, {"error": str(error)})

    builder = client.queue(queue).batch(1).wait(False).limit(4).each()
    await builder.consume(handler).on_success(on_success).on_error(on_error)
    assert attempts == [1, 2, 3]
    assert numbers(handled) == [1]
    assert await pop_now(client, queue) == []


@check
async def rejected_message_is_dead_at_once(client, queue):
    await client.queue(queue).push([{"data": {"n": 0}, "transactionId": "rejected"}])
    (message,) = await pop_now(client, queue)
    acked = await client.ack(message, "dlq", {"error": "not for us"})
    assert (acked["success"], acked["dlq"]) == (True, True)
    assert await pop_now(client, queue) == []
