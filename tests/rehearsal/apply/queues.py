"""SQS: where failed invocations are kept."""

from __future__ import annotations

from tests.rehearsal.apply.registry import Applied, Inputs, Registry, named
from tests.rehearsal.cloud import Cloud
from tests.rehearsal.records import Resource

TYPES = Registry()
_ATTRIBUTES = {
    "contentBasedDeduplication": "ContentBasedDeduplication",
    "delaySeconds": "DelaySeconds",
    "fifoQueue": "FifoQueue",
    "kmsMasterKeyId": "KmsMasterKeyId",
    "maxMessageSize": "MaximumMessageSize",
    "messageRetentionSeconds": "MessageRetentionPeriod",
    "policy": "Policy",
    "receiveWaitTimeSeconds": "ReceiveMessageWaitTimeSeconds",
    "redrivePolicy": "RedrivePolicy",
    "sqsManagedSseEnabled": "SqsManagedSseEnabled",
    "visibilityTimeoutSeconds": "VisibilityTimeout",
}


@TYPES.add("sqs/queue:Queue")
def queue(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    name = named(resource, inputs)
    tags = inputs.pop("tags", None)
    attributes = {
        _ATTRIBUTES[key]: str(value).lower() if isinstance(value, bool) else str(value)
        for key, value in inputs.items()
    }
    url = cloud.call("sqs", "CreateQueue", QueueName=name, Attributes=attributes, tags=tags)
    known = cloud.call(
        "sqs", "GetQueueAttributes", QueueUrl=url["QueueUrl"], AttributeNames=["QueueArn"]
    )
    outputs = {"arn": known["Attributes"]["QueueArn"], "url": url["QueueUrl"], "name": name}
    return url["QueueUrl"], outputs


@TYPES.add("sqs/queuePolicy:QueuePolicy")
def queue_policy(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    cloud.call(
        "sqs", "SetQueueAttributes",
        QueueUrl=inputs["queueUrl"], Attributes={"Policy": inputs["policy"]},
    )  # fmt: skip
    return inputs["queueUrl"], {}
