"""SIGTERM and Ctrl-C: the first one stops consumers gracefully, the second one ends at once."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, wait
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final

_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)

#: The kernel may hand a signal to any thread, as it does after SIGCONT, and only the main thread
#: acts on it, when it runs Python. So no wait of the main thread is longer than this.
LOOK_SECONDS: Final = 0.5


def all_done(futures: Sequence[Future[Any]], timeout_seconds: float | None = None) -> bool:
    """Wait for all of them, and look up meanwhile; False: the time was up before."""
    until = float("inf") if timeout_seconds is None else time.monotonic() + timeout_seconds
    while True:
        left = until - time.monotonic()
        if not wait(futures, min(max(left, 0.0), LOOK_SECONDS)).not_done:
            return True
        if left <= LOOK_SECONDS:
            return False


@contextmanager
def stopping_on_signals(stop: Callable[[], object]) -> Iterator[None]:
    """Call ``stop`` at the first signal. A program's own handler for SIGTERM is called, too. What a
    program ignores stays ignored, and only the main thread may set handlers."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before: dict[int, Any] = {}
    stopped = False

    def handle(number: int, frame: FrameType | None) -> None:
        nonlocal stopped
        own = before[number]
        if stopped:
            signal.signal(number, own)
            signal.raise_signal(number)
            return
        stopped = True
        stop()
        if number == signal.SIGTERM and callable(own):
            own(number, frame)

    for each in _SIGNALS:
        handler = signal.getsignal(each)
        # None: something that is not Python installed it.
        if handler is not None and handler is not signal.SIG_IGN:
            before[each] = handler
            signal.signal(each, handle)
    try:
        yield
    finally:
        for number, handler in before.items():
            if signal.getsignal(number) is handle:
                signal.signal(number, handler)
