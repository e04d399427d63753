"""Ids of messages."""

from __future__ import annotations

import os
import threading
import time
import uuid

import pytest

from regent.client.core.ids import Ids, new_id


def test_an_id_is_a_uuid_of_version_7_in_its_canonical_form() -> None:
    before = time.time_ns() // 1_000_000
    made = new_id()
    found = uuid.UUID(made)
    assert (str(found), found.version, found.variant) == (made, 7, uuid.RFC_4122)
    assert before <= found.int >> 80 <= time.time_ns() // 1_000_000


def test_ids_grow_also_when_the_clock_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    instants = iter([5_000_000_000, 5_000_000_000, 4_000_000_000, 5_001_000_000])
    monkeypatch.setattr(time, "time_ns", lambda: next(instants))
    ids = Ids()
    made = [ids.next() for _ in range(4)]
    assert made == sorted(set(made))


def test_threads_get_different_ids() -> None:
    made: list[str] = []
    threads = [
        threading.Thread(target=lambda: made.extend([new_id() for _ in range(5_000)]))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(made)) == 20_000


def test_parent_and_child_make_different_ids() -> None:
    new_id()
    readable, writable = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writable, " ".join(new_id() for _ in range(500)).encode())
        os._exit(0)
    made = [new_id() for _ in range(500)]
    os.waitpid(child, 0)
    os.close(writable)
    with os.fdopen(readable) as theirs:
        assert len({*made, *theirs.read().split()}) == 1_000
