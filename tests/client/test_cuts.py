"""Every step of a consumer's life, with its request cut off, its answer lost, or a busy server."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.client.wires import (
    Group,
    Wire,
    committed,
    fill,
    make_topic,
    members,
    poll_until,
    poll_until_they_own,
    values,
    wait_until,
)
from tests.support.http import Call

STEPS = [
    "find-or-create",
    "/join",
    "/assignment/",
    "/consumer-group/offsets",
    "/metadata/topics/",
    "/records",
    "/heartbeat",
    "commit-offsets",
    "/leave",
]
KINDS: dict[str, Callable[[Wire, str], None]] = {
    "cut": lambda wire, step: wire.cut(step, times=2),
    "lost": lambda wire, step: wire.lose_answer(step, times=2),
    "busy": lambda wire, step: wire.refuse(step, 503, times=2, **{"Retry-After": "0"}),
    "gateway": lambda wire, step: wire.refuse(step, 504, "HTTP_504", times=2),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("step", STEPS)
def test_a_step_that_fails_twice_loses_and_repeats_nothing(
    call: Call, wire: Wire, group: Group, step: str, kind: str
) -> None:
    """It subscribes, reads, hears of another one that comes and goes, reads on, and leaves. The
    fault is there anew before each of these."""
    make_topic(call, 2)
    fill(call, "a", "b", partition=0)
    fill(call, "c", "d", partition=1)

    def fault() -> None:
        wire.mend()
        KINDS[kind](wire, step)

    fault()
    first = group.consumer()
    seen = values(poll_until(first, 4))
    first.commit()
    fault()
    second = group.consumer()
    poll_until_they_own([first, second], [(0,), (1,)])
    fault()
    second.close()
    poll_until_they_own([first], [(0, 1)])
    fault()
    fill(call, "e", partition=0)
    fill(call, "f", partition=1)
    seen += values(poll_until(first, 2))
    fault()
    first.close()
    assert sorted(seen) == ["a", "b", "c", "d", "e", "f"]
    assert committed(call) == {0: 3, 1: 3}
    wait_until(lambda: members(call) == [])
