"""Lambda functions: the settings that each of them needs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any, Final

from regent.errors import RegentError
from regent.settings import Settings
from tests.rehearsal.packages import ROOT
from tests.rehearsal.records import Resource, Stack
from tests.rehearsal.rules.rule import Rule, is_on

_SECRET_NAMES: Final = re.compile(
    r"PASSWORD|TOKEN(?!_URL)|DATABASE_URL|ENCRYPTION_KEY|JWT_KEY|PRIVATE"
)


def runtime(stack: Stack) -> Iterator[str]:
    """The Python that we package for, on the processor that we package for."""
    for function in stack.resources.of("lambda/function:Function"):
        runs = (function.inputs.get("runtime"), function.inputs.get("architectures"))
        if runs != ("python3.13", ["arm64"]):
            yield f"{function.label} runs on {runs}, not on python3.13 and arm64"


def handlers_in_the_package(stack: Stack) -> Iterator[str]:
    """The handler is in the upload, and can be imported."""
    from infra.package import trees

    packed = set(trees.functions(ROOT))
    uploads = {
        (each.inputs["bucket"], each.inputs["key"])
        for each in stack.resources.of("s3/bucketObjectv2:BucketObjectv2")
    }
    for function in stack.resources.of("lambda/function:Function"):
        module, _, name = function.inputs["handler"].rpartition(".")
        if f"{module.replace('.', '/')}.py" not in packed:
            yield f"{function.label}: the package has no {module}"
        elif not callable(getattr(import_module(module), name, None)):
            yield f"{function.label}: {module} has no {name}"
        code = (function.inputs.get("s3Bucket"), function.inputs.get("s3Key"))
        if code not in uploads:
            yield f"{function.label}: its code {code} is not uploaded by the stack"
        if not function.inputs.get("sourceCodeHash"):
            yield f"{function.label}: without a hash, new code does not update it"


def environments(stack: Stack) -> Iterator[str]:
    """Every variable is one that the settings read, with a value that they take; no secret."""
    for function in stack.resources.of("lambda/function:Function"):
        variables = function.inputs.get("environment", {}).get("variables", {})
        read = _Read(variables)
        try:
            Settings.from_environment(read)
        except RegentError as error:
            yield f"{function.label}: {error.message}"
        unknown = [name for name in variables if name not in read.names]
        if unknown:
            yield f"{function.label}: nobody reads {', '.join(unknown)}"
        for name, value in variables.items():
            if _SECRET_NAMES.search(name) or ("://" in value and "@" in value):
                yield f"{function.label}: {name} is a secret in the open"
        if function.secrets:
            yield f"{function.label}: {', '.join(function.secrets)} holds what Pulumi hides"


class _Read(dict[str, str]):
    """An environment that notes which variables are looked for."""

    def __init__(self, values: Any) -> None:
        super().__init__(values)
        self.names: set[str] = set()

    def get(self, name: str, default: Any = None) -> Any:
        self.names.add(name)
        return super().get(name, default)


def logs(stack: Stack) -> Iterator[str]:
    """A log group of its own for each function, made by the stack; every group deletes old logs."""
    groups = {
        each.outputs["name"]: each for each in stack.resources.of("cloudwatch/logGroup:LogGroup")
    }
    used: dict[str, str] = {}
    for function in stack.resources.of("lambda/function:Function"):
        default = f"/aws/lambda/{function.outputs['name']}"
        name = function.inputs.get("loggingConfig", {}).get("logGroup", default)
        config = function.inputs.get("loggingConfig", {})
        levels = (config.get("logFormat"), config.get("systemLogLevel"))
        if levels != ("JSON", "WARN"):
            yield f"{function.label} logs {levels}: three lines of Lambda's own for each request"
        if config.get("applicationLogLevel", "INFO") != "INFO":
            yield f"{function.label} leaves its metrics out of the log"
        if name not in groups:
            yield f"{function.label} writes to {name}, which Lambda makes and keeps for ever"
        elif name in used:
            yield f"{function.label} and {used[name]} write to one log"
        used[name] = function.label
    for group in groups.values():
        if not group.inputs.get("retentionInDays"):
            yield f"{group.label} is kept for ever"


def waits(stack: Stack) -> Iterator[str]:
    """A function waits for its policy, and for the schema that it uses."""
    policies = stack.resources.of("iam/rolePolicy:RolePolicy")
    calls = stack.resources.of("lambda/invocation:Invocation")
    installs = {call.inputs["functionName"] for call in calls}
    if len(calls) != 1:
        yield f"{len(calls)} calls while the stack is made, instead of the one that installs"
    for function in stack.resources.of("lambda/function:Function"):
        role = function.inputs["role"].rpartition("/")[2]
        own = [policy for policy in policies if policy.inputs["role"] == role]
        if not own or any(policy.urn not in function.needs for policy in own):
            yield f"{function.label} may run before its role may do anything"
        if function.outputs["name"] in installs:
            continue
        if any(call.urn not in function.needs for call in calls):
            yield f"{function.label} may run before the schema is there"


def install_waits_for_the_database(stack: Stack) -> Iterator[str]:
    """For an instance, and for the rules that let it in."""
    needed = stack.resources.of(
        "rds/clusterInstance:ClusterInstance",
        "vpc/securityGroupIngressRule:SecurityGroupIngressRule",
        "vpc/securityGroupEgressRule:SecurityGroupEgressRule",
        "ec2/vpcEndpoint:VpcEndpoint",
    )
    for call in stack.resources.of("lambda/invocation:Invocation"):
        waits_for = {each.urn for each in stack.resources.needed_by([call.urn])}
        missing = [each.label for each in needed if each.urn not in waits_for]
        if missing:
            yield f"{call.label} may be made before {', '.join(missing)}"
        if not call.inputs.get("triggers"):
            yield f"{call.label} runs once for ever: nothing says when the SQL changed"


def reclaim_runs_once(stack: Stack) -> Iterator[str]:
    """Lambda's asynchronous retries would pile runs up; failed calls are kept."""
    configs = stack.resources.of("lambda/functionEventInvokeConfig:FunctionEventInvokeConfig")
    for schedule in stack.resources.of("scheduler/schedule:Schedule"):
        target = schedule.inputs["target"]
        function = stack.resources.with_id("lambda/function:Function", target["arn"])
        if function is None:
            yield f"{schedule.label} calls nothing of the stack"
            continue
        yield from _retries(schedule, target)
        own = [each for each in configs if each.inputs["functionName"] == function.outputs["name"]]
        if not own:
            yield f"{function.label} is retried by Lambda: two more times"
        for config in own:
            if config.inputs.get("maximumRetryAttempts") != 0:
                yield f"{config.label} retries"
            if config.inputs.get("maximumEventAgeInSeconds", 21_600) > 60:
                yield f"{config.label} runs what is older than a minute"
            if not config.inputs.get("destinationConfig", {}).get("onFailure"):
                yield f"{config.label} forgets what failed"
        wanted = 1 if is_on(stack, "reserveConcurrency", default=True) else -1
        if function.inputs.get("reservedConcurrentExecutions") != wanted:
            yield f"{function.label} may not run {wanted} times at once"


def waiting_leaves_room(stack: Stack) -> Iterator[str]:
    """A consumer that waits is a function that runs: those that wait have a limit."""
    most = int(stack.config.get("waitingConcurrency", "100"))
    reserves = is_on(stack, "reserveConcurrency", default=True)
    for function in stack.resources.of("lambda/function:Function"):
        variables = function.inputs.get("environment", {}).get("variables", {})
        places = function.inputs.get("reservedConcurrentExecutions", -1)
        if "REGENT_LONG_POLL_SECONDS" in variables and places != (most if reserves else -1):
            yield f"{function.label} may take {places} places while it waits"


def _retries(schedule: Resource, target: Any) -> Iterator[str]:
    policy = target.get("retryPolicy", {})
    if policy.get("maximumRetryAttempts", 185) != 0:
        yield f"{schedule.label} retries"
    if policy.get("maximumEventAgeInSeconds", 86_400) > 60:
        yield f"{schedule.label} calls for what is older than a minute"
    if not target.get("deadLetterConfig"):
        yield f"{schedule.label} forgets what could not be called"


RULES: Final[tuple[Rule, ...]] = (
    runtime, handlers_in_the_package, environments, logs, waits, install_waits_for_the_database,
    reclaim_runs_once, waiting_leaves_room,
)  # fmt: skip
