"""The resources that the Pulumi program registers, for tests that compare other things with
them."""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
#: Everything that a stack can have.
WHOLE = {
    "jwtIssuer": "https://login.test",
    "jwtAudience": '["regent"]',
    "useProxy": "true",
    "encryption": "true",
    "alarmEmail": "oncall@login.test",
    "catalog": "true",
    "lagSlo": '{"orders": {"queue": "orders", "seconds": 60}}',
    "tracing": "true",
}


@dataclass(frozen=True)
class Program:
    """Resources in the order in which they were registered, and the names of the outputs."""

    resources: list[dict[str, Any]]
    outputs: list[str]
    #: The resources that each one waits for: `Function push` for `Invocation installed`, and
    #: others.
    waits_for: dict[str, list[str]]
    #: The resources that stay when they leave the program.
    stays: list[str]

    def of(self, kind: str) -> dict[str, dict[str, Any]]:
        """The inputs of the resources of a kind (``MetricAlarm``), by their name."""
        return {
            each["name"]: each["inputs"]
            for each in self.resources
            if each["type"].rpartition(":")[2] == kind
        }


def program(**config: str) -> Program:
    """The resources for this config, on top of a stack with everything."""
    return _program(json.dumps(WHOLE | config))


@cache
def _program(config: str) -> Program:
    asked = _registering()
    assert asked.stdin is not None
    assert asked.stdout is not None
    asked.stdin.write(config + "\n")
    asked.stdin.flush()
    found = json.loads(asked.stdout.readline())
    assert "failed" not in found, found["failed"]
    return Program(**found)


@cache
def _registering() -> subprocess.Popen[str]:
    paths = os.pathsep.join([str(ROOT / "shared"), str(ROOT)])
    process = subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("registering.py"))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": paths},
    )
    atexit.register(process.communicate, timeout=10)
    return process
