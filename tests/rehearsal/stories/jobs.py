"""The jobs and the reclaim: when they begin and end, what they are given, where they write."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

from regent.jobs import JOBS
from tests.rehearsal.aws import crons
from tests.rehearsal.cloud import ACCOUNT, REGION
from tests.rehearsal.policies import allows, parsed
from tests.rehearsal.records import Resource, Stack
from tests.rehearsal.rules.jobs import arguments_of
from tests.rehearsal.rules.rule import role_of
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
)

_JOB: Final = "glue/job:Job"
_DATABASE: Final = "glue/catalogDatabase:CatalogDatabase"
_BEGIN: Final = dt.datetime(2026, 11, 20, tzinfo=dt.UTC)
DAY: Final = 24 * 3_600
#: Nobody starts a replay by the clock.
BY_HAND: Final = "replay"


def jobs_begin_when_they_were_to(stack: Stack) -> Iterator[str]:
    """Glue starts them by the configuration's schedule, in its own grammar; an empty one leaves it
    to an operator. A run ends before the next one is due, because there is one at a time."""
    config = choices(stack)
    jobs, triggers = named(stack, _JOB), named(stack, "glue/trigger:Trigger")
    wanted = {
        "lag": config.lag_schedule, "retention": config.retention_schedule,
        "compact": config.compact_schedule, "export-log": config.export_log_schedule, BY_HAND: "",
    }  # fmt: skip
    for name, job in jobs.items():
        trigger = triggers.get(name)
        schedule = trigger.inputs.get("schedule", "") if trigger else ""
        if schedule != wanted.get(name):
            yield f"{job.label} is due at {schedule!r}, not at {wanted.get(name)!r}"
        if trigger is not None:
            yield from _due(trigger, job, schedule)
    yield from (f"the trigger {name} is for no job" for name in triggers if name not in jobs)


def _due(trigger: Resource, job: Resource, schedule: str) -> Iterator[str]:
    starts = [each.get("jobName") for each in trigger.inputs["actions"]]
    kind = (trigger.inputs["type"], trigger.inputs.get("enabled", True))
    if starts != [job.outputs["name"]] or kind != ("SCHEDULED", True):
        yield f"{trigger.label} starts {starts}, by {kind}"
    try:
        due = list(crons.read(schedule).due(_BEGIN, _BEGIN + dt.timedelta(days=60)))
    except crons.NotACron as refused:
        yield f"{trigger.label}: {refused}"
        return
    gaps = [(after - before).total_seconds() / 60 for before, after in pairwise(due)]
    if not gaps:
        yield f"{trigger.label} is due {len(due)} times in two months"
    elif min(gaps) < max(crons.LEAST_MINUTES, job.inputs["timeout"]):
        minutes = job.inputs["timeout"]
        yield f"{job.label} may run for {minutes} minutes, and begins each {min(gaps):g}"


def jobs_have_the_time_they_need(stack: Stack) -> Iterator[str]:
    """A run is paid for by the second until somebody ends it: one that hangs ends by itself.
    Glue does not try again: the next run goes on where this one stopped. Small workers do, as
    many as there is work for. Only lag is due so often that it may not wait for cheap capacity."""
    minutes = {"lag": range(5, 16), "retention": range(60, 481)}
    minutes |= dict.fromkeys(["compact", "export-log", BY_HAND], range(240, 481))
    for name, job in named(stack, _JOB).items():
        inputs = job.inputs
        if inputs.get("timeout") not in minutes.get(name, ()):
            yield f"{job.label} may run for {inputs.get('timeout')} minutes"
        if inputs.get("maxRetries") != 0:
            yield f"{job.label} is tried again {inputs.get('maxRetries')} times"
        workers = inputs["numberOfWorkers"]
        scales = inputs["defaultArguments"].get("--enable-auto-scaling") == "true"
        if inputs["workerType"] != "G.1X" or not scales or not 2 <= workers <= 5:
            yield f"{job.label} has {workers} workers of {inputs['workerType']}, scaling: {scales}"
        if inputs.get("executionClass", "STANDARD") != ("STANDARD" if name == "lag" else "FLEX"):
            yield f"{job.label} waits for capacity: {inputs.get('executionClass')}"
        if inputs.get("executionProperty", {}).get("maxConcurrentRuns") != 1:
            yield f"{job.label} may run twice at once"
        if inputs["name"] != f"{stack.prefix}-{name}":
            yield f"{job.label} is called {inputs['name']}"


def jobs_are_programs_in_python(stack: Stack) -> Iterator[str]:
    """Spark in Python 3, with wheels from our bucket and from nowhere else: no package index is
    reachable, and pip would wait for one until the run is over."""
    uploads = {f"s3://{each.inputs['bucket']}/{each.inputs['key']}": each
               for each in stack.resources.of("s3/bucketObjectv2:BucketObjectv2")}  # fmt: skip
    for name, job in named(stack, _JOB).items():
        command, given = job.inputs["command"], job.inputs["defaultArguments"]
        if (command["name"], command.get("pythonVersion")) != ("glueetl", "3"):
            yield f"{job.label} is a {command['name']} of Python {command.get('pythonVersion')}"
        if given.get("--job-language") != "python":
            yield f"{job.label} speaks {given.get('--job-language')}"
        if given.get("--python-modules-installer-option") != "--no-index":
            yield f"{job.label}: pip looks for an index"
        wanted = {
            command["scriptLocation"]: f"job-{name}",
            given.get("--additional-python-modules"): "jobs.gluewheels.zip",
            given.get("--extra-py-files"): "jobs.zip",
        }
        for url, upload in wanted.items():
            if url not in uploads or uploads[url].name != upload:
                yield f"{job.label} gets {url} for {upload}"
        if given.get("--enable-metrics") != "true":
            yield f"{job.label} shows nobody what its workers do"


def jobs_are_told_where_things_are(stack: Stack) -> Iterator[str]:
    """Their arguments are the stack's own database, archive, region and name; two stacks write
    numbers of one namespace, so each says whose they are. Retention archives before it deletes."""
    cluster = only(stack, CLUSTER)
    archived = next(
        each for each in stack.resources.of("s3/bucket:Bucket") if each.name == "archive"
    )
    database = stack.prefix.replace("-", "_") if choices(stack).catalog else None
    made = [each.inputs.get("name") for each in stack.resources.of(_DATABASE)]
    if made != [database] * bool(database):
        yield f"the catalog has the databases {made}, and the jobs' tables are in {database}"
    for job in JOBS:
        given = named(stack, _JOB)[job.name].inputs["defaultArguments"]
        wanted: dict[str, Any] = {
            "--database-host": cluster.outputs["endpoint"],
            "--database-name": cluster.inputs["databaseName"],
            "--region": REGION,
            "--output": f"s3://{archived.outputs['bucket']}",
        }
        wanted |= {"--database-user": job.user}
        wanted |= {"--catalog-database": database} if job.table else {}
        if job.name == "lag":
            # A verdict looks at five snapshots: an hour and a bit by the usual schedule.
            wanted |= {"--service": stack.prefix, "--metrics-namespace": "Regent", "--window": "5"}
        if job.name == "retention":
            wanted |= {"--archive": "true"}
        for name, value in wanted.items():
            if given.get(name) != value:
                yield f"the job {job.name}: {name} is {given.get(name)!r}, not {value!r}"
        known = arguments_of(job.module).model_fields
        for name in ("--dry-run", "--as-json", "--json"):
            if name in given and name.removeprefix("--").replace("-", "_") in known:
                yield f"the job {job.name} only looks: {name}"


def jobs_write_where_they_may(stack: Stack) -> Iterator[str]:
    """Each does its work with its role: it reads its program, has a folder for what is in between,
    logs to groups that the stack made, and sends numbers. Nobody else's files, logs or numbers."""
    groups = {each.outputs["name"] for each in stack.resources.of(LOG_GROUP)}
    buckets = {each.name: each.outputs["arn"] for each in stack.resources.of("s3/bucket:Bucket")}
    packages, bucket = buckets["packages"], buckets["packages"].rpartition(":")[2]
    for name, job in named(stack, _JOB).items():
        given, said = job.inputs["defaultArguments"], rights(stack, job.inputs["roleArn"])
        temporary = str(given.get("--TempDir"))
        if temporary != f"s3://{bucket}/temporary/":
            yield f"{job.label} keeps what is in between in {temporary}"
        logs = given.get("--custom-logGroup-prefix")
        if logs != f"/aws-glue/{stack.prefix}" or not {f"{logs}/output", f"{logs}/error"} <= groups:
            yield f"{job.label} logs below {logs}, which the stack did not make"
        tries: list[tuple[str, str, dict[str, str], bool]] = [
            ("s3:GetObject", f"{packages}/jobs/x.py", {}, True),
            ("s3:PutObject", f"{packages}/jobs/x.py", {}, False),
            ("s3:GetObject", f"{packages}/functions/x.zip", {}, False),
            ("s3:PutObject", f"{packages}/temporary/x", {}, True),
            ("s3:DeleteObject", f"{packages}/temporary/x", {}, True),
            ("s3:ListBucket", packages, {"s3:prefix": "jobs/"}, True),
            ("s3:ListBucket", packages, {"s3:prefix": "temporary/"}, True),
            ("s3:ListBucket", packages, {"s3:prefix": "functions/"}, False),
            ("s3:ListBucket", buckets["archive"], {}, True),
            ("s3:GetObject", "arn:aws:s3:::another-bucket/x", {}, False),
            *(
                ("logs:PutLogEvents", arn("logs", f"log-group:{group}:log-stream:x"), {}, may)
                for group, may in ((f"{logs}/output", True), ("/aws-glue/jobs/output", False))
            ),
            ("logs:CreateLogStream", arn("logs", f"log-group:{logs}/error:log-stream:x"), {}, True),
            ("glue:GetConnection", arn("glue", f"connection/{stack.prefix}"), {}, True),
            ("glue:GetConnection", arn("glue", "catalog"), {}, True),
            ("glue:GetConnection", arn("glue", "connection/another"), {}, False),
            *(
                ("cloudwatch:PutMetricData", "*", {"cloudwatch:namespace": space}, may)
                for space, may in (("Glue", True), ("Regent", name == "lag"), ("AWS/RDS", False))
            ),
        ]
        tries += list(_tables(stack, name))
        key = only(stack, "kms/key:Key").outputs["arn"]
        by_s3 = {"kms:ViaService": f"s3.{REGION}.amazonaws.com"}
        tries += [(f"kms:{deed}", key, by_s3, True) for deed in ("Decrypt", "GenerateDataKey")]
        tries += [("kms:Decrypt", key, {"kms:ViaService": f"rds.{REGION}.amazonaws.com"}, False)]
        for action, resource, context, may in tries:
            if allows(said, action, resource, context) != may:
                yield f"{job.label} may {action} on {resource} {context or ''}: {not may}"
        yield from _into_the_network(job, said)


def _tables(stack: Stack, job: str) -> Iterator[tuple[str, str, dict[str, str], bool]]:
    """Where there is a catalog, a job makes and changes its own table, and nobody drops one."""
    database = stack.prefix.replace("-", "_")
    of_job = {"retention": "messages", "compact": "messages", "export-log": "event_log"}
    for table in sorted({*of_job.values()}):
        may = choices(stack).catalog and of_job.get(job) == table
        name = arn("glue", f"table/{database}/{table}")
        yield from (
            (f"glue:{deed}", name, {}, may) for deed in ("GetTable", "CreateTable", "UpdateTable")
        )
        yield "glue:DeleteTable", name, {}, False
    may = choices(stack).catalog and job in of_job
    yield "glue:GetDatabase", arn("glue", f"database/{database}"), {}, may
    yield "glue:GetDatabase", arn("glue", "database/another"), {}, False
    yield "glue:UpdateTable", arn("glue", "catalog"), {}, may
    yield "glue:UpdateTable", arn("glue", f"table/another/{of_job.get(job)}"), {}, False


def _into_the_network(job: Resource, said: Any) -> Iterator[str]:
    """Glue puts its workers there with the job's role."""
    for action in (
        "CreateNetworkInterface", "DeleteNetworkInterface", "DescribeNetworkInterfaces",
        "DescribeRouteTables", "DescribeSecurityGroups", "DescribeSubnets", "DescribeVpcAttribute",
        "DescribeVpcEndpoints",
    ):  # fmt: skip
        if not allows(said, f"ec2:{action}", "*"):
            yield f"{job.label} cannot be put into the network: no ec2:{action}"


def roles_are_taken_on_by_their_service(stack: Stack) -> Iterator[str]:
    """A role that another service has to take on is a role that nobody has."""
    owners = [(each.label, each.inputs["roleArn"], "glue") for each in stack.resources.of(_JOB)]
    owners += [(each.label, each.inputs["role"], "lambda") for each in stack.resources.of(FUNCTION)]
    for proxy in stack.resources.of("rds/proxy:Proxy"):
        owners.append((proxy.label, proxy.inputs["roleArn"], "rds"))
    group = arn("scheduler", f"schedule-group/{stack.prefix}")
    sent = {"scheduler": {"aws:SourceAccount": ACCOUNT, "aws:SourceArn": group}}
    for schedule in stack.resources.of("scheduler/schedule:Schedule"):
        owners.append((schedule.label, schedule.inputs["target"]["roleArn"], "scheduler"))
    for label, role_arn, service in owners:
        role = role_of(stack, role_arn)
        trusted = [
            {**each, "Resource": "*"}
            for each in (parsed(role.inputs["assumeRolePolicy"]) if role else [])
            if each["Principal"] == {"Service": f"{service}.amazonaws.com"}
        ]
        if not allows(trusted, "sts:AssumeRole", "*", sent.get(service, {})):
            yield f"{label}: {service} may not take on its role {role_arn}"
        others = {"aws:SourceAccount": ACCOUNT, "aws:SourceArn": f"{group}-of-somebody"}
        if service in sent and allows(trusted, "sts:AssumeRole", "*", others):
            yield f"{label}: schedules of another group may take on its role"


def the_reclaim_is_called(stack: Stack) -> Iterator[str]:
    """As often as was chosen, of its group, by a role that may call this function and no other."""
    config = choices(stack)
    reclaim = named(stack, FUNCTION)["reclaim"]
    schedule = only(stack, "scheduler/schedule:Schedule")
    inputs, target = schedule.inputs, schedule.inputs["target"]
    minutes = f"{config.reclaim_rate} minute{'s' if config.reclaim_rate > 1 else ''}"
    if inputs["scheduleExpression"] != f"rate({minutes})":
        yield f"{schedule.label} is due at {inputs['scheduleExpression']}, not each {minutes}"
    if inputs["groupName"] != stack.prefix or inputs["name"] != f"{stack.prefix}-reclaim":
        yield f"{schedule.label} is {inputs['groupName']}/{inputs['name']}"
    if target["arn"] != reclaim.outputs["arn"]:
        yield f"{schedule.label} calls {target['arn']}"
    if json.loads(target.get("input") or "{}") != {}:
        yield f"{schedule.label} says {target['input']} to the reclaim"
    for name, function in named(stack, FUNCTION).items():
        said = rights(stack, target["roleArn"])
        calls = allows(said, "lambda:InvokeFunction", function.outputs["arn"])
        if calls != (name == "reclaim"):
            yield f"{schedule.label} may call {name}: {calls}"


def failures_of_the_reclaim_are_kept(stack: Stack) -> Iterator[str]:
    """A call that failed goes to the queue, whether it did not begin or did not end well: whoever
    sends it there may. The next run does its work, so a call is dropped after a minute."""
    reclaim = named(stack, FUNCTION)["reclaim"]
    kept_in = only(stack, "sqs/queue:Queue")
    queue = kept_in.outputs["arn"]
    if not 7 * DAY <= kept_in.inputs["messageRetentionSeconds"] <= 14 * DAY:
        yield f"{kept_in.label} forgets after {kept_in.inputs['messageRetentionSeconds']} s"
    policy = parsed(only(stack, "sqs/queuePolicy:QueuePolicy").inputs["policy"])
    everybody = [each for each in policy if each["Principal"] in ("*", {"AWS": "*"})]
    for tls in ("true", "false"):
        said = [{"Effect": "Allow", "Action": "*", "Resource": "*"}, *everybody]
        for action in ("sqs:SendMessage", "sqs:ReceiveMessage"):
            if allows(said, action, queue, {"aws:SecureTransport": tls}) != (tls == "true"):
                yield f"{kept_in.label}: {action} with TLS {tls} is answered the other way"
    schedule = only(stack, "scheduler/schedule:Schedule")
    target = schedule.inputs["target"]
    asked = only(stack, "lambda/functionEventInvokeConfig:FunctionEventInvokeConfig")
    if asked.inputs["functionName"] != reclaim.outputs["name"]:
        yield f"{asked.label} is about {asked.inputs['functionName']}"
    failed = asked.inputs.get("destinationConfig", {}).get("onFailure", {})
    for label, kept, role in (
        (schedule.label, target.get("deadLetterConfig", {}).get("arn"), target["roleArn"]),
        (asked.label, failed.get("destination"), reclaim.inputs["role"]),
    ):
        if kept != queue or not allows(rights(stack, role), "sqs:SendMessage", queue):
            yield f"{label} sends what failed to {kept}, or may not"
    for label, ages in ((asked.label, asked.inputs), (schedule.label, target["retryPolicy"])):
        if ages["maximumEventAgeInSeconds"] != 60:
            yield f"{label} drops calls after {ages['maximumEventAgeInSeconds']} s"


STORIES: Final[tuple[Story, ...]] = (
    jobs_begin_when_they_were_to, jobs_have_the_time_they_need, jobs_are_programs_in_python,
    jobs_are_told_where_things_are, jobs_write_where_they_may, roles_are_taken_on_by_their_service,
    the_reclaim_is_called, failures_of_the_reclaim_are_kept,
)  # fmt: skip
