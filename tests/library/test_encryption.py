"""Payloads sealed with AES-256-GCM, and what happens without their key."""

import base64
import json
import subprocess
import sys

import pytest

from regent.encryption import Encryption
from regent.errors import EncryptionUnavailable, RegentError
from regent.settings import InvalidSettings, Settings


def with_key(byte: bytes = b"k", length: int = 32) -> Encryption:
    return Encryption(Settings(encryption_key=base64.b64encode(byte * length).decode()))


def test_a_sealed_payload_opens_again() -> None:
    encryption = with_key()
    for text in ("null", '{"a":"ü 😀"}', "x" * 1_000_000, ""):
        assert encryption.open(encryption.seal(text.encode())) == text


def test_a_payload_is_read_or_it_is_said_why_not() -> None:
    stored = json.dumps(with_key().seal(b'{"a":1}'))
    assert with_key().opened(stored) == ('{"a":1}', None)
    text, error = with_key(b"o").opened(stored)
    assert text == "null"
    assert "which is not here" in str(error)


def test_a_sealed_payload_shows_nothing() -> None:
    sealed = with_key().seal(b'"canary"')
    assert set(sealed) == {"key", "sealed"}
    assert b"canary" not in base64.b64decode(sealed["sealed"])
    assert "canary" not in str(sealed)


def test_each_sealing_is_different() -> None:
    encryption = with_key()
    assert len({encryption.seal(b"same")["sealed"] for _ in range(100)}) == 100


def test_another_process_with_the_key_opens_it() -> None:
    assert with_key().open(with_key().seal(b"1")) == "1"


def keys(*bytes_: bytes) -> Encryption:
    encoded = ",".join(base64.b64encode(byte * 32).decode() for byte in bytes_)
    return Encryption(Settings(encryption_key=encoded))


def test_the_first_of_several_keys_encrypts_and_all_decrypt() -> None:
    old = keys(b"a").seal(b"old")
    rotated = keys(b"b", b"a")
    new = rotated.seal(b"new")
    assert [rotated.open(old), rotated.open(new)] == ["old", "new"]
    assert new["key"] == keys(b"b").seal(b"")["key"] != old["key"]
    assert keys(b"c", b"b", b"a").open(old) == "old"
    with pytest.raises(EncryptionUnavailable, match=old["key"]):
        keys(b"b").open(old)


def test_what_0_1_0_stored_stays_readable() -> None:
    """0.1.0 wrote this form and this fingerprint."""
    sealed = "VpzupC/71pp9XZAClJ2jn9LGOJx6ETHLTjLs9VroMaPBRziBtaE="
    stored = {"key": "474cf613f1fcd6dd", "sealed": sealed}
    assert keys(b"n", b"k").open(stored) == '{"a":"ü"}'


def test_spaces_around_keys_do_not_matter() -> None:
    encoded = ", ".join(base64.b64encode(byte * 32).decode() for byte in (b"a", b"b"))
    encryption = Encryption(Settings(encryption_key=f" {encoded}\n"))
    assert encryption.open(keys(b"b").seal(b"1")) == "1"


@pytest.mark.parametrize("encoded", ["{a},", ",{a}", "{a},,{a}", "{a};{a}", "{a} {a}", "{a},short"])
def test_a_list_of_keys_with_something_else_in_it_is_refused(encoded: str) -> None:
    canary = base64.b64encode(b"a" * 32).decode()
    with pytest.raises(InvalidSettings, match="with commas between") as refused:
        Encryption(Settings(encryption_key=encoded.format(a=canary)))
    assert canary not in refused.value.message


def test_a_data_key_of_kms_is_named_as_such() -> None:
    sealed = {"key": "0e0b5f1e-5a52-4b6c-a1f0-0a8f3f8e7a11", "sealed": "AAAA"}
    with pytest.raises(EncryptionUnavailable, match="but in KMS: set REGENT_ENCRYPTION_KMS_KEY"):
        keys(b"a").open(sealed)


@pytest.mark.parametrize(
    "stored",
    [
        None,
        5,
        "text",
        [],
        {},
        {"key": 1, "sealed": "AAAA"},
        {"key": ["a"], "sealed": "AAAA"},
        {"key": "a"},
        {"sealed": "AAAA"},
        {"key": "a", "sealed": None},
    ],
)
def test_what_is_no_ciphertext_is_an_error_of_its_message(stored: object) -> None:
    with pytest.raises(EncryptionUnavailable, match="holds no ciphertext"):
        with_key().open(stored)


def test_a_long_key_id_is_cut_in_the_sentence() -> None:
    with pytest.raises(EncryptionUnavailable) as refused:
        with_key().open({"key": "k" * 10_000, "sealed": "AAAA"})
    assert len(refused.value.message) < 200


def test_a_server_without_the_package_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives.ciphers.aead", None)
    for call in (with_key().require, lambda: with_key().seal(b"1")):
        with pytest.raises(EncryptionUnavailable, match=r"pip install '\.\[encryption\]'"):
            call()


def test_local_keys_never_import_boto3() -> None:
    script = (
        "import sys\nfrom regent.encryption import Encryption, Settings\n"
        "e = Encryption(Settings(encryption_key='a2tra2tra2tra2tra2tra2tra2tra2tra2tra2tra2s='))\n"
        "print('cryptography' in sys.modules)\ne.open(e.seal(b'1'))\n"
        "print('boto3' in sys.modules or 'botocore' in sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["False", "False"]


def test_another_key_is_named_as_missing() -> None:
    sealed = with_key(b"a").seal(b"1")
    with pytest.raises(EncryptionUnavailable, match=sealed["key"]):
        with_key(b"b").open(sealed)
    with pytest.raises(EncryptionUnavailable, match=sealed["key"]):
        Encryption(Settings()).open(sealed)


def test_a_payload_that_was_tampered_with_is_refused() -> None:
    encryption = with_key()
    sealed = encryption.seal(b'{"amount":1}')
    raw = bytearray(base64.b64decode(sealed["sealed"]))
    raw[-1] ^= 1
    for broken in (base64.b64encode(raw).decode(), "AAAA", "", "%%%"):
        with pytest.raises(RegentError):
            encryption.open({**sealed, "sealed": broken})


def test_sealing_needs_a_key() -> None:
    for encryption in (Encryption(Settings()), Encryption(Settings(encryption_key=""))):
        with pytest.raises(EncryptionUnavailable, match="REGENT_ENCRYPTION_KEY"):
            encryption.seal(b"1")
        with pytest.raises(EncryptionUnavailable, match="REGENT_ENCRYPTION_KEY"):
            encryption.require()


@pytest.mark.parametrize("length", [1, 16, 31, 33])
def test_a_key_has_32_bytes(length: int) -> None:
    with pytest.raises(InvalidSettings, match="REGENT_ENCRYPTION_KEY"):
        with_key(length=length).require()


def test_a_key_is_base64() -> None:
    with pytest.raises(InvalidSettings, match="REGENT_ENCRYPTION_KEY"):
        Encryption(Settings(encryption_key="no base64!")).require()
