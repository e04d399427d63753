"""What each function is told, how long and how large it is, and what it may do with its own
role."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import asdict
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from regent.errors import RegentError
from regent.objectives import as_text
from regent.settings import Settings
from tests.rehearsal.cloud import REGION
from tests.rehearsal.policies import allows
from tests.rehearsal.records import Resource, Stack
from tests.rehearsal.stories.alarms import HOT
from tests.rehearsal.stories.telling import (
    CLUSTER,
    FUNCTION,
    LOG_GROUP,
    Story,
    arn,
    choices,
    named,
    only,
    rights,
    variables,
)

#: They seal or open payloads: what pushes and pops, looks at messages, or says that a queue is
#: encrypted.
SEALING: Final = frozenset(
    {
        "push",
        "pop",
        "ack",
        "transaction",
        "topics",
        "topics_waiting",
        "configure",
        "messages",
        "traces",
        "dlq",
    }
)
#: What a handler that holds a request calls until there is an answer.
_WAITS: Final = re.compile(r"\b(look_again|Patience)\(")
#: API Gateway's limit for a function, less a second for the answer; and Lambda's own.
ANSWER_SECONDS, LONGEST_SECONDS = 29, 900
#: The server closes what nobody uses; so long may an answer take after a long poll.
AFTER_POLL_SECONDS: Final = 5


def waits(function: Resource) -> bool:
    """Whether a function may hold its request: `pop`, and those that are there for it."""
    if function.name != "pop" and not function.name.endswith("_waiting"):
        return False
    return _waits(function.inputs["handler"].rpartition(".")[0])


@cache
def _waits(module: str) -> bool:
    source = Path(str(import_module(module).__file__)).read_text()
    return _WAITS.search(source) is not None


def every_function_is_told_how_the_stack_is(stack: Stack) -> Iterator[str]:
    """A function knows of the stack what its variables say, and everything else is a default for
    one machine. So its settings are compared as a whole with what the configuration asks for."""
    for function in stack.resources.of(FUNCTION):
        # Lambda adds these.
        given = {**variables(function), "AWS_LAMBDA_FUNCTION_NAME": function.outputs["name"]}
        try:
            told = asdict(Settings.from_environment(given))
        except RegentError as error:
            yield f"{function.label}: {error.message}"
            continue
        wanted = asdict(Settings(on_lambda=True)) | _wanted(stack, function)
        for name, value in told.items():
            if value != wanted[name]:
                yield f"{function.label}: {name} is {value!r}, not {wanted[name]!r}"


def _wanted(stack: Stack, function: Resource) -> dict[str, Any]:
    config = choices(stack)
    cluster = only(stack, CLUSTER)
    proxies = stack.resources.of("rds/proxy:Proxy")
    wanted: dict[str, Any] = {
        "database_host": (proxies[0] if config.use_proxy else cluster).outputs["endpoint"],
        "database_name": "regent",
        "database_ca": "/var/task/regent-ca.pem",
        # A Lambda has one request at a time.
        "max_connections": 1,
        # Logs and metrics of two stacks are told apart by this name.
        "service": stack.prefix,
        # Each look at a database that sleeps would wake it up.
        "database_pauses": config.min_acu == 0,
        # The reclaim is late after five times as long.
        "reclaim_minutes": config.reclaim_rate,
        # Prepared statements and options would pin a proxy's connections.
        "database_proxied": config.use_proxy,
        "public_metrics": config.public_metrics,
        # A route that was left out of the authorizer is then closed, not open.
        "auth_required": config.auth_mode == "jwt",
        # A browser cannot sign requests.
        "console": config.auth_mode != "iam",
    }
    if config.auth_mode == "jwt" and config.jwt_role_claims:
        wanted |= {
            "jwt_role_claims": config.jwt_role_claims,
            "jwt_role_prefix": config.jwt_role_prefix,
        }
    if config.encryption and function.name in SEALING:
        wanted["encryption_kms_key"] = only(stack, "kms/key:Key").outputs["arn"]
    if waits(function):
        wanted["long_poll_seconds"] = config.long_poll_seconds
    return wanted | _wanted_of_one(stack, function)


def _wanted_of_one(stack: Stack, function: Resource) -> dict[str, Any]:
    config = choices(stack)
    if function.name == "reclaim":
        return {
            "database_user": "regent_reclaim",
            "lag_slo": as_text(config.lag_slo) if config.lag_slo else None,
            "retention": "job" if config.retention_schedule else None,
        }
    if function.name == "install":
        cluster = only(stack, CLUSTER).outputs
        # The master, past the proxy, which only knows users that the install makes. It writes the
        # bounds into the database, and that API Gateway cuts names at a question mark.
        return {
            "database_secret_arn": cluster["masterUserSecrets"][0]["secretArn"],
            "database_host": cluster["endpoint"],
            "database_proxied": False,
            "max_queues": config.max_queues,
            "max_partitions": config.max_partitions,
            "max_groups": config.max_groups,
            "plain_names": True,
        }
    if function.name == "console" and config.auth_mode != "iam":
        names = [name for name in Settings.__dataclass_fields__ if name.startswith("console_")]
        return {name: getattr(config, name) for name in names}
    return {}


def who_logs_in_says_so(stack: Stack) -> Iterator[str]:
    """A function that answers from files has no login, and so no way to the database."""
    for function in stack.resources.of(FUNCTION):
        logs_in = "REGENT_DATABASE_USER" in variables(function)
        if logs_in != (function.name not in ("console", "install")):
            yield f"{function.label} logs in by a user of its own: {logs_in}"


def every_function_has_time_for_its_work(stack: Stack) -> Iterator[str]:
    """A function that ends before its request answers nothing, one that outlives it is paid for
    nothing. A long poll needs its seconds and time to answer. The install builds indexes on data
    that is there, so it has the longest time that Lambda gives. The reclaim ends before it is
    called again."""
    config = choices(stack)
    for function in stack.resources.of(FUNCTION):
        seconds = function.inputs["timeout"]
        if function.name == "install":
            wanted = seconds == LONGEST_SECONDS
        elif function.name == "reclaim":
            wanted = 30 <= seconds < 60
        else:
            wanted = seconds == ANSWER_SECONDS
        if waits(function):
            wanted = wanted and seconds >= config.long_poll_seconds + AFTER_POLL_SECONDS
        if not wanted:
            yield f"{function.label} has {seconds} seconds"


def who_is_called_often_is_large(stack: Stack) -> Iterator[str]:
    """A Lambda's processor grows with its memory, and its price as well: twice as much answers in
    half the time for the same money. Functions that few call are small, and those that wait: their
    sleep is paid for by memory."""
    for function in stack.resources.of(FUNCTION):
        memory = function.inputs["memorySize"]
        is_large = function.name in HOT and not waits(function)
        most = 1_769 if is_large else 512
        least = 1_024 if is_large else 512 if waits(function) else 256
        if not least <= memory <= most:
            yield f"{function.label} has {memory} MB"


def places_are_for_those_who_need_them(stack: Stack) -> Iterator[str]:
    """No place at all switches a function off. One run at a time of the install, which takes a
    lock, and of the reclaim; a limit for those that wait; the others take what is free."""
    config = choices(stack)
    for function in stack.resources.of(FUNCTION):
        places = -1
        if config.reserve_concurrency and function.name in ("reclaim", "install"):
            places = 1
        elif config.reserve_concurrency and waits(function):
            places = config.waiting_concurrency
        if function.inputs.get("reservedConcurrentExecutions", -1) != places:
            found = function.inputs.get("reservedConcurrentExecutions")
            yield f"{function.label} has {found} places, not {places}"


def who_seals_payloads_can(stack: Stack) -> Iterator[str]:
    """The cipher is in a layer, the key in KMS, and the right is for data keys alone. Who needs
    them not gets none of them."""
    encrypts = choices(stack).encryption
    key = only(stack, "kms/key:Key").outputs["arn"]
    layer = only(stack, "lambda/layerVersion:LayerVersion").outputs["arn"]
    data_key = {"kms:EncryptionContext:regent:data-key": "0"}
    for function in stack.resources.of(FUNCTION):
        seals = encrypts and function.name in SEALING
        if function.inputs.get("layers", []) != ([layer] if seals else []):
            yield f"{function.label} has the layers {function.inputs.get('layers')}"
        said = rights(stack, function.inputs["role"])
        for action in ("kms:GenerateDataKey", "kms:Decrypt"):
            if allows(said, action, key, data_key) != seals:
                yield f"{function.label} may {action} for payloads: {not seals}"
            if allows(said, action, key):
                yield f"{function.label} may {action} for anything"


def the_layer_runs_where_functions_run(stack: Stack) -> Iterator[str]:
    """Lambda refuses a layer for another Python or another processor when a function starts."""
    layer = only(stack, "lambda/layerVersion:LayerVersion")
    for function in stack.resources.of(FUNCTION):
        if function.inputs["runtime"] not in layer.inputs["compatibleRuntimes"]:
            yield f"{layer.label} is not for {function.inputs['runtime']}"
        if function.inputs["architectures"] != layer.inputs["compatibleArchitectures"]:
            yield f"{layer.label} is not for {function.inputs['architectures']}"


def a_function_writes_its_own_log(stack: Stack) -> Iterator[str]:
    """A line in another function's log would be taken for that function's. Logs are kept for as
    long as the stack's owner said."""
    groups = {each.outputs["name"]: each for each in stack.resources.of(LOG_GROUP)}
    functions = stack.resources.of(FUNCTION)
    for function in functions:
        said = rights(stack, function.inputs["role"])
        own = function.inputs["loggingConfig"].get("logGroup")
        if own != f"/aws/lambda/{function.outputs['name']}":
            yield f"{function.label} writes to {own}"
        for action in ("logs:CreateLogStream", "logs:PutLogEvents"):
            stream = arn("logs", f"log-group:{own}:log-stream:2026/11/20/[$LATEST]0")
            if not allows(said, action, stream):
                yield f"{function.label} may not {action} in its own log"
            other = f"log-group:/aws/lambda/{stack.prefix}-somebody:log-stream:0"
            if allows(said, action, arn("logs", other)):
                yield f"{function.label} may {action} in another's log"
    days = choices(stack).log_retention_days
    for name, group in groups.items():
        if group.inputs.get("retentionInDays") != days:
            yield f"{name} is kept for {group.inputs.get('retentionInDays')} days, not {days}"


def a_sample_of_requests_is_traced(stack: Stack) -> Iterator[str]:
    """X-Ray takes what Lambda sends it with the function's role. Without traces, no role may."""
    traces = choices(stack).tracing
    mode = "Active" if traces else "PassThrough"
    for function in stack.resources.of(FUNCTION):
        if function.inputs["tracingConfig"]["mode"] != mode:
            yield f"{function.label} traces {function.inputs['tracingConfig']['mode']}"
        for action in ("xray:PutTraceSegments", "xray:PutTelemetryRecords"):
            if allows(rights(stack, function.inputs["role"]), action, "*") != traces:
                yield f"{function.label} may {action}: {not traces}"


def lambda_puts_functions_into_the_network(stack: Stack) -> Iterator[str]:
    """It does so with the function's role, and takes its address away again; the function's own
    code could otherwise join any group of the network."""
    for function in stack.resources.of(FUNCTION):
        said = rights(stack, function.inputs["role"])
        by_code = {"lambda:SourceFunctionArn": function.outputs["arn"]}
        for action in (
            "CreateNetworkInterface", "DeleteNetworkInterface", "DescribeNetworkInterfaces",
            "DescribeSubnets", "AssignPrivateIpAddresses", "UnassignPrivateIpAddresses",
        ):  # fmt: skip
            by_whom = (
                allows(said, f"ec2:{action}", "*"),
                allows(said, f"ec2:{action}", "*", by_code),
            )
            if by_whom != (True, False):
                yield f"{function.label}: Lambda and the code may ec2:{action}: {by_whom}"


def the_install_reads_its_password(stack: Stack) -> Iterator[str]:
    """The master's, which Aurora made and nobody knows: by Secrets Manager, which opens it with the
    stack's key, and only so."""
    role = named(stack, FUNCTION)["install"].inputs["role"]
    key = only(stack, "kms/key:Key").outputs["arn"]
    secret = only(stack, CLUSTER).outputs["masterUserSecrets"][0]["secretArn"]
    if not allows(rights(stack, role), "secretsmanager:GetSecretValue", secret):
        yield "the install may not read the master's password"
    for service, may in (("secretsmanager", True), ("s3", False), ("rds", False)):
        by = {"kms:ViaService": f"{service}.{REGION}.amazonaws.com"}
        if allows(rights(stack, role), "kms:Decrypt", key, by) != may:
            yield f"the install may open what {service} keeps: {not may}"


def functions_are_called_by_their_names(stack: Stack) -> Iterator[str]:
    """Run book, alarms and outputs name a function as its handler is called."""
    for name, function in named(stack, FUNCTION).items():
        if function.outputs["name"] != f"{stack.prefix}-{name.replace('_', '-')}":
            yield f"{function.label} is called {function.outputs['name']}"
        *_, module, _ = function.inputs["handler"].split(".")
        if module != name.removesuffix("_waiting"):
            yield f"{function.label} runs {function.inputs['handler']}"


STORIES: Final[tuple[Story, ...]] = (
    every_function_is_told_how_the_stack_is, who_logs_in_says_so,
    every_function_has_time_for_its_work, who_is_called_often_is_large,
    places_are_for_those_who_need_them, who_seals_payloads_can, the_layer_runs_where_functions_run,
    a_function_writes_its_own_log, a_sample_of_requests_is_traced,
    lambda_puts_functions_into_the_network, the_install_reads_its_password,
    functions_are_called_by_their_names,
)  # fmt: skip
