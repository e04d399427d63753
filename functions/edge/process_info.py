"""What the process that answers knows about itself. On Lambda, and with several workers on one
machine, another process may answer the next request."""

from __future__ import annotations

import os
import resource
import socket
import time
from pathlib import Path
from typing import Final, NamedTuple

_STARTED: Final = time.monotonic()
_STATM: Final = Path("/proc/self/statm")


class Process(NamedTuple):
    """The process, for how long it has run, what it has used, and the memory that it holds."""

    hostname: str
    pid: int
    uptime_seconds: int
    cpu_user_us: int
    cpu_system_us: int
    #: None if the system does not say (no /proc).
    memory_rss_bytes: int | None


def this_process() -> Process:
    """The present process."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return Process(
        socket.gethostname(),
        os.getpid(),
        int(time.monotonic() - _STARTED),
        round(used.ru_utime * 1_000_000),
        round(used.ru_stime * 1_000_000),
        int(_STATM.read_text().split()[1]) * resource.getpagesize() if _STATM.exists() else None,
    )
