"""Applies one resource: the calls that Pulumi's provider would make to AWS go to the rehearsal's
account.

Each type of resource is a function of its inputs; a type that has none is an error, so that nothing
in a program passes unseen.
"""

from __future__ import annotations

from typing import Any

from tests.rehearsal.apply import (
    databases,
    gateways,
    identity,
    jobs,
    lambdas,
    network,
    queues,
    storage,
    watching,
)
from tests.rehearsal.apply.registry import Applied, Apply
from tests.rehearsal.cloud import Cloud
from tests.rehearsal.records import Resource

APPLY: dict[str, Apply] = {}
for _module in (
    databases, gateways, identity, jobs, lambdas, network, queues, storage, watching,
):  # fmt: skip
    APPLY |= _module.TYPES


class UnknownType(Exception):
    """A type of resource for which the rehearsal does not know the calls to AWS."""


def apply(cloud: Cloud, resource: Resource) -> tuple[str, dict[str, Any]]:
    """Make a resource; returns its id and its outputs."""
    if resource.type not in APPLY:
        raise UnknownType("the rehearsal cannot apply this type; tests/rehearsal/apply/ can")
    done: Applied = APPLY[resource.type](cloud, resource, dict(resource.inputs))
    return done
