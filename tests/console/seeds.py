"""Queues, groups and states that pages show, made through the API."""

from __future__ import annotations

from typing import Any

import httpx

#: Names as people might choose them.
STRANGE = ("a/b c", "quote'\"<b>", "ünïcode 😀", "x" * 255, "<script>alert(1)</script>")


class Seeds:
    """Makes them over HTTP, as a program would."""

    def __init__(self, url: str) -> None:
        self.client = httpx.Client(base_url=f"{url}/api/v1", timeout=20)

    def close(self) -> None:
        """End its connections."""
        self.client.close()

    def send(self, method: str, path: str, status: int = 200, **more: Any) -> Any:
        """A request that has to be answered with this status."""
        answer = self.client.request(method, path, **more)
        assert answer.status_code == status, answer.text
        return answer.json() if answer.content else None

    def push(self, queue: str, partition: str, *payloads: Any, **more: Any) -> None:
        """A message for each payload."""
        items = [
            {"queue": queue, "partition": partition, "payload": payload, **more}
            for payload in payloads or ({"n": 1},)
        ]
        self.send("POST", "/push", 201, json={"items": items})

    def push_to_each(self, queue: str, partitions: int) -> None:
        """A message in each of so many partitions, p000000 and on."""
        for start in range(0, partitions, 1_000):
            items = [
                {"queue": queue, "partition": f"p{n:06}", "payload": n}
                for n in range(start, min(start + 1_000, partitions))
            ]
            self.send("POST", "/push", 201, json={"items": items})

    def push_text(self, body: str) -> None:
        """A push whose JSON is sent as it is, with numbers that Python would write otherwise."""
        headers = {"content-type": "application/json"}
        self.send("POST", "/push", 201, content=body.encode(), headers=headers)

    def pop(self, queue: str, group: str, partition: str | None = None, **query: Any) -> Any:
        """The pop's answer; None: there was nothing."""
        path = f"/pop/queue/{queue}" + (f"/partition/{partition}" if partition else "")
        answer = self.client.get(path, params={"consumerGroup": group, **query})
        assert answer.status_code in (200, 204), answer.text
        return answer.json() if answer.status_code == 200 else None

    def ack(self, popped: Any, status: str = "completed", error: str | None = None) -> None:
        """One verdict on all messages of a pop."""
        acknowledgments = [
            {
                "transactionId": message["transactionId"],
                "partitionId": message["partitionId"],
                "leaseId": message["leaseId"],
                "status": status,
                **({} if error is None else {"error": error}),
            }
            for message in popped["messages"]
        ]
        body = {"consumerGroup": popped["consumerGroup"], "acknowledgments": acknowledgments}
        self.send("POST", "/ack/batch", json=body)

    def configure(self, queue: str, **options: Any) -> None:
        """Make a queue, or give it other options."""
        self.send("POST", "/configure", json={"queue": queue, "options": options})
