"""How quick the disk is that commits wait for."""

from __future__ import annotations

import enum
import os
import statistics
import tempfile
import time
from pathlib import Path
from typing import Final

#: A flush that takes longer is worth sharing. With flushes of 0.1 ms, pushes of eight connections
#: that went to the database one after the other were 1.36 times as many as those side by side; with
#: 2 ms, half as many.
SLOW_SECONDS: Final = 0.0008
_FLUSHES: Final = 15
_PAGE: Final = bytes(8192)


class Disk(enum.Enum):
    """Whether commits should share a flush."""

    SLOW = "slow"
    QUICK = "quick"


def disk_of(folder: Path) -> Disk:
    """The disk that a folder is on."""
    return Disk.SLOW if flush_seconds(folder) > SLOW_SECONDS else Disk.QUICK


def flush_seconds(folder: Path) -> float:
    """How long it takes until a page that was written there is kept: the median of a few."""
    took = []
    with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
        for _ in range(_FLUSHES):
            file.write(_PAGE)
            started = time.perf_counter()
            os.fsync(file.fileno())
            took.append(time.perf_counter() - started)
    return statistics.median(took)
