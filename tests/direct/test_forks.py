"""A process that forks: the child opens connections of its own, and the parent keeps its own."""

from __future__ import annotations

from typing import Any

from regent import Regent
from tests.client.programs import Program

PROGRAM = """
    import os, sys
    from regent import Regent

    regent = Regent(sys.argv[1])
    queue = regent.queue("q")
    queue.push("parent, before", partition="p")
    pid = os.fork()
    if pid == 0:
        queue.push("child", partition="p")
        regent.close()
        os._exit(0)
    assert os.waitpid(pid, 0)[1] == 0
    queue.push("parent, after", partition="p")
    print(len(regent._session.options.road.there().lines._idle))
    regent.close()
"""


def test_parent_and_child_have_connections_of_their_own(url: str, straight: Regent) -> None:
    status, said, complained = Program(PROGRAM, url).end()
    assert (status, complained, said) == (0, "", "1\n")
    popped: Any = straight.queue("q").pop(10)
    assert popped.payloads == ["parent, before", "child", "parent, after"]
