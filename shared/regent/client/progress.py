"""How far a program is in each partition: what it was given, and what it is done with."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from regent.client.records import ConsumerRecord


class Progress:
    """Offsets of the next record, by partition. A program that comes back for more, or commits, is
    *done* with what was *delivered* to it: only that is ever committed by itself."""

    def __init__(self) -> None:
        self.delivered: dict[int, int] = {}
        self.done: dict[int, int] = {}

    def assign(self, starts: Mapping[int, int], kept: Collection[int]) -> None:
        """These are the partitions now; of those that are kept nothing changes."""
        self.delivered = {p: self.delivered[p] if p in kept else o for p, o in starts.items()}
        self.done = {p: self.done[p] if p in kept else o for p, o in starts.items()}

    def start(self, partition: int, offset: int) -> None:
        """Everything below is done already."""
        self.delivered[partition] = self.done[partition] = offset

    def deliver(self, records: Iterable[ConsumerRecord]) -> None:
        """The program gets these."""
        self.delivered.update((record.partition, record.offset + 1) for record in records)

    def skip_to(self, positions: Mapping[int, int]) -> None:
        """Up to there nothing is left to deliver."""
        self.delivered.update(positions)

    def finish(self, offsets: Mapping[int, int] | None = None) -> None:
        """The program is done with what it was given, or says that it is done up to these."""
        offsets = self.delivered if offsets is None else offsets
        for partition in offsets.keys() & self.done.keys():
            self.done[partition] = max(self.done[partition], offsets[partition])
