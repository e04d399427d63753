"""Where keys come from: one small interface, and the keys that the settings hold themselves."""

from __future__ import annotations

import base64
import hashlib
from typing import TYPE_CHECKING, Protocol

from regent.errors import EncryptionUnavailable
from regent.settings import InvalidSettings

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

KEY_BYTES = 32


class Keyring(Protocol):
    """Keys that encrypt and decrypt payloads, each with an id that messages name."""

    def sealing(self) -> tuple[str, AESGCM]:
        """The key to encrypt the next message with, and its id."""

    def opening(self, key_id: str) -> AESGCM | None:
        """The key with this id; None when the id cannot be one of this keyring's. Raises
        EncryptionUnavailable when the key is this keyring's and cannot be had."""


class LocalKeys:
    """The keys of REGENT_ENCRYPTION_KEY. The first one encrypts: a new key goes to the front, and
    the keys behind it still decrypt older messages. Their ids are fingerprints."""

    def __init__(self, encoded: str) -> None:
        self._keys = {_fingerprint(key): key for key in map(_decoded, encoded.split(","))}
        self._ciphers: dict[str, AESGCM] = {}

    def sealing(self) -> tuple[str, AESGCM]:
        """The first key."""
        first = next(iter(self._keys))
        return first, self._cipher(first)

    def opening(self, key_id: str) -> AESGCM | None:
        """The key with this fingerprint."""
        return self._cipher(key_id) if key_id in self._keys else None

    def _cipher(self, key_id: str) -> AESGCM:
        if key_id not in self._ciphers:
            self._ciphers[key_id] = cipher(self._keys[key_id])
        return self._ciphers[key_id]


def cipher(key: bytes) -> AESGCM:
    """AES-256-GCM with a key. Imported late: few queues are encrypted, and every cold start would
    pay for it."""
    try:
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415
    except ImportError:
        raise EncryptionUnavailable(
            "encryption needs the package cryptography: install regent-mq[encryption]"
        ) from None
    return AESGCM(key)


def _decoded(encoded: str) -> bytes:
    try:
        key = base64.b64decode(encoded.strip(), validate=True)
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise InvalidSettings(
            "REGENT_ENCRYPTION_KEY takes the base64 of 32 bytes, or several with commas between"
        )
    return key


def _fingerprint(key: bytes) -> str:
    return hashlib.sha256(b"regent:" + key).hexdigest()[:16]
