"""Where messages are taken from, for a group: a queue, one of its partitions, or labels."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, Generic, TypeVar, Unpack

from regent.client.core.later import Later
from regent.client.core.payloads import Codec
from regent.client.core.popping import QUEUE_MODE, Asked, Source, pop_plan
from regent.client.engine.consuming import Consuming, How
from regent.client.errors import Misused
from regent.client.sync.message import Batch
from regent.client.sync.pages import Pages
from regent.client.sync.session import Session

if TYPE_CHECKING:
    from regent.client.core import operations_admin as operations
    from regent.client.core import operations_queue
    from regent.client.core.rows_admin import Steered, SubscriptionRow
    from regent.client.core.rows_queue import Depth, Explanation
else:
    operations = Later(".operations_admin")
    operations_queue = Later(".operations_queue")

T = TypeVar("T")
H = TypeVar("H", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Subscriber(Generic[T]):
    """A group's way to its messages. Each method that sets something returns a new handle."""

    session: Session
    source: Source
    codec: Codec[Any] | None = None
    #: What a pop asks for unless its call says otherwise.
    asked: Asked = field(default_factory=Asked)

    def partition(self, name: str) -> Subscriber[T]:
        """Only this partition."""
        return replace(self, source=replace(self.source, partition=name))

    def namespace(self, name: str) -> Subscriber[T]:
        """The queues of this namespace; not beside the name of a queue."""
        return replace(self, source=replace(self._labelled(), namespace=name))

    def task(self, name: str) -> Subscriber[T]:
        """The queues of this task; not beside the name of a queue."""
        return replace(self, source=replace(self._labelled(), task=name))

    def group(self, name: str) -> Subscriber[T]:
        """As this consumer group."""
        return replace(self, source=replace(self.source, group=name))

    def starting(self, at: str | datetime) -> Subscriber[T]:
        """Where the group starts if it is new: ``"all"``, ``"new"``, or an instant. The first mode
        that a group is recorded with counts for ever."""
        return replace(self, source=self.source.starting(at))

    def subscription_mode(self, mode: str) -> Subscriber[T]:
        """Where the group starts if it is new: ``"all"`` or ``"new"``."""
        return replace(self, source=replace(self.source, mode=mode))

    def subscription_from(self, at: str | datetime) -> Subscriber[T]:
        """From which instant on the group gets messages if it is new, or ``"now"``."""
        return replace(self, source=replace(self.source, start=at))

    def batch(self, messages: int) -> Subscriber[T]:
        """How many messages a pop brings at most."""
        return replace(self, asked=replace(self.asked, batch=messages))

    def partitions(self, count: int) -> Subscriber[T]:
        """From how many partitions a pop takes at most."""
        return replace(self, asked=replace(self.asked, partitions=count))

    def each(self, messages: int) -> Subscriber[T]:
        """How many messages a pop brings of one partition at most."""
        return replace(self, asked=replace(self.asked, per_partition=messages))

    def pop(
        self,
        batch: int | None = None,
        *,
        partitions: int | None = None,
        per_partition: int | None = None,
        wait_seconds: float | None = None,
        lease_seconds: float | None = None,
        auto_ack: bool | None = None,
        lease_key: str | None = None,
    ) -> Batch[T]:
        """Take the oldest messages, under a lease. An empty batch: there was nothing to take.

        ``wait_seconds``: wait so long until there is something. ``auto_ack``: they are completed at
        once, without a lease, and handed out at most once. ``lease_key``: a new UUID for each call,
        under which the server finds what a lost answer had taken.
        """
        given = {
            "batch": batch,
            "partitions": partitions,
            "per_partition": per_partition,
            "wait_seconds": wait_seconds,
            "lease_seconds": lease_seconds,
            "auto_ack": auto_ack,
            "lease_key": lease_key,
        }
        chosen: Any = {name: value for name, value in given.items() if value is not None}
        asked = replace(self.asked, **chosen) if chosen else self.asked
        options = self.session.options
        plan = pop_plan(self.source, asked, options.json, options.clock)
        return Batch(self.session, self.session.run(plan), self.codec)

    def seek(
        self,
        to: str | int | datetime,
        *,
        partition: str | None = None,
        force: bool = False,
        dry_run: bool = False,
    ) -> Steered:
        """Move the group's cursor: ``"end"``, ``"beginning"``, an instant, or an offset of one
        partition. ``force``: also where a consumer holds messages. ``dry_run``: only say
        what would happen."""
        group, queue = self._named()
        chosen = partition or self.source.partition
        operation = operations.seek(group, queue, chosen, to, force=force, dry_run=dry_run)
        return self.session.send(operation)

    def cursors(self) -> dict[str, int]:
        """Where the group stands in each partition that it follows, for ``restore``."""
        return self.session.run(operations.cursors(*self._named()))

    def restore(self, cursors: Mapping[str, int], *, force: bool = False) -> None:
        """Put the group back to where it stood."""
        self.session.run(operations.restore(*self._named(), cursors, force=force))

    def pause(self) -> Steered:
        """Let the group's pops of this queue find nothing. What it holds may still be acked."""
        return self.session.send(operations.pause(*self._named()))

    def resume(self) -> Steered:
        """Let them find something again."""
        return self.session.send(operations.resume(*self._named()))

    def lag(self) -> Depth:
        """What the group has left to do in this queue."""
        group, queue = self._named()
        return self.session.send(operations_queue.depth(queue, group))

    def explain(self, partition: str | None = None) -> Explanation:
        """What the group's next pop would meet in a partition, and why."""
        group, queue = self._named()
        chosen = partition or self.source.partition or "Default"
        return self.session.send(operations_queue.explain(queue, chosen, group))

    def subscription(self) -> SubscriptionRow | None:
        """How the group subscribed to this queue; the first mode counts. None: it did not yet."""
        group, queue = self._named()
        listing = operations.list_subscriptions({"consumerGroup": group, "queue": queue})
        return Pages(self.session, listing, None).first()

    def unsubscribe(self, *, keep_cursors: bool = False, force: bool = False) -> None:
        """Delete the group on this queue, with its cursors, failed attempts, dead letters and
        subscription. ``keep_cursors``: only the subscription, so that it can subscribe otherwise.
        ``force``: also while it holds messages or has members."""
        group, queue = self._named()
        if not keep_cursors:
            self.session.send(
                operations.delete_group(group, queue, keep_subscriptions=False, force=force)
            )
        elif (found := self.subscription()) is not None:
            self.session.send(operations.delete_subscription(found.id))

    def _named(self) -> tuple[str, str]:
        """The group and the queue, for what needs both."""
        if self.source.queue is None:
            raise Misused("this is about one queue; begin with queue() and its name")
        return self.source.group or QUEUE_MODE, self.source.queue

    def consumer(self, **how: Unpack[How]) -> Callable[[H], H]:
        """A decorator: ``regent.run()`` and ``regent.start()`` hand messages to the function.

        Returned: completed. Raised: failed, tried again, at last a dead letter; ``DeadLetter``
        buries at once, ``Retry`` gives back uncounted. ``concurrency`` lanes, one a partition, are
        handled at once; the messages of a lane one after the other.
        """

        def register(handler: H) -> H:
            self.session.consumers.register(
                self.source, self.codec, Consuming(handler=handler, **how)
            )
            return handler

        return register

    def consume(self, handler: Callable[..., Any], **how: Unpack[How]) -> None:
        """Hand messages to a function until SIGTERM, Ctrl-C or ``stop``."""
        self.session.consumers.consume(self.source, self.codec, Consuming(handler=handler, **how))

    def drain(
        self,
        handler: Callable[..., Any],
        *,
        until_seconds: float | None = None,
        **how: Unpack[How],
    ) -> None:
        """Hand messages to a function until nothing is pending, or until so much time is over. Then
        the messages at hand have five seconds more, and the rest is given back."""
        consuming = Consuming(handler=handler, drains=True, until_seconds=until_seconds, **how)
        self.session.consumers.consume(self.source, self.codec, consuming)

    def _labelled(self) -> Source:
        if self.source.queue is not None:
            raise Misused(
                f"the queue {self.source.queue} is named already; a pop is by a queue's name or by"
                " labels, so begin with matching() or queue() without a name"
            )
        return self.source
