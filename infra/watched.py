"""An alarm before it is written in AWS's terms, and the resources that alarms watch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

import pulumi
import pulumi_aws as aws

from infra.glue import GlueJobs
from infra.lambdas import Function
from infra.stack import Stack

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE


@dataclass(frozen=True, kw_only=True)
class Alarm:
    """One alarm, before it is written in AWS's terms."""

    name: str
    words: str
    namespace: str
    metric: str
    dimensions: Mapping[str, pulumi.Input[str]]
    statistic: Literal["Sum", "Maximum", "Average"]
    threshold: float
    period_seconds: int = 5 * MINUTE
    periods: int = 1
    #: In how many of these periods; None: in all.
    bad_periods: int | None = None
    when: Literal["above", "below"] = "above"
    #: What missing data means.
    silence: Literal["notBreaching", "breaching", "ignore"] = "notBreaching"
    #: Another metric of the same resource. The alarm watches the first metric as a percentage of
    #: it.
    percent_of: str | None = None


@dataclass(frozen=True, kw_only=True)
class Watched:
    """The resources that the alarms watch."""

    stack: Stack
    functions: Mapping[str, Function]
    reclaim: Function
    #: The group of the stack's schedules, by name.
    schedules: pulumi.Input[str]
    api: aws.apigatewayv2.Api
    cluster: aws.rds.Cluster
    jobs: GlueJobs
