"""A process that stands still for longer than its lease, as on a laptop that sleeps: its work is
done elsewhere, it acks nothing of it, and then it goes on, or ends."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from regent import Regent
from regent.client.sync.message import Batch
from tests.client.engine.test_consuming import until
from tests.client.programs import Program
from tests.local.conftest import LocalServer
from tests.support.clock import Clock

#: Its first message takes until the test writes into the pipe.
WORKER = """
    import sys
    from pathlib import Path
    from regent import Regent

    url, pipe = sys.argv[1:3]
    regent = Regent(url)

    @regent.queue("q").group("g").consumer(batch=5, poll_seconds=1, lease_seconds=60)
    def handle(message):
        print("began", message.payload)
        if message.payload == 0:
            Path(pipe).read_text()

    regent.run()
    print("stopped")
"""


class Sleeper:
    """A worker that was stopped at its first message of five, and whose lease ran out."""

    def __init__(self, folder: Path) -> None:
        self._server = LocalServer(folder, {}, handlers="functions.handlers")
        self._pipe = folder / "pipe"
        os.mkfifo(self._pipe)
        self.regent = Regent(self._server.url)
        self.queue = self.regent.queue("q")
        self.queue.configure(retry_delay=0)
        self.queue.push_many(range(5), partition="p")
        self.program = Program(WORKER, self._server.url, str(self._pipe))

    def fall_asleep(self) -> None:
        self.program.say("began 0")
        self.program.send(signal.SIGSTOP)
        Clock(self._server.database_url).advance(120)

    def wake(self) -> None:
        """Let it finish its message and say so to the server, which refuses that."""
        self.program.send(signal.SIGCONT)
        self._pipe.write_text("go on")
        until(lambda: "a verdict was not taken: Invalid or expired" in self.program.complained)

    def stop(self) -> None:
        self.program.stop()
        self.regent.close()
        self._server.stop()


@pytest.fixture
def sleeper(tmp_path: Path) -> Iterator[Sleeper]:
    found = Sleeper(tmp_path)
    yield found
    found.stop()


def taken_elsewhere(sleeper: Sleeper) -> Batch[object]:
    """Half of the lease that ran out, because one of its messages may be at fault."""
    batch = sleeper.queue.group("g").pop(5)
    assert batch.payloads == [0, 1]
    assert [message.failed_attempts for message in batch] == [1, 0]
    return batch


def test_it_acks_nothing_of_what_is_elsewhere_and_goes_on(sleeper: Sleeper) -> None:
    sleeper.fall_asleep()
    elsewhere = taken_elsewhere(sleeper)
    sleeper.wake()
    depth = sleeper.queue.depth("g")
    assert (depth.processing, depth.pending) == (2, 3)
    elsewhere.ack()
    sleeper.queue.push(5, partition="p")
    sleeper.program.say("began 5")
    until(lambda: sleeper.queue.depth("g").processing == 0)
    assert sleeper.queue.depth("g").pending == 0
    sleeper.program.send(signal.SIGTERM)
    assert sleeper.program.end()[:2] == (0, "stopped\n")
    assert sleeper.regent.leases(queue="q").all() == []


def test_told_to_stop_it_ends_and_leaves_the_rest_to_others(sleeper: Sleeper) -> None:
    sleeper.fall_asleep()
    elsewhere = taken_elsewhere(sleeper)
    sleeper.program.send(signal.SIGTERM)  # which it gets when it wakes
    sleeper.wake()
    status, said, complained = sleeper.program.end()
    assert (status, said.splitlines()[-1]) == (0, "stopped"), complained
    assert sleeper.queue.depth("g").processing == 2
    elsewhere.ack()
    rest = sleeper.queue.group("g").pop(5)
    assert rest.payloads == [2, 3, 4]
    assert {message.failed_attempts for message in rest} == {0}
    rest.ack()
    assert sleeper.queue.depth("g").pending == 0
