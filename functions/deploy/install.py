"""Installs the schema from inside the VPC: `pulumi up` calls it when the SQL has changed."""

from __future__ import annotations

from typing import Any

from aws_lambda_powertools.utilities.typing import LambdaContext

from functions.stores import settings
from regent.install import install_into


def handler(_: dict[str, Any], __: LambdaContext) -> dict[str, Any]:
    """What `pulumi up` calls."""
    report = install_into(settings(), alone=True)  # the stack made this database
    return {
        "created": report.created,
        "migrated": list(report.migrated),
        "routinesReplaced": report.routines_replaced,
    }
