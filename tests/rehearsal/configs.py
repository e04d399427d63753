"""The stacks that are rehearsed: together they take every branch of the program."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tests.rehearsal.cloud import ACCOUNT, REGION, Cloud
from tests.rehearsal.program import STACK

_TOKENS: Final = {"jwtIssuer": "https://issuer.test", "jwtAudience": '["regent"]'}


@dataclass(frozen=True)
class Case:
    """A stack to rehearse."""

    config: dict[str, str]
    #: Prepares the account, and returns the configuration that refers to what it made.
    before: Callable[[Cloud], dict[str, str]] | None = None
    #: Each stack has another name: all of them stand in one account.
    name: str = STACK


_SUBNETS: Final = ("10.40.0.0/20", "10.40.16.0/20")
_OWN_NETWORK: Final = "a network that was there"


def own_network(cloud: Cloud) -> dict[str, str]:
    """A network of another owner, with private subnets in two zones and the endpoints that
    `subnetIds` needs. They let in every address of the network."""
    cloud.seed(_OWN_NETWORK)
    vpc = cloud.call("ec2", "CreateVpc", CidrBlock="10.40.0.0/16")["Vpc"]["VpcId"]
    subnets = [
        cloud.call(
            "ec2", "CreateSubnet", VpcId=vpc, CidrBlock=block, AvailabilityZone=f"{REGION}{zone}"
        )["Subnet"]["SubnetId"]
        for block, zone in zip(_SUBNETS, "ab", strict=True)
    ]
    group = cloud.call(
        "ec2", "CreateSecurityGroup", GroupName="endpoints", Description="endpoints", VpcId=vpc
    )["GroupId"]
    https = {"IpProtocol": "tcp", "FromPort": 443, "ToPort": 443}
    inside = {**https, "IpRanges": [{"CidrIp": "10.40.0.0/16"}]}
    cloud.call("ec2", "AuthorizeSecurityGroupIngress", GroupId=group, IpPermissions=[inside])
    for service in ("secretsmanager", "kms"):
        cloud.call(
            "ec2",
            "CreateVpcEndpoint",
            VpcId=vpc,
            ServiceName=f"com.amazonaws.{REGION}.{service}",
            VpcEndpointType="Interface",
            PrivateDnsEnabled=True,
            SubnetIds=subnets,
            SecurityGroupIds=[group],
        )
    return {"subnetIds": json.dumps(subnets)}


CASES: Final[dict[str, Case]] = {
    "tokens": Case(
        {
            **_TOKENS,
            "jwtRoleClaims": '["cognito:groups", "roles"]',
            "jwtRolePrefix": "queues/",
            "lagSlo": json.dumps(
                {
                    "billing": {"queue": "orders/eu", "consumerGroup": "billing", "seconds": 60},
                    "all-of-it": {"seconds": 600, "percent": 99.5},
                }
            ),
        }
    ),
    "a proxy": Case(
        {
            "authMode": "iam",
            "useProxy": "true",
            "encryption": "true",
            "corsOrigins": '["https://console.example"]',
            "alarmEmail": "operators@regent.test",
            "databaseInstances": "2",
            "publicMetrics": "true",
            "domainName": "queues.regent.test",
            "certificateArn": f"arn:aws:acm:{REGION}:{ACCOUNT}:certificate/0-1",
            "queryEditor": "true",
            "waitingConcurrency": "50",
            "maintenanceWindow": "sun:03:00-sun:04:00",
            "backupWindow": "01:00-02:00",
            "budgetDollars": "500",
            "maxAcu": "8",
            "throttleRate": "50",
            "throttleBurst": "70",
            "logRetentionDays": "90",
            "tracing": "true",
            "maxGroups": "77",
            "catalog": "true",
            "compactSchedule": "cron(0 5 ? * SUN *)",
            "exportLogSchedule": "cron(0 4 * * ? *)",
            "minAcu": "2",
            "insights": "true",
        },
        name="proxied",
    ),
    "a database that pauses": Case(
        {
            "authMode": "none",
            "iKnowItIsOpen": "true",
            "minAcu": "0",
            "maxAcu": "16",
            "protect": "false",
            "reserveConcurrency": "false",
            "reclaimRate": "5",
            "accessLog": "false",
            "tags": '{"team": "payments"}',
            "ioOptimized": "true",
            "vpcCidr": "10.64.0.0/20",
            "longPollSeconds": "5",
            "maxQueues": "50",
            "maxPartitions": "5000",
            "lagSchedule": "cron(10 * ? * MON-FRI *)",
            "retentionSchedule": "",
            "emptyArchive": "true",
        },
        name="p",
    ),
    # The longest name that a stack may have: some resources take no longer one.
    "a network of its owner's": Case(
        {
            **_TOKENS,
            "reclaimRate": "10",
            "lagSchedule": "",
            "consoleClientId": "regent-console",
            "consoleAuthorizeUrl": "https://issuer.test/authorize",
            "consoleTokenUrl": "https://issuer.test/token",
            "consoleLogoutUrl": "https://issuer.test/out",
            "consoleScopes": "openid profile",
            "consoleLabel": "prod · eu",
            "consoleTone": "red",
            "encryption": "true",
        },
        own_network,
        "twenty-letters-prod1",
    ),
}
