"""A secret that cannot be read is a database that cannot be reached, said in one sentence."""

from __future__ import annotations

import logging

import pytest
from moto import mock_aws

from regent.credentials import connection_parameters
from regent.database import Database
from regent.errors import DatabaseUnavailable
from regent.settings import Settings

REGION = "eu-west-1"


@pytest.fixture(autouse=True)
def credentials(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "testing")


def secret(text: str | None, binary: bytes | None = None) -> Settings:
    """Settings that name a new secret with this text."""
    import boto3

    held = {"SecretString": text} if text is not None else {"SecretBinary": binary}
    manager = boto3.client("secretsmanager", region_name=REGION)
    arn = manager.create_secret(Name="regent", **held)["ARN"]
    return Settings(database_secret_arn=arn, aws_region=REGION)


@mock_aws()
def test_a_secret_that_is_not_there_is_named() -> None:
    settings = Settings(database_secret_arn="arn:missing", aws_region=REGION)
    for call in (
        lambda: connection_parameters(settings),
        lambda: Database(settings).fetch("select 1"),
        lambda: Database(settings).warm_up(),
    ):
        with pytest.raises(DatabaseUnavailable) as refused:
            call()
        assert refused.value.message == "it is not known how to connect to the database"
        assert str(refused.value) == (
            "it is not known how to connect to the database: the secret arn:missing, which says it,"
            " cannot be read (ResourceNotFoundException)"
        )
        assert (refused.value.status, refused.value.retry_after_seconds) == (503, 1)


def test_secrets_manager_that_is_away_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_ENDPOINT_URL_SECRETS_MANAGER", "http://127.0.0.1:9")
    settings = Settings(database_secret_arn="arn:s", aws_region=REGION)
    with pytest.raises(DatabaseUnavailable, match="EndpointConnectionError"):
        connection_parameters(settings)


def test_a_secret_without_a_region_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("AWS_DEFAULT_REGION", raising=False)
    with pytest.raises(DatabaseUnavailable, match="NoRegionError"):
        connection_parameters(Settings(database_secret_arn="s"))


@pytest.mark.parametrize(
    "text",
    [
        "canary",
        '"canary"',
        "[]",
        "null",
        "{}",
        '{"username": "canary"}',
        '{"username": "u", "password": "canary", "port": "canary"}',
        '{"username": "u", "password": "canary", "port": null}',
        None,
    ],
)
@mock_aws()
def test_a_secret_of_another_form_is_refused_without_showing_it(
    text: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    with pytest.raises(DatabaseUnavailable, match="does not say it") as refused:
        connection_parameters(secret(text, b"canary"))
    assert "canary" not in str(refused.value)
    assert refused.value.__cause__ is None
    assert refused.value.__suppress_context__
    assert "canary" not in caplog.text
