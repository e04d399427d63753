"""Pulumi's runtime, without habits that take most of a run's time here."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pulumi.runtime.stack
from pulumi.runtime import resource
from pulumi.runtime.proto.source_pb2 import StackTrace


@contextmanager
def hastened() -> Iterator[None]:
    """Each resource gets no stack trace, which nobody reads here. And where Pulumi waits for all of
    its thousands of outputs by waiting for the first, again and again, it waits for all, or for a
    failure, which has the same result. Garbage is looked for later."""

    def wait_for_more(tasks: Any, **_: Any) -> Any:
        return asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)

    own = SimpleNamespace(**{**vars(asyncio), "wait": wait_for_more})
    with (
        patch.object(pulumi.runtime.stack, "asyncio", own),
        patch.object(resource, "_get_stack_trace", StackTrace),
    ):
        enabled = gc.isenabled()
        gc.disable()
        try:
            yield
        finally:
            if enabled:
                gc.enable()
