"""Pops: from where messages are taken, for whom, and what came."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from regent.client.core.checks import (
    check_choice,
    check_count,
    check_instant,
    check_name,
    check_number,
    check_uuid,
)
from regent.client.core.http1 import Reply
from regent.client.core.operation import Operation, api, json_bytes, json_of, nothing
from regent.client.core.payloads import Json
from regent.client.core.retry import Step
from regent.client.errors import Misused
from regent.limits import (
    MAX_LEASE_SECONDS,
    MAX_LONG_POLL_SECONDS,
    MAX_POP_BATCH,
    MAX_POP_PARTITIONS,
)

#: The group of those who name none.
QUEUE_MODE: Final = "__QUEUE_MODE__"
#: Where a new group starts, beside an instant.
MODES: Final = ("all", "new", "from_beginning", "new-only")
#: The pauses after an empty answer that came too early: a proxy cuts polls, or pops are switched
#: off.
_EARLY_SECONDS: Final = 0.05
_LONGEST_EARLY_SECONDS: Final = 5.0


@dataclass(frozen=True, slots=True)
class Source:
    """Where messages are taken from, and for which group."""

    queue: str | None = None
    partition: str | None = None
    namespace: str | None = None
    task: str | None = None
    group: str | None = None
    #: Where a group starts that is new: ``all``, ``new``, or an instant.
    mode: str | None = None
    start: str | datetime | None = None

    def __post_init__(self) -> None:
        for name in ("queue", "partition", "group"):
            if getattr(self, name) is not None:
                check_name(name, getattr(self, name))
        for name in ("namespace", "task"):
            if getattr(self, name) is not None:
                check_name(name, getattr(self, name), may_be_empty=True)
        if self.mode is not None:
            check_choice("mode", self.mode, MODES)
        if self.start is not None:
            check_instant("start", self.start)

    def target(self, **query: object) -> str:
        """The route and query of a pop."""
        labels: dict[str, object] = {}
        if self.queue is None:
            if self.namespace is None and self.task is None:
                raise Misused("a pop needs a queue, a namespace or a task")
            words = ["pop"]
            labels = {"namespace": self.namespace, "task": self.task}
        else:
            words = ["pop", "queue", self.queue]
            if self.partition is not None:
                words += ["partition", self.partition]
        return api(
            *words,
            **labels,
            consumerGroup=self.group,
            subscriptionMode=self.mode,
            subscriptionFrom=self.start,
            **query,
        )

    def wanted(self, asked: Asked) -> dict[str, object]:
        """What an ack says of the messages that are to come with its answer."""
        said = {
            "queue": self.queue,
            "partition": self.partition,
            "namespace": self.namespace,
            "task": self.task,
            "batch": asked.batch,
            "partitions": asked.partitions,
            "perPartition": asked.per_partition,
            "leaseSeconds": asked.lease_seconds,
            "leaseKey": asked.lease_key,
        }
        return {name: value for name, value in said.items() if value is not None}

    @property
    def name(self) -> str:
        """For people."""
        if self.queue is not None:
            return self.queue if self.partition is None else f"{self.queue}/{self.partition}"
        return f"namespace {self.namespace}, task {self.task}"

    def starting(self, at: str | datetime) -> Source:
        """Where a new group starts."""
        if at in MODES:
            return replace(self, mode=str(at), start=None)
        return replace(self, mode=None, start=at)


@dataclass(frozen=True, slots=True)
class Asked:
    """How much one pop asks for. What is None is not sent, so the server's own value counts."""

    batch: int = 1
    partitions: int = 1
    per_partition: int | None = None
    wait_seconds: float = 0.0
    lease_seconds: float | None = None
    auto_ack: bool = False
    #: A UUID that becomes the lease's id, so that a repeat finds what a lost answer took.
    lease_key: str | None = None

    def __post_init__(self) -> None:
        check_count("batch", self.batch, 1, MAX_POP_BATCH)
        check_count("partitions", self.partitions, 1, MAX_POP_PARTITIONS)
        if self.per_partition is not None:
            check_count("per_partition", self.per_partition, 1, MAX_POP_BATCH)
        check_number("wait_seconds", self.wait_seconds, 0)
        if self.lease_seconds is not None:
            check_number("lease_seconds", self.lease_seconds, 1, MAX_LEASE_SECONDS, whole=True)
        if self.lease_key is not None:
            check_uuid("lease_key", self.lease_key)


@dataclass(slots=True)
class Popped:
    """What a pop brought: messages as they came, under one lease."""

    messages: list[dict[str, Any]]
    lease_id: str = ""
    #: How long the lease runs, counted from ``sent_at``; None when the server does not say.
    lease_seconds: float | None = None
    #: On the session's clock, before the request was sent: no two clocks are compared.
    sent_at: float = 0.0
    #: There is no such queue, or none with these labels.
    unknown_queue: bool = False
    #: The server notices when a client hangs up, and takes nothing for it then.
    notices_hang_ups: bool = False


def pop_operation(source: Source, asked: Asked, form: Json) -> Operation[Popped]:
    """One request. A long poll waits less when it is repeated, so that it ends when it has to."""
    wait = min(asked.wait_seconds, MAX_LONG_POLL_SECONDS)

    def target(seconds: float, again: bool) -> str:
        return source.target(
            batch=asked.batch if asked.batch != 1 else None,
            partitions=asked.partitions if asked.partitions != 1 else None,
            perPartition=asked.per_partition,
            wait=True if seconds > 0 else None,
            timeout=int(seconds * 1000) if seconds > 0 else None,
            leaseSeconds=asked.lease_seconds,
            autoAck=True if asked.auto_ack else None,
            leaseKey=asked.lease_key,
            repeat=True if again and asked.lease_key is not None else None,
        )

    def read(reply: Reply) -> Popped:
        if reply.status == 204:
            popped = Popped([], unknown_queue=reply.header("regent-queue") == "unknown")
        else:
            said = json_of(reply, form.read)
            popped = Popped(said["messages"], str(said["leaseId"]), said.get("leaseSeconds"))
        popped.sent_at = reply.sent_at
        popped.notices_hang_ups = reply.header("regent-hang-ups") == "noticed"
        return popped

    return Operation(
        "GET",
        target(wait, False),
        read,
        # With auto_ack a message is handed out at most once: no try may follow one that may have
        # been carried out.
        repeats=not asked.auto_ack,
        poll=target if wait > 0 or asked.lease_key is not None else None,
        wait_seconds=wait,
        is_named=True,
    )


def release_operation(source: Source, lease_key: str, within_seconds: float) -> Operation[None]:
    """Give back what a pop took under this key, if its answer was lost or nobody waited for it."""
    said = {
        "queue": source.queue,
        "partition": source.partition,
        "namespace": source.namespace,
        "task": source.task,
        "consumerGroup": source.group,
    }
    body = {name: value for name, value in said.items() if value is not None}
    return Operation(
        "POST",
        api("lease", lease_key, "release"),
        nothing,
        json_bytes(body),
        timeout_seconds=within_seconds,
    )


def pop_plan(
    source: Source, asked: Asked, form: Json, clock: Callable[[], float]
) -> Generator[Step, Any, Popped]:
    """Poll until there is something or the time is up; a server waits at most 20 s at a time."""
    until = clock() + asked.wait_seconds
    early = _EARLY_SECONDS
    while True:
        began = clock()
        left = max(0.0, until - began)
        if left != asked.wait_seconds:
            asked = replace(asked, wait_seconds=left)
        popped: Popped = yield pop_operation(source, asked, form)
        now = clock()
        if popped.messages or now >= until:
            return popped
        if now - began >= min(left, MAX_LONG_POLL_SECONDS) / 2:
            early = _EARLY_SECONDS
            continue
        yield min(early, until - now)
        early = min(early * 2, _LONGEST_EARLY_SECONDS)
