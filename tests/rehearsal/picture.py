"""`python -m tests.rehearsal.picture`: the picture of a stack in docs/run/deploy.md, drawn from the
resources that the rehearsal applied. An arrow is there because a resource says so: a target, a rule
of a security group, an action of an alarm, a right of a role."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from tests.rehearsal.configs import CASES
from tests.rehearsal.program import rehearse
from tests.rehearsal.records import Resource, Stack

PAGE: Final = Path(__file__).parents[2] / "docs/run/deploy.md"
#: The stack that has everything that can be drawn.
CASE: Final = "a proxy"
_BEGIN, _END = "```mermaid\n", "```\n"
#: What is drawn, by the resource's type; `{}` stands for its name, `{all}` for those of its type.
_LABELS: Final = {
    "apigatewayv2/api:Api": "API Gateway",
    "lambda/function:Function": "Lambda: {}",
    "rds/proxy:Proxy": "RDS Proxy",
    "rds/cluster:Cluster": "Aurora PostgreSQL",
    "ec2/vpcEndpoint:VpcEndpoint": "endpoints of AWS's services",
    "scheduler/schedule:Schedule": "EventBridge schedule",
    "glue/trigger:Trigger": "Glue triggers",
    "glue/job:Job": "Glue jobs: {all}",
    "s3/bucket:Bucket": "S3: {}",
    "sqs/queue:Queue": "SQS: {}",
    "cloudwatch/metricAlarm:MetricAlarm": "CloudWatch alarms",
    "cloudwatch/eventRule:EventRule": "EventBridge: {}",
    "sns/topic:Topic": "SNS: {}",
    "sns/topicSubscription:TopicSubscription": "mail",
}
_SEVERAL: Final = "Lambda: a function for each handler of the API"
Arrow = tuple[str, str, str]


class Drawing:
    """The nodes of one stack, and the arrows between them."""

    def __init__(self, stack: Stack) -> None:
        self._all = stack.resources
        called = {self._function(each) for each in self._of("apigatewayv2/integration:Integration")}
        self._labels: dict[str, str] = {}
        self._inside: set[str] = set()
        for type_, words in _LABELS.items():
            names = ", ".join(sorted(each.name for each in self._of(type_)))
            for each in self._of(type_):
                label = words.format(each.name, all=names)
                if each.inputs.get("name") in called and each.kind == "Function":
                    label = _SEVERAL
                self._labels[each.urn] = label
                if self._groups(each):
                    self._inside.add(label)

    def text(self) -> str:
        """In Mermaid's words, which GitHub draws in light and in dark."""
        verbs: dict[tuple[str, str], set[str]] = {}
        for start, end, verb in self._arrows():
            verbs.setdefault((start, end), set()).update({verb} - {""})
        labels = sorted({label for ends in verbs for label in ends})
        ids = {label: f"n{number}" for number, label in enumerate(labels)}
        inside = [f"        {ids[each]}[{each}]" for each in labels if each in self._inside]
        outside = [f"    {ids[each]}[{each}]" for each in labels if each not in self._inside]
        drawn = []
        for (start, end), said in sorted(verbs.items()):
            words = f"|{', '.join(sorted(said))}|" if said else ""
            drawn.append(f"    {ids[start]} -->{words} {ids[end]}")
        lines = ["flowchart LR", "    subgraph network [the private network]", *inside, "    end"]
        return "\n".join([*lines, *outside, *drawn, ""])

    def _arrows(self) -> Iterator[Arrow]:
        (gateway,) = self._of("apigatewayv2/api:Api")
        yield "clients", self._label(gateway), "HTTPS"
        yield self._label(gateway), _SEVERAL, ""
        for each in self._of("scheduler/schedule:Schedule"):
            target = each.inputs["target"]
            yield self._label(each), self._at("lambda/function:Function", target["arn"]), ""
            failed = self._at("sqs/queue:Queue", target["deadLetterConfig"]["arn"])
            yield self._label(each), failed, "what failed"
        for each in self._of("lambda/invocation:Invocation"):
            called = self._at("lambda/function:Function", each.inputs["functionName"])
            yield "pulumi up", called, "the schema"
        for each in self._of("glue/trigger:Trigger"):
            for action in each.inputs["actions"]:
                yield self._label(each), self._at("glue/job:Job", action["jobName"]), ""
        yield from self._reached()
        yield from self._told()
        yield from self._kept()

    def _reached(self) -> Iterator[Arrow]:
        """By the rules of security groups: those who may open a connection to others."""
        members: dict[str, set[str]] = {}
        for type_ in _LABELS:
            for each in self._of(type_):
                for group in self._groups(each):
                    members.setdefault(group, set()).add(self._label(each))
        for rule in self._of("vpc/securityGroupIngressRule:SecurityGroupIngressRule"):
            source, target = (
                rule.inputs["referencedSecurityGroupId"],
                rule.inputs["securityGroupId"],
            )
            for start in members[source] if source != target else ():
                for end in members[target]:
                    yield start, end, str(rule.inputs["toPort"])

    def _told(self) -> Iterator[Arrow]:
        """By what happens when something is wrong."""
        for alarm in self._of("cloudwatch/metricAlarm:MetricAlarm"):
            for action in alarm.inputs["alarmActions"]:
                yield self._label(alarm), self._at("sns/topic:Topic", action), ""
        for target in self._of("cloudwatch/eventTarget:EventTarget"):
            rule = self._at("cloudwatch/eventRule:EventRule", target.inputs["rule"])
            yield rule, self._at("sns/topic:Topic", target.inputs["arn"]), ""
        for each in self._of("sns/topicSubscription:TopicSubscription"):
            yield self._at("sns/topic:Topic", each.inputs["topic"]), self._label(each), ""

    def _kept(self) -> Iterator[Arrow]:
        """By the rights of the jobs to buckets."""
        for job in self._of("glue/job:Job"):
            for statement in self._rights(job.inputs["roleArn"]):
                for bucket in self._of("s3/bucket:Bucket"):
                    if any(f":::{bucket.id}/" in each for each in _listed(statement["Resource"])):
                        writes = "s3:PutObject" in _listed(statement["Action"])
                        verb = "writes" if writes else "reads"
                        yield self._label(job), self._label(bucket), verb

    def _label(self, each: Resource) -> str:
        return self._labels[each.urn]

    def _at(self, type_: str, name: str) -> str:
        """The label of the resource of a type that others know by this ARN, id or name."""
        found = self._all.with_id(type_, name)
        if found is None:
            (found,) = (each for each in self._of(type_) if each.inputs.get("name") == name)
        return self._label(found)

    def _rights(self, role: str) -> Iterator[dict[str, Any]]:
        for policy in self._of("iam/rolePolicy:RolePolicy"):
            if policy.inputs["role"] == role.rpartition("/")[2]:
                yield from json.loads(policy.inputs["policy"])["Statement"]

    def _groups(self, each: Resource) -> list[str]:
        """The security groups that a resource is in."""
        given = each.inputs
        if each.kind == "Job":
            (connection,) = self._of("glue/connection:Connection")
            return list(connection.inputs["physicalConnectionRequirements"]["securityGroupIdLists"])
        inside = given.get("vpcConfig") or given
        return list(inside.get("securityGroupIds") or inside.get("vpcSecurityGroupIds") or ())

    def _of(self, type_: str) -> list[Resource]:
        return self._all.of(type_)

    @staticmethod
    def _function(integration: Resource) -> str:
        return str(integration.inputs["integrationUri"]).split(":function:")[1].split("/")[0]


def _listed(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else list(value)


def on_page(page: str) -> str:
    """The picture that the page shows."""
    return page.partition(_BEGIN)[2].partition(_END)[0]


def main() -> None:
    """Draw it into the page."""
    case = CASES[CASE]
    with rehearse(case.config, before=case.before, name=case.name) as rehearsal:
        drawn = Drawing(rehearsal.stack).text()
    before, begin, rest = PAGE.read_text().partition(_BEGIN)
    PAGE.write_text(f"{before}{begin}{drawn}{_END}{rest.partition(_END)[2]}")


if __name__ == "__main__":
    main()
