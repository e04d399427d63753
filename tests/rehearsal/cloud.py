"""The account that a rehearsal applies to: moto, through boto3.

botocore validates each call against AWS's own service model before moto sees it. Where moto does
not implement a call, that validation is all there is: `UNKEPT` lists those, and nothing else may
meet an unimplemented call.
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

#: Calls that moto does not implement: validated by botocore, kept by nobody.
UNKEPT: Final[Mapping[tuple[str, str], str]] = {}


class Cloud:
    """An empty account, from the moment it is opened to the one it is closed."""

    def __init__(self) -> None:
        #: How many calls were made, and which of them moto does not keep.
        self.calls = 0
        self.unkept: set[tuple[str, str]] = set()

    def client(self, service: str) -> Any:
        """boto3's client; made once a process, for its service model is large."""
        return _client(service)

    def call(self, service: str, operation: str, **given: Any) -> dict[str, Any]:
        """Call AWS: ``call("ec2", "CreateVpc", CidrBlock=…)``. None leaves a parameter out."""
        given = {name: value for name, value in given.items() if value is not None}
        self.calls += 1
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
        """Call with a resource's inputs, as far as ``given`` does not say otherwise."""
        model = self.client(service).meta.service_model.operation_model(operation)
        return self.call(
            service, operation, **{**parameters(model.input_shape, inputs, names), **given}
        )

    @staticmethod
    def seed(urn: str) -> None:
        """Ids are random in moto: from here on, those that belong to this resource. So applying
        it again gives the ids that others refer to."""
        mock_random.seed(zlib.crc32(urn.encode()))


@contextmanager
def account() -> Iterator[Cloud]:
    """An account of its own, empty."""
    # RDS in moto takes a random id from elsewhere, which would be another one each time.
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
        aws_secret_access_key="rehearsal",  # moto asks nobody
        config=Config(retries={"total_max_attempts": 1}),
    )
