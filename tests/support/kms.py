"""KMS for tests: moto's, which counts its calls, refuses keys as the real one does (moto forgets
that a key is disabled), and fails when it is told to. A pytest plugin (conftest.py names it)."""

from __future__ import annotations

import base64
import json
from collections import Counter
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from regent.database import Database
from regent.encryption import Encryption, kms
from regent.encryption.data_keys import DataKeys
from regent.encryption.kms import KmsKeys
from regent.settings import Settings
from tests.support.clock import Clock, Watch

REGION = "eu-west-1"
_STATES = {"Disabled": "DisabledException", "PendingDeletion": "KMSInvalidStateException"}


Process = Callable[..., Encryption]


class MasterKeys:
    """What an administrator does with KMS, and what it was asked."""

    def __init__(self, admin: Any) -> None:
        self.admin = admin
        self.arn: str = self.another()
        self.calls: Counter[str] = Counter()
        #: Call → what it answers instead: an error code, or botocore's own exception.
        self.failing: dict[str, str | Exception] = {}

    def another(self) -> str:
        """Make a master key; its ARN."""
        arn: str = self.admin.create_key()["KeyMetadata"]["Arn"]
        return arn

    def disable(self) -> None:
        """The first key refuses to work, until it is enabled."""
        self.admin.disable_key(KeyId=self._id)

    def enable(self) -> None:
        self.admin.enable_key(KeyId=self._id)

    def schedule_deletion(self) -> None:
        """The first key will be gone in a week; it is of no use from now on."""
        self.admin.schedule_key_deletion(KeyId=self._id, PendingWindowInDays=7)

    @property
    def _id(self) -> str:
        return self.arn.rpartition("/")[2]

    def settings(self, **fields: Any) -> Settings:
        """Settings of a server that uses the first key."""
        return Settings(**{"encryption_kms_key": self.arn, "aws_region": REGION, **fields})

    def before_call(self, model: Any, params: Any, **_: Any) -> Any:
        self.calls[model.name] += 1
        failure = self.failing.get(model.name) or self._refusal(json.loads(params["body"]))
        if isinstance(failure, Exception):
            raise failure
        if failure is None:
            return None
        status = 500 if failure == "KMSInternalException" else 400
        error = {"Code": failure, "Message": "because of arn:aws:iam::123456789012:role/secret"}
        parsed = {"Error": error, "ResponseMetadata": {"HTTPStatusCode": status}}
        return SimpleNamespace(status_code=status), parsed

    def _refusal(self, body: dict[str, str]) -> str | None:
        # moto's ciphertext begins with the id of its key
        asked = body.get("KeyId") or base64.b64decode(body["CiphertextBlob"])[:36].decode("latin1")
        try:
            state = self.admin.describe_key(KeyId=asked)["KeyMetadata"]["KeyState"]
        except self.admin.exceptions.NotFoundException:
            return None
        return _STATES.get(state)


@pytest.fixture
def master_keys(monkeypatch: pytest.MonkeyPatch) -> Iterator[MasterKeys]:
    """KMS with one key; it is there for as long as the test."""
    import boto3
    from moto import mock_aws

    with mock_aws():
        keys = MasterKeys(boto3.client("kms", region_name=REGION))
        real = kms.client

        def client(service: str, region: str | None) -> Any:
            made = real(service, region)
            made.meta.events.register("before-call.kms", keys.before_call)
            return made

        monkeypatch.setattr(kms, "client", client)
        yield keys


@pytest.fixture
def time(clock: Clock) -> Watch:
    """The database's clock and a process's own, moved together."""
    return Watch(clock, time=1_000_000.0)


@pytest.fixture
def process(master_keys: MasterKeys, database: Database, time: Watch) -> Process:
    """Start a process; with another setting when one is named."""

    def start(setting: str | None = None) -> Encryption:
        started = Encryption(master_keys.settings(), database)
        keyring = KmsKeys(setting or master_keys.arn, REGION, DataKeys(database), time.now)
        started._keyrings = [keyring]
        return started

    return start
