"""Accepts connections, deals them out to worker processes in turn, replaces a worker that dies."""

import contextlib
import logging
import selectors
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

from regent.local.disk import Disk
from regent.local.news import Bells

log = logging.getLogger("regent.local.supervisor")

READY_TIMEOUT_SECONDS = 30.0
STOP_TIMEOUT_SECONDS = 8.0  # a little more than a worker's own grace
RESTART_PAUSE_SECONDS = 1.0  # a worker that dies at once must not take a whole core
TICK_SECONDS = 1.0
# While no worker serves, clients come back often: they are one line of the log in this time.
CLOSED_LOG_SECONDS = 1.0


class WorkersFailed(Exception):
    """The workers did not start; what they printed says why."""


@dataclass(slots=True)
class Worker:
    """One process and the socket over which it is handed connections."""

    process: subprocess.Popen[bytes]
    control: socket.socket
    started: float
    #: Among its likes: what it shares with them stands there.
    place: int
    ready: bool = False


class Supervisor:
    """Owns the workers and the listening socket; runs in one thread."""

    def __init__(
        self, listener: socket.socket, *, count: int, handlers_name: str, disk: Disk = Disk.SLOW
    ) -> None:
        self._listener = listener
        self._disk = disk
        self._count = count
        self._handlers_name = handlers_name
        self._workers: list[Worker] = []
        self._bells = Bells(count)
        self._turn = 0
        #: Connections that no worker took, since a line of the log said so, and when it did.
        self._closed = 0
        self._closed_logged = float("-inf")
        self._selector = selectors.DefaultSelector()

    def start(self) -> None:
        """Start the workers and return when all of them are ready."""
        self._listener.setblocking(False)
        for place in range(self._count):
            self._start_worker(place)
        deadline = time.monotonic() + READY_TIMEOUT_SECONDS
        while not all(worker.ready for worker in self._workers):
            if time.monotonic() > deadline:
                raise WorkersFailed("the workers did not get ready in time")
            for key, _ in self._selector.select(TICK_SECONDS):
                if not self._hear(key.data):
                    raise WorkersFailed("a worker ended while it was starting")
        self._selector.register(self._listener, selectors.EVENT_READ)

    def serve(self, tick: Callable[[], None]) -> None:
        """Serve until an exception, such as a signal's, ends it; `tick` is called all along."""
        while True:
            for key, _ in self._selector.select(TICK_SECONDS):
                if key.fileobj is self._listener:
                    self._accept()
                elif not self._hear(key.data):
                    self._replace(key.data)
            tick()

    def stop(self) -> None:
        """Stop accepting, let the workers finish, end those that don't."""
        self._listener.close()
        for worker in self._workers:
            worker.process.terminate()
        deadline = time.monotonic() + STOP_TIMEOUT_SECONDS
        for worker in self._workers:
            try:
                worker.process.wait(max(0.1, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                log.warning("worker %d does not stop; killing it", worker.process.pid)
                worker.process.kill()
                worker.process.wait()
            worker.control.close()
        self._workers.clear()
        self._selector.close()
        self._bells.close()

    def _start_worker(self, place: int) -> None:
        ours, theirs = socket.socketpair()
        shared = self._bells.files(place)
        with theirs:
            process = subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    "regent.local.worker",
                    str(theirs.fileno()),
                    self._handlers_name,
                    self._disk.value,
                    str(place),
                    *map(str, shared),
                ],
                pass_fds=(theirs.fileno(), *shared),
                stdin=subprocess.DEVNULL,
            )
        ours.setblocking(False)
        worker = Worker(process, ours, time.monotonic(), place)
        self._workers.append(worker)
        self._selector.register(ours, selectors.EVENT_READ, worker)

    def _hear(self, worker: Worker) -> bool:
        """Take in what a worker says; False: it is gone."""
        try:
            word = worker.control.recv(16)
        except BlockingIOError:
            return True
        except ConnectionError:
            return False
        worker.ready = worker.ready or bool(word)
        return bool(word)

    def _replace(self, worker: Worker) -> None:
        self._selector.unregister(worker.control)
        self._workers.remove(worker)
        worker.control.close()
        worker.process.kill()
        code = worker.process.wait()
        log.error("worker %d ended with code %d; starting another", worker.process.pid, code)
        if time.monotonic() - worker.started < RESTART_PAUSE_SECONDS:
            time.sleep(RESTART_PAUSE_SECONDS)
        self._start_worker(worker.place)

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except BlockingIOError:
                return
            except OSError as error:
                # Out of file descriptors, or the client left before it was its turn.
                log.warning("accept: %s", error)
                return
            with connection:
                self._hand_over(connection)

    def _hand_over(self, connection: socket.socket) -> None:
        ready = [worker for worker in self._workers if worker.ready]
        for _ in ready:
            self._turn += 1
            worker = ready[self._turn % len(ready)]
            with contextlib.suppress(OSError):
                socket.send_fds(worker.control, [b"c"], [connection.fileno()])
                return
        self._closed += 1
        if time.monotonic() - self._closed_logged >= CLOSED_LOG_SECONDS:
            log.warning("no worker takes connections: %d were closed", self._closed)
            self._closed, self._closed_logged = 0, time.monotonic()
