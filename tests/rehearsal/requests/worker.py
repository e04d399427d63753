"""Lambda environments: each is a process with one function's code, environment and handler.

Started by functions.py, once: ``worker.py <socket>``. This process imports what functions depend
on, and nothing of ours. A message on the socket has three open files and asks for a function, which
becomes a fork: importing the dependencies would be most of its start.

The function's files are its standard ones. An invocation is a line of JSON on standard input, its
answer a line on what was standard output; what the handler prints goes to standard error, as a log
would.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import signal
import socket
import sys
import time
import traceback
from collections.abc import Sequence
from typing import Any, Final

#: The functions' dependencies that take longest. They come from this machine, not from the package.
_DEPENDENCIES: Final = (
    *("aws_lambda_powertools.event_handler", "aws_lambda_powertools.event_handler.openapi.params"),
    *("aws_lambda_powertools.logging", "aws_lambda_powertools.metrics"),
    *("botocore.config", "orjson", "psycopg", "pydantic"),
)
#: A message is an environment, and a Lambda's is 4 kB at most.
_MESSAGE_BYTES: Final = 65_536


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
    """Fork a process for each message, until the socket is closed."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # Nobody waits for them.
    sys.path.pop(0)  # this file's folder
    for name in _DEPENDENCIES:
        importlib.import_module(name)
    gc.freeze()
    door = socket.socket(fileno=int(sys.argv[1]))
    while True:
        text, files, _, _ = socket.recv_fds(door, _MESSAGE_BYTES, 3)
        if not text:
            return
        if os.fork() == 0:
            door.close()
            _become(files, **json.loads(text))
            sys.stdout.flush()
            os._exit(0)  # Not the clearing away of all that was imported.
        for file in files:
            os.close(file)


def _become(files: Sequence[int], *, environment: dict[str, str], root: str, handler: str) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for standard, file in enumerate(files):
        os.dup2(file, standard)
        os.close(file)
    os.environ.clear()
    os.environ.update(environment)
    _work(root, handler)


def _work(task_root: str, named: str) -> None:
    """Import the handler, report that it is ready, and answer until the input ends."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    sys.path.insert(0, task_root)
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
