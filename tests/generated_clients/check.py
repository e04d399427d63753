"""What a program does with the Python client that was generated: run beside it, with the server's
URL."""

from __future__ import annotations

import sys
from typing import Any

from regent_generated import Client
from regent_generated.api.ack import ack
from regent_generated.api.groups import groups_list_groups
from regent_generated.api.lease import extend
from regent_generated.api.pop import pop_queue
from regent_generated.api.push import push
from regent_generated.api.queues import list_queues, read_queue
from regent_generated.models.ack_request import AckRequest
from regent_generated.models.error_answer import ErrorAnswer
from regent_generated.models.pop_answer import PopAnswer
from regent_generated.models.push_item import PushItem
from regent_generated.models.push_request import PushRequest
from regent_generated.models.queue_answer import QueueAnswer
from regent_generated.models.queues_answer import QueuesAnswer

QUEUE, GROUP = "python/orders", "billing"


def main(url: str) -> None:
    client: Any = Client(base_url=url, raise_on_unexpected_status=True)
    unknown = pop_queue.sync_detailed(QUEUE, client=client, consumer_group=GROUP)
    assert (unknown.status_code, unknown.parsed) == (204, None)
    assert unknown.headers["regent-queue"] == "unknown"

    items = [PushItem(queue=QUEUE, transaction_id=f"t{n}", payload={"n": n}) for n in (1, 2)]
    pushed = push.sync(client=client, body=PushRequest(items=items))
    assert isinstance(pushed, list)
    assert [(each.status, each.transaction_id) for each in pushed] == [
        ("queued", "t1"),
        ("queued", "t2"),
    ]

    popped = pop_queue.sync(QUEUE, client=client, consumer_group=GROUP, batch=2)
    assert isinstance(popped, PopAnswer)
    assert [message.data for message in popped.messages] == [{"n": 1}, {"n": 2}]
    longer = extend.sync(popped.lease_id, client=client)
    assert longer is not None
    assert longer.success is True
    for message in popped.messages:
        outcomes = ack.sync(
            client=client,
            body=AckRequest(
                transaction_id=message.transaction_id,
                partition_id=message.partition_id,
                lease_id=message.lease_id,
                consumer_group=GROUP,
            ),
        )
        assert isinstance(outcomes, list)
        assert [(each.success, each.error) for each in outcomes] == [(True, None)]

    queues = list_queues.sync(client=client, limit=1, name="python/")
    assert isinstance(queues, QueuesAnswer)
    assert [(queue.name, queue.messages.pending) for queue in queues.queues] == [(QUEUE, 0)]
    assert (queues.total, queues.pagination.has_more) == (1, False)
    groups = groups_list_groups.sync(client=client)
    assert isinstance(groups, list)
    assert GROUP in {group.name for group in groups}

    looked = read_queue.sync(QUEUE, client=client)
    assert isinstance(looked, QueueAnswer)
    assert (looked.options.lease_time, looked.totals.completed) == (300, 2)
    missing = read_queue.sync("nowhere", client=client)
    assert isinstance(missing, ErrorAnswer)
    assert (missing.code, missing.error) == ("QUEUE_NOT_FOUND", "there is no queue nowhere")


main(sys.argv[1])
