"""Runs blocking handlers in threads for an event loop.

Not `ThreadPoolExecutor`: that one joins its threads when Python exits, which would hold a stopping
server for as long as its longest poll, and it costs two futures a call instead of one.
"""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from typing import Any

#: Takes a result, or the exception that came instead.
Done = Callable[[Any, Exception | None], None]


class HandlerThreads:
    """Up to `limit` daemon threads, made when needed and kept; work beyond that queues up.

    `run` may only be called from the event loop's own thread.
    """

    def __init__(self, name: str, limit: int) -> None:
        self._name = name
        self._limit = limit
        self._count = 0
        self._idle = threading.Semaphore(0)
        self._work: SimpleQueue[tuple[Callable[[], Any], Done] | None] = SimpleQueue()

    def run(self, call: Callable[[], Any]) -> "asyncio.Future[Any]":
        """Call it in a thread; the future has its result or its exception."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        self.run_then(call, partial(_settle, future))
        return future

    def run_then(self, call: Callable[[], Any], done: Done) -> None:
        """Call it in a thread, then `done` in the event loop."""
        loop = asyncio.get_running_loop()
        self._work.put((call, done))
        if not self._idle.acquire(blocking=False) and self._count < self._limit:
            self._count += 1
            threading.Thread(
                target=self._serve, args=(loop,), name=f"{self._name}-{self._count}", daemon=True
            ).start()

    def close(self) -> None:
        """End the threads, each when it has nothing more to do."""
        for _ in range(self._count):
            self._work.put(None)
        self._count = 0

    def _serve(self, loop: asyncio.AbstractEventLoop) -> None:
        while (work := self._work.get()) is not None:
            call, done = work
            result, error = None, None
            try:
                result = call()
            except Exception as raised:  # noqa: BLE001 - it is raised again where it is awaited
                error = raised
            except BaseException as ending:  # noqa: BLE001 - sys.exit in a handler ends no server
                error = RuntimeError(f"the handler ended itself: {ending!r}")
            self._idle.release()
            # A loop that has stopped takes no more results; nobody is waiting for this one.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(done, result, error)


def _settle(future: "asyncio.Future[Any]", result: Any, error: Exception | None) -> None:
    if future.done():
        return
    if error is not None:
        future.set_exception(error)
    else:
        future.set_result(result)
