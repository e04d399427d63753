"""Payloads of queues with ``encryptionEnabled``: AES-256-GCM, ciphertext only in the database."""

from __future__ import annotations

import base64
import binascii
import hashlib
import os
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from regent.errors import EncryptionUnavailable
from regent.settings import InvalidSettings, Settings

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

_NONCE_BYTES = 12


class Encryption:
    """Seals and opens payloads with the key that the settings name.

    A sealed payload names its key by fingerprint, so that a message whose key is not here is a
    clear error of that message.
    """

    def __init__(self, settings: Settings) -> None:
        self._encoded = settings.encryption_key
        if self._encoded:
            _ = self._key  # a wrong one shows at start, not at the first message

    def require(self) -> None:
        """Raise when there is no key: better when a queue is configured than when it is used."""
        if not self._encoded:
            raise EncryptionUnavailable(
                "encryption needs a key: set REGENT_ENCRYPTION_KEY to the base64 of 32 random bytes"
            )

    def seal(self, payload: bytes) -> dict[str, str]:
        """The JSON that is stored in place of a payload."""
        self.require()
        nonce = os.urandom(_NONCE_BYTES)
        sealed = nonce + self._cipher.encrypt(nonce, payload, None)
        return {"key": self._fingerprint, "sealed": base64.b64encode(sealed).decode()}

    def open(self, stored: Mapping[str, Any]) -> str:
        """The payload's JSON text."""
        from cryptography.exceptions import InvalidTag  # noqa: PLC0415

        if not self._encoded or stored.get("key") != self._fingerprint:
            raise EncryptionUnavailable(
                f"this message was encrypted with the key {stored.get('key')}, which is not here"
            )
        try:
            sealed = base64.b64decode(stored["sealed"])
            opened = self._cipher.decrypt(sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], None)
        except (InvalidTag, KeyError, TypeError, ValueError):
            raise EncryptionUnavailable("this message's ciphertext was changed") from None
        return opened.decode()

    @cached_property
    def _key(self) -> bytes:
        try:
            key = base64.b64decode(self._encoded or "", validate=True)
        except binascii.Error:
            key = b""
        if len(key) != 32:
            raise InvalidSettings("REGENT_ENCRYPTION_KEY takes the base64 of 32 bytes")
        return key

    @cached_property
    def _fingerprint(self) -> str:
        return hashlib.sha256(b"regent:" + self._key).hexdigest()[:16]

    @cached_property
    def _cipher(self) -> AESGCM:
        # Imported late: few queues are encrypted, and every cold start would pay for it.
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415

        return AESGCM(self._key)
