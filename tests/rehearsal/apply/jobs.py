"""EventBridge Scheduler and Glue."""

from __future__ import annotations

from tests.rehearsal.apply.registry import Applied, Inputs, Registry, arn, listed, named
from tests.rehearsal.cloud import Cloud
from tests.rehearsal.records import Resource

TYPES = Registry()


@TYPES.add("scheduler/scheduleGroup:ScheduleGroup")
def schedule_group(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    name = named(resource, inputs)
    tags = listed(inputs.pop("tags", None))
    made = cloud.ask("scheduler", "CreateScheduleGroup", inputs, Name=name, Tags=tags)
    return name, {"arn": made["ScheduleGroupArn"], "name": name}


@TYPES.add("scheduler/schedule:Schedule")
def schedule(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    name = named(resource, inputs)
    made = cloud.ask("scheduler", "CreateSchedule", inputs, Name=name)
    return f"{inputs.get('groupName', 'default')}/{name}", {
        "arn": made["ScheduleArn"],
        "name": name,
    }


@TYPES.add("glue/connection:Connection")
def connection(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    name = named(resource, inputs)
    tags = inputs.pop("tags", None)
    given = {"name": name, **inputs}
    given.setdefault("connectionType", "JDBC")
    given.setdefault("connectionProperties", {})
    cloud.ask("glue", "CreateConnection", {"connectionInput": given}, Tags=tags)
    return name, {"arn": arn("glue", f"connection/{name}"), "name": name}


@TYPES.add("glue/catalogDatabase:CatalogDatabase")
def catalog_database(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    name = named(resource, inputs)
    inputs.pop("tags", None)
    cloud.ask("glue", "CreateDatabase", {"databaseInput": {"name": name, **inputs}})
    return name, {"arn": arn("glue", f"database/{name}"), "name": name}


@TYPES.add("glue/securityConfiguration:SecurityConfiguration")
def security_configuration(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    name = named(resource, inputs)
    names = {
        "encryptionConfiguration.s3Encryption": "S3Encryption",
        "encryptionConfiguration.cloudwatchEncryption": "CloudWatchEncryption",
        "encryptionConfiguration.cloudwatchEncryption.cloudwatchEncryptionMode": (
            "CloudWatchEncryptionMode"
        ),
    }
    cloud.ask("glue", "CreateSecurityConfiguration", inputs, names, Name=name)
    return name, {"name": name}


@TYPES.add("glue/job:Job")
def job(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    name = named(resource, inputs)
    inputs["connections"] = (
        {"Connections": inputs["connections"]} if inputs.get("connections") else None
    )
    names = {"roleArn": "Role"}
    cloud.ask("glue", "CreateJob", inputs, names, Name=name)
    return name, {"arn": arn("glue", f"job/{name}"), "name": name}


@TYPES.add("glue/trigger:Trigger")
def trigger(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    name = named(resource, inputs)
    starts = inputs.pop("enabled", True) and inputs["type"] != "ON_DEMAND"
    cloud.ask("glue", "CreateTrigger", inputs, Name=name, StartOnCreation=starts or None)
    return name, {"arn": arn("glue", f"trigger/{name}"), "name": name}
