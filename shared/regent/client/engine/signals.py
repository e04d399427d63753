"""SIGTERM and Ctrl-C: the first one stops consumers gracefully, the second one ends at once."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final

_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)

#: The kernel may hand a signal to any thread, as it does after SIGCONT, and only the main thread
#: acts on it, when it runs Python. So no wait of the main thread is longer than this.
LOOK_SECONDS: Final = 0.5


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
