"""Several projectors at once, each a process that may die at any moment: every message is folded
once, in its partition's order, when the view keeps positions or shares a transaction with the ack.
"""

from __future__ import annotations

import itertools
import random
import signal
import sqlite3
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from multiprocessing.process import BaseProcess
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any

import pytest

from regent.log import GenericMessage, Log
from tests.local.conftest import wait_until
from tests.log.conftest import Place
from tests.log.programs import keep_programs
from tests.log.workers import event, project, project_apart, project_together, start
from tests.support.clock import Clock
from tests.support.rows import rows

COURSES = [f"course-{n}" for n in range(6)]
#: A view that folds what it has folded already.
WITHOUT_POSITION = {"projector": (' where position < excluded.position",', '",')}
#: Between two messages, once there are many.
PAUSE_SECONDS = 0.005
#: Longer than anything takes that is not stuck.
STUCK_SECONDS = 60.0
StartWorker = Callable[[str, int | None, Event], BaseProcess]
Folds = dict[str, list[int]]


def folded_in_file(folder: Path) -> Folds:
    """Which positions were folded into which course, in order."""
    found: Folds = defaultdict(list)
    with closing(sqlite3.connect(folder / "courses.db", timeout=30)) as view:
        for name, position in view.execute("select name, position from folds order by rowid"):
            found[name].append(position)
    return found


def folded_in_database(owner_url: str) -> Folds:
    found: Folds = defaultdict(list)
    for row in rows(owner_url, "select course, position from public.folds order by id"):
        found[row["course"]].append(row["position"])
    return found


def prepare_file(folder: Path) -> None:
    """The view of docs/python/log.md, and a record of each change, made in the same transaction."""
    with closing(sqlite3.connect(folder / "courses.db")) as view:
        view.execute("pragma journal_mode = wal")
        view.execute("pragma synchronous = off")
        view.execute("create table courses (name primary key, users, position)")
        view.execute("create table folds (name, position)")
        for change in ("insert", "update"):
            view.execute(
                f"create trigger after_{change} after {change} on courses begin"
                " insert into folds values (new.name, new.position); end"
            )


def prepare_database(owner_url: str) -> None:
    rows(owner_url, "create table public.folds (id serial, course text, position bigint)")
    rows(owner_url, "grant all on public.folds, public.folds_id_seq to regent_api")


def joined_in_log(log: Log) -> Folds:
    found: Folds = defaultdict(list)
    for message in log.read_all(type="user.joined_course"):
        assert message.position is not None
        found[message.payload["course_name"]].append(message.position)
    return found


def count(folds: Folds) -> int:
    return sum(map(len, folds.values()))


@contextmanager
def writing(log: Log, *, at_least: int) -> Iterator[None]:
    """People join courses meanwhile: so many, and then one at a time until it is over. A worker
    dies of a message, so there has to be one as long as a worker has to die."""
    over = threading.Event()

    def write() -> None:
        chance = random.Random(1)
        for n in itertools.count():
            if n >= at_least and over.wait(PAUSE_SECONDS):
                return
            payload = {"course_name": chance.choice(COURSES), "user_id": f"user-{n}"}
            log.append(GenericMessage(type="user.joined_course", payload=payload))

    writer = threading.Thread(target=write)
    writer.start()
    try:
        yield
    finally:
        over.set()
        writer.join()


def run(
    place: Place, start_worker: StartWorker, folded: Callable[[], Folds], *, deaths: int
) -> None:
    """Workers die at random and others take their places, until all is folded. Half of them are
    killed at some moment, half die where it hurts most: between their work and its ack."""
    place.log.register_group("counts")
    chance, done, clock = random.Random(2), event(), Clock(place.owner_url)
    workers = [start_worker(f"first-{n}", 1 + n, done) for n in range(3)]
    with writing(place.log, at_least=60 * deaths):
        for death in range(deaths):
            if death % 2:
                chance.choice(workers).kill()
            assert wait_until(lambda: not all(w.is_alive() for w in workers), STUCK_SECONDS)
            dead = [worker for worker in workers if not worker.is_alive()]
            for worker in dead:
                assert worker.exitcode == -signal.SIGKILL
                workers.remove(worker)
            # Their claims, and those of the living, run out.
            clock.advance(121)
            for n in range(len(dead)):
                dies_after = chance.randint(1, 8) if death < deaths - 1 else None
                workers.append(start_worker(f"next-{death}-{n}", dies_after, done))
    workers.append(start_worker("last", None, done))
    _fold_the_rest(folded, count(joined_in_log(place.log)), clock)
    time.sleep(0.05)  # whoever folds too much has the time to
    done.set()
    for worker in workers:
        worker.join(10)


def _fold_the_rest(folded: Callable[[], Folds], total: int, clock: Clock) -> None:
    """Wait until all is folded, or until no worker folds any more."""
    seen, since = -1, time.monotonic()
    while (now := count(folded())) < total and time.monotonic() < since + STUCK_SECONDS:
        if now > seen:
            seen, since = now, time.monotonic()
        # Who was about to die may do so now.
        clock.advance(121)
        wait_until(lambda: count(folded()) >= total, 0.5)


def test_a_view_with_positions_is_right_whoever_dies(shared_place: Place, tmp_path: Path) -> None:
    keep_programs(tmp_path)
    prepare_file(tmp_path)

    def start_worker(name: str, dies_after: int | None, done: Event) -> BaseProcess:
        return start(project, tmp_path, shared_place.where, name, dies_after, done)

    run(shared_place, start_worker, lambda: folded_in_file(tmp_path), deaths=6)
    assert folded_in_file(tmp_path) == joined_in_log(shared_place.log)


def test_a_view_without_positions_is_wrong(over_database: Place, tmp_path: Path) -> None:
    keep_programs(tmp_path, **WITHOUT_POSITION)
    prepare_file(tmp_path)

    def start_worker(name: str, dies_after: int | None, done: Event) -> BaseProcess:
        return start(project, tmp_path, over_database.where, name, dies_after, done)

    run(over_database, start_worker, lambda: folded_in_file(tmp_path), deaths=6)
    assert folded_in_file(tmp_path) != joined_in_log(over_database.log)


def run_in_database(place: Place, work: Any, deaths: int) -> None:
    prepare_database(place.owner_url)

    def start_worker(name: str, dies_after: int | None, done: Event) -> BaseProcess:
        return start(work, place.where, name, dies_after, done)

    run(place, start_worker, lambda: folded_in_database(place.owner_url), deaths=deaths)


def test_a_view_and_its_acks_in_one_transaction_are_right_whoever_dies(
    over_database: Place,
) -> None:
    run_in_database(over_database, project_together, deaths=6)
    assert folded_in_database(over_database.owner_url) == joined_in_log(over_database.log)


def test_a_view_and_its_acks_in_two_transactions_are_wrong(over_database: Place) -> None:
    run_in_database(over_database, project_apart, deaths=6)
    assert folded_in_database(over_database.owner_url) != joined_in_log(over_database.log)


@pytest.mark.slow
def test_many_projectors_die_for_longer(over_database: Place, tmp_path: Path) -> None:
    keep_programs(tmp_path)
    prepare_file(tmp_path)

    def start_worker(name: str, dies_after: int | None, done: Event) -> BaseProcess:
        return start(project, tmp_path, over_database.where, name, dies_after, done)

    run(over_database, start_worker, lambda: folded_in_file(tmp_path), deaths=40)
    assert folded_in_file(tmp_path) == joined_in_log(over_database.log)


@pytest.mark.slow
def test_many_projectors_in_one_transaction_die_for_longer(over_database: Place) -> None:
    run_in_database(over_database, project_together, deaths=40)
    assert folded_in_database(over_database.owner_url) == joined_in_log(over_database.log)
