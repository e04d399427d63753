"""Contenders are Regent and its rivals. All of them carry the same payloads."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import orjson

PARTITIONS = 1_000
PAYLOAD_BYTES = 256
#: Batches that a producer makes before the clock starts and then sends in turn.
READY_BATCHES = 40
#: Different payloads of all these batches take so many bytes at most.
READY_BYTES = 4_000_000

#: One operation against the database; returns how many messages it moved. 0: none are left.
Step = Callable[[], int]


@dataclass(frozen=True)
class PushShape:
    """How a producer sends."""

    batch: int
    spread: bool = False  # over many partitions; else each batch goes to one
    together: int = 1  # batches of one statement, as those of requests that wait in a server


class Contender(Protocol):
    """Steps are made in the client's own process: making one connects."""

    name: str

    def install(self, url: str) -> None:
        """Make the schema in an empty database, and everything that a client needs in it."""

    def producer(self, url: str, shape: PushShape) -> Step:
        """A client that stores batches."""

    def consumer(self, url: str, batch: int) -> Step:
        """A client that takes up to ``batch`` messages and completes them."""

    def fill(self, url: str, messages: int, batch: int) -> None:
        """Make a backlog of that many messages, in stretches that a consumer takes whole."""


def payload(number: int, size: int = PAYLOAD_BYTES) -> dict[str, Any]:
    """A JSON object of exactly that many bytes, another one for each number."""
    fields = {"order": f"{number:012d}", "customer": random.randbytes(16).hex(), "text": ""}
    missing = size - len(orjson.dumps(fields))
    return fields | {"text": random.randbytes(missing).hex()[:missing]}


def ready_batches(size: int, payload_bytes: int = PAYLOAD_BYTES) -> list[list[dict[str, Any]]]:
    """Payloads to send in turn, made beforehand, because making them is not measured."""
    different = min(size * READY_BATCHES, 4_000, READY_BYTES // payload_bytes)
    payloads = [payload(number, payload_bytes) for number in range(different)]
    return [random.choices(payloads, k=size) for _ in range(READY_BATCHES)]


def fill_batch(payload_bytes: int) -> int:
    """Messages of one push that makes a backlog: a thousand, unless they are large."""
    return max(1, min(1_000, 2_000_000 // payload_bytes))
