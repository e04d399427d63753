"""EventBridge Scheduler, for the schedules that moto keeps: one tick of a schedule."""

from __future__ import annotations

import json
from typing import Any

from tests.rehearsal.apply.registry import arn
from tests.rehearsal.cloud import ACCOUNT, Cloud
from tests.rehearsal.policies import allows, may, parsed
from tests.rehearsal.requests.functions import Functions
from tests.rehearsal.requests.refusals import NotProvisioned


def tick(cloud: Cloud, functions: Functions, name: str) -> Any:
    """Let a schedule call its target, with its role; returns the function's result."""
    (summary,) = [
        each for each in cloud.call("scheduler", "ListSchedules")["Schedules"]
        if each["Name"] == name
    ] or [None]  # fmt: skip
    if summary is None:
        raise NotProvisioned(f"there is no schedule {name}")
    schedule = cloud.call(
        "scheduler", "GetSchedule", Name=name, GroupName=summary.get("GroupName", "default")
    )
    if schedule["State"] != "ENABLED":
        raise NotProvisioned(f"the schedule {name} is {schedule['State']}")
    target = schedule["Target"]
    role = target["RoleArn"]
    _check_assumed(cloud, role, "scheduler.amazonaws.com", schedule)
    if not may(cloud, role, "lambda:InvokeFunction", target["Arn"]):
        raise NotProvisioned(f"{role} may not call {target['Arn']}")
    event = json.loads(target["Input"]) if target.get("Input") else {}
    return functions.invoke(target["Arn"], event)


def _check_assumed(cloud: Cloud, role: str, service: str, schedule: Any) -> None:
    kept = cloud.call("iam", "GetRole", RoleName=role.rpartition("/")[2])["Role"]
    trusted = [
        {**each, "Resource": "*"}
        for each in parsed(kept["AssumeRolePolicyDocument"])
        if each["Principal"].get("Service") == service
    ]
    # The source that Scheduler names is the group: schedule-group/<group>.
    group = arn("scheduler", f"schedule-group/{schedule['GroupName']}")
    context = {"aws:SourceAccount": ACCOUNT, "aws:SourceArn": group}
    if not allows(trusted, "sts:AssumeRole", "*", context):
        raise NotProvisioned(f"{service} may not take on {role}")
