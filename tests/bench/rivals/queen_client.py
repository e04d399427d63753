"""The processor time of `queen-mq` for a message; run by a Python that has it installed.

`python queen_client.py <url> <seconds>` prints microseconds by shape, as JSON, in its last line.
The server is that of tests/bench/client.py, whose answers are canned.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Awaitable, Callable

from queen import Queen

PAYLOAD = {"text": "x" * 240}
#: Moves messages; what one step does.
Step = Callable[[], Awaitable[object]]


def steps(queen: Queen) -> dict[str, tuple[Step, int]]:
    """What is measured, and how many messages a step moves."""
    queue = queen.queue("q")

    def push(count: int) -> Step:
        return lambda: queue.partition("p").push([{"data": PAYLOAD}] * count)

    def pop_and_ack(count: int) -> Step:
        async def step() -> None:
            popped = await queen.queue("q").batch(count).wait(False).pop()
            assert len(popped) == count
            await queen.ack(popped, True)

        return step

    return {
        "push 1": (push(1), 1),
        "push 100": (push(100), 100),
        "pop 1 + ack": (pop_and_ack(1), 1),
        "pop 100 + ack": (pop_and_ack(100), 100),
    }


async def measured(url: str, seconds: float) -> dict[str, float]:
    """The average of a shape's steps, over so long."""
    async with Queen(url) as queen:
        found = {}
        for name, (step, messages) in steps(queen).items():
            await step()
            done, began = 0, time.process_time()
            until = time.perf_counter() + seconds
            while time.perf_counter() < until:
                await step()
                done += 1
            found[name] = (time.process_time() - began) / max(done, 1) / messages * 1e6
        return found


if __name__ == "__main__":
    print(json.dumps(asyncio.run(measured(sys.argv[1], float(sys.argv[2])))))
