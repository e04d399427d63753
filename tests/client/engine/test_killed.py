"""Processes that consume, and are killed or told to stop at any moment: order, and nothing lost."""

from __future__ import annotations

import random
import signal
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from regent import Regent
from tests.client.engine.test_consuming import until
from tests.client.programs import Program, server
from tests.local.conftest import LocalServer

__all__ = ["server"]

CONSUMER = """
    import os, sys, time
    from regent import Regent

    url, queue, group, lanes, journal = sys.argv[1:6]
    written = os.open(journal, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    regent = Regent(url)
    follows = regent.queue(queue + "-follows")

    @regent.queue(queue).group(group).consumer(
        concurrency=int(lanes), batch=5, poll_seconds=1, lease_seconds=2
    )
    def handle(message):
        line = f"{time.monotonic_ns()} {message.partition} {message.payload}\\n"
        os.write(written, line.encode())
        time.sleep(0.003)

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

    def push(self, partitions: int, messages: int) -> None:
        """So many in each partition, in order."""
        self.partitions, self.messages = partitions, messages
        with self.queue.writer() as writer:
            for number in range(messages):
                for partition in range(partitions):
                    writer.push(number, partition=f"p{partition}")

    def start(self, group: str, place: int, lanes: int) -> Program:
        """One process, in the place of the one that was there."""
        journal = str(self.folder / group)
        arguments = (self.server.url, self.name, group, str(lanes), journal)
        self.programs[group, place] = Program(CONSUMER, *arguments)
        return self.programs[group, place]

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


@pytest.mark.parametrize(
    ("size", "lanes", "processes", "kills"),
    [
        ((40, 15), 10, 2, 3),
        pytest.param((10_000, 6), 50, 4, 30, marks=pytest.mark.slow),
    ],
)
def test_order_holds_over_processes_that_are_killed(
    work: Work, size: tuple[int, int], lanes: int, processes: int, kills: int
) -> None:
    """``size``: of the queue, in partitions and in messages of each."""
    chance = random.Random(3)
    work.push(*size)
    groups = ["one", "two"]
    for group in groups:
        for place in range(processes):
            work.start(group, place, lanes)
    for program in work.programs.values():
        program.say("running")
    for _ in range(kills):
        time.sleep(chance.uniform(0.2, 0.6))
        group, place = chance.choice(list(work.programs))
        work.programs[group, place].stop()
        work.start(group, place, lanes)
    for group in groups:
        until(lambda group=group: work.is_done(group), seconds=60 + work.partitions / 50)
        work.check(group)
    for program in work.programs.values():
        program.send(signal.SIGTERM)
    for program in work.programs.values():
        assert program.end()[0] in (0, -signal.SIGTERM)  # the last one may not have begun
    assert work.regent.leases(queue=work.name).all() == []


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
