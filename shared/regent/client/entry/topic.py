"""A topic of an entry object, and what the entry object has lent its connections to."""

from __future__ import annotations

import threading
import weakref
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from regent.client.errors import Misused
from regent.client.sync.session import Session

if TYPE_CHECKING:
    from regent.client.consumer import Consumer, Listener
    from regent.client.producer import Producer
    from regent.client.simple_consumer import SimpleConsumer

#: How long the end of an entry object waits for a thread that is in a consumer's methods. A poll
#: hears at once that it is to return.
_IN_USE_SECONDS: Final = 10.0


class Lent:
    """The session of an entry object, and what has to end before it. A consumer that is forgotten
    gives its partitions back, so only a weak reference to it is kept."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._lock = threading.Lock()
        self._ended = False
        self._consumers: weakref.WeakSet[Consumer] = weakref.WeakSet()
        self._producers: set[Producer] = set()

    def session(self) -> Session:
        """The session, unless its entry object is closed."""
        if self._ended:
            raise Misused("the client is closed")
        return self._session

    def consumer(self, consumer: Consumer) -> None:
        """End this one, too."""
        with self._lock:
            self._consumers.add(consumer)

    def producer(self, producer: Producer) -> None:
        """End this one, too."""
        with self._lock:
            self._producers = {each for each in self._producers if not each.is_closed} | {producer}

    def end(self) -> None:
        """End consumers, whose programs may produce, and then producers. Each is ended, also when
        another one fails to."""
        with self._lock:
            self._ended = True
            consumers, producers = list(self._consumers), self._producers
            self._consumers, self._producers = weakref.WeakSet(), set()
        with ExitStack() as ending:
            for producer in producers:
                ending.callback(producer.close)
            for consumer in consumers:
                consumer.stop()
                ending.callback(consumer.end, _IN_USE_SECONDS)


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic. What it makes lives on the connections of its entry object: closing it leaves them
    open, and closing the entry object ends it."""

    name: str
    _lent: Lent = field(repr=False, compare=False)

    def producer(
        self,
        *,
        linger_ms: float = 5.0,
        batch_size: int = 500,
        delivery_timeout_ms: float = 120_000.0,
    ) -> Producer:
        """A producer. Each ``send`` names its topic, so one producer serves several."""
        from regent.client.producer import Producer  # noqa: PLC0415 - for those who produce

        session = self._lent.session()
        producer = Producer(
            session.options.address.url,
            linger_ms=linger_ms,
            batch_size=batch_size,
            delivery_timeout_ms=delivery_timeout_ms,
            transport=session,
        )
        self._lent.producer(producer)
        return producer

    def consumer(
        self,
        group_id: str,
        *,
        heartbeat_interval_ms: int = 3_000,
        session_timeout_ms: int = 10_000,
        max_poll_records: int = 500,
        enable_auto_commit: bool = True,
        on_assigned: Listener | None = None,
        on_revoked: Listener | None = None,
    ) -> Consumer:
        """A consumer that has joined the group and reads this topic. Raises ``JoinFailed``."""
        from regent.client.config import ConsumerConfig  # noqa: PLC0415 - for those who consume
        from regent.client.consumer import Consumer  # noqa: PLC0415

        session = self._lent.session()
        config = ConsumerConfig(
            url=session.options.address.url,
            group_id=group_id,
            heartbeat_interval_ms=heartbeat_interval_ms,
            session_timeout_ms=session_timeout_ms,
            max_poll_records=max_poll_records,
            enable_auto_commit=enable_auto_commit,
        )
        consumer = Consumer(config, transport=session)
        try:
            consumer.subscribe(self.name, on_assigned=on_assigned, on_revoked=on_revoked)
        except BaseException:
            consumer.close()
            raise
        self._lent.consumer(consumer)
        return consumer

    def reader(self) -> SimpleConsumer:
        """Reads by offset, in no group. Each ``consume`` names its topic."""
        from regent.client.simple_consumer import SimpleConsumer  # noqa: PLC0415

        session = self._lent.session()
        return SimpleConsumer(session.options.address.url, transport=session)
