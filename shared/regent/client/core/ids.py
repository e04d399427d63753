"""Ids of messages: UUIDv7, made before the first try, so that a repeat is recognised."""

from __future__ import annotations

import os
import threading
import time
from typing import Final


class Ids:
    """Each is larger than the one before it, also when the clock stands or goes back."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._stamp = 0
        self._head = ""
        self._count = 0
        if hasattr(os, "register_at_fork"):
            # Parent and child must not count on from the same number.
            os.register_at_fork(after_in_child=self._begin_anew)

    def next(self) -> str:
        """One more id, in its canonical form."""
        stamp = time.time_ns() // 1_000_000
        with self._lock:
            if stamp > self._stamp:
                self._stamp = stamp
                chance = int.from_bytes(os.urandom(10), "big")
                self._head = f"{stamp >> 16:08x}-{stamp & 0xFFFF:04x}-7{chance >> 68:03x}-"
                # The variant, and 62 bits of which the top one is 0: counting does not overflow.
                self._count = (0b10 << 62) | (chance & 0x1FFF_FFFF_FFFF_FFFF)
            else:
                self._count += 1
            head, tail = self._head, f"{self._count:016x}"
        return f"{head}{tail[:4]}-{tail[4:]}"

    def _begin_anew(self) -> None:
        self._lock = threading.Lock()
        self._stamp = 0


_ids: Final = Ids()


#: An id for a message that brings none.
new_id: Final = _ids.next
