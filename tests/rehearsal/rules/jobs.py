"""Glue jobs and schedules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, Final

from glue_jobs.lib.arguments import JobArguments
from regent.jobs import JOBS
from tests.rehearsal.records import Resource, Stack
from tests.rehearsal.rules.rule import Rule

GLUE_VERSION: Final = "5.1"


def sizes(stack: Stack) -> Iterator[str]:
    """The Glue version that we test against, with a worker besides the driver, and a timeout."""
    for job in stack.resources.of("glue/job:Job"):
        inputs = job.inputs
        if inputs.get("glueVersion") != GLUE_VERSION:
            yield f"{job.label} runs on Glue {inputs.get('glueVersion')}, not {GLUE_VERSION}"
        if inputs.get("numberOfWorkers", 0) < 2:
            yield f"{job.label} has {inputs.get('numberOfWorkers')} workers; Glue takes two"
        if not inputs.get("workerType", "").startswith("G."):
            yield f"{job.label} runs on {inputs.get('workerType')}"
        yield from _spare(job, inputs)
        if inputs.get("timeout", 2_880) > 480:
            yield f"{job.label} may run for {inputs.get('timeout', 2_880)} minutes"
        if inputs.get("executionProperty", {}).get("maxConcurrentRuns", 1) != 1:
            yield f"{job.label} may run twice at once"


def _spare(job: Resource, inputs: Mapping[str, Any]) -> Iterator[str]:
    """Capacity that Glue has to spare may come late. Glue gives it to small workers only."""
    patient = {each.name for each in JOBS if each.is_patient}
    is_flexible = inputs.get("executionClass", "STANDARD") == "FLEX"
    if is_flexible != (job.name in patient):
        yield f"{job.label} runs as {inputs.get('executionClass')}; regent/jobs.py says otherwise"
    if is_flexible and inputs.get("workerType") not in ("G.1X", "G.2X"):
        yield f"{job.label} wants {inputs.get('workerType')} of what Glue has to spare"
    scales = inputs.get("defaultArguments", {}).get("--enable-auto-scaling") == "true"
    if inputs.get("numberOfWorkers", 0) > 2 and not scales:
        yield f"{job.label} pays for all its workers from beginning to end"


def every_job(stack: Stack) -> Iterator[str]:
    """The jobs of regent/jobs.py, each with its script; all its files are uploaded."""
    uploads = {
        f"s3://{each.inputs['bucket']}/{each.inputs['key']}"
        for each in stack.resources.of("s3/bucketObjectv2:BucketObjectv2")
    }
    jobs = {job.name: job for job in stack.resources.of("glue/job:Job")}
    if set(jobs) != {job.name for job in JOBS}:
        yield f"the stack has the jobs {sorted(jobs)}, regent/jobs.py {[j.name for j in JOBS]}"
    for job in jobs.values():
        arguments = job.inputs.get("defaultArguments", {})
        files = {
            "its script": job.inputs["command"].get("scriptLocation"),
            "--extra-py-files": arguments.get("--extra-py-files"),
            "--additional-python-modules": arguments.get("--additional-python-modules"),
        }
        for name, url in files.items():
            if url not in uploads:
                yield f"{job.label}: {name} is {url}, which is not uploaded"
        modules = str(arguments.get("--additional-python-modules"))
        if not modules.endswith(".gluewheels.zip"):
            yield f"{job.label}: Glue takes {modules} for no zip of wheels"


def arguments_that_jobs_take(stack: Stack) -> Iterator[str]:
    """The arguments that Glue passes are those that the job's own command line reads."""
    for job in stack.resources.of("glue/job:Job"):
        listed = [each for each in JOBS if each.name == job.name]
        if not listed:
            continue
        kind = arguments_of(listed[0].module)
        given = dict(job.inputs["defaultArguments"])
        if listed[0].schedule is None:  # the operator who starts it gives the rest
            required = [each for each in kind.model_fields.values() if each.is_required()]
            given = {f"--{each.alias}": "1" for each in required} | given
        words = [f"{name}={value}" for name, value in given.items()]
        try:
            kind.parse(["script.py", f"--JOB_NAME={job.name}", *words])
        except Exception as error:  # noqa: BLE001 - whatever the job would fail with
            yield f"{job.label}: {error}"


def arguments_of(module: str) -> Any:
    """The class of a job's arguments. A module may import the classes that it extends, too."""
    found = [
        each
        for each in vars(import_module(module)).values()
        if isinstance(each, type) and issubclass(each, JobArguments)
    ]
    return max(found, key=lambda each: len(each.__mro__), default=JobArguments)


def reads_where_nobody_writes(stack: Stack) -> Iterator[str]:
    """A job that reads much does so from the second instance, if there is one, and no other job
    does."""
    apart = len(stack.resources.of("rds/clusterInstance:ClusterInstance")) > 1
    (cluster,) = stack.resources.of("rds/cluster:Cluster")
    much = {each.name for each in JOBS if each.reads_much}
    for job in stack.resources.of("glue/job:Job"):
        reader = job.inputs["defaultArguments"].get("--reader-host")
        wanted = cluster.outputs["readerEndpoint"] if apart and job.name in much else None
        if reader != wanted:
            yield f"{job.label} reads from {reader}, not from {wanted}"


def schedules(stack: Stack) -> Iterator[str]:
    """As fine as EventBridge allows; each trigger starts one job of the stack."""
    for schedule in stack.resources.of("scheduler/schedule:Schedule"):
        expression = schedule.inputs["scheduleExpression"]
        rate = re.fullmatch(r"rate\((\d+) (minute|hour|day)s?\)", expression)
        if not rate or int(rate[1]) < 1:
            yield f"{schedule.label} is due at {expression!r}; the finest is rate(1 minute)"
        elif (int(rate[1]) == 1) == expression.endswith("s)"):
            yield f"{schedule.label}: EventBridge does not read {expression!r}"
        if schedule.inputs.get("state", "ENABLED") != "ENABLED":
            yield f"{schedule.label} is off"
        if schedule.inputs["flexibleTimeWindow"].get("mode") != "OFF":
            yield f"{schedule.label} comes when it likes"
    for trigger in stack.resources.of("glue/trigger:Trigger"):
        yield from _trigger(stack, trigger.inputs, trigger)


def _trigger(stack: Stack, inputs: Mapping[str, Any], trigger: Resource) -> Iterator[str]:
    names = {job.outputs["name"] for job in stack.resources.of("glue/job:Job")}
    for action in inputs["actions"]:
        if action.get("jobName") not in names:
            yield f"{trigger.label} starts {action.get('jobName')}, which is no job"
    if inputs["type"] == "SCHEDULED":
        if not re.fullmatch(r"cron\(\S+( \S+){5}\)", inputs.get("schedule", "")):
            yield f"{trigger.label}: Glue does not read {inputs.get('schedule')!r}"
        if not inputs.get("startOnCreation"):
            yield f"{trigger.label} waits for somebody to switch it on"


RULES: Final[tuple[Rule, ...]] = (
    sizes,
    every_job,
    arguments_that_jobs_take,
    reads_where_nobody_writes,
    schedules,
)
