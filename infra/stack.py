"""Which stack this is, where, and how what it makes is called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pulumi
import pulumi_aws as aws
from pulumi.runtime.config import CONFIG, get_config_env

from infra.config import InvalidConfig, StackConfig, read_config
from infra.package import trusted_regions
from regent import __version__

PROJECT = "regent"


@dataclass(frozen=True)
class Stack:
    """What every component is handed: the choices, and where it is."""

    name: str
    config: StackConfig
    region: str
    account: pulumi.Output[str]
    partition: pulumi.Output[str]

    @property
    def prefix(self) -> str:
        """`regent-prod`: with it begins every name that an operator meets."""
        return f"{PROJECT}-{self.name}"

    def arn(
        self, service: str, resource: pulumi.Input[str], *, account: bool = True
    ) -> pulumi.Output[str]:
        """The name of something in this account and region."""
        return pulumi.Output.format(
            "arn:{0}:{1}:{2}:{3}:{4}",
            self.partition,
            service,
            self.region,
            self.account if account else "",
            resource,
        )


def this_stack() -> Stack:
    """The stack that `pulumi` runs the program for."""
    config = read_config(_own_config())
    region = pulumi.Config("aws").require("region")
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
    """AWS, with the tags of everything that can bear some."""
    tags = {
        "Project": PROJECT,
        "Stack": stack.name,
        "Version": __version__,
        **stack.config.tags,
    }
    return aws.Provider(
        "aws",
        region=stack.region,
        default_tags=aws.ProviderDefaultTagsArgs(tags=tags),
    )


def _own_config() -> Mapping[str, str]:
    """All keys that were set; Pulumi's own reader looks up keys that one knows already."""
    given = {**get_config_env(), **CONFIG.get()}
    own = f"{PROJECT}:"
    return {key.removeprefix(own): value for key, value in given.items() if key.startswith(own)}
