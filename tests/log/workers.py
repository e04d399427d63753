"""The work that tests run in other processes: deciders and projectors, and how they die."""

from __future__ import annotations

import importlib
import multiprocessing
import os
import random
import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from multiprocessing.connection import Connection as Pipe
from multiprocessing.process import BaseProcess
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any

from regent.database import Connection, Database, OpenTransaction
from regent.log import Claim, ClaimLost, ConcurrentAppend, Log
from regent.settings import Settings

#: Workers are forked from a process that has imported what they need and has no threads.
_PROCESSES = multiprocessing.get_context("forkserver")
_PROCESSES.set_forkserver_preload(["tests.log.ready"])
#: How long a decider thinks, so that other deciders append in between.
THINKING_SECONDS = 0.02


def open_log(where: str) -> Log:
    """The log of a server, or of a database."""
    return Log.at(where) if where.startswith("http") else Log.over(open_database(where))


def open_database(where: str) -> Database:
    return Database(Settings(database_url=where))


def start(work: Any, *arguments: Any) -> BaseProcess:
    process = _PROCESSES.Process(target=work, args=arguments, daemon=True)
    process.start()
    return process


def event() -> Event:
    return _PROCESSES.Event()


def pipe() -> tuple[Pipe, Pipe]:
    return _PROCESSES.Pipe(duplex=False)


# Deciders.


def decide(
    folder: Path, where: str, wishes: list[tuple[str, str]], go: Event, answer: Pipe
) -> None:
    """Let four threads join courses by the decider of docs/python/log.md. Sends the number of
    conflicts."""
    sys.path.insert(0, str(folder))
    join = importlib.import_module("decider").join
    conflicts: list[int] = []
    log = open_log(where)
    read, append = log.read_partition, log.append

    def thinking(*arguments: Any) -> Any:
        found = read(*arguments)
        time.sleep(THINKING_SECONDS)
        return found

    def counting(*arguments: Any) -> Any:
        try:
            return append(*arguments)
        except ConcurrentAppend:
            conflicts.append(1)
            raise

    log.read_partition, log.append = thinking, counting  # type: ignore[method-assign]
    go.wait(30)
    with ThreadPoolExecutor(4) as pool:
        for joined in [pool.submit(join, log, course, user) for course, user in wishes]:
            joined.result()
    answer.send(len(conflicts))


# Projectors.


def project(folder: Path, where: str, worker: str, dies_after: int | None, done: Event) -> None:
    """Fold by docs/python/log.md's projector until the test is done."""
    sys.path.insert(0, str(folder))
    projector = importlib.import_module("projector")
    _be_mortal(dies_after)
    log, view = open_log(where), projector.open_view(folder / "courses.db")
    while not done.is_set():
        projector.project(log, view, worker)
        time.sleep(0.01)


def project_together(where: str, worker: str, dies_after: int | None, done: Event) -> None:
    """Fold and acknowledge in one transaction."""
    _project_into_database(where, worker, dies_after, done, together=True)


def project_apart(where: str, worker: str, dies_after: int | None, done: Event) -> None:
    """Broken: fold in one transaction and acknowledge in the next."""
    _project_into_database(where, worker, dies_after, done, together=False)


def _project_into_database(
    where: str, worker: str, dies_after: int | None, done: Event, *, together: bool
) -> None:
    _be_mortal(dies_after)
    database = open_database(where)
    log = Log.over(database)
    while not done.is_set():
        claim = log.claim_next(
            "counts",
            partition_by="course_name",
            handled_types=["user.joined_course"],
            worker_id=worker,
        )
        if claim is None:
            time.sleep(0.01)
            continue
        try:
            database.transaction(partial(_fold, claim, together=together))
            if not together:
                log.ack("counts", claim)
        except ClaimLost:
            pass


def _fold(claim: Claim, connection: Connection, *, together: bool) -> None:
    for message in claim.messages:
        connection.execute(
            "insert into public.folds (course, position) values (%s, %s)",
            (claim.partition_value["course_name"], message.position),
        )
    if together:
        Log.over(OpenTransaction(connection)).ack("counts", claim)


def _be_mortal(dies_after: int | None) -> None:
    """Kill the worker at its `dies_after`-th ack: just before the ack, with its work done, or
    after."""
    if dies_after is None:
        return
    ack, left = Log.ack, dies_after

    def last(log: Log, *arguments: Any) -> None:
        nonlocal left
        left -= 1
        before = random.random() < 0.7
        if left == 0 and before:
            os.kill(os.getpid(), signal.SIGKILL)
        ack(log, *arguments)
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    Log.ack = last  # type: ignore[method-assign]
