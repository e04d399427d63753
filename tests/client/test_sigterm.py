"""SIGTERM in a real process: consumers commit and leave, and the program ends as it would have."""

from __future__ import annotations

import signal
import textwrap
import threading
import time
from collections.abc import Callable

import pytest

from regent.client.stopping import _Sigterm, sigterm
from tests.client.programs import Program, group_of, run, server, topic
from tests.client.wires import Group, in_thread, make_topic
from tests.local.conftest import LocalServer
from tests.support.http import Call

__all__ = ["run", "server", "topic"]

Run = Callable[..., Program]
ALL_DONE = {"members": 0, "offsets": {"0": 3, "1": 3}}

CONSUMER = """
    import signal, sys, time
    from regent.client import Consumer, ConsumerConfig
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job ignores it
    config = ConsumerConfig(url=sys.argv[1], group_id="app", heartbeat_interval_ms=100)
"""


def program(text: str) -> str:
    return textwrap.dedent(CONSUMER) + textwrap.dedent(text)


POLLING = program("""
    consumer = Consumer(config)
    consumer.subscribe(sys.argv[2])
    seen = 0
    try:
        while True:
            seen += len(consumer.poll(30))
            if seen == 6:
                print("all seen")
    finally:
        print("cleaned up")
""")
WALKING = program("""
    with Consumer(config) as consumer:
        consumer.subscribe(sys.argv[2])
        for seen, record in enumerate(consumer):
            if seen == 5:
                print("all seen")
    print("went on")
""")


def test_a_program_that_polls_commits_leaves_and_ends(
    server: LocalServer, topic: str, run: Run
) -> None:
    polling = run(POLLING, server.url, topic)
    polling.say("all seen")
    time.sleep(0.3)  # it waits in its long poll now
    started = time.monotonic()
    polling.send()
    assert polling.end() == (143, "cleaned up\n", "")
    assert time.monotonic() - started < 5
    assert group_of(server, topic) == ALL_DONE


def test_a_program_that_iterates_goes_on_behind_its_loop(
    server: LocalServer, topic: str, run: Run
) -> None:
    walking = run(WALKING, server.url, topic)
    walking.say("all seen")
    walking.send()
    assert walking.end() == (0, "went on\n", "")
    assert group_of(server, topic) == ALL_DONE


def test_a_signal_that_another_thread_gets_ends_it_as_well(
    server: LocalServer, topic: str, run: Run
) -> None:
    """Only the main thread acts on a signal, and its wait is not interrupted by this one."""
    text = program("""
        import threading
        def tell():
            signal.pthread_kill(threading.get_ident(), signal.SIGTERM)
        with Consumer(config) as consumer:
            consumer.subscribe(sys.argv[2])
            for seen, record in enumerate(consumer):
                if seen == 5:
                    threading.Timer(0.5, tell).start()
        print("went on")
    """)
    assert run(text, server.url, topic).end() == (0, "went on\n", "")
    assert group_of(server, topic) == ALL_DONE


def test_what_it_has_in_hand_is_finished_first(server: LocalServer, topic: str, run: Run) -> None:
    text = program("""
        consumer = Consumer(config)
        consumer.subscribe(sys.argv[2])
        while True:
            for record in consumer.poll(30):
                print("begun")
                time.sleep(0.2)
                print("done")
    """)
    slow = run(text, server.url, topic)
    slow.say("begun")
    slow.send()
    status, said, _ = slow.end()
    assert status == 143
    assert said.split() == ["done"] + ["begun", "done"] * 5
    assert group_of(server, topic) == ALL_DONE


def test_an_iteration_ends_after_the_record_at_hand(
    server: LocalServer, topic: str, run: Run
) -> None:
    text = program("""
        with Consumer(config) as consumer:
            consumer.subscribe(sys.argv[2])
            for record in consumer:
                print("begun")
                time.sleep(0.2)
                print("done")
    """)
    slow = run(text, server.url, topic)
    slow.say("begun")
    slow.send()
    assert slow.end() == (0, "done\n", "")
    offsets = group_of(server, topic)["offsets"]
    assert sorted(offsets.values()) == [0, 1]


def test_a_second_one_ends_it_at_once(server: LocalServer, topic: str, run: Run) -> None:
    text = program("""
        consumer = Consumer(config)
        consumer.subscribe(sys.argv[2])
        consumer.poll(30)
        print("busy")
        time.sleep(60)
    """)
    busy = run(text, server.url, topic)
    busy.say("busy")
    busy.send()
    time.sleep(0.3)
    assert busy.process.poll() is None
    busy.send()
    assert busy.end()[0] == -signal.SIGTERM


def test_the_programs_own_handler_is_called_and_decides(
    server: LocalServer, topic: str, run: Run
) -> None:
    text = program("""
        running = True
        def stop(number, frame):
            global running
            running = False
            print("my handler")
        signal.signal(signal.SIGTERM, stop)
        consumer = Consumer(config)
        consumer.subscribe(sys.argv[2])
        seen = 0
        while running:
            records = consumer.poll(30)
            seen += len(records)
            if records and seen == 6:
                print("all seen")
        consumer.close()
        print("its handler is back", signal.getsignal(signal.SIGTERM) is stop)
    """)
    own = run(text, server.url, topic)
    own.say("all seen")
    time.sleep(0.3)
    own.send()
    assert own.end() == (0, "my handler\nits handler is back True\n", "")
    assert group_of(server, topic) == ALL_DONE


def test_a_handler_may_close_the_consumer_in_the_midst_of_its_poll(
    server: LocalServer, topic: str, run: Run
) -> None:
    text = program("""
        import logging
        logging.basicConfig()
        consumer = Consumer(config)
        signal.signal(signal.SIGTERM, lambda number, frame: consumer.close())
        consumer.subscribe(sys.argv[2])
        seen = 0
        while seen < 6:
            seen += len(consumer.poll(30))
        print("all seen")
        print(len(consumer.poll(30)))
    """)
    closing = run(text, server.url, topic)
    closing.say("all seen")
    time.sleep(0.5)
    closing.send()
    assert closing.end() == (0, "0\n", "")
    assert group_of(server, topic) == ALL_DONE


def test_a_program_that_ignores_it_goes_on_ignoring_it(
    server: LocalServer, topic: str, run: Run
) -> None:
    text = program("""
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        consumer = Consumer(config)
        consumer.subscribe(sys.argv[2])
        print("ready")
        for _ in range(3):
            consumer.poll(0.5)
        consumer.close()
        print("to its end", signal.getsignal(signal.SIGTERM) == signal.SIG_IGN)
    """)
    deaf = run(text, server.url, topic)
    deaf.say("ready")
    deaf.send()
    assert deaf.end() == (0, "to its end True\n", "")


def test_several_consumers_all_leave(server: LocalServer, topic: str, run: Run) -> None:
    text = program("""
        consumers = [Consumer(config) for _ in range(2)]
        for consumer in consumers:
            consumer.subscribe(sys.argv[2])
        try:
            while True:
                for consumer in consumers:
                    consumer.poll(0.1)
                if [len(consumer.assignment) for consumer in consumers] == [1, 1]:
                    print("shared")
        finally:
            for consumer in consumers:
                consumer.close()
    """)
    both = run(text, server.url, topic)
    both.say("shared")
    both.send()
    assert both.end()[0] == 143
    assert group_of(server, topic)["members"] == 0


def test_ctrl_c_leaves_the_group_too(server: LocalServer, topic: str, run: Run) -> None:
    walking = run(WALKING, server.url, topic)
    walking.say("all seen")
    walking.send(signal.SIGINT)
    status, _, complained = walking.end()
    assert status in (1, -signal.SIGINT, 130)
    assert complained.rstrip().endswith("KeyboardInterrupt")
    assert group_of(server, topic)["members"] == 0


def test_the_handler_goes_with_the_last_consumer(call: Call, group: Group) -> None:
    make_topic(call, 1)
    before = signal.getsignal(signal.SIGTERM)
    first, second = group.consumer(), group.consumer()
    assert signal.getsignal(signal.SIGTERM) == sigterm._handle
    first.close()
    assert signal.getsignal(signal.SIGTERM) == sigterm._handle
    second.close()
    assert signal.getsignal(signal.SIGTERM) == before


def test_a_handler_that_came_later_stays(call: Call, group: Group) -> None:
    make_topic(call, 1)
    before = signal.getsignal(signal.SIGTERM)

    def later(number: int, frame: object) -> None: ...

    consumer = group.consumer()
    try:
        signal.signal(signal.SIGTERM, later)
        consumer.close()
        assert signal.getsignal(signal.SIGTERM) is later
    finally:
        signal.signal(signal.SIGTERM, before)


def test_one_that_another_thread_could_not_take_away_is_not_called_by_itself(
    call: Call, group: Group
) -> None:
    make_topic(call, 1)
    before = signal.getsignal(signal.SIGTERM)
    told: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, frame: told.append(number))
    try:
        first = group.consumer()
        in_thread(first.close).result(10)
        assert signal.getsignal(signal.SIGTERM) == sigterm._handle
        group.consumer()
        signal.raise_signal(signal.SIGTERM)
        assert told == [signal.SIGTERM]
    finally:
        group.close()
        signal.signal(signal.SIGTERM, before)


def test_another_thread_touches_no_handler(call: Call, group: Group) -> None:
    make_topic(call, 1)
    before = signal.getsignal(signal.SIGTERM)
    thread = threading.Thread(target=group.consumer)
    thread.start()
    thread.join()
    assert signal.getsignal(signal.SIGTERM) == before


def test_a_consumer_that_is_forgotten_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    raised: list[int] = []
    monkeypatch.setattr(signal, "raise_signal", raised.append)
    before = signal.getsignal(signal.SIGTERM)

    class Forgotten:
        def stop(self) -> None: ...

    handler = _Sigterm()
    try:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        handler.watch(Forgotten())
        handler._handle(signal.SIGTERM, None)
        assert raised == [signal.SIGTERM]
    finally:
        signal.signal(signal.SIGTERM, before)
