"""CloudWatch with its logs, SNS, which notifies people, and budgets."""

from __future__ import annotations

from tests.rehearsal.apply.registry import Applied, Inputs, Registry, arn, listed, named
from tests.rehearsal.cloud import ACCOUNT, Cloud
from tests.rehearsal.records import Resource
from tests.rehearsal.shapes import parameters

TYPES = Registry()


@TYPES.add("cloudwatch/logGroup:LogGroup")
def log_group(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    name = named(resource, inputs)
    days = inputs.pop("retentionInDays", 0)
    inputs.pop("skipDestroy", None)
    cloud.ask("logs", "CreateLogGroup", inputs, {"name": "logGroupName"}, logGroupName=name)
    if days:
        cloud.call("logs", "PutRetentionPolicy", logGroupName=name, retentionInDays=days)
    return name, {"arn": arn("logs", f"log-group:{name}"), "name": name}


@TYPES.add("cloudwatch/dashboard:Dashboard")
def dashboard(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    cloud.ask("cloudwatch", "PutDashboard", inputs)
    name = inputs["dashboardName"]
    return name, {"dashboardArn": f"arn:aws:cloudwatch::{ACCOUNT}:dashboard/{name}"}


@TYPES.add("cloudwatch/metricAlarm:MetricAlarm")
def metric_alarm(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    name = named(resource, inputs, "name")
    name = inputs.pop("alarmName", name)
    queries = inputs.pop("metricQueries", None)
    names = {
        "insufficientDataActions": "InsufficientDataActions",
        "extendedStatistic": "ExtendedStatistic",
    }
    inputs["dimensions"] = listed(inputs.get("dimensions"), "Name", "Value")
    tags = listed(inputs.pop("tags", None))
    metrics = None
    if queries is not None:
        metrics = [_query(query) for query in queries]
    cloud.ask(
        "cloudwatch", "PutMetricAlarm", inputs, names, AlarmName=name, Metrics=metrics, Tags=tags
    )
    return name, {"arn": arn("cloudwatch", f"alarm:{name}"), "name": name}


def _query(query: Inputs) -> dict[str, object]:
    made: dict[str, object] = {"Id": query["id"], "ReturnData": query.get("returnData", False)}
    for name, member in (("expression", "Expression"), ("label", "Label"), ("period", "Period")):
        if name in query:
            made[member] = query[name]
    if metric := query.get("metric"):
        made["MetricStat"] = {
            "Metric": {
                "Namespace": metric["namespace"],
                "MetricName": metric["metricName"],
                "Dimensions": listed(metric.get("dimensions"), "Name", "Value"),
            },
            "Period": metric["period"],
            "Stat": metric["stat"],
        }
    return made


@TYPES.add("sns/topic:Topic")
def topic(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    name = named(resource, inputs)
    tags = listed(inputs.pop("tags", None))
    attributes = {
        {"kmsMasterKeyId": "KmsMasterKeyId"}.get(key, key[0].upper() + key[1:]): _text(value)
        for key, value in inputs.items()
    }
    made = cloud.call("sns", "CreateTopic", Name=name, Attributes=attributes, Tags=tags)
    return made["TopicArn"], {"arn": made["TopicArn"], "name": name}


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@TYPES.add("sns/topicPolicy:TopicPolicy")
def topic_policy(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    cloud.call(
        "sns", "SetTopicAttributes",
        TopicArn=inputs["arn"], AttributeName="Policy", AttributeValue=inputs["policy"],
    )  # fmt: skip
    return inputs["arn"], {}


@TYPES.add("sns/topicSubscription:TopicSubscription")
def subscription(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    made = cloud.ask("sns", "Subscribe", inputs, {"topic": "TopicArn"}, ReturnSubscriptionArn=True)
    return made["SubscriptionArn"], {"arn": made["SubscriptionArn"]}


@TYPES.add("cloudwatch/eventRule:EventRule")
def event_rule(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    name = named(resource, inputs)
    tags = listed(inputs.pop("tags", None))
    made = cloud.ask("events", "PutRule", inputs, Name=name, Tags=tags)
    return name, {"arn": made["RuleArn"], "name": name}


@TYPES.add("cloudwatch/eventTarget:EventTarget")
def event_target(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    id_ = named(resource, inputs, "targetId")
    rule = inputs.pop("rule")
    bus = inputs.pop("eventBusName", None)
    members = cloud.client("events").meta.service_model.shape_for("Target")
    target = {"Id": id_, **parameters(members, inputs)}
    done = cloud.call("events", "PutTargets", Rule=rule, EventBusName=bus, Targets=[target])
    if done["FailedEntryCount"]:
        raise ValueError(f"EventBridge refused the target: {done['FailedEntries']}")
    return f"{rule}-{id_}", {"targetId": id_}


@TYPES.add("budgets/budget:Budget")
def budget(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    name = named(resource, inputs)
    told = [
        {
            "Notification": {
                "NotificationType": each["notificationType"],
                "ComparisonOperator": each["comparisonOperator"],
                "Threshold": each["threshold"],
                "ThresholdType": each["thresholdType"],
            },
            "Subscribers": [
                {"SubscriptionType": "EMAIL", "Address": address}
                for address in each["subscriberEmailAddresses"]
            ],
        }
        for each in inputs["notifications"]
    ]
    wanted = {
        "BudgetName": name,
        "BudgetType": inputs["budgetType"],
        "TimeUnit": inputs["timeUnit"],
        "BudgetLimit": {"Amount": inputs["limitAmount"], "Unit": inputs["limitUnit"]},
    }
    cloud.call(
        "budgets", "CreateBudget",
        AccountId=ACCOUNT, Budget=wanted, NotificationsWithSubscribers=told,
    )  # fmt: skip
    return f"{ACCOUNT}:{name}", {"name": name}
