"""Payloads of queues with ``encryptionEnabled``: AES-256-GCM, ciphertext only in the database."""

from __future__ import annotations

import base64
import json
import os
from typing import Final

from regent.database import Database
from regent.encryption.data_keys import DataKeys
from regent.encryption.keyrings import FileKeys, Keyring, LocalKeys
from regent.encryption.kms import KmsKeys, is_data_key
from regent.errors import EncryptionUnavailable
from regent.settings import Settings

_NONCE_BYTES: Final = 12


class Encryption:
    """Seals and opens payloads with the keys that the settings name. A key of KMS comes first.

    A sealed payload names its key, so a lost key is a clear error of each message that needs it.

    A payload is not bound to its message by GCM's additional data. SQL copies payloads into dead
    letters, and from there into other queues, partitions and transaction ids, and cannot encrypt.
    Nobody without the key can read a payload or make ciphertext up. But a role that may write to
    the table can swap the payloads of two messages, or put a payload in the clear, marked as such,
    in the place of ciphertext, as it can delete both.
    """

    def __init__(self, settings: Settings, database: Database | None = None) -> None:
        self._keyrings: list[Keyring] = []
        if settings.encryption_kms_key:
            stored = DataKeys(database or Database(settings))
            self._keyrings.append(KmsKeys(settings.encryption_kms_key, settings.aws_region, stored))
        if settings.encryption_key:  # a wrong key fails at start, not at the first message
            self._keyrings.append(LocalKeys(settings.encryption_key))
        if settings.encryption_key_file:
            self._keyrings.append(FileKeys(settings.encryption_key_file))

    def require(self) -> None:
        """Raise when nothing could be sealed. Called when a queue is configured, not only when it
        is used."""
        self._first().sealing()

    def seal(self, payload: bytes) -> dict[str, str]:
        """The JSON that is stored in place of a payload."""
        key_id, cipher = self._first().sealing()
        nonce = os.urandom(_NONCE_BYTES)
        sealed = nonce + cipher.encrypt(nonce, payload, None)
        return {"key": key_id, "sealed": base64.b64encode(sealed).decode()}

    def open(self, stored: object) -> str:
        """The payload's JSON text, from the JSON that is stored in its place.

        Every failure, also of KMS or the database, is an EncryptionUnavailable: an error of this
        message, which does not hold up others.
        """
        match stored:
            case {"key": str(key_id), "sealed": str(sealed)}:
                return self._open(key_id, sealed)
        raise EncryptionUnavailable("this message is marked as encrypted and holds no ciphertext")

    def opened(self, stored: str) -> tuple[str, str | None]:
        """The payload of an encrypted message as JSON text; or ``null``, and why it cannot be read.

        A message whose key is lost is shown with that error: it must not hold up others.
        """
        try:
            return self.open(json.loads(stored)), None
        except EncryptionUnavailable as error:
            return "null", error.message

    def _open(self, key_id: str, sealed: str) -> str:
        for keyring in self._keyrings:
            if (cipher := keyring.opening(key_id)) is not None:
                break
        else:
            where = ", but in KMS: set REGENT_ENCRYPTION_KMS_KEY" if is_data_key(key_id) else ""
            raise EncryptionUnavailable(
                f"this message was encrypted with the key {key_id[:64]}, which is not here{where}"
            )
        from cryptography.exceptions import InvalidTag  # noqa: PLC0415

        try:
            raw = base64.b64decode(sealed, validate=True)
            return cipher.decrypt(raw[:_NONCE_BYTES], raw[_NONCE_BYTES:], None).decode()
        except (InvalidTag, ValueError):
            raise EncryptionUnavailable("this message's ciphertext was changed") from None

    def _first(self) -> Keyring:
        if not self._keyrings:
            raise EncryptionUnavailable(
                "encryption needs a key: set REGENT_ENCRYPTION_KEY to the base64 of 32 random"
                " bytes, or REGENT_ENCRYPTION_KMS_KEY to a key in KMS"
            )
        return self._keyrings[0]
