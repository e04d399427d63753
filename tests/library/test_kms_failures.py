"""Failures of KMS, a master key or a data key: the messages that need it have an error, all others
are read."""

from __future__ import annotations

import sys

import pytest
from botocore.exceptions import EndpointConnectionError, ReadTimeoutError

from regent.database import Database
from regent.encryption import Encryption
from regent.encryption.data_keys import DataKeys
from regent.errors import EncryptionUnavailable, KeyServiceUnavailable
from tests.support.clock import Watch
from tests.support.kms import MasterKeys, Process
from tests.support.rows import rows


def test_a_disabled_master_key_takes_effect_after_five_minutes(
    process: Process, master_keys: MasterKeys, time: Watch
) -> None:
    server = process()
    sealed = server.seal(b"1")
    master_keys.disable()
    time.advance(299)
    assert server.open(sealed) == "1"
    time.advance(2)
    for call in (lambda: server.open(sealed), lambda: server.seal(b"1")):
        with pytest.raises(EncryptionUnavailable, match="DisabledException") as refused:
            call()
        assert refused.value.status == 400
        assert refused.value.detail == {"kmsKey": master_keys.arn, "reason": "DisabledException"}
    master_keys.enable()
    time.advance(6)
    assert server.open(sealed) == "1"


def test_a_master_key_that_is_to_be_deleted_says_what_to_do(
    process: Process, master_keys: MasterKeys
) -> None:
    sealed = process().seal(b"1")
    master_keys.schedule_deletion()
    with pytest.raises(EncryptionUnavailable, match="cancel its deletion"):
        process().open(sealed)


@pytest.mark.parametrize(
    ("failure", "kind", "said"),
    [
        ("AccessDeniedException", EncryptionUnavailable, "allow kms:GenerateDataKey"),
        ("NotFoundException", EncryptionUnavailable, "deleted does not come back"),
        ("InvalidKeyUsageException", EncryptionUnavailable, "InvalidKeyUsageException"),
        ("UnrecognizedClientException", EncryptionUnavailable, "UnrecognizedClientException"),
        ("ThrottlingException", KeyServiceUnavailable, "try again"),
        ("KMSInternalException", KeyServiceUnavailable, "try again"),
        ("KeyUnavailableException", KeyServiceUnavailable, "try again"),
        ("DependencyTimeoutException", KeyServiceUnavailable, "try again"),
        (EndpointConnectionError(endpoint_url="u"), KeyServiceUnavailable, "EndpointConnection"),
        (ReadTimeoutError(endpoint_url="u"), KeyServiceUnavailable, "ReadTimeoutError"),
    ],
    ids=str,
)
def test_what_kms_says_is_an_error_of_ours(
    process: Process,
    master_keys: MasterKeys,
    failure: str | Exception,
    kind: type[EncryptionUnavailable],
    said: str,
) -> None:
    sealed = process().seal(b"canary")
    master_keys.failing = {"GenerateDataKey": failure, "Decrypt": failure}
    for call in (
        lambda: process(master_keys.another()).seal(b"canary"),
        lambda: process().open(sealed),
        lambda: process(master_keys.another()).require(),
    ):
        with pytest.raises(EncryptionUnavailable, match=said) as raised:
            call()
        assert type(raised.value) is kind
        assert "canary" not in raised.value.message
        assert "role/secret" not in raised.value.message  # KMS's own text names roles


def test_a_master_key_that_is_not_there_is_named(process: Process) -> None:
    with pytest.raises(EncryptionUnavailable, match="alias/missing") as refused:
        process("alias/missing").require()
    assert refused.value.detail == {"kmsKey": "alias/missing", "reason": "NotFoundException"}


def test_kms_that_is_away_is_asked_once_for_a_batch_and_again_after_a_rest(
    process: Process, master_keys: MasterKeys, time: Watch
) -> None:
    sealed = []
    for _ in range(3):
        sealed.append(process().seal(b"1"))
        time.advance(3_601)
    master_keys.failing = {"Decrypt": ReadTimeoutError(endpoint_url="u")}
    master_keys.calls.clear()
    reader = process()
    for each in sealed * 10:
        with pytest.raises(KeyServiceUnavailable):
            reader.open(each)
    assert master_keys.calls["Decrypt"] == 1
    time.advance(6)
    with pytest.raises(KeyServiceUnavailable):
        reader.open(sealed[0])
    assert master_keys.calls["Decrypt"] == 2
    master_keys.failing = {}
    time.advance(6)
    assert [reader.open(each) for each in sealed] == ["1", "1", "1"]


def test_a_key_that_is_refused_is_asked_for_once_and_holds_up_no_other(
    process: Process, master_keys: MasterKeys
) -> None:
    other = master_keys.another()
    refused, good = process().seal(b"1"), process(other).seal(b"2")
    master_keys.disable()
    master_keys.calls.clear()
    reader = process()
    for _ in range(10):
        with pytest.raises(EncryptionUnavailable, match="DisabledException"):
            reader.open(refused)
        assert reader.open(good) == "2"
    assert master_keys.calls == {"Decrypt": 2}


def test_a_lost_data_key_is_an_error_of_its_messages(process: Process, owner_url: str) -> None:
    sealed = process().seal(b"1")
    rows(owner_url, "delete from queen.data_keys")
    with pytest.raises(EncryptionUnavailable, match=sealed["key"]) as lost:
        process().open(sealed)
    assert "queen.data_keys" in lost.value.message
    assert type(lost.value) is EncryptionUnavailable


def test_the_row_of_another_data_key_cannot_stand_in(
    process: Process, time: Watch, owner_url: str
) -> None:
    first = process().seal(b"1")
    time.advance(3_601)
    process().seal(b"2")
    rows(owner_url, "update queen.data_keys set wrapped = (select max(wrapped) from"
                    " queen.data_keys where id <> %s) where id = %s",
         (first["key"], first["key"]))  # fmt: skip
    with pytest.raises(EncryptionUnavailable, match="InvalidCiphertextException"):
        process().open(first)


def test_a_damaged_data_key_is_not_shared_any_more(process: Process, owner_url: str) -> None:
    first = process().seal(b"1")
    rows(owner_url, "update queen.data_keys set wrapped = ''")
    second = process().seal(b"2")
    assert second["key"] != first["key"]
    assert process().open(second) == "2"
    with pytest.raises(EncryptionUnavailable, match="ParamValidationError"):
        process().open(first)


def test_a_producer_may_be_allowed_to_encrypt_only(
    process: Process, master_keys: MasterKeys
) -> None:
    process().seal(b"1")
    master_keys.failing = {"Decrypt": "AccessDeniedException"}
    sealed = process().seal(b"2")
    master_keys.failing = {}
    assert process().open(sealed) == "2"


def test_what_cannot_be_kept_is_not_used(
    process: Process, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object) -> None:
        raise KeyServiceUnavailable("the database is away")

    with monkeypatch.context() as broken:
        broken.setattr(DataKeys, "store_data_key", away)
        server = process()
        for _ in range(2):
            with pytest.raises(KeyServiceUnavailable, match="the database is away"):
                server.seal(b"1")
    assert process().open(server.seal(b"1")) == "1"


def test_a_database_that_is_away_is_an_error_of_the_message(
    process: Process, url: str, owner_url: str
) -> None:
    sealed = process().seal(b"1")
    rows(owner_url, "drop function queen.read_data_key")
    rows(owner_url, "create function queen.read_data_key(text) returns table (a text, b text)"
                    " language plpgsql as"
                    " $$ begin raise 'away' using errcode = '57P01'; end $$")  # fmt: skip
    with pytest.raises(KeyServiceUnavailable, match="could not be read"):
        process().open(sealed)


def test_a_server_without_a_region_or_boto3_is_told_so(
    master_keys: MasterKeys, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("AWS_DEFAULT_REGION", raising=False)
    server = Encryption(master_keys.settings(aws_region=None, encryption_kms_key="k"), database)
    with pytest.raises(EncryptionUnavailable, match="set AWS_REGION"):
        server.require()
    monkeypatch.setitem(sys.modules, "botocore", None)
    with pytest.raises(EncryptionUnavailable, match=r"pip install '\.\[aws\]'"):
        server.require()
