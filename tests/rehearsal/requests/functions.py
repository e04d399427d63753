"""Runs functions as moto keeps them: their code, their handler, their environment."""

from __future__ import annotations

import atexit
import io
import json
import os
import socket
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple, Self
from urllib.parse import quote

from moto.awslambda.utils import get_backend

from tests.rehearsal.cloud import ACCOUNT, REGION, Cloud
from tests.rehearsal.requests.doors import Caller, user_at_the_door
from tests.rehearsal.requests.reach import check_service
from tests.rehearsal.requests.refusals import NotProvisioned

_WORKER: Final = Path(__file__).with_name("worker.py")
#: Where Lambda unpacks a function's code.
_TASK: Final = "/var/task"


class Metric(NamedTuple):
    """A metric as CloudWatch knows it."""

    namespace: str
    name: str
    dimensions: frozenset[tuple[str, str]]


@cache
def _door() -> socket.socket:
    """Where worker.py is asked for processes."""
    ours, theirs = socket.socketpair()
    with theirs:
        command = [sys.executable, str(_WORKER), str(theirs.fileno())]
        worker = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()], env={}
        )
    atexit.register(worker.wait, 10)
    atexit.register(ours.close)
    return ours


class Process:
    """A Lambda environment; it ends with the block."""

    def __init__(self, root: str, handler: str, environment: Mapping[str, str], log: Path) -> None:
        asked = {"root": root, "handler": handler, "environment": environment}
        answers, its_output = os.pipe()
        its_input, questions = os.pipe()
        self._answers, self._questions = os.fdopen(answers), os.fdopen(questions, "w")
        with log.open("w") as its_log:
            files = [its_input, its_output, its_log.fileno()]
            socket.send_fds(_door(), [json.dumps(asked).encode()], files)
        os.close(its_input)
        os.close(its_output)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._questions.close()
        self._answers.read()  # It ends when its input does, and its output with it.
        self._answers.close()

    def answer(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """What the process answers to a line."""
        self._questions.write(json.dumps(asked) + "\n")
        self._questions.flush()
        return self.said()

    def said(self) -> dict[str, Any]:
        """The next line of the process."""
        line = self._answers.readline()
        if not line:
            raise NotProvisioned("the function's process ended")
        said: dict[str, Any] = json.loads(line)
        return said


class Functions:
    """The functions of an account; each is started when it is first called, and stays warm."""

    def __init__(self, cloud: Cloud, database_url: str) -> None:
        self._cloud = cloud
        self._database_url = database_url
        self._open = ExitStack()
        folder = tempfile.TemporaryDirectory(prefix="regent-logs-")
        self._folder = Path(self._open.enter_context(folder))
        self._running: dict[str, Process] = {}
        self._logs: list[Path] = []

    def close(self) -> None:
        """End their processes."""
        self._open.close()

    def configuration(self, function_arn: str) -> dict[str, Any]:
        """What moto keeps of a function."""
        try:
            known = self._cloud.call("lambda", "GetFunction", FunctionName=function_arn)
        except self._cloud.client("lambda").exceptions.ResourceNotFoundException:
            raise NotProvisioned(f"there is no function {function_arn}") from None
        configuration: dict[str, Any] = known["Configuration"]
        return configuration

    def invoke(self, function_arn: str, event: Any, *, within_seconds: float = 900) -> Any:
        """Call a function in its account's present state; returns the handler's result."""
        configuration = self.configuration(function_arn)
        name = configuration["FunctionName"]
        if name not in self._running:
            self._running[name] = self._open.enter_context(self._start(configuration))
        context = {
            "name": name,
            "arn": configuration["FunctionArn"],
            "memory_mb": configuration["MemorySize"],
            "timeout_seconds": min(configuration["Timeout"], within_seconds),
            "log_group": f"/aws/lambda/{name}",
            "request_id": "00000000-0000-0000-0000-000000000001",
        }
        said = self._running[name].answer({"event": event, "context": context})
        if "answer" not in said:
            raise NotProvisioned(f"the function {name} failed: {said['failed']}")
        return said["answer"]

    def metrics(self) -> set[Metric]:
        """What the functions have printed for CloudWatch to read (EMF)."""
        printed = set()
        for log in self._logs:
            for line in log.read_text().splitlines():
                if line.startswith("{") and '"_aws"' in line:
                    printed |= set(_metrics(json.loads(line)))
        return printed

    @contextmanager
    def _start(self, configuration: Mapping[str, Any]) -> Iterator[Process]:
        name = configuration["FunctionName"]
        root = _unpacked(name)
        self._logs.append(self._folder / f"{name}.log")
        environment = self._environment(configuration, root)
        with Process(root, configuration["Handler"], environment, self._logs[-1]) as process:
            said = process.said()
            if "failed" in said:
                raise NotProvisioned(f"the function {name} does not start: {said['failed']}")
            yield process

    def _environment(self, configuration: Mapping[str, Any], root: str) -> dict[str, str]:
        """The function's own environment, with the way to AWS's database replaced by the way to
        ours."""
        own = dict(configuration.get("Environment", {}).get("Variables", {}))
        place = configuration.get("VpcConfig") or {}
        caller = Caller(
            configuration["Role"],
            place.get("SubnetIds") or [],
            place.get("SecurityGroupIds") or [],
        )
        if not caller.subnets:
            raise NotProvisioned(f"{configuration['FunctionName']} is in no network")
        # A function without a user or a secret gets no way to the database.
        connects = {"REGENT_DATABASE_USER", "REGENT_DATABASE_SECRET_ARN"} & own.keys()
        user = user_at_the_door(self._cloud, caller, own) if connects else None
        if "REGENT_ENCRYPTION_KMS_KEY" in own:
            check_service(self._cloud, caller.subnets, caller.groups, "kms")
        for replaced in ("HOST", "PORT", "SECRET_ARN", "USER", "NAME"):
            own.pop(f"REGENT_DATABASE_{replaced}", None)
        if user is not None:
            as_user = f"//{quote(user)}@"
            own["REGENT_DATABASE_URL"] = self._database_url.replace("//postgres@", as_user)
        authority = own.get("REGENT_DATABASE_CA", "")
        if authority and not Path(authority.replace(_TASK, root)).is_file():
            raise NotProvisioned(f"REGENT_DATABASE_CA is {authority}, which the package lacks")
        return {
            **own,
            "AWS_REGION": REGION,
            "AWS_DEFAULT_REGION": REGION,
            "AWS_LAMBDA_FUNCTION_NAME": configuration["FunctionName"],
            "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": str(configuration["MemorySize"]),
            "AWS_LAMBDA_INITIALIZATION_TYPE": "on-demand",
            "AWS_EXECUTION_ENV": f"AWS_Lambda_{configuration['Runtime']}",
            "AWS_ACCESS_KEY_ID": "rehearsal",
            "AWS_SECRET_ACCESS_KEY": "rehearsal",
            "LAMBDA_TASK_ROOT": root,
            "PATH": os.environ["PATH"],
        }


_folders = ExitStack()
atexit.register(_folders.close)
_roots: dict[str, str] = {}


def _unpacked(name: str) -> str:
    """The folder of a function's uploaded code. Many functions share it, and those of the next
    account, too: nothing writes there but Python, its byte code."""
    function = get_backend(ACCOUNT, REGION).get_function(name)
    if function.code_sha_256 not in _roots:
        root = _folders.enter_context(tempfile.TemporaryDirectory(prefix="regent-task-"))
        with zipfile.ZipFile(io.BytesIO(function.code_bytes)) as archive:
            archive.extractall(root)
        _roots[function.code_sha_256] = root
    return _roots[function.code_sha_256]


def _metrics(line: Mapping[str, Any]) -> Iterator[Metric]:
    for directive in line["_aws"]["CloudWatchMetrics"]:
        for names in directive["Dimensions"]:
            dimensions = frozenset((name, str(line[name])) for name in names)
            for metric in directive["Metrics"]:
                yield Metric(directive["Namespace"], metric["Name"], dimensions)
