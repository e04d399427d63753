"""The schedules' clock: what EventBridge does in AWS.

Schedules are named by strings, as handlers are: name -> (module, seconds between two runs).
"""

import importlib
import logging
import threading
import time
import uuid
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from regent.local.context import LambdaContext, Lifetime
from regent.local.events import ACCOUNT_ID, REGION

log = logging.getLogger("regent.local.schedules")

STOP_TIMEOUT_SECONDS = 3.0

Schedules = Mapping[str, tuple[str, float]]
ScheduleHandler = Callable[[dict[str, Any], LambdaContext], Any]


class Clock:
    """Calls each schedule's handler in its own thread and at its own rate.

    A run that takes longer than its period delays its own next run, never another schedule's,
    and missed runs are not made up for: each run looks at the whole state anyway.
    """

    def __init__(self, schedules: Schedules) -> None:
        self._lifetime = Lifetime()
        self._stop = threading.Event()
        self._threads = [
            threading.Thread(
                target=self._tick,
                args=(name, importlib.import_module(module).handler, every_seconds),
                name=f"schedule-{name}",
                daemon=True,
            )
            for name, (module, every_seconds) in schedules.items()
        ]

    def start(self) -> None:
        """Start ticking; the first run of a schedule is one period from now."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Start no further run; give a running one a moment."""
        self._lifetime.stopping = True
        self._stop.set()
        deadline = time.monotonic() + STOP_TIMEOUT_SECONDS
        for thread in self._threads:
            if thread.is_alive():
                thread.join(max(0.0, deadline - time.monotonic()))

    def _tick(self, name: str, handler: ScheduleHandler, every_seconds: float) -> None:
        due = time.monotonic() + every_seconds
        while not self._stop.wait(max(0.0, due - time.monotonic())):
            due = max(due, time.monotonic() - every_seconds) + every_seconds
            run_once(name, handler, every_seconds, self._lifetime)


def run_once(name: str, handler: ScheduleHandler, every_seconds: float, lifetime: Lifetime) -> None:
    """One run of a schedule. Its failure is a line of the log, for the next run comes anyway."""
    try:
        handler(schedule_event(name), LambdaContext(f"regent-{name}", str(uuid.uuid4()), lifetime))
    except Exception:
        log.exception("schedule %s failed; it runs again in %g s", name, every_seconds)


def schedule_event(name: str) -> dict[str, Any]:
    """Build the event that an EventBridge rule with a rate sends."""
    return {
        "version": "0",
        "id": str(uuid.uuid4()),
        "detail-type": "Scheduled Event",
        "source": "aws.events",
        "account": ACCOUNT_ID,
        "time": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "region": REGION,
        "resources": [f"arn:aws:events:{REGION}:{ACCOUNT_ID}:rule/regent-{name}"],
        "detail": {},
    }
