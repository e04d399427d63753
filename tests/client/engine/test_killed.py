"""Processes that consume, and are killed or told to stop at any moment: order, and nothing lost."""

from __future__ import annotations

import random
import signal
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from regent import Regent
from tests.client.engine.test_consuming import until
from tests.client.programs import Program, server
from tests.local.conftest import LocalServer

__all__ = ["server"]

STUCK_SECONDS = 120.0
#: About so long is a line of a journal.
LINE_BYTES = 20

CONSUMER = """
    import os, sys, time
    from regent import Regent

    url, queue, group, lanes, journal, seconds = sys.argv[1:7]
    written = os.open(journal, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    regent = Regent(url)
    follows = regent.queue(queue + "-follows")

    @regent.queue(queue).group(group).consumer(
        concurrency=int(lanes), batch=5, poll_seconds=1, lease_seconds=2
    )
    def handle(message):
        line = f"{time.monotonic_ns()} {message.partition} {message.payload}\\n"
        os.write(written, line.encode())
        time.sleep(float(seconds))

    print("running")
    regent.run()
    print("stopped")
"""


class Work:
    """A queue, and the processes that consume it for two groups."""

    def __init__(self, server: LocalServer, folder: Path, name: str) -> None:
        self.server, self.folder, self.name = server, folder, name
        self.regent = Regent(server.url)
        self.queue = self.regent.queue(name)
        self.partitions = self.messages = 0
        self.programs: dict[tuple[str, int], Program] = {}
        self._begun: set[Program] = set()
        # A killed process counts as an attempt, and a busy machine may need many.
        self.queue.configure(retry_limit=1_000, retry_delay=0)

    def push(self, partitions: int, messages: int) -> None:
        """So many more in each partition, in order."""
        before, self.partitions, self.messages = self.messages, partitions, self.messages + messages
        with self.queue.writer() as writer:
            for number in range(before, self.messages):
                for partition in range(partitions):
                    writer.push(number, partition=f"p{partition}")

    def start(self, group: str, place: int, lanes: int, seconds: float) -> Program:
        """One process, in the place of the one that was there. ``seconds``: for each message."""
        journal = str(self.folder / group)
        arguments = (self.server.url, self.name, group, str(lanes), journal, str(seconds))
        self.programs[group, place] = Program(CONSUMER, *arguments)
        return self.programs[group, place]

    def has_begun(self, group: str, place: int) -> Program:
        """The process of a place, once it runs."""
        program = self.programs[group, place]
        if program not in self._begun:
            program.say("running")
            self._begun.add(program)
        return program

    def kill(self, group: str, place: int, after: int) -> bool:
        """When its group has handled about so many further messages; whether work was left."""
        journal = self.folder / group
        size = journal.stat().st_size if journal.exists() else 0

        def is_time() -> bool:
            handled = journal.exists() and journal.stat().st_size > size + LINE_BYTES * after
            return handled or self.is_done(group)

        until(is_time, STUCK_SECONDS)
        self.programs[group, place].stop()
        return not self.is_done(group)

    def is_done(self, group: str) -> bool:
        depth = self.queue.depth(group)
        return bool(depth.subscribed) and depth.pending == depth.processing == 0

    def orders(self, group: str) -> dict[str, list[int]]:
        """What handlers of a group got of each partition, in the order of time."""
        seen = defaultdict(list)
        lines = sorted(
            (self.folder / group).read_text().splitlines(), key=lambda s: int(s.split()[0])
        )
        for line in lines:
            _, partition, number = line.split()
            seen[partition].append(int(number))
        return seen

    def check(self, group: str) -> None:
        """Each message came, and none before the one in front of it had come."""
        orders = self.orders(group)
        assert len(orders) == self.partitions
        for partition, seen in orders.items():
            highest = -1
            for number in seen:
                assert number <= highest + 1, f"{partition}: {number} came after {highest}"
                highest = max(highest, number)
            assert highest == self.messages - 1, f"{partition} ends with {highest}"

    def stop(self) -> None:
        for program in self.programs.values():
            program.stop()
        self.regent.close()


@pytest.fixture
def work(server: LocalServer, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Work]:
    name = str(request.node.name).translate({ord("["): "-", ord("]"): None})
    found = Work(server, tmp_path, name)
    yield found
    found.stop()


class Load(NamedTuple):
    """Of each round of pushes: partitions, and messages of each. Of each message: seconds."""

    partitions: int
    messages: int
    rounds: int
    seconds: float
    lanes: int
    processes: int
    kills: int


FEW = Load(40, 4, 3, 0.05, lanes=10, processes=2, kills=3)
MANY = Load(10_000, 6, 1, 0.003, lanes=50, processes=4, kills=30)


@pytest.mark.parametrize("load", [FEW, pytest.param(MANY, marks=pytest.mark.slow)])
def test_order_holds_over_processes_that_are_killed(work: Work, load: Load) -> None:
    chance = random.Random(3)
    groups = ["one", "two"]
    for group in groups:
        for place in range(load.processes):
            work.start(group, place, load.lanes, load.seconds)
    disturbed = 0
    for turn in range(load.kills):
        group, place = chance.choice(list(work.programs))
        work.has_begun(group, place)
        if turn < load.rounds:
            work.push(load.partitions, load.messages)
        disturbed += work.kill(group, place, after=chance.randint(1, 50))
        work.start(group, place, load.lanes, load.seconds)
    assert disturbed >= load.kills / 3
    for group in groups:
        until(lambda group=group: work.is_done(group), STUCK_SECONDS + load.partitions / 25)
        work.check(group)
    for group, place in work.programs:
        work.has_begun(group, place).send(signal.SIGTERM)
    for program in work.programs.values():
        assert program.end()[0] in (0, -signal.SIGTERM)  # the last one may not have begun
    assert work.regent.leases(queue=work.name).all() == []
    assert list(work.regent.dead_letters(queue=work.name)) == []


def test_an_order_that_is_not_kept_is_caught(work: Work) -> None:
    work.partitions, work.messages = 1, 3
    for lines in ("1 p0 0\n2 p0 2\n3 p0 1\n", "1 p0 0\n2 p0 1\n"):
        (work.folder / "g").write_text(lines)
        with pytest.raises(AssertionError, match=r"came after 0|ends with 1"):
            work.check("g")


WORKER = """
    import sys, time
    from regent import Regent

    url, queue = sys.argv[1:3]
    regent = Regent(url)
    with regent.queue(queue + "-follows").partition("p").writer(linger_seconds=0.2) as writer:
        @regent.queue(queue).group("g").consumer(batch=5, poll_seconds=15)
        def handle(message):
            print("began")
            writer.push(message.payload, transaction_id=str(message.payload))
            time.sleep(0.02)

        print("running")
        regent.run(stop_within_seconds=10)
    print("stopped")
"""


@pytest.mark.parametrize(
    ("messages", "after_seconds"),
    [
        (0, 0.6),  # it polls
        (40, 0.0),  # it handles, holds a lane in reserve, and writes
        (40, 0.1),
    ],
)
def test_a_stop_at_any_moment_leaves_nothing_leased_and_nothing_unwritten(
    work: Work, messages: int, after_seconds: float
) -> None:
    work.queue.create()
    for number in range(messages):
        work.queue.push(number, partition=f"p{number % 4}")
    program = Program(WORKER, work.server.url, work.name)
    work.programs["g", 0] = program
    program.say("began" if messages else "running")
    time.sleep(after_seconds)  # the outcome is the same at any moment
    program.send(signal.SIGTERM)
    status, said, complained = program.end()
    assert (status, said.splitlines()[-1]) == (0, "stopped"), complained
    nothing_is_left_behind(work, messages)


def test_a_stop_in_the_moment_in_which_a_poll_brings_messages(work: Work) -> None:
    work.queue.create()
    for turn in range(3):
        program = Program(WORKER, work.server.url, work.name)
        work.programs["g", turn] = program
        program.say("running")
        time.sleep(0.5)  # until it polls; the outcome is the same before
        for number in range(4):
            work.queue.push(4 * turn + number, partition=f"p{number}")
        program.send(signal.SIGTERM)
        assert program.end()[0] == 0
        assert work.regent.leases(queue=work.name).all() == []
    nothing_is_left_behind(work, 12)


def nothing_is_left_behind(work: Work, messages: int) -> None:
    """What was handled is written, and the rest waits for the next one, uncounted."""
    assert work.regent.leases(queue=work.name).all() == []
    follows: Any = work.regent.queue(f"{work.name}-follows").messages(payloads=True)
    handled = {row.data for row in follows}
    left = work.queue.group("g").pop(100, partitions=4)
    assert handled | set(left.payloads) == set(range(messages))
    assert {message.failed_attempts for message in left} <= {0}
