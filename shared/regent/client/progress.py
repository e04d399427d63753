"""How far a program is in each partition: records that it was given, and that it is done with."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from regent.client.records import ConsumerRecord


class Progress:
    """The next offset of each partition. A program that comes back for more, or commits, is *done*
    with the records *delivered* to it. Auto-commit commits only those."""

    def __init__(self) -> None:
        self.delivered: dict[int, int] = {}
        self.done: dict[int, int] = {}

    def assign(self, starts: Mapping[int, int], kept: Collection[int]) -> None:
        """Take over new partitions. Those that are kept stay as they are."""
        self.delivered = {p: self.delivered[p] if p in kept else o for p, o in starts.items()}
        self.done = {p: self.done[p] if p in kept else o for p, o in starts.items()}

    def start(self, partition: int, offset: int) -> None:
        """Begin a partition here: everything below is done already."""
        self.delivered[partition] = self.done[partition] = offset

    def deliver(self, records: Iterable[ConsumerRecord]) -> None:
        """The program gets these records."""
        self.delivered.update((record.partition, record.offset + 1) for record in records)

    def skip_to(self, positions: Mapping[int, int]) -> None:
        """There is nothing left to deliver up to these offsets."""
        self.delivered.update(positions)

    def finish(self, offsets: Mapping[int, int] | None = None) -> None:
        """The program is done with all delivered records, or says that it is done up to these."""
        offsets = self.delivered if offsets is None else offsets
        for partition in offsets.keys() & self.done.keys():
            self.done[partition] = max(self.done[partition], offsets[partition])
