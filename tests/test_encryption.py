"""Payloads sealed with AES-256-GCM, and what happens without their key."""

import base64

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
