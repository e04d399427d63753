"""What Aurora does for us: it grows, sleeps, keeps backups, and writes down what an operator
needs and no payload."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from tests.rehearsal.aws.parameters import CLUSTER as PARAMETERS
from tests.rehearsal.aws.parameters import FAMILIES, LOGS
from tests.rehearsal.records import Resource, Stack
from tests.rehearsal.stories.telling import CLUSTER, LOG_GROUP, Story, choices, only

_INSTANCE: Final = "rds/clusterInstance:ClusterInstance"
_GROUP: Final = "rds/clusterParameterGroup:ClusterParameterGroup"
#: A mistake that was made before a holiday is noticed after it.
BACKUP_DAYS: Final = 14
#: AWS keeps backups no longer.
MOST_BACKUP_DAYS: Final = 35
#: AWS charges for a longer memory of what the database did.
FREE_INSIGHTS_DAYS: Final = 7
#: Aurora sleeps no sooner than this after the last connection.
SOONEST_PAUSE_SECONDS: Final = 300


def the_database_grows_as_was_chosen(stack: Stack) -> Iterator[str]:
    """From the least size to the largest one, and at none it sleeps: soon, because each minute
    awake is paid for. A size of its own is for serverless instances alone."""
    config, cluster = choices(stack), only(stack, CLUSTER)
    scaling = cluster.inputs["serverlessv2ScalingConfiguration"]
    wanted = {"minCapacity": config.min_acu, "maxCapacity": config.max_acu}
    if config.min_acu == 0:
        wanted["secondsUntilAutoPause"] = SOONEST_PAUSE_SECONDS
    if dict(scaling) != wanted:
        yield f"{cluster.label} scales by {dict(scaling)}, not by {wanted}"
    instances = stack.resources.of(_INSTANCE)
    if len(instances) != config.database_instances:
        yield f"there are {len(instances)} instances, not {config.database_instances}"
    for instance in instances:
        inputs = instance.inputs
        kind = (inputs["instanceClass"], inputs["engine"], inputs["clusterIdentifier"])
        if kind != ("db.serverless", "aurora-postgresql", cluster.id):
            yield f"{instance.label} is {kind}"


def a_failover_finds_the_same_size(stack: Stack) -> Iterator[str]:
    """Readers of the tiers 0 and 1 grow with the writer; the others by themselves. The second
    instance takes over, so it is one of the first."""
    instances = sorted(stack.resources.of(_INSTANCE), key=lambda each: each.inputs["identifier"])
    for index, instance in enumerate(instances):
        tier = instance.inputs.get("promotionTier", 1)
        if (tier <= 1) != (index <= 1) or not 0 <= tier <= 15:
            yield f"{instance.label} is of the tier {tier}"
        if instance.inputs["identifier"] != f"{stack.prefix}-{index}":
            yield f"{instance.label} is called {instance.inputs['identifier']}"


def the_engine_is_the_one_we_speak_to(stack: Stack) -> Iterator[str]:
    """The major version is the program's, the minor one AWS's: its updates are not taken back. The
    group of parameters is of the major version."""
    cluster, group = only(stack, CLUSTER), only(stack, _GROUP)
    major = cluster.inputs["engineVersion"].partition(".")[0]
    if cluster.inputs["engine"] != "aurora-postgresql" or int(major) < 17:
        yield f"{cluster.label} is {cluster.inputs['engine']} {major}"
    if cluster.inputs["engineVersion"] != major or "engineVersion" not in cluster.ignore_changes:
        yield f"{cluster.label} takes AWS's updates of its version back"
    if "engineVersion" not in cluster.ignore_changes or len(cluster.ignore_changes) != 1:
        yield f"{cluster.label} ignores changes of {cluster.ignore_changes}"
    for instance in stack.resources.of(_INSTANCE):
        if not instance.inputs.get("autoMinorVersionUpgrade"):
            yield f"{instance.label} is never updated"
    if group.inputs["family"] not in FAMILIES or not group.inputs["family"].endswith(major):
        yield f"{group.label} is for {group.inputs['family']}"
    if cluster.inputs.get("dbClusterParameterGroupName") != group.outputs["name"]:
        yield f"{cluster.label} has other parameters than {group.label}"
    if "name" in group.inputs:
        yield f"{group.label} has a fixed name: that of another version could not be made beside it"


def the_log_of_the_database_tells_no_payload(stack: Stack) -> Iterator[str]:
    """An operator reads there which statements were slow and which waited for a lock. A statement's
    parameters are payloads, and are left out; the first connection already speaks TLS."""
    group = only(stack, _GROUP)
    given = {each["name"]: each for each in group.inputs["parameters"]}
    config = choices(stack)
    wanted = {
        "rds.force_ssl": lambda value: value == "1",
        "log_lock_waits": lambda value: value == "1",
        # A second is slow; a push, which takes milliseconds, is not.
        "log_min_duration_statement": lambda value: 200 <= int(value) <= 10_000,
        "log_parameter_max_length": lambda value: value == "0",
    }
    if config.min_acu == 0:
        # In milliseconds: after some minutes without a request the last connection ends, and not
        # after each request.
        wanted["idle_session_timeout"] = lambda value: 10_000 <= int(value) <= 300_000
    for name, parameter in given.items():
        known, value = PARAMETERS.get(name), parameter["value"]
        how = parameter.get("applyMethod", "immediate")
        if known is None or not known.takes(value):
            yield f"{group.label}: Aurora has no {name} of {value!r}"
        elif not known.is_dynamic and how != "pending-reboot":
            yield f"{group.label}: Aurora refuses to set {name} at once"
        elif name not in wanted or not wanted[name](value):
            yield f"{group.label}: {name} is {value!r}"
    yield from (f"{group.label} leaves {name} out" for name in wanted if name not in given)


def the_logs_of_the_database_are_kept_as_chosen(stack: Stack) -> Iterator[str]:
    """One has the slow statements, the other one says why a token was refused. Aurora would make
    their groups itself, for ever: so the stack's are there first."""
    cluster = only(stack, CLUSTER)
    groups = {each.outputs["name"]: each for each in stack.resources.of(LOG_GROUP)}
    exported = cluster.inputs.get("enabledCloudwatchLogsExports", [])
    for kind in exported:
        if kind not in LOGS:
            yield f"{cluster.label} writes no log {kind!r}"
        place = groups.get(f"/aws/rds/cluster/{cluster.inputs['clusterIdentifier']}/{kind}")
        if place is None or place.urn not in cluster.needs:
            yield f"{cluster.label} makes the group of its log {kind} itself"
    for kind in ("postgresql", "iam-db-auth-error"):
        if kind not in exported:
            yield f"{cluster.label} keeps its log {kind} to itself"


def data_outlive_mistakes(stack: Stack) -> Iterator[str]:
    """Each second of two weeks can be restored, and one more state when the cluster is deleted on
    purpose. A stack to try things in leaves nothing behind."""
    config, cluster = choices(stack), only(stack, CLUSTER)
    inputs = cluster.inputs
    if not BACKUP_DAYS <= inputs["backupRetentionPeriod"] <= MOST_BACKUP_DAYS:
        yield f"{cluster.label} can be restored for {inputs['backupRetentionPeriod']} days"
    last = inputs.get("finalSnapshotIdentifier")
    if config.protect and not re.fullmatch(rf"{stack.prefix}-[a-z0-9-]*[a-z0-9]", last or ""):
        yield f"{cluster.label} cannot be deleted: its last snapshot is called {last!r}"
    if not config.protect and last:
        yield f"{cluster.label} names a last snapshot that is not made: {last}"


def aws_works_on_it_when_it_may(stack: Stack) -> Iterator[str]:
    """In the hours of the configuration, in UTC; AWS refuses a backup within the maintenance."""
    config, cluster = choices(stack), only(stack, CLUSTER)
    for name, wanted in (
        ("preferredMaintenanceWindow", config.maintenance_window),
        ("preferredBackupWindow", config.backup_window),
    ):
        if cluster.inputs.get(name, "") != wanted:
            yield f"{cluster.label}: {name} is {cluster.inputs.get(name)}, not {wanted!r}"


def what_was_chosen_for_the_database_holds(stack: Stack) -> Iterator[str]:
    """Storage by its price, a way in for people, changes at once and not in a night next week. It
    remembers for a week what it did, which costs nothing."""
    config, cluster = choices(stack), only(stack, CLUSTER)
    wanted: Mapping[str, Any] = {
        "storageType": "aurora-iopt1" if config.io_optimized else "aurora",
        "enableHttpEndpoint": config.query_editor,
        "databaseInsightsMode": "standard",
        "applyImmediately": True,
        "databaseName": "regent",
        "clusterIdentifier": stack.prefix,
        "masterUsername": "regent_master",
        "kmsKeyId": only(stack, "kms/key:Key").outputs["arn"],
        "masterUserSecretKmsKeyId": only(stack, "kms/key:Key").outputs["keyId"],
    }
    for name, value in wanted.items():
        if cluster.inputs.get(name) != value:
            yield f"{cluster.label}: {name} is {cluster.inputs.get(name)!r}, not {value!r}"
    for instance in stack.resources.of(_INSTANCE):
        yield from _insights(instance, wanted=choices(stack).insights)


def _insights(instance: Resource, *, wanted: bool) -> Iterator[str]:
    days = instance.inputs.get("performanceInsightsRetentionPeriod", FREE_INSIGHTS_DAYS)
    if instance.inputs.get("performanceInsightsEnabled") != wanted or days != FREE_INSIGHTS_DAYS:
        yield f"{instance.label} remembers what it did for {days} days"


STORIES: Final[tuple[Story, ...]] = (
    the_database_grows_as_was_chosen, a_failover_finds_the_same_size,
    the_engine_is_the_one_we_speak_to, the_log_of_the_database_tells_no_payload,
    the_logs_of_the_database_are_kept_as_chosen, data_outlive_mistakes, aws_works_on_it_when_it_may,
    what_was_chosen_for_the_database_holds,
)  # fmt: skip
