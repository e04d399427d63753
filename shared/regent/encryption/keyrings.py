"""Where keys come from: one small interface, and the keys that the settings hold themselves."""

from __future__ import annotations

import base64
import hashlib
import logging
import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from regent.errors import EncryptionUnavailable
from regent.settings import InvalidSettings

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

log = logging.getLogger("regent.encryption")

KEY_BYTES = 32


class Keyring(Protocol):
    """Keys that encrypt and decrypt payloads, each with an id that messages name."""

    def sealing(self) -> tuple[str, AESGCM]:
        """The key to encrypt the next message with, and its id."""

    def opening(self, key_id: str) -> AESGCM | None:
        """The key with this id; None when the id cannot be one of this keyring's. Raises
        EncryptionUnavailable when the key is this keyring's and cannot be had."""


class LocalKeys:
    """The keys of REGENT_ENCRYPTION_KEY, or of a file. The first one encrypts: a new key goes to
    the front, and the keys behind it still decrypt older messages. Their ids are fingerprints."""

    def __init__(self, encoded: str, place: str = "REGENT_ENCRYPTION_KEY") -> None:
        keys = [_decoded(each, place) for each in encoded.split(",")]
        self._keys = {_fingerprint(key): key for key in keys}
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


class FileKeys:
    """The keys of a file. Where there is none, the first process that encrypts makes it, with one
    key. A process that only decrypts never makes it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._keys: LocalKeys | None = None
        try:
            self._found()
        except OSError as error:
            raise InvalidSettings(
                f"the encryption keys in {path} cannot be read: {error.strerror}"
            ) from error

    def sealing(self) -> tuple[str, AESGCM]:
        """The first key of the file."""
        try:
            keys = self._found() or self._made()
        except OSError as error:
            raise EncryptionUnavailable(
                f"no encryption key could be kept in {self._path}: {error.strerror}"
            ) from error
        return keys.sealing()

    def opening(self, key_id: str) -> AESGCM | None:
        """The key with this fingerprint."""
        try:
            keys = self._found()
        except OSError as error:
            raise EncryptionUnavailable(
                f"the encryption keys in {self._path} cannot be read: {error.strerror}"
            ) from error
        return keys.opening(key_id) if keys else None

    def _found(self) -> LocalKeys | None:
        """The file's keys, once there is a file: another process may have made it."""
        if self._keys is None:
            with suppress(FileNotFoundError):
                self._keys = LocalKeys(self._path.read_text(errors="replace"), str(self._path))
        return self._keys

    def _made(self) -> LocalKeys:
        """Written whole under another name, then linked: of several processes one is the first, and
        all of them use its key."""
        name, folder = self._path.name, self._path.parent
        with tempfile.NamedTemporaryFile(prefix=f"{name}.", dir=folder) as unfinished:
            unfinished.write(base64.b64encode(os.urandom(KEY_BYTES)) + b"\n")
            unfinished.flush()
            os.fsync(unfinished.fileno())  # before a message is encrypted with it
            with suppress(FileExistsError):
                self._path.hardlink_to(unfinished.name)
                log.warning(
                    "made an encryption key in %s: keep a copy of it, nobody can read what it"
                    " encrypts without it",
                    self._path,
                )
        _sync_folder(folder)
        keys = self._found()
        if keys is None:
            raise FileNotFoundError(0, "it was deleted at once", str(self._path))
        return keys


def _sync_folder(folder: Path) -> None:
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def cipher(key: bytes) -> AESGCM:
    """AES-256-GCM with a key. Imported late: few queues are encrypted, and every cold start would
    pay for it."""
    try:
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415
    except ImportError:
        raise EncryptionUnavailable(
            "encryption needs the package cryptography: pip install '.[encryption]'"
            " in Regent's repository"
        ) from None
    return AESGCM(key)


def _decoded(encoded: str, place: str) -> bytes:
    try:
        key = base64.b64decode(encoded.strip(), validate=True)
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise InvalidSettings(
            f"{place} takes the base64 of 32 bytes, or several with commas between"
        )
    return key


def _fingerprint(key: bytes) -> str:
    return hashlib.sha256(b"regent:" + key).hexdigest()[:16]
