"""The life of a stack among others: its names, its outputs, its end, and another one of its
name."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from regent import __version__
from regent.install import SQL
from tests.rehearsal.cloud import REGION
from tests.rehearsal.packages import ROOT
from tests.rehearsal.records import Stack
from tests.rehearsal.stories.telling import CLUSTER, FUNCTION, Story, choices, named, only

#: The inputs that AWS takes for a name, by type: the input, and the longest name. Names are of the
#: account and the region, those of buckets and domains of everybody's.
NAMES: Final[Mapping[str, tuple[str, int]]] = {
    "apigatewayv2/api:Api": ("name", 128),
    "budgets/budget:Budget": ("name", 100),
    "cloudwatch/dashboard:Dashboard": ("dashboardName", 255),
    "cloudwatch/eventRule:EventRule": ("name", 64),
    "cloudwatch/logGroup:LogGroup": ("name", 512),
    "cloudwatch/metricAlarm:MetricAlarm": ("name", 255),
    "glue/connection:Connection": ("name", 255),
    "glue/job:Job": ("name", 255),
    "glue/trigger:Trigger": ("name", 255),
    "kms/alias:Alias": ("name", 256),
    "lambda/function:Function": ("name", 64),
    "lambda/layerVersion:LayerVersion": ("layerName", 140),
    "rds/cluster:Cluster": ("clusterIdentifier", 63),
    "rds/clusterInstance:ClusterInstance": ("identifier", 63),
    "rds/proxy:Proxy": ("name", 63),
    "rds/subnetGroup:SubnetGroup": ("name", 255),
    "s3/bucket:Bucket": ("bucketPrefix", 37),
    "scheduler/schedule:Schedule": ("name", 64),
    "scheduler/scheduleGroup:ScheduleGroup": ("name", 64),
    "sns/topic:Topic": ("name", 256),
    "sqs/queue:Queue": ("name", 80),
}
#: What has an id in AWS, and its name in a tag.
NAMED_BY_TAG: Final = (
    "ec2/vpc:Vpc", "ec2/subnet:Subnet", "ec2/routeTable:RouteTable", "ec2/vpcEndpoint:VpcEndpoint",
    "ec2/securityGroup:SecurityGroup", "ec2/defaultSecurityGroup:DefaultSecurityGroup",
)  # fmt: skip
#: Pulumi puts seven characters after names that it makes up; of a role AWS takes 64.
MADE_UP, LONGEST_ROLE, LONGEST_STACK = 8, 64, 20


def stacks_of_one_account_do_not_meet(stack: Stack) -> Iterator[str]:
    """Four stacks in one account and region: each name that AWS keeps once has the stack's own in
    it, and still fits where the stack's has twenty letters."""
    longer = LONGEST_STACK - len(stack.name)
    for resource in stack.resources:
        kind = resource.type.removeprefix("aws:")
        if kind in NAMES:
            name, most = NAMES[kind]
            given = str(resource.inputs.get(name, ""))
            if stack.prefix not in given:
                yield f"{resource.label} is called {given!r} in every stack"
            if len(given) + longer > most:
                yield f"{resource.label}: {given!r} is too long in stacks with long names"
        if kind == "iam/role:Role":
            if "name" in resource.inputs or stack.prefix not in resource.name:
                yield f"{resource.label} cannot be told from another stack's"
            if len(resource.name) + longer + MADE_UP > LONGEST_ROLE:
                yield f"{resource.label} is too long in stacks with long names"
    for each in stack.resources.of(*NAMED_BY_TAG):
        if "name" in each.inputs or not str(each.inputs.get("tags", {}).get("Name")).startswith(
            stack.prefix
        ):
            yield f"{each.label} cannot be told from another stack's"


def everything_is_where_the_stack_is(stack: Stack) -> Iterator[str]:
    """One provider makes all of it: in the configuration's region, whatever the environment of the
    person who deploys says, and with tags by which its bill can be told."""
    providers = [each for each in stack.resources if each.type == "pulumi:providers:aws"]
    for provider in providers:
        if provider.inputs.get("region") != REGION:
            yield f"the provider makes everything in {provider.inputs.get('region')}"
    urns = {each.urn for each in providers}
    own = {"Project": "regent", "Stack": stack.name, **choices(stack).tags}
    for resource in stack.resources:
        if resource.is_component or not resource.type.startswith("aws:"):
            continue
        if resource.provider.rpartition("::")[0] not in urns:
            yield f"{resource.label} is made by the provider of somebody's environment"
        tags = resource.inputs.get("tags", {})
        released = {"Version": __version__} if resource.type.endswith(":Function") else {}
        for name, value in (own | released).items():
            if tags and tags.get(name) != value:
                yield f"{resource.label}: its tag {name} is {tags.get(name)!r}, not {value!r}"


def a_stack_can_be_taken_down(stack: Stack) -> Iterator[str]:
    """A stack without `protect` goes with `pulumi destroy`: no bucket of programs, no protected
    database and no last snapshot is in the way. What it leaves behind has names that another stack
    of its name does not need."""
    config = choices(stack)
    buckets = named(stack, "s3/bucket:Bucket")
    if not buckets["packages"].inputs.get("forceDestroy"):
        yield "the bucket of packages is never empty, and so can never be deleted"
    if bool(buckets["archive"].inputs.get("forceDestroy")) != config.empty_archive:
        yield f"the archive is emptied when it is deleted: {not config.empty_archive}"
    if config.protect:
        return
    for resource in stack.resources:
        kind = resource.type.removeprefix("aws:")
        if resource.protect:
            yield f"{resource.label} is protected, and `protect` is off"
        if resource.retain_on_delete and kind in NAMES and NAMES[kind][0] != "bucketPrefix":
            yield f"{resource.label} stays, and its name is taken for the next stack"
    cluster = only(stack, CLUSTER)
    if cluster.inputs.get("deletionProtection") or not cluster.inputs.get("skipFinalSnapshot"):
        yield f"{cluster.label} cannot be deleted"


def data_stay_if_they_are_protected(stack: Stack) -> Iterator[str]:
    """`protect` is for what holds data and for nothing else: a mistake in the program then cannot
    delete it, and the rest of the stack can still be changed."""
    config = choices(stack)
    keeps = {"database", "database-0", "data", "archive"}
    kinds = (CLUSTER, "rds/clusterInstance:ClusterInstance", "kms/key:Key", "s3/bucket:Bucket")
    for resource in stack.resources:
        holds = resource.type.removeprefix("aws:") in kinds and resource.name in keeps
        if resource.protect != (holds and config.protect):
            yield f"{resource.label} is protected: {resource.protect}"


def outputs_are_what_they_say(stack: Stack) -> Iterator[str]:
    """People and scripts copy them into commands: each is the thing itself."""
    config, said = choices(stack), stack.exports
    api, cluster = only(stack, "apigatewayv2/api:Api"), only(stack, CLUSTER)
    own = f"https://{config.domain_name}" if config.domain_name else None
    domains = stack.resources.of("apigatewayv2/domainName:DomainName")
    target = domains[0].outputs["domainNameConfiguration"]["targetDomainName"] if domains else ""
    wanted: dict[str, Any] = {
        "apiUrl": own or api.outputs["apiEndpoint"],
        "domainTarget": target,
        "databaseEndpoint": cluster.outputs["endpoint"],
        "databaseCluster": cluster.outputs["clusterIdentifier"],
        "databaseSecretArn": cluster.outputs["masterUserSecrets"][0]["secretArn"],
        "alarmsTopic": only(stack, "sns/topic:Topic").outputs["arn"],
        "archiveBucket": named(stack, "s3/bucket:Bucket")["archive"].outputs["bucket"],
        "functionNames": {n: each.outputs["name"] for n, each in named(stack, FUNCTION).items()},
        "glueJobNames": {
            n: each.outputs["name"] for n, each in named(stack, "glue/job:Job").items()
        },
        "version": __version__,
    }
    for name, value in wanted.items():
        if said.get(name) != value:
            yield f"the output {name} is {said.get(name)!r}, not {value!r}"
    page = only(stack, "cloudwatch/dashboard:Dashboard").inputs["dashboardName"]
    url = urlsplit(str(said.get("dashboardUrl")))
    shown = (url.hostname, url.path, url.query, url.fragment)
    if shown != (
        f"{REGION}.console.aws.amazon.com", "/cloudwatch/home", f"region={REGION}",
        f"dashboards/dashboard/{page}",
    ):  # fmt: skip
        yield f"the output dashboardUrl shows {shown}"
    yield from (f"the output {name} has no story" for name in set(said) - {*wanted, "dashboardUrl"})


def the_install_runs_when_the_schema_is_another(stack: Stack) -> Iterator[str]:
    """The SQL of the package is installed once for each state of it: another file, another bound,
    another database. It is called before anything that needs it, and never when the stack goes."""
    call = only(stack, "lambda/invocation:Invocation")
    if call.inputs["functionName"] != named(stack, FUNCTION)["install"].outputs["name"]:
        yield f"{call.label} calls {call.inputs['functionName']}"
    if call.inputs.get("lifecycleScope", "CREATE_ONLY") != "CREATE_ONLY":
        yield f"{call.label} is called by {call.inputs.get('lifecycleScope')}"
    if json.loads(call.inputs["input"]) != {}:
        yield f"{call.label} says {call.inputs['input']}"
    triggers = call.inputs.get("triggers") or {}
    config, cluster = choices(stack), only(stack, CLUSTER)
    bounds = (config.max_queues, config.max_partitions, config.max_groups)
    if not all(f'"{bound}"' in str(triggers.get("bounds")) for bound in bounds):
        yield f"{call.label} does not run for other bounds: {triggers.get('bounds')}"
    if triggers.get("database") != cluster.outputs["clusterResourceId"]:
        yield f"{call.label} does not run for another database: {triggers.get('database')}"
    if triggers.get("schema") != _whole_schema():
        yield f"{call.label} does not run for another schema: {triggers.get('schema')}"


@cache
def _whole_schema() -> str:
    """The hash of each file of SQL with its name, whichever folder it is in."""
    whole = hashlib.sha256()
    for path in sorted(SQL.rglob("*.sql")):
        for part in (path.relative_to(SQL).as_posix().encode(), path.read_bytes()):
            whole.update(part + b"\0")
    return whole.hexdigest()


def policies_speak_the_present_language(stack: Stack) -> Iterator[str]:
    """The older version of IAM's language, which is the default, takes a variable for a text."""
    for type_, name in (
        ("iam/role:Role", "assumeRolePolicy"), ("iam/rolePolicy:RolePolicy", "policy"),
        ("s3/bucketPolicy:BucketPolicy", "policy"), ("sns/topicPolicy:TopicPolicy", "policy"),
        ("sqs/queuePolicy:QueuePolicy", "policy"), ("ec2/vpcEndpoint:VpcEndpoint", "policy"),
    ):  # fmt: skip
        for each in stack.resources.of(type_):
            document = json.loads(each.inputs.get(name) or '{"Version": "2012-10-17"}')
            if document.get("Version") != "2012-10-17":
                yield f"{each.label} speaks {document.get('Version')}"


def pulumi_finds_the_program(stack: Stack) -> Iterator[str]:
    """`make deploy` makes the environment that Pulumi then runs the program with."""
    settings = (ROOT / "Pulumi.yaml").read_text()
    folder = re.search(r"^main: (\S+)$", settings, re.MULTILINE)
    if folder is None or not Path(ROOT, folder[1], "__main__.py").is_file():
        yield f"there is no program in {folder and folder[1]}"
    environment = re.search(r"^ +virtualenv: (\S+)$", settings, re.MULTILINE)
    if environment is None or f"{environment[1]}" not in (ROOT / "Makefile").read_text():
        yield f"`make deploy` does not make {environment and environment[1]}"
    if not re.search(r"^name: regent$", settings, re.MULTILINE) or "name: python" not in settings:
        yield "the project is not regent, in Python"


STORIES: Final[tuple[Story, ...]] = (
    stacks_of_one_account_do_not_meet, everything_is_where_the_stack_is, a_stack_can_be_taken_down,
    data_stay_if_they_are_protected, outputs_are_what_they_say,
    the_install_runs_when_the_schema_is_another, policies_speak_the_present_language,
    pulumi_finds_the_program,
)  # fmt: skip
