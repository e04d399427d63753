"""Requests to a gateway without a client: of thousands of requests, the client is most of the
work."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Answer:
    """What the gateway sent."""

    status: int
    headers: dict[bytes, bytes]
    body: bytes

    def json(self) -> Any:
        """The body, which is JSON."""
        return json.loads(self.body)


async def ask(
    gateway: Any, method: str, raw_path: str, headers: Iterable[tuple[bytes, bytes]] = ()
) -> Answer:
    """Send a request with exactly this path, which no client library would."""
    sent: list[Any] = []
    scope = {
        "type": "http",
        "method": method,
        "raw_path": raw_path.encode(),
        "query_string": b"",
        "headers": [(b"host", b"localhost"), *headers],
        "client": ("127.0.0.1", 1),
        "http_version": "1.1",
    }

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b""}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await gateway(scope, receive, send)
    body = b"".join(each.get("body", b"") for each in sent[1:])
    return Answer(sent[0]["status"], dict(sent[0]["headers"]), body)
