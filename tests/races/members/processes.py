"""Consumers and producers as separate processes that keep diaries, and the checks of these.

A consumer behaves as a client does, and sometimes badly: it dies without a word, or it sleeps
through its session and goes on as if nothing had happened.
"""

from __future__ import annotations

import os
import random
import time
import uuid
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from regent.database import Database
from regent.encryption import Encryption
from regent.errors import Busy, MemberConflict, NotFound, OffsetBeyondHead
from regent.settings import Settings
from regent.stores.members import Members

TOPIC = "t"
SESSION_MS = 400
#: Longer than a session: a consumer that sleeps for so long wakes as a zombie.
STALL_SECONDS = (0.5, 0.9)
STALLS = 0.01
LEAVES = 0.005


class Diary:
    """A line for each event, written at once and whole, so that a killed process loses none."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    def note(self, *words: object) -> None:
        os.write(self._file, (" ".join(map(str, words)) + "\n").encode())


class Consumer:
    """One member of the group, for as long as its process lives."""

    def __init__(self, url: str, group: str, diary: Path, seed: int) -> None:
        self._database = Database(Settings(database_url=url))
        self._members = Members(self._database, Encryption(Settings()))
        self._group = group
        self._diary = Diary(diary)
        self._chance = random.Random(seed)
        self._member = ""
        self._generation = 0
        self._next: dict[int, int] = {}

    def run(self) -> None:
        while True:
            self._join()
            try:
                while True:
                    self._step()
            except NotFound:  # the session ended: join again, as another member
                continue

    def drain(self, partitions: int) -> None:
        """Take over from members that died, read until nothing is left, and leave."""
        self._join()
        more = True
        while more or len(self._next) < partitions:
            self._beat()
            read = [self._read(partition) for partition in list(self._next)]
            more = any(read)
        self._commit()
        self._members.leave_group(self._group, self._member)
        self._database.close()

    def _join(self) -> None:
        joined = self._members.join_group(self._group, str(uuid.uuid4()), SESSION_MS)
        self._member = joined.member_id
        self._next = {}
        self._fetch_assignment()

    def _fetch_assignment(self) -> None:
        found = self._members.read_assignment(self._member)
        while found.due_in_seconds is not None:
            time.sleep(min(0.1, max(0.001, found.due_in_seconds)))
            found = self._members.read_assignment(self._member)
        self._diary.note("assigned", found.generation, self._member, *found.partitions)
        committed = self._members.read_offsets(self._group)
        self._next = {p: self._next.get(p, committed[p]) for p in found.partitions}
        self._generation = found.generation

    def _step(self) -> None:
        dice = self._chance.random()
        if dice < STALLS:
            time.sleep(self._chance.uniform(*STALL_SECONDS))
            self._commit()
        elif dice < STALLS + LEAVES:
            self._members.leave_group(self._group, self._member)
            self._join()
        elif dice < 0.2:
            self._commit()
        elif dice < 0.4:
            self._beat()
        elif self._next:
            self._read(self._chance.choice(list(self._next)))
        time.sleep(0.002)

    def _read(self, partition: int) -> bool:
        found = self._members.read_records(TOPIC, partition, self._next[partition], 20)
        if found.records:
            last = found.records[-1].offset
            self._diary.note("read", partition, found.records[0].offset, last)
            self._next[partition] = last + 1
        return bool(found.records)

    def _commit(self) -> None:
        """With the generation or without it: neither may move another member's partition."""
        generation = self._generation if self._chance.random() < 0.5 else None
        try:
            standing = self._members.commit_offsets(
                self._group, self._member, self._next, generation=generation
            )
        except (MemberConflict, OffsetBeyondHead):
            self._fetch_assignment()
            return
        self._diary.note("committed", standing.generation, self._member, *self._next)

    def _beat(self) -> None:
        standing = self._members.heartbeat(self._group, self._member, self._generation)
        if standing.generation > self._generation:
            self._fetch_assignment()


def consume(url: str, group: str, diary: Path, seed: int) -> None:
    """What a consumer's process does until it is killed."""
    Consumer(url, group, diary, seed).run()


def produce(url: str, seed: int) -> None:
    """What a producer's process does until it is killed."""
    members = Members(Database(Settings(database_url=url)), Encryption(Settings()))
    chance = random.Random(seed)
    while True:
        records = [{"value": seed, "key": str(chance.random())} for _ in range(10)]
        try:
            members.produce(TOPIC, records)  # type: ignore[arg-type]
        except Busy:
            continue
        time.sleep(0.005)


@dataclass
class Findings:
    """What the diaries say."""

    owners: dict[tuple[int, int], set[str]] = field(default_factory=lambda: defaultdict(set))
    read: dict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    commits: list[tuple[int, str, int]] = field(default_factory=list)

    @classmethod
    def of(cls, diaries: Iterable[Path]) -> Findings:
        found = cls()
        for words in _lines(diaries):
            match words:
                case ["assigned", generation, member, *partitions]:
                    for partition in partitions:
                        found.owners[int(generation), int(partition)].add(member)
                case ["read", partition, first, last]:
                    found.read[int(partition)].update(range(int(first), int(last) + 1))
                case ["committed", generation, member, *partitions]:
                    found.commits += [(int(generation), member, int(p)) for p in partitions]
        return found

    def two_owners(self) -> list[tuple[int, int]]:
        """(generation, partition) of which two members were told that it is theirs."""
        return [place for place, owners in self.owners.items() if len(owners) > 1]

    def commits_of_others(self) -> list[tuple[int, str, int]]:
        """Accepted commits for a partition that another member owned in that generation."""
        return [
            (generation, member, partition)
            for generation, member, partition in self.commits
            if self.owners.get((generation, partition), {member}) != {member}
        ]

    def lost(self, heads: dict[int, int]) -> dict[int, list[int]]:
        """Offsets that no consumer has read, by partition."""
        missing = {p: sorted(set(range(head)) - self.read[p]) for p, head in heads.items()}
        return {partition: offsets for partition, offsets in missing.items() if offsets}


def _lines(diaries: Iterable[Path]) -> Iterator[list[str]]:
    for diary in diaries:
        for line in diary.read_text().splitlines():
            yield line.split(" ")
