"""An ack moves nothing under a lease that another consumer has taken over."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

from tests.races.sessions import (
    LEASE_AND_BEYOND,
    STUCK_SECONDS,
    Broken,
    Open,
    Watcher,
    accepted,
    acks,
    drain,
    payloads,
    pop,
    push,
)

ZOMBIE = """
import sys
from tests.races.sessions import Session, accepted, acks, payloads, pop
session = Session(sys.argv[1], autocommit=True)
lease = pop(session)
print(payloads(lease), flush=True)
sys.stdin.readline()
print(accepted(session, acks(lease)), flush=True)
session.close()
"""


def unfenced(broken: Broken) -> None:
    broken("ack", (" and v_row.lease_id = coalesce(v_lane.l, v_row.lease_id)", ""))
    broken("_ack_each", (" or v_ack.l <> v_row.lease_id", ""))


def stale_acks_accepted(session: Open, clock) -> list[bool]:
    zombie, heir = session(autocommit=True), session(autocommit=True)
    push(zombie, "a", "b", "c")
    stale = pop(zombie)
    assert payloads(stale) == ["a", "b", "c"]
    clock.advance(LEASE_AND_BEYOND)
    assert payloads(pop(heir)) == ["a"]  # after an expiry, half as many
    return [*accepted(zombie, acks(stale)), *accepted(zombie, acks(stale, only=["a"]))]


def test_a_stale_ack_is_refused_and_moves_nothing(session, clock):
    assert stale_acks_accepted(session, clock) == [False] * 4
    clock.advance(LEASE_AND_BEYOND)
    assert drain(session()) == ["a", "b", "c"]


def test_an_unfenced_ack_is_caught(session, clock, broken):
    unfenced(broken)
    assert any(stale_acks_accepted(session, clock))


def test_an_expired_lease_that_nobody_took_moves_nothing_either(session, clock):
    zombie = session(autocommit=True)
    push(zombie, "a")
    stale = pop(zombie)
    clock.advance(LEASE_AND_BEYOND)
    assert accepted(zombie, acks(stale)) == [False]
    assert accepted(zombie, acks(stale, lease_id="")) == [False]
    assert drain(zombie) == ["a"]


def during_takeover(session: Open, watcher: Watcher, clock) -> list[bool]:
    """The zombie's ack arrives while the pop that takes over has not committed yet."""
    zombie, heir = session(autocommit=True), session()
    push(zombie, "a", "b")
    stale = pop(zombie)
    clock.advance(LEASE_AND_BEYOND)
    assert payloads(pop(heir)) == ["a"]
    answer = zombie.start(accepted, zombie, acks(stale))
    watcher.waits(zombie, answer)
    heir.commit()
    return answer.result(STUCK_SECONDS)


def test_a_stale_ack_that_meets_the_takeover_is_refused(session, watcher, clock):
    assert during_takeover(session, watcher, clock) == [False, False]


def test_an_unfenced_ack_that_meets_the_takeover_is_caught(session, watcher, clock, broken):
    unfenced(broken)
    assert any(during_takeover(session, watcher, clock))


def stopped_consumer(session: Open, clock, url: str) -> str:
    """Stop a consumer's process past its lease, then let it go on. The answer to its ack."""
    heir = session(autocommit=True)
    push(heir, "a")
    with subprocess.Popen(
        [sys.executable, "-c", ZOMBIE, url],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == "['a']\n"
            process.send_signal(signal.SIGSTOP)
            clock.advance(LEASE_AND_BEYOND)
            assert payloads(pop(heir)) == ["a"]
            process.send_signal(signal.SIGCONT)
            process.stdin.write("\n")
            process.stdin.flush()
            return process.stdout.readline().strip()
        finally:
            process.kill()


def test_a_consumer_that_was_stopped_past_its_lease_moves_nothing(session, clock, url):
    assert stopped_consumer(session, clock, url) == "[False]"


def test_a_stopped_consumer_with_an_unfenced_ack_is_caught(session, clock, url, broken):
    unfenced(broken)
    assert stopped_consumer(session, clock, url) == "[True]"


def test_a_lease_is_not_prolonged_once_it_is_lost(session, clock):
    zombie, heir = session(autocommit=True), session(autocommit=True)
    push(zombie, "a")
    stale = pop(zombie)
    clock.advance(LEASE_AND_BEYOND)
    assert zombie.queues.extend(stale.id, 60) == (0, None, None)
    lease = pop(heir)
    assert zombie.queues.extend(stale.id, 60) == (0, None, None)
    assert heir.queues.extend(lease.id, 60)[0] == 1
