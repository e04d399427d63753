"""A Lambda environment: one process with one function's code, environment and handler.

Started by functions.py: ``worker.py <task root> <handler>``. An invocation is a line of JSON on
standard input, its answer a line on what was standard output; what the handler prints goes to
standard error, as a log would.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import time
import traceback
from typing import Any


class Context:
    """The context that Lambda hands to a handler."""

    function_version = "$LATEST"
    identity = None
    client_context = None

    def __init__(self, described: dict[str, Any]) -> None:
        self.function_name = described["name"]
        self.invoked_function_arn = described["arn"]
        self.memory_limit_in_mb = str(described["memory_mb"])
        self.aws_request_id = described["request_id"]
        self.log_group_name = described["log_group"]
        self.log_stream_name = "rehearsal"
        self._deadline = time.monotonic() + described["timeout_seconds"]

    def get_remaining_time_in_millis(self) -> int:
        """The time until Lambda ends the invocation."""
        return max(0, int((self._deadline - time.monotonic()) * 1000))


def main() -> None:
    """Import the handler, report that it is ready, and answer until the input ends."""
    task_root, named = sys.argv[1:]
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    sys.path[0] = task_root  # instead of this file's folder
    try:
        module_name, _, name = named.rpartition(".")
        module = importlib.import_module(module_name)
        handler = getattr(module, name)
        if not (module.__file__ or "").startswith(task_root):
            raise ImportError(f"{module_name} is not in the package, but at {module.__file__}")
    except Exception:  # noqa: BLE001 - whatever it is, Lambda would say it
        _say(answers, {"failed": traceback.format_exc(limit=-2)})
        return
    _say(answers, {"ready": True})
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            _say(answers, {"answer": handler(asked["event"], Context(asked["context"]))})
        except Exception:  # noqa: BLE001 - the same
            _say(answers, {"failed": traceback.format_exc(limit=-3)})


def _say(answers: Any, what: dict[str, Any]) -> None:
    answers.write(json.dumps(what) + "\n")
    answers.flush()


if __name__ == "__main__":
    main()
