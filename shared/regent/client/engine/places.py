"""Where handlers run: in threads, in the thread that waits for the consumer, or in a loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Protocol

from regent.client.engine.consuming import Consuming
from regent.client.engine.signals import LOOK_SECONDS
from regent.client.engine.walk import Walk, walk_in_loop, walk_in_thread
from regent.client.errors import Misused

OnEnd = Callable[[], object]
Job = Callable[[], object]


class Place(Protocol):
    """Takes lanes through a handler."""

    def start(self, walk: Walk, on_end: OnEnd) -> None:
        """Begin with a lane; ``on_end`` is called when its handler has ended."""

    def close(self) -> None:
        """No lane follows."""


class Threads:
    """As many threads as there are lanes at once. They are daemons: a handler that never ends does
    not keep its program from ending."""

    def __init__(self, consuming: Consuming) -> None:
        self._call = consuming.call()
        self._title = consuming.title
        self._most = consuming.concurrency
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._busy = 0
        self._lock = threading.Lock()

    def start(self, walk: Walk, on_end: OnEnd) -> None:
        """Begin with a lane."""
        with self._lock:
            self._busy += 1
            if self._busy > len(self._threads) < self._most:
                name = f"regent {self._title} {len(self._threads) + 1}"
                thread = threading.Thread(target=self._work, name=name, daemon=True)
                self._threads.append(thread)
                thread.start()
        self._jobs.put(lambda: self._take(walk, on_end))

    def close(self) -> None:
        """End the threads when they are through with their lanes."""
        for _ in self._threads:
            self._jobs.put(None)

    def _take(self, walk: Walk, on_end: OnEnd) -> None:
        try:
            walk_in_thread(walk, self._call)
        finally:
            with self._lock:
                self._busy -= 1
            on_end()

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()


class CallersThread:
    """The thread that called ``consume``, one lane at a time: what SQLite, Django and debuggers
    expect."""

    def __init__(self, consuming: Consuming) -> None:
        self._call = consuming.call()
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()

    def start(self, walk: Walk, on_end: OnEnd) -> None:
        """Begin with a lane."""

        def take() -> None:
            try:
                walk_in_thread(walk, self._call)
            finally:
                on_end()

        self._jobs.put(take)

    def close(self) -> None:
        """Let the caller go on."""
        self._jobs.put(None)

    def work(self) -> None:
        """Handle lanes until the consumer has ended."""
        while True:
            try:
                job = self._jobs.get(timeout=LOOK_SECONDS)
            except Empty:
                continue
            if job is None:
                return
            job()


class CallersLoop:
    """The event loop of the program."""

    def __init__(self, consuming: Consuming, loop: asyncio.AbstractEventLoop) -> None:
        self._call = consuming.call()
        self._timeout_seconds = consuming.handler_timeout_seconds
        self._loop = loop
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, walk: Walk, on_end: OnEnd) -> None:
        """Begin with a lane."""

        async def take() -> None:
            try:
                await walk_in_loop(walk, self._call, self._timeout_seconds)
            finally:
                on_end()

        def begin() -> None:
            task = self._loop.create_task(take())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            walk.cancellable(lambda: self._loop.call_soon_threadsafe(task.cancel))

        try:
            self._loop.call_soon_threadsafe(begin)
        except RuntimeError:
            walk.abandon(
                Misused(
                    "the event loop of the handlers is closed; stop consumers, or close their"
                    " client, before it ends"
                )
            )
            on_end()

    def close(self) -> None:
        """Nothing is to be closed."""
