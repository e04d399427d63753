"""The stack, where it is, and how its resources are named."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import pulumi
import pulumi_aws as aws
from pulumi.runtime.config import CONFIG, get_config_env

from infra.config import InvalidConfig, StackConfig, read_config
from infra.package import trusted_regions

PROJECT = "regent"
#: A stack's name: buckets and databases take no other characters, and a bucket's name has at most
#: 63.
MAX_NAME_LENGTH = 20
#: The settings of Pulumi's AWS provider that reach it here. All but the region may be left out.
AWS_KEYS = ("region", "profile")


@dataclass(frozen=True)
class Stack:
    """The stack's choices and place; every component gets it."""

    name: str
    config: StackConfig
    region: str
    account: pulumi.Output[str]
    partition: pulumi.Output[str]

    @property
    def prefix(self) -> str:
        """`regent-prod`: every name that an operator meets begins with it."""
        return f"{PROJECT}-{self.name}"

    @property
    def catalog_database(self) -> str:
        """The Glue catalog's database. Athena takes no hyphens in a name without quotes."""
        return self.prefix.replace("-", "_")

    def arn(self, service: str, resource: pulumi.Input[str]) -> pulumi.Output[str]:
        """The ARN of something in this account and region."""
        return pulumi.Output.format(
            "arn:{0}:{1}:{2}:{3}:{4}",
            self.partition,
            service,
            self.region,
            self.account,
            resource,
        )


def this_stack() -> Stack:
    """The stack for which `pulumi` runs the program."""
    config = read_config(_config_of(PROJECT))
    check_name(pulumi.get_stack())
    region = pulumi.Config("aws").get("region")
    if not region:
        raise InvalidConfig(
            "aws:region is not set: `pulumi config set aws:region eu-central-1 --stack"
            f" {pulumi.get_stack()}`, or another region"
        )
    check_aws_keys(_config_of("aws"))
    if region not in trusted_regions():
        raise InvalidConfig(
            f"aws:region is {region!r}: the certificates that functions trust vouch for"
            f" {', '.join(sorted(trusted_regions()))}; `python -m infra.package.certificates`"
            " takes newer ones"
        )
    return Stack(
        name=pulumi.get_stack(),
        config=config,
        region=region,
        account=aws.get_caller_identity_output().account_id,
        partition=aws.get_partition_output().partition,
    )


def provider(stack: Stack) -> aws.Provider:
    """AWS, with tags on every resource that can have some."""
    tags = {
        "Project": PROJECT,
        "Stack": stack.name,
        **stack.config.tags,
    }
    return aws.Provider(
        "aws",
        region=stack.region,
        # Otherwise the region would come from the environment, and the account from the profile.
        profile=pulumi.Config("aws").get("profile"),
        default_tags=aws.ProviderDefaultTagsArgs(tags=tags),
    )


def _config_of(namespace: str) -> Mapping[str, str]:
    """All keys that are set. Pulumi's own reader looks up only keys that the caller knows
    already."""
    given = {**get_config_env(), **CONFIG.get()}
    start = f"{namespace}:"
    return {key.removeprefix(start): value for key, value in given.items() if key.startswith(start)}


def check_name(name: str) -> None:
    """Refuse a stack's name that AWS would refuse half-way through."""
    if len(name) > MAX_NAME_LENGTH or not re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", name):
        raise InvalidConfig(
            f"the stack is called {name!r}: it is in the names of its database and its buckets,"
            f" which take {MAX_NAME_LENGTH} lower-case letters, digits and single hyphens at most"
        )


def check_aws_keys(keys: Iterable[str]) -> None:
    """Refuse settings that only half of this program would follow."""
    for key in keys:
        if key not in AWS_KEYS:
            raise InvalidConfig(
                f"aws:{key} is set, and would not reach AWS; Regent hands on"
                f" {' and '.join(f'aws:{each}' for each in AWS_KEYS)}, and reads the credentials"
                " from the environment (such as AWS_PROFILE)"
            )
