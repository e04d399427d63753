"""Fetches from a consumer's partitions: positions, turns, and records that are not yet taken."""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Iterable, Mapping
from typing import Final

from regent.client.api import Api
from regent.client.records import ConsumerRecord
from regent.errors import OffsetOutOfRange

log = logging.getLogger("regent.client")

#: How long the server holds a request when there are no records. A rebalance, or the program's
#: end, is noticed after that.
LONG_POLL_SECONDS: Final = 1.0
#: How long it holds one if there are several partitions. The request waits at one of them, and
#: records that come to the others meanwhile wait for its end.
WATCH_SECONDS: Final = 0.5
#: How often to ask where partitions end, so that one that always has more records does not hide
#: the others.
ENDS_SECONDS: Final = 0.25
#: A poll asks for no more when it holds this much JSON (an answer is 2.75 MB at most).
MAX_POLL_BYTES: Final = 4 * 1024 * 1024


class Fetcher:
    """Reads from several partitions in turn. Positions and held records always change together,
    so that an error in between loses nothing."""

    def __init__(self, api: Api, topic: str) -> None:
        self._api = api
        self._topic = topic
        #: The next offset to fetch of each partition that is assigned.
        self.positions: dict[int, int] = {}
        self._held: deque[ConsumerRecord] = deque()
        #: The partitions in the order of their turns.
        self._turns: list[int] = []
        self._ends: dict[int, int] = {}
        self._ends_looked_at = float("-inf")

    def assign(self, positions: Mapping[int, int], kept: Iterable[int]) -> None:
        """Read these partitions from now on. Those that are kept stay as they are; of the others
        nothing remains."""
        kept = set(kept)
        self._held = deque(record for record in self._held if record.partition in kept)
        self.positions = {
            partition: self.positions[partition] if partition in kept else offset
            for partition, offset in positions.items()
        }
        self._turns = sorted(self.positions)
        self._ends = {}
        self._ends_looked_at = float("-inf")

    def start(self, partition: int, offset: int) -> None:
        """Read a partition from here on; nothing was fetched from it yet."""
        self.positions[partition] = offset

    @property
    def holds(self) -> bool:
        """Whether something was fetched and not taken."""
        return bool(self._held)

    def take(self, most: int) -> list[ConsumerRecord]:
        """Hand out held records."""
        return [self._held.popleft() for _ in range(min(most, len(self._held)))]

    def look(self, most: int, left_seconds: float) -> None:
        """Fetch once, and wait a little when there is nothing."""
        if len(self._turns) == 1:
            self._read(self._turns[0], most, min(left_seconds, LONG_POLL_SECONDS), left_seconds)
            return
        if time.monotonic() - self._ends_looked_at >= ENDS_SECONDS:
            self._look_at_ends(left_seconds)
        size = 0
        for partition in [p for p in self._turns if self._ends.get(p, 0) > self.positions[p]]:
            room = most - len(self._held)
            if room <= 0 or size >= MAX_POLL_BYTES:
                break
            size += self._read(partition, room, 0.0, left_seconds)
            self._had_its_turn(partition)
        if not self._held and left_seconds > 0:
            partition = self._turns[0]
            self._read(partition, most, min(left_seconds, WATCH_SECONDS), left_seconds)
            self._had_its_turn(partition)

    def _look_at_ends(self, left_seconds: float) -> None:
        self._ends = self._api.ends(self._topic, left_seconds)
        self._ends_looked_at = time.monotonic()

    def _had_its_turn(self, partition: int) -> None:
        self._turns.remove(partition)
        self._turns.append(partition)

    def _read(self, partition: int, most: int, wait_seconds: float, left_seconds: float) -> int:
        """Fetch from one partition. Returns the size of the answer."""
        try:
            fetched = self._api.records(
                self._topic,
                partition,
                self.positions[partition],
                most,
                wait_seconds=wait_seconds,
                within_seconds=left_seconds,
            )
        except OffsetOutOfRange as error:
            log.warning("%s; reading on at offset %d", error, error.log_start_offset)
            self.positions[partition] = error.log_start_offset
            return 0
        self._held.extend(fetched.records)
        self.positions[partition] = fetched.next_offset
        self._ends[partition] = fetched.high_watermark
        return fetched.size
