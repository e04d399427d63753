"""A bench's own processes: which these are, and their memory."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.bench.processes import family

#: A process that holds 200 MiB, and one that it forks: it shares them, and waits until it is told.
_SHARING = """
import os
from tests.bench.processes import Memory

held = bytearray(b"x") * (200 << 20)
told, tell = os.pipe()
child = os.fork()
if not child:
    os.close(tell)
    os.read(told, 1)
    os._exit(0)
memory = Memory(None)
memory.look()
print(memory.peak_bytes >> 20, memory.by_kind["workers"] >> 20)
os.close(tell)
os.waitpid(child, 0)
"""


def test_shared_memory_counts_once() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", _SHARING], capture_output=True, text=True, check=True, timeout=60
    )
    total, workers = map(int, ran.stdout.split())
    assert 200 < total < 300
    assert 100 <= workers < 150


def test_the_database_is_left_out() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as server:
        assert family(None)[server.pid] == "workers"
        assert server.pid not in family(server.pid)
        assert family(server.pid)[os.getpid()] == "driver"
        server.communicate(b"\n")
