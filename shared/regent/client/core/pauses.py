"""How long a consumer leaves the server alone: after failures, refusals and hasty answers.

A server's restart breaks all polls at once, so that every pause has its share of chance.
"""

from __future__ import annotations

import random
from typing import Final

#: A broken poll is followed by a random time of up to 1, 2, 4 … 20 seconds.
BROKEN_SECONDS: Final = 1.0
MAX_BROKEN_SECONDS: Final = 20.0
#: Something between here and the server ends polls early: 50 ms, 100 ms … 5 s.
HASTY_SECONDS: Final = 0.05
MAX_HASTY_SECONDS: Final = 5.0
#: A server's own word is obeyed, and a little more, but not for ever.
MAX_RETRY_AFTER_SECONDS: Final = 60.0


class Pauses:
    """The pauses of one consumer."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._broken = 0
        self._hasty = 0
        self._failed_acks = 0

    def after_answer(self, *, asked_seconds: float, took_seconds: float, is_empty: bool) -> float:
        """Before the next ask, when one was answered."""
        self._broken = 0
        if not is_empty or took_seconds >= asked_seconds / 2:
            self._hasty = 0
            return 0.0
        self._hasty += 1
        return min(MAX_HASTY_SECONDS, HASTY_SECONDS * 2.0 ** min(self._hasty - 1, 10))

    def after_failure(self, retry_after_seconds: float | None) -> float:
        """Before the next ask, when one failed."""
        self._broken += 1
        return self._pause(self._broken, retry_after_seconds)

    def after_ack(self) -> None:
        """Verdicts arrived."""
        self._failed_acks = 0

    def after_failed_ack(self, retry_after_seconds: float | None) -> float:
        """Before verdicts are sent again."""
        self._failed_acks += 1
        return self._pause(self._failed_acks, retry_after_seconds)

    def _pause(self, failures: int, retry_after_seconds: float | None) -> float:
        if retry_after_seconds is not None:
            wanted = min(retry_after_seconds, MAX_RETRY_AFTER_SECONDS)
            return wanted * self._chance.uniform(1.0, 1.2)
        bound = min(MAX_BROKEN_SECONDS, BROKEN_SECONDS * 2.0 ** min(failures - 1, 10))
        return self._chance.uniform(0.0, bound)
