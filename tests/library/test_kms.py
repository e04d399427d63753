"""Data keys under a master key in KMS: how many are made, how long they live, which processes share
them.

Each Encryption here stands for a process: two of them share only the database.
"""

from __future__ import annotations

import base64
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from regent.database import Database
from regent.encryption import kms
from regent.encryption.data_keys import DataKeys
from regent.encryption.kms import KmsKeys
from regent.errors import EncryptionUnavailable
from tests.support.clock import Watch
from tests.support.kms import MasterKeys, Process
from tests.support.rows import rows, value

KEYS = "select count(*) from queen.data_keys"


def test_another_process_opens_what_one_has_sealed(process: Process) -> None:
    sealed = process().seal('{"a":"ü 😀"}'.encode())
    assert set(sealed) == {"key", "sealed"}
    assert process().open(sealed) == '{"a":"ü 😀"}'


def test_a_thousand_messages_cost_one_call_to_seal_and_one_to_open(
    process: Process, master_keys: MasterKeys, owner_url: str
) -> None:
    sender, reader = process(), process()
    sealed = [sender.seal(str(n).encode()) for n in range(1_000)]
    assert [reader.open(each) for each in sealed] == [str(n) for n in range(1_000)]
    assert [sender.open(each) for each in sealed[:10]] == [str(n) for n in range(10)]
    assert master_keys.calls == {"GenerateDataKey": 1, "Decrypt": 1}
    assert value(owner_url, KEYS) == 1
    assert len({each["key"] for each in sealed}) == 1
    assert len({each["sealed"][:16] for each in sealed}) == 1_000  # nonces


def test_a_process_that_starts_takes_the_key_that_is_there(
    process: Process, master_keys: MasterKeys
) -> None:
    first = process().seal(b"1")
    for _ in range(5):
        assert process().seal(b"1")["key"] == first["key"]
    assert master_keys.calls == {"GenerateDataKey": 1, "Decrypt": 5}


def test_the_database_holds_the_data_key_wrapped_only(
    process: Process, monkeypatch: pytest.MonkeyPatch, owner_url: str
) -> None:
    plain: list[bytes] = []
    real = kms.cipher
    monkeypatch.setattr(kms, "cipher", lambda key: plain.append(key) or real(key))
    process().seal(b"1")
    ((key,), stored) = plain, str(rows(owner_url, "select * from queen.data_keys"))
    assert len(key) == 32
    wrapped = base64.b64decode(str(value(owner_url, "select wrapped from queen.data_keys")))
    assert key not in wrapped
    assert base64.b64encode(key).decode() not in stored
    assert key.hex() not in stored


def test_a_data_key_is_used_for_an_hour(process: Process, time: Watch, owner_url: str) -> None:
    sender = process()
    first = sender.seal(b"first")
    for _ in range(11):
        time.advance(300)
        assert sender.seal(b"x")["key"] == first["key"]
    time.advance(301)
    second = sender.seal(b"second")
    assert second["key"] != first["key"]
    assert value(owner_url, KEYS) == 2
    for reader in (sender, process()):
        assert [reader.open(first), reader.open(second)] == ["first", "second"]


def test_a_process_uses_a_shared_key_no_longer_than_its_hour(process: Process, time: Watch) -> None:
    first = process().seal(b"1")
    time.advance(3_500)
    late = process()
    assert late.seal(b"1")["key"] == first["key"]
    time.advance(101)
    assert late.seal(b"1")["key"] != first["key"]


def test_a_data_key_is_used_for_so_many_messages(
    process: Process, monkeypatch: pytest.MonkeyPatch, master_keys: MasterKeys
) -> None:
    monkeypatch.setattr(kms, "DATA_KEY_MESSAGES", 10)
    sender = process()
    sealed = [sender.seal(b"1") for _ in range(25)]
    names = [each["key"] for each in sealed]
    assert [names.count(name) for name in dict.fromkeys(names)] == [10, 10, 5]
    assert master_keys.calls["GenerateDataKey"] == 3
    assert {process().open(each) for each in sealed} == {"1"}


def test_the_count_goes_on_when_the_key_is_unwrapped_anew(
    process: Process, time: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kms, "DATA_KEY_MESSAGES", 10)
    sender = process()
    names = [sender.seal(b"1")["key"] for _ in range(6)]
    time.advance(301)
    names += [sender.seal(b"1")["key"] for _ in range(6)]
    assert [names.count(name) for name in dict.fromkeys(names)] == [10, 2]


def test_unwrapped_keys_are_kept_up_to_a_bound_the_least_used_leave_first(
    process: Process, monkeypatch: pytest.MonkeyPatch, master_keys: MasterKeys, time: Watch
) -> None:
    monkeypatch.setattr(kms, "MAX_CACHED_DATA_KEYS", 3)
    sealed = []
    for _ in range(4):
        sealed.append(process().seal(b"1"))
        time.advance(3_601)
    reader = process()
    master_keys.calls.clear()
    for which in (0, 1, 2, 0, 3, 0):  # 3 takes the place of 1
        reader.open(sealed[which])
    assert master_keys.calls["Decrypt"] == 4
    for which in (0, 2, 3):
        reader.open(sealed[which])
    assert master_keys.calls["Decrypt"] == 4
    reader.open(sealed[1])
    assert master_keys.calls["Decrypt"] == 5
    assert len(reader._keyrings[0]._kept) == 3  # type: ignore[attr-defined]


def test_kms_rotates_the_master_key_without_us(process: Process, master_keys: MasterKeys) -> None:
    sealed = process().seal(b"1")
    master_keys.admin.enable_key_rotation(KeyId=master_keys.arn)
    assert process().open(sealed) == "1"


def test_an_alias_may_be_pointed_to_another_master_key(
    process: Process, master_keys: MasterKeys, time: Watch, owner_url: str
) -> None:
    master_keys.admin.create_alias(AliasName="alias/queue", TargetKeyId=master_keys.arn)
    server = process("alias/queue")
    first = server.seal(b"first")
    other = master_keys.another()
    master_keys.admin.update_alias(AliasName="alias/queue", TargetKeyId=other)
    time.advance(3_601)
    second = server.seal(b"second")
    assert rows(owner_url, "select kms_key, setting from queen.data_keys order by created_at") == [
        {"kms_key": master_keys.arn, "setting": "alias/queue"},
        {"kms_key": other, "setting": "alias/queue"},
    ]
    assert [process("alias/queue").open(each) for each in (first, second)] == ["first", "second"]


def test_another_setting_counts_at_once(process: Process, master_keys: MasterKeys) -> None:
    first = process().seal(b"first")
    changed = process(master_keys.another())
    second = changed.seal(b"second")
    assert second["key"] != first["key"]
    assert [changed.open(first), changed.open(second)] == ["first", "second"]


def test_a_clock_that_is_put_back_keeps_nothing_longer(
    process: Process, master_keys: MasterKeys, time: Watch
) -> None:
    server = process()
    sealed = server.seal(b"1")
    time.advance(-7_200)
    master_keys.disable()
    for call in (lambda: server.open(sealed), lambda: server.seal(b"1")):
        with pytest.raises(EncryptionUnavailable, match="DisabledException"):
            call()


def test_threads_that_need_the_first_key_make_one(
    process: Process, master_keys: MasterKeys
) -> None:
    server, start = process(), threading.Barrier(16)

    def first(number: int) -> dict[str, str]:
        start.wait()
        return server.seal(str(number).encode())

    with ThreadPoolExecutor(16) as threads:
        sealed = list(threads.map(first, range(16)))
    assert master_keys.calls == {"GenerateDataKey": 1}
    reader, again = process(), threading.Barrier(16)

    def look(each: dict[str, str]) -> str:
        again.wait()
        return reader.open(each)

    with ThreadPoolExecutor(16) as threads:
        assert sorted(map(int, threads.map(look, sealed))) == list(range(16))
    assert master_keys.calls == {"GenerateDataKey": 1, "Decrypt": 1}


def test_the_region_of_an_arn_goes_before_the_servers_own(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str | None] = []

    def client(service: str, region: str | None) -> object:
        asked.append(region)
        raise RuntimeError

    monkeypatch.setattr(kms, "client", client)
    for setting in ("arn:aws:kms:eu-central-1:123456789012:key/k", "alias/k", "k"):
        with pytest.raises(RuntimeError):
            KmsKeys(setting, "eu-west-1", DataKeys(database)).sealing()
    assert asked == ["eu-central-1", "eu-west-1", "eu-west-1"]
