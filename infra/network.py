"""The network of the functions, the jobs and the database: private subnets, and no way out.

Nothing in a handler leaves the network. Database tokens are signed where they are used, S3 has a
gateway, and each other service that is needed has an endpoint. An existing network (`subnetIds`)
has to bring these itself.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence

import pulumi
import pulumi_aws as aws

from infra.policies import Statement
from infra.stack import Stack

POSTGRES = 5432
HTTPS = 443
ZONES = 2


class Network(pulumi.ComponentResource):
    """Subnets, the security groups that may reach each other, and endpoints of AWS's services."""

    def __init__(self, name: str, stack: Stack, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__("regent:infra:Network", name, None, opts)
        self._stack = stack
        self._child = pulumi.ResourceOptions(parent=self)
        # Resources that hold Lambda's addresses, which outlive the functions by up to half an hour.
        self._outlived = pulumi.ResourceOptions(
            parent=self, custom_timeouts=pulumi.CustomTimeouts(delete="90m")
        )
        if stack.config.subnet_ids:
            self.subnet_ids: Sequence[pulumi.Input[str]] = stack.config.subnet_ids
            first = aws.ec2.get_subnet_output(
                id=self.subnet_ids[0], opts=pulumi.InvokeOptions(parent=self)
            )
            self.vpc_id: pulumi.Input[str] = first.vpc_id
        else:
            self.vpc_id, self.subnet_ids = self._own_network()
        self.functions = self._group("functions", "Functions of Regent")
        self.jobs = self._group("jobs", "Glue jobs of Regent")
        self.database = self._group("database", "Database of Regent")
        self.proxy = self._group("proxy", "The proxy") if stack.config.use_proxy else None
        self._admit_to_postgres()
        self._admit_workers_to_each_other()
        self._reach_s3()
        if stack.config.subnet_ids:
            self._reach_the_owners_endpoints()
        else:
            self._reach_services()
        self.register_outputs({"vpcId": self.vpc_id, "subnetIds": self.subnet_ids})

    def _own_network(self) -> tuple[pulumi.Output[str], list[pulumi.Output[str]]]:
        cidr = ipaddress.ip_network(self._stack.config.vpc_cidr)
        vpc = aws.ec2.Vpc(
            "network",
            cidr_block=str(cidr),
            enable_dns_support=True,
            enable_dns_hostnames=True,
            tags={"Name": self._stack.prefix},
            opts=self._child,
        )
        # AWS makes this group with every network, and lets all of its members reach each other and
        # the world. Taken over without a rule, it lets nothing through.
        aws.ec2.DefaultSecurityGroup(
            "default",
            vpc_id=vpc.id,
            tags={"Name": f"{self._stack.prefix}-default"},
            opts=self._child,
        )
        zones = aws.get_availability_zones_output(
            # Without local zones, which an account has to enable.
            state="available",
            filters=[
                aws.GetAvailabilityZonesFilterArgs(
                    name="opt-in-status", values=["opt-in-not-required"]
                )
            ],
            opts=pulumi.InvokeOptions(parent=self),
        )
        # One route table for all: there is no way out that would differ by zone.
        table = aws.ec2.RouteTable(
            "private", vpc_id=vpc.id, tags={"Name": f"{self._stack.prefix}-private"},
            opts=self._child,
        )  # fmt: skip
        subnet_ids = []
        # Each subnet takes a quarter of the range: there is room for a third zone.
        for index, block in zip(range(ZONES), cidr.subnets(prefixlen_diff=2), strict=False):
            subnet = aws.ec2.Subnet(
                f"private-{index}",
                vpc_id=vpc.id,
                cidr_block=str(block),
                availability_zone=zones.names[index],
                tags={"Name": f"{self._stack.prefix}-private-{index}"},
                opts=pulumi.ResourceOptions.merge(
                    self._outlived,
                    # An outage of a zone must not move any subnet.
                    pulumi.ResourceOptions(ignore_changes=["availabilityZone"]),
                ),
            )
            aws.ec2.RouteTableAssociation(
                f"private-{index}",
                subnet_id=subnet.id,
                route_table_id=table.id,
                opts=self._child,
            )
            subnet_ids.append(subnet.id)
        aws.ec2.VpcEndpoint(
            "s3",
            vpc_id=vpc.id,
            service_name=f"com.amazonaws.{self._stack.region}.s3",
            vpc_endpoint_type="Gateway",
            route_table_ids=[table.id],
            tags={"Name": f"{self._stack.prefix}-s3"},
            opts=self._child,
        )
        return vpc.id, subnet_ids

    def _group(self, name: str, words: str) -> aws.ec2.SecurityGroup:
        return aws.ec2.SecurityGroup(
            name,
            vpc_id=self.vpc_id,
            description=words,
            tags={"Name": f"{self._stack.prefix}-{name}"},
            opts=self._outlived,
        )

    def _admit_to_postgres(self) -> None:
        # Also behind a proxy: the install function makes the roles before the proxy knows them.
        self._admit("functions-to-database", self.functions, self.database, POSTGRES)
        # The jobs read for long: they would pin the proxy's connections, and do not need it.
        self._admit("jobs-to-database", self.jobs, self.database, POSTGRES)
        if self.proxy is not None:
            self._admit("functions-to-proxy", self.functions, self.proxy, POSTGRES)
            self._admit("proxy-to-database", self.proxy, self.database, POSTGRES)

    def _admit_workers_to_each_other(self) -> None:
        """Spark's driver and executors choose their own ports."""
        aws.vpc.SecurityGroupIngressRule(
            "jobs-from-jobs", security_group_id=self.jobs.id,
            referenced_security_group_id=self.jobs.id, ip_protocol="tcp", from_port=0,
            to_port=65_535, description="Spark workers among themselves", opts=self._child,
        )  # fmt: skip
        aws.vpc.SecurityGroupEgressRule(
            "jobs-to-jobs", security_group_id=self.jobs.id,
            referenced_security_group_id=self.jobs.id, ip_protocol="tcp", from_port=0,
            to_port=65_535, description="Spark workers among themselves", opts=self._child,
        )  # fmt: skip

    def _reach_services(self) -> None:
        """An endpoint each for the secret (the install function's), for CloudWatch (the metrics of
        jobs that run by themselves), for the Glue catalog (their tables) and for KMS (data
        keys)."""
        endpoints = self._group("endpoints", "Endpoints of services")
        self._admit("functions-to-services", self.functions, endpoints, HTTPS)
        self._admit("jobs-to-services", self.jobs, endpoints, HTTPS)
        metrics = ["monitoring"] if self._stack.config.runs_jobs else []
        keys = ["kms"] if self._stack.config.encryption else []
        tables = ["glue"] if self._stack.config.catalog else []
        services = ["secretsmanager", *metrics, *tables, *keys]
        for service in services:
            aws.ec2.VpcEndpoint(
                service,
                vpc_id=self.vpc_id,
                service_name=f"com.amazonaws.{self._stack.region}.{service}",
                vpc_endpoint_type="Interface",
                private_dns_enabled=True,
                # A secret is read once a deployment and metrics are written once a run, so one zone
                # is enough. Keys are needed by any function that encrypts.
                subnet_ids=list(self.subnet_ids)[: None if service == "kms" else 1],
                security_group_ids=[endpoints.id],
                policy=self._of_this_account(),
                tags={"Name": f"{self._stack.prefix}-{service}"},
                opts=self._child,
            )

    def _of_this_account(self) -> pulumi.Output[str]:
        """Nobody carries anything out of the network with keys of another account."""
        ours = {"StringEquals": {"aws:PrincipalAccount": self._stack.account}}
        allowed = Statement(["*"], ["*"], condition=ours).as_json()
        return pulumi.Output.json_dumps(
            {"Version": "2012-10-17", "Statement": [{**allowed, "Principal": "*"}]}
        )

    def _reach_the_owners_endpoints(self) -> None:
        """The owner of the network chooses the endpoints' groups and routes, so any address is
        allowed."""
        aws.vpc.SecurityGroupEgressRule(
            "functions-to-services", security_group_id=self.functions.id, cidr_ipv4="0.0.0.0/0",
            ip_protocol="tcp", from_port=HTTPS, to_port=HTTPS, description="Services of AWS",
            opts=self._child,
        )  # fmt: skip

    def _reach_s3(self) -> None:
        """S3 has no group of its own, and its addresses change. The route table leads only to
        S3."""
        aws.vpc.SecurityGroupEgressRule(
            "jobs-to-s3", security_group_id=self.jobs.id, cidr_ipv4="0.0.0.0/0",
            ip_protocol="tcp", from_port=HTTPS, to_port=HTTPS, description="S3, by the gateway",
            opts=self._child,
        )  # fmt: skip

    def _admit(
        self,
        name: str,
        source: aws.ec2.SecurityGroup,
        target: aws.ec2.SecurityGroup,
        port: int,
    ) -> None:
        """Let one group reach another on a port: out of the first, and into the second."""
        aws.vpc.SecurityGroupEgressRule(
            name, security_group_id=source.id, referenced_security_group_id=target.id,
            ip_protocol="tcp", from_port=port, to_port=port, description=name, opts=self._child,
        )  # fmt: skip
        aws.vpc.SecurityGroupIngressRule(
            name, security_group_id=target.id, referenced_security_group_id=source.id,
            ip_protocol="tcp", from_port=port, to_port=port, description=name, opts=self._child,
        )  # fmt: skip
