"""A newcomer's five minutes: a producer and a worker with eight lanes, as README.md has them, are
killed at will, and so is the server. Nothing is lost, and each customer's orders stay in order.

REGENT_TEST_FAULT_SEED replays the choices of a long run.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from tests.quickstart.newcomer import Newcomer, lost, out_of_order, programs

#: What nobody should do: an order counts as done before it is handled.
CARELESS = """
import time
from regent import Regent

orders = Regent().queue("orders").group("billing")
while True:
    for message in orders.pop(50, wait_seconds=1, auto_ack=True):
        time.sleep(0.02)
        print(message.payload["customer"], message.payload["number"], flush=True)
"""


@pytest.fixture
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its name is short: the path of Postgres' socket takes 107 bytes."""
    return tmp_path_factory.mktemp("new")


def test_the_first_page_has_the_two_programs() -> None:
    found = programs()
    assert sorted(found) == ["produce.py", "work.py"]
    assert "concurrency=8" in found["work.py"]
    assert max(len(text.splitlines()) for text in found.values()) <= 15


def test_nothing_is_lost_whatever_is_killed(folder: Path) -> None:
    with Newcomer(folder, orders=800) as newcomer:
        newcomer.work()
        newcomer.produce()
        newcomer.wait_until_handled(50)
        newcomer.kill_worker()
        newcomer.wait_until_handled(120)
        newcomer.kill_producer()
        newcomer.wait_until_handled(200)
        newcomer.kill_server()
        newcomer.wait_until_handled(300)
        newcomer.kill_worker()
        newcomer.finish()
        handled = newcomer.handled()
    assert lost(handled, 800) == []
    assert out_of_order(handled) == []


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_nothing_is_lost_whatever_is_killed_for_minutes(folder: Path) -> None:
    seed = int(os.environ.get("REGENT_TEST_FAULT_SEED", random.randrange(1_000_000)))
    print(f"REGENT_TEST_FAULT_SEED={seed}")
    chance, orders = random.Random(seed), 20_000
    with Newcomer(folder, orders) as newcomer:
        for _ in range(3):
            newcomer.work()
        newcomer.produce()
        for _ in range(30):
            newcomer.wait_until_handled(len(newcomer.handled()) + chance.randrange(20, 200))
            what = chance.choices(["worker", "producer", "server"], [6, 2, 2])[0]
            if what == "worker":
                newcomer.kill_worker(chance.randrange(3))
            elif what == "producer":
                newcomer.kill_producer()
            else:
                newcomer.kill_server()
        newcomer.finish()
        handled = newcomer.handled()
    assert lost(handled, orders) == []
    assert out_of_order(handled) == []


def test_a_worker_that_acks_before_it_works_is_caught(folder: Path) -> None:
    with Newcomer(folder, orders=100, work=CARELESS) as newcomer:
        newcomer.produce()
        assert newcomer.producer is not None
        assert newcomer.producer.wait(60) == 0
        newcomer.work()
        newcomer.wait_until_handled(3)
        newcomer.kill_worker()
        newcomer.wait_until_idle()
        assert lost(newcomer.handled(), 100) != []


def test_what_is_lost_or_out_of_order_is_found() -> None:
    handled = [("c0", 0), ("c1", 1), ("c0", 10), ("c0", 0), ("c0", 10), ("c1", 21), ("c0", 20)]
    assert lost(handled, 22) == [*range(2, 10), *range(11, 20)]
    assert out_of_order(handled) == ["c1: 21 before 11"]
    assert out_of_order([("c3", 13)]) == ["c3: 13 before 3"]
