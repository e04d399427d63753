"""Calls to AWS: they give up early, their failures say whether they pass, no secret is logged."""

from __future__ import annotations

import base64
import logging
import socket
import sys
import threading
from collections.abc import Iterator

import pytest
from botocore.exceptions import ClientError, ReadTimeoutError
from moto import mock_aws

from regent.aws import AwsFailed, client, failures


@pytest.fixture(autouse=True)
def credentials(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "testing")


@pytest.fixture
def silence() -> Iterator[str]:
    """The URL of a server that takes connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        taken: list[socket.socket] = []

        def accept() -> None:
            try:
                while True:
                    taken.append(server.accept()[0])
            except OSError:
                return

        thread = threading.Thread(target=accept)
        thread.start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}"
        server.shutdown(socket.SHUT_RDWR)
        thread.join()
        for connection in taken:
            connection.close()


def test_a_client_is_told_to_give_up_before_a_request_does() -> None:
    config = client("kms", "eu-west-1").meta.config
    assert (config.connect_timeout, config.read_timeout) == (1, 2)
    assert config.retries == {"total_max_attempts": 2, "mode": "standard"}


def test_a_service_that_never_answers_passes(silence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_ENDPOINT_URL_KMS", silence)
    monkeypatch.setattr("regent.aws.AWS_READ_SECONDS", 0.05)
    with pytest.raises(AwsFailed) as failed, failures():
        client("kms", "eu-west-1").list_keys()
    assert (failed.value.reason, failed.value.passes) == ("ReadTimeoutError", True)


def test_a_service_that_cannot_be_reached_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_ENDPOINT_URL_KMS", "http://127.0.0.1:9")
    with pytest.raises(AwsFailed) as failed, failures():
        client("kms", "eu-west-1").list_keys()
    assert (failed.value.reason, failed.value.passes) == ("EndpointConnectionError", True)


@pytest.mark.parametrize(
    ("code", "status", "passes"),
    [
        ("AccessDeniedException", 400, False),
        ("ResourceNotFoundException", 400, False),
        ("ThrottlingException", 400, True),
        ("LimitExceededException", 400, True),
        ("Whatever", 500, True),
        ("Whatever", 400, False),
    ],
)
def test_a_refusal_passes_or_does_not(code: str, status: int, passes: bool) -> None:
    error = {"Error": {"Code": code}, "ResponseMetadata": {"HTTPStatusCode": status}}
    with pytest.raises(AwsFailed) as failed, failures():
        raise ClientError(error, "Decrypt")  # type: ignore[arg-type]
    assert (failed.value.reason, failed.value.passes) == (code, passes)


def test_missing_credentials_and_regions_do_not_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_DEFAULT_REGION"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", "/nowhere")
    monkeypatch.setenv("AWS_CONFIG_FILE", "/nowhere")
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    with pytest.raises(AwsFailed) as failed, failures():
        client("kms", None)
    assert (failed.value.reason, failed.value.passes) == ("NoRegionError", False)
    with pytest.raises(AwsFailed) as failed, failures():
        client("kms", "eu-west-1").list_keys()
    assert (failed.value.reason, failed.value.passes) == ("NoCredentialsError", False)


def test_an_environment_without_boto3_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "botocore", None)
    with pytest.raises(AwsFailed, match="boto3 is not installed"), failures():
        raise AssertionError


def test_other_errors_stay_what_they_are() -> None:
    with pytest.raises(ZeroDivisionError), failures():
        _ = 1 / 0
    with pytest.raises(AwsFailed) as failed, failures():
        raise ReadTimeoutError(endpoint_url="u")
    assert failed.value.passes


def test_an_answer_is_never_logged(caplog: pytest.LogCaptureFixture) -> None:
    """Also at DEBUG, at which botocore logs everything else."""
    caplog.set_level(logging.DEBUG)
    logging.getLogger("botocore.parsers").setLevel(logging.NOTSET)
    with mock_aws():
        kms = client("kms", "eu-west-1")
        key = kms.create_key()["KeyMetadata"]["KeyId"]
        caplog.clear()
        plain = kms.generate_data_key(KeyId=key, KeySpec="AES_256")["Plaintext"]
    assert len(caplog.records) > 5
    assert base64.b64encode(plain).decode() not in caplog.text
    assert "Plaintext" not in caplog.text
