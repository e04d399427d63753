"""The CloudFormation type of each of Pulumi's types, and the words that differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True)
class Form:
    """How one type is written in a template."""

    type: str
    names: Mapping[str, str] = field(default_factory=dict)
    #: Inputs that CloudFormation does not have: only Pulumi's provider reads them.
    without: tuple[str, ...] = ()


@dataclass(frozen=True)
class Part:
    """A type that in CloudFormation is a property of another one."""

    owner: str
    #: The input that names the owner.
    by: str
    #: The property of the owner.
    within: str
    names: Mapping[str, str] = field(default_factory=dict)


_GROUP_RULE: Final = {
    "securityGroupId": "GroupId",
    "cidrIpv4": "CidrIp",
    "cidrIpv6": "CidrIpv6",
}

FORMS: Final[Mapping[str, Form]] = {
    "aws:ec2/vpc:Vpc": Form("AWS::EC2::VPC"),
    "aws:ec2/subnet:Subnet": Form("AWS::EC2::Subnet"),
    "aws:ec2/routeTable:RouteTable": Form("AWS::EC2::RouteTable"),
    "aws:ec2/routeTableAssociation:RouteTableAssociation": Form(
        "AWS::EC2::SubnetRouteTableAssociation"
    ),
    "aws:ec2/securityGroup:SecurityGroup": Form(
        "AWS::EC2::SecurityGroup",
        {
            "name": "GroupName",
            "description": "GroupDescription",
            "ingress": "SecurityGroupIngress",
            "egress": "SecurityGroupEgress",
        },
        ("revokeRulesOnDelete",),
    ),
    "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule": Form(
        "AWS::EC2::SecurityGroupIngress",
        {
            **_GROUP_RULE,
            "referencedSecurityGroupId": "SourceSecurityGroupId",
            "prefixListId": "SourcePrefixListId",
        },
        ("tags",),
    ),
    "aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule": Form(
        "AWS::EC2::SecurityGroupEgress",
        {
            **_GROUP_RULE,
            "referencedSecurityGroupId": "DestinationSecurityGroupId",
            "prefixListId": "DestinationPrefixListId",
        },
        ("tags",),
    ),
    "aws:ec2/vpcEndpoint:VpcEndpoint": Form("AWS::EC2::VPCEndpoint", {"policy": "PolicyDocument"}),
    "aws:kms/key:Key": Form(
        "AWS::KMS::Key",
        {"policy": "KeyPolicy", "deletionWindowInDays": "PendingWindowInDays"},
    ),
    "aws:kms/alias:Alias": Form("AWS::KMS::Alias", {"name": "AliasName"}),
    "aws:s3/bucket:Bucket": Form(
        "AWS::S3::Bucket", {"bucket": "BucketName"}, ("forceDestroy", "bucketPrefix")
    ),
    "aws:s3/bucketPolicy:BucketPolicy": Form("AWS::S3::BucketPolicy", {"policy": "PolicyDocument"}),
    "aws:rds/subnetGroup:SubnetGroup": Form(
        "AWS::RDS::DBSubnetGroup",
        {"name": "DBSubnetGroupName", "description": "DBSubnetGroupDescription"},
    ),
    "aws:rds/clusterParameterGroup:ClusterParameterGroup": Form(
        "AWS::RDS::DBClusterParameterGroup", {"name": "DBClusterParameterGroupName"}
    ),
    "aws:rds/cluster:Cluster": Form(
        "AWS::RDS::DBCluster",
        {
            "clusterIdentifier": "DBClusterIdentifier",
            "iamDatabaseAuthenticationEnabled": "EnableIAMDatabaseAuthentication",
            "enabledCloudwatchLogsExports": "EnableCloudwatchLogsExports",
            "serverlessv2ScalingConfiguration": "ServerlessV2ScalingConfiguration",
        },
        (
            "skipFinalSnapshot",
            "finalSnapshotIdentifier",
            "applyImmediately",
            "allowMajorVersionUpgrade",
            "masterUserSecretKmsKeyId",
        ),
    ),
    "aws:rds/clusterInstance:ClusterInstance": Form(
        "AWS::RDS::DBInstance",
        {
            "identifier": "DBInstanceIdentifier",
            "clusterIdentifier": "DBClusterIdentifier",
            "instanceClass": "DBInstanceClass",
            "performanceInsightsEnabled": "EnablePerformanceInsights",
            "caCertIdentifier": "CACertificateIdentifier",
        },
        ("applyImmediately", "forceDestroy"),
    ),
    "aws:rds/proxy:Proxy": Form(
        "AWS::RDS::DBProxy",
        {"name": "DBProxyName", "auths": "Auth", "requireTls": "RequireTLS"},
    ),
    "aws:rds/proxyDefaultTargetGroup:ProxyDefaultTargetGroup": Form(
        "AWS::RDS::DBProxyTargetGroup",
        {
            "connectionPoolConfig": "ConnectionPoolConfigurationInfo",
            "dbProxyName": "DBProxyName",
        },
    ),
    "aws:iam/role:Role": Form(
        "AWS::IAM::Role",
        {"name": "RoleName", "assumeRolePolicy": "AssumeRolePolicyDocument"},
        ("forceDetachPolicies",),
    ),
    "aws:iam/rolePolicy:RolePolicy": Form(
        "AWS::IAM::RolePolicy",
        {"name": "PolicyName", "role": "RoleName", "policy": "PolicyDocument"},
    ),
    "aws:lambda/function:Function": Form(
        "AWS::Lambda::Function",
        {"name": "FunctionName"},
        (
            "sourceCodeHash",
            "skipDestroy",
            "publish",
            "replaceSecurityGroupsOnDestroy",
            "code",
            "s3Bucket",
            "s3Key",
            "s3ObjectVersion",
        ),
    ),
    "aws:lambda/layerVersion:LayerVersion": Form(
        "AWS::Lambda::LayerVersion",
        {},
        ("sourceCodeHash", "skipDestroy", "s3Bucket", "s3Key", "s3ObjectVersion"),
    ),
    "aws:lambda/permission:Permission": Form(
        "AWS::Lambda::Permission", {"function": "FunctionName"}, ("statementId",)
    ),
    "aws:lambda/functionEventInvokeConfig:FunctionEventInvokeConfig": Form(
        "AWS::Lambda::EventInvokeConfig"
    ),
    "aws:apigatewayv2/api:Api": Form("AWS::ApiGatewayV2::Api"),
    "aws:apigatewayv2/apiMapping:ApiMapping": Form("AWS::ApiGatewayV2::ApiMapping"),
    # Settings of routes are a map without a schema there; moto and a rule look at them.
    "aws:apigatewayv2/stage:Stage": Form(
        "AWS::ApiGatewayV2::Stage", {"name": "StageName"}, ("routeSettings",)
    ),
    "aws:apigatewayv2/authorizer:Authorizer": Form(
        "AWS::ApiGatewayV2::Authorizer",
        {"identitySources": "IdentitySource", "jwtConfiguration.audiences": "Audience"},
    ),
    "aws:apigatewayv2/integration:Integration": Form(
        "AWS::ApiGatewayV2::Integration", {"timeoutMilliseconds": "TimeoutInMillis"}
    ),
    "aws:apigatewayv2/route:Route": Form("AWS::ApiGatewayV2::Route"),
    "aws:cloudwatch/logGroup:LogGroup": Form(
        "AWS::Logs::LogGroup", {"name": "LogGroupName"}, ("skipDestroy",)
    ),
    "aws:cloudwatch/dashboard:Dashboard": Form("AWS::CloudWatch::Dashboard"),
    "aws:cloudwatch/metricAlarm:MetricAlarm": Form(
        "AWS::CloudWatch::Alarm",
        {
            "name": "AlarmName",
            "metricQueries": "Metrics",
            "metricQueries.metric": "MetricStat",
        },
    ),
    "aws:cloudwatch/eventRule:EventRule": Form("AWS::Events::Rule"),
    "aws:sns/topic:Topic": Form("AWS::SNS::Topic", {"name": "TopicName"}),
    "aws:sns/topicPolicy:TopicPolicy": Form(
        "AWS::SNS::TopicPolicy", {"arn": "Topics", "policy": "PolicyDocument"}
    ),
    "aws:sns/topicSubscription:TopicSubscription": Form(
        "AWS::SNS::Subscription", {"topic": "TopicArn"}
    ),
    "aws:sqs/queue:Queue": Form(
        "AWS::SQS::Queue",
        {
            "name": "QueueName",
            "messageRetentionSeconds": "MessageRetentionPeriod",
            "visibilityTimeoutSeconds": "VisibilityTimeout",
        },
    ),
    "aws:sqs/queuePolicy:QueuePolicy": Form(
        "AWS::SQS::QueuePolicy", {"queueUrl": "Queues", "policy": "PolicyDocument"}
    ),
    "aws:scheduler/scheduleGroup:ScheduleGroup": Form("AWS::Scheduler::ScheduleGroup"),
    "aws:scheduler/schedule:Schedule": Form("AWS::Scheduler::Schedule"),
    "aws:glue/connection:Connection": Form("AWS::Glue::Connection"),
    "aws:glue/catalogDatabase:CatalogDatabase": Form("AWS::Glue::Database"),
    "aws:glue/securityConfiguration:SecurityConfiguration": Form(
        "AWS::Glue::SecurityConfiguration"
    ),
    "aws:glue/job:Job": Form("AWS::Glue::Job", {"roleArn": "Role"}),
    "aws:glue/trigger:Trigger": Form("AWS::Glue::Trigger", {}, ("enabled",)),
}

PARTS: Final[Mapping[str, Part]] = {
    "aws:s3/bucketVersioning:BucketVersioning": Part(
        "aws:s3/bucket:Bucket", "bucket", "VersioningConfiguration"
    ),
    "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock": Part(
        "aws:s3/bucket:Bucket", "bucket", "PublicAccessBlockConfiguration"
    ),
    "aws:s3/bucketServerSideEncryptionConfiguration:BucketServerSideEncryptionConfiguration": Part(
        "aws:s3/bucket:Bucket",
        "bucket",
        "BucketEncryption",
        {
            "bucketEncryption.rules": "ServerSideEncryptionConfiguration",
            "bucketEncryption.rules.applyServerSideEncryptionByDefault": (
                "ServerSideEncryptionByDefault"
            ),
            "bucketEncryption.rules.applyServerSideEncryptionByDefault.kmsMasterKeyId": (
                "KMSMasterKeyID"
            ),
        },
    ),
    "aws:s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration": Part(
        "aws:s3/bucket:Bucket",
        "bucket",
        "LifecycleConfiguration",
        {
            "lifecycleConfiguration.rules.transitions.days": "TransitionInDays",
            "lifecycleConfiguration.rules.filter": "Prefix",
        },
    ),
    "aws:rds/proxyTarget:ProxyTarget": Part(
        "aws:rds/proxyDefaultTargetGroup:ProxyDefaultTargetGroup", "dbProxyName", ""
    ),
    "aws:cloudwatch/eventTarget:EventTarget": Part(
        "aws:cloudwatch/eventRule:EventRule", "rule", "Targets"
    ),
}

#: Types that a template cannot hold, and the layer that checks them instead.
ELSEWHERE: Final[Mapping[str, str]] = {
    "aws:s3/bucketObjectv2:BucketObjectv2": "an upload: applied to moto",
    "aws:lambda/invocation:Invocation": "a call: the rehearsal makes it",
    "aws:ec2/defaultSecurityGroup:DefaultSecurityGroup": "taken over, not made: applied to moto",
    "aws:apigatewayv2/domainName:DomainName": "a list is in it there: applied to moto",
    "aws:budgets/budget:Budget": "its notifications stand elsewhere there: applied to moto",
}
