"""A list of checks, and a run of them all against one server.

It runs in the environment of a published client, which has that client and nothing of ours: each
check says what it found in one line of JSON on standard output.
"""

import asyncio
import json
import sys
import traceback
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from importlib.metadata import version

from queen import Queen

MAX_AT_ONCE = 12
TIMEOUT_SECONDS = 120.0
QUEEN_2 = not version("queen-mq").startswith("0.")

Check = Callable[[Queen, str], Awaitable[None]]
CHECKS: list[Check] = []


def check(function: Check) -> Check:
    """List a check. It is called with a client of its own and the name of a queue of its own."""
    CHECKS.append(function)
    return function


async def run_all(url: str) -> None:
    """Run the checks, some at a time: most of them wait."""
    free = asyncio.Semaphore(MAX_AT_ONCE)
    await asyncio.gather(*(_run(function, url, free) for function in CHECKS))


async def _run(function: Check, url: str, free: asyncio.Semaphore) -> None:
    name = function.__name__
    error = None
    async with free, AsyncExitStack() as opened:
        # Refusals are to be seen, not waited out.
        config = {"url": url, "retry_attempts": 1, "retry_429": {"max_attempts": 1}}
        client = await opened.enter_async_context(Queen(config))
        try:
            queue = f"{name}-{version('queen-mq')}"
            await asyncio.wait_for(function(client, queue), TIMEOUT_SECONDS)
        except Exception:  # noqa: BLE001 - whatever it is, it is the answer
            error = traceback.format_exc()
    json.dump({"check": name, "ok": error is None, "error": error}, sys.stdout)
    print(flush=True)


async def pop_now(
    client: Queen, queue: str, batch: int = 1, group: str | None = None
) -> list[dict]:
    """What is there at this moment."""
    builder = client.queue(queue).batch(batch).wait(False)
    return await (builder.group(group) if group else builder).pop()


async def refusal(asked: Awaitable[object]) -> str:
    """The words with which a request is refused."""
    try:
        await asked
    except Exception as error:  # noqa: BLE001 - the clients raise nothing narrower
        return str(error)
    raise AssertionError("it was not refused")


def numbers(messages: list[dict]) -> list[int]:
    """The n of each message's payload."""
    return [message["data"]["n"] for message in messages]


def counting(count: int) -> list[dict]:
    """Messages to push that numbers() reads."""
    return [{"data": {"n": n}} for n in range(count)]


class Seen(list):
    """A handler for consume() that keeps what it is given."""

    async def __call__(self, given: dict | list[dict]) -> None:
        self.extend(given if isinstance(given, list) else [given])
