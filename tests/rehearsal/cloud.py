"""The account that a rehearsal applies to: moto, through boto3.

botocore validates each call against AWS's own service model before moto sees it. Calls that moto
does not implement get only that validation: `UNKEPT` lists them, and any other unimplemented call
is an error.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any, Final
from unittest.mock import patch

import boto3
from botocore import xform_name
from botocore.config import Config
from moto import mock_aws
from moto.moto_api._internal import mock_random

from tests.rehearsal.shapes import parameters

REGION: Final = "eu-west-1"
ACCOUNT: Final = "123456789012"
PARTITION: Final = "aws"

#: Calls that moto does not implement: botocore validates them, and nothing keeps them.
UNKEPT: Final[Mapping[tuple[str, str], str]] = {}


class Cloud:
    """An empty account, from when it is opened until it is closed."""

    def __init__(self) -> None:
        #: What was asked: service, operation, and the role or the bucket that it is about.
        self.asked: list[tuple[str, str, str]] = []
        #: The calls that moto does not keep.
        self.unkept: set[tuple[str, str]] = set()

    def client(self, service: str) -> Any:
        """boto3's client; made once a process, for its service model is large."""
        return _client(service)

    def call(self, service: str, operation: str, **given: Any) -> dict[str, Any]:
        """Call AWS: ``call("ec2", "CreateVpc", CidrBlock=…)``. None leaves a parameter out."""
        given = {name: value for name, value in given.items() if value is not None}
        self.asked.append((service, operation, given.get("RoleName") or given.get("Bucket") or ""))
        try:
            answer: dict[str, Any] = getattr(self.client(service), xform_name(operation))(**given)
        except NotImplementedError:
            if (service, operation) not in UNKEPT:
                raise
            self.unkept.add((service, operation))
            return {}
        return answer

    def ask(
        self,
        service: str,
        operation: str,
        inputs: Mapping[str, Any],
        names: Mapping[str, str] | None = None,
        **given: Any,
    ) -> dict[str, Any]:
        """Call with a resource's inputs; ``given`` overrides them."""
        model = self.client(service).meta.service_model.operation_model(operation)
        return self.call(
            service, operation, **{**parameters(model.input_shape, inputs, names), **given}
        )

    @staticmethod
    def seed(urn: str) -> None:
        """Moto's random ids from here on belong to this resource, so applying it again gives the
        ids that others refer to."""
        mock_random.seed(zlib.crc32(urn.encode()))


@contextmanager
def account() -> Iterator[Cloud]:
    """An empty account of its own."""
    # RDS in moto takes a random id from elsewhere, which would differ each time.
    with (
        mock_aws(config={"lambda": {"use_docker": False}}),
        patch("moto.rds.models.uuid", mock_random),
    ):
        cloud = Cloud()
        # moto makes its default network, with ids of its own, when EC2 is first called.
        cloud.call("ec2", "DescribeVpcs")
        yield cloud


@cache
def _client(service: str) -> Any:
    return boto3.client(
        service,
        region_name=REGION,
        aws_access_key_id="rehearsal",
        aws_secret_access_key="rehearsal",  # moto does no such check
        config=Config(retries={"total_max_attempts": 1}),
    )
