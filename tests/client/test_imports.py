"""What importing the client brings along: a command, a Lambda and a test pay for each module."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import regent

#: Of the server, or large, or only for some programs.
HEAVY = ["asyncio", "boto3", "httptools", "httpx", "logging.config", "opentelemetry", "orjson"]
HEAVY += [
    "psycopg",
    "pydantic",
    "random",
    "ssl",
    "uuid",
    "aws_lambda_powertools",
    "regent.settings",
]
#: For those who look after queues; their classes take a third of an import's time.
HEAVY += [f"regent.client.core.rows_{name}" for name in ("admin", "dead_letters", "queue")]
#: What the client may know of the rest of the library.
OF_THE_LIBRARY = {"regent", "regent.errors", "regent.limits", "regent.texts"}


def brought(program: str) -> set[str]:
    """The modules that are there after a program."""
    ran = subprocess.run(
        [
            sys.executable,
            "-c",
            f"{program}\nimport json, sys\nprint(json.dumps(list(sys.modules)))",
        ],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(Path(regent.__file__).parents[1])},
    )
    return set(json.loads(ran.stdout.splitlines()[-1]))


def test_the_package_itself_brings_nothing() -> None:
    assert brought("import regent") - brought("pass") <= {"regent", "__future__"}


def test_the_client_for_threads_brings_nothing_that_it_does_not_need() -> None:
    found = brought(
        "from regent import Regent\n"
        "queue = Regent().queue('orders')\n"
        "from regent import RetryPolicy, Outgoing, Codec"
    )
    assert found & set(HEAVY) == set()


def test_the_client_for_asyncio_brings_asyncio() -> None:
    found = brought("from regent import AsyncRegent\nAsyncRegent().queue('orders')")
    assert found & set(HEAVY) <= {"asyncio", "random", "ssl"}


@pytest.mark.parametrize("name", ["Regent", "AsyncRegent"])
def test_the_client_knows_little_of_the_library(name: str) -> None:
    found = {module for module in brought(f"from regent import {name}") if "regent" in module}
    assert {m for m in found if not m.startswith("regent.client")} == OF_THE_LIBRARY


def test_every_public_name_is_there() -> None:
    assert set(regent._HOMES) | {"__version__"} == set(regent.__all__)
    for name in regent.__all__:
        assert getattr(regent, name) is not None
    assert dir(regent) == sorted(regent.__all__)
    with pytest.raises(AttributeError, match="Regnet"):
        _ = regent.Regnet
