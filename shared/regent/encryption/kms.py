"""Data keys under a master key in KMS: KMS makes and unwraps them, the database keeps them wrapped.

Processes share them: a process takes the youngest key of the database, and makes one only when
there is none. Otherwise each cold start would leave a key behind, and a pop would have to unwrap
them all.
"""

from __future__ import annotations

import threading
import time
import uuid
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from regent.aws import AwsFailed, client, failures
from regent.encryption.data_keys import DataKey, DataKeys
from regent.encryption.keyrings import cipher
from regent.errors import EncryptionUnavailable, KeyServiceUnavailable, RegentError
from regent.limits import (
    DATA_KEY_CACHE_SECONDS,
    DATA_KEY_MESSAGES,
    DATA_KEY_SECONDS,
    KMS_REST_SECONDS,
    MAX_CACHED_DATA_KEYS,
)

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

_ADVICE: Final[Mapping[str, str]] = {
    "AccessDeniedException": "allow kms:GenerateDataKey and kms:Decrypt with it to this server",
    "DisabledException": "enable it",
    "KMSInvalidStateException": "enable it, or cancel its deletion",
    "NotFoundException": "a key that is deleted does not come back; a name can be corrected",
    "NoCredentialsError": "give this server AWS credentials",
    "NoRegionError": "set AWS_REGION",
    "boto3 is not installed": "pip install '.[aws]' in Regent's repository",
}


class _Kept(NamedTuple):
    """A data key in memory, or the reason why it cannot be had."""

    found: AESGCM | EncryptionUnavailable
    until: float


@dataclass
class _Current:
    """The data key that this process encrypts with."""

    id: str
    cipher: AESGCM
    until: float
    sealed: int = 0


class KmsKeys:
    """A keyring over one master key; ``setting`` names it as KMS takes it: id, ARN or alias."""

    def __init__(
        self,
        setting: str,
        region: str | None,
        stored: DataKeys,
        clock: Callable[[], float] = time.time,  # a frozen Lambda's monotonic clock may stand still
    ) -> None:
        self._setting = setting
        self._kms = _Kms(setting, region)
        self._stored = stored
        self._clock = clock
        self._lock = threading.Lock()  # guards the fields below; held for moments only
        self._asking = threading.Lock()  # held while KMS is asked; the next thread finds the answer
        self._kept: OrderedDict[str, _Kept] = OrderedDict()
        self._current: _Current | None = None
        self._outage: _Kept | None = None

    def sealing(self) -> tuple[str, AESGCM]:
        """The data key of the hour: the one in use, the youngest of the database, or a new one."""
        if ready := self._ready():
            return ready
        with self._asking:
            if ready := self._ready():
                return ready
            current = self._shared() or self._made()
            with self._lock:
                current.sealed += 1
                self._current = current
            return current.id, current.cipher

    def opening(self, key_id: str) -> AESGCM | None:
        """The data key with this id; None when the id is not a data key's."""
        if not is_data_key(key_id):
            return None
        kept = self._look(key_id)
        if kept is None:
            with self._asking:
                kept = self._look(key_id) or self._keep(key_id, self._fetched(key_id))
        return _cipher_or_raise(kept)

    def _ready(self) -> tuple[str, AESGCM] | None:
        with self._lock:
            current = self._current
            if current is None or current.sealed >= DATA_KEY_MESSAGES:
                return None
            if not self._lives(current.until):
                return None
            current.sealed += 1
            return current.id, current.cipher

    def _shared(self) -> _Current | None:
        """The youngest data key, unless this process has used it up or cannot unwrap it."""
        newest = self._stored.newest_data_key(self._setting, DATA_KEY_SECONDS)
        if newest is None:
            return None
        data_key, age_seconds = newest
        same = self._current is not None and self._current.id == data_key.id
        sealed = self._current.sealed if self._current and same else 0
        if sealed >= DATA_KEY_MESSAGES:
            return None
        kept = self._look(data_key.id) or self._keep(data_key.id, self._unwrapped(data_key))
        try:
            found = _cipher_or_raise(kept)
        except KeyServiceUnavailable:
            raise
        except EncryptionUnavailable:  # damaged, or its master key is gone: make a new one
            return None
        until = min(kept.until, self._clock() + DATA_KEY_SECONDS - age_seconds)
        return _Current(data_key.id, found, until, sealed)

    def _made(self) -> _Current:
        self._raise_outage()
        try:
            data_key, plaintext = self._kms.generate(str(uuid.uuid4()))
        except KeyServiceUnavailable as error:
            self._rest(error)
            raise
        found = cipher(plaintext)
        self._stored.store_data_key(data_key, self._setting)  # before anything is encrypted with it
        return _Current(data_key.id, found, self._keep(data_key.id, found).until)

    def _fetched(self, key_id: str) -> AESGCM | EncryptionUnavailable:
        try:
            data_key = self._stored.read_data_key(key_id)
        except RegentError as error:
            return KeyServiceUnavailable(
                f"the data key {key_id} of this message could not be read: {error.message}"
            )
        if data_key is None:
            return EncryptionUnavailable(
                f"the data key {key_id} of this message is not in queen.data_keys: without it"
                " nobody can read the message"
            )
        return self._unwrapped(data_key)

    def _unwrapped(self, data_key: DataKey) -> AESGCM | EncryptionUnavailable:
        try:
            self._raise_outage()
            return cipher(self._kms.unwrap(data_key))
        except KeyServiceUnavailable as error:
            self._rest(error)
            return error
        except EncryptionUnavailable as error:
            return error

    def _look(self, key_id: str) -> _Kept | None:
        with self._lock:
            kept = self._kept.get(key_id)
            if kept is None or not self._lives(kept.until):
                return None
            self._kept.move_to_end(key_id)
            return kept

    def _keep(self, key_id: str, found: AESGCM | EncryptionUnavailable) -> _Kept:
        refused = isinstance(found, EncryptionUnavailable)
        seconds = KMS_REST_SECONDS if refused else DATA_KEY_CACHE_SECONDS
        with self._lock:
            self._kept[key_id] = kept = _Kept(found, self._clock() + seconds)
            self._kept.move_to_end(key_id)
            while len(self._kept) > MAX_CACHED_DATA_KEYS:
                self._kept.popitem(last=False)
        return kept

    def _rest(self, error: KeyServiceUnavailable) -> None:
        """Stop calling KMS for a while; a pause that has begun is not prolonged."""
        if self._outage is None or not self._lives(self._outage.until):
            self._outage = _Kept(error, self._clock() + KMS_REST_SECONDS)

    def _raise_outage(self) -> None:
        if self._outage is not None and self._lives(self._outage.until):
            _cipher_or_raise(self._outage)

    def _lives(self, until: float) -> bool:
        """Whether a kept key is still good. None lives longer than DATA_KEY_CACHE_SECONDS: a later
        end means that the clock was put back."""
        return 0 < until - self._clock() <= DATA_KEY_CACHE_SECONDS


class _Kms:
    """The two calls to KMS, and the meaning of their failures."""

    def __init__(self, setting: str, region: str | None) -> None:
        self._setting = setting
        parts = setting.split(":")  # arn:aws:kms:<region>:<account>:key/<id>
        self._region = parts[3] if len(parts) > 5 and parts[0] == "arn" else region
        self._client: Any = None

    def generate(self, key_id: str) -> tuple[DataKey, bytes]:
        """A new data key: wrapped, to be stored, and in the clear."""
        try:
            answer = self._call(
                "generate_data_key",
                KeyId=self._setting,
                KeySpec="AES_256",
                EncryptionContext=_context(key_id),
            )
        except AwsFailed as failed:
            what = f"KMS gives no data key under {self._setting}"
            raise _error(what, failed, self._setting) from failed
        data_key = DataKey(key_id, answer["KeyId"], answer["CiphertextBlob"])
        return data_key, answer["Plaintext"]

    def unwrap(self, data_key: DataKey) -> bytes:
        """A data key in the clear. KMS finds the master key by itself, so a replica of a
        multi-Region key can stand in for it."""
        try:
            answer = self._call(
                "decrypt",
                CiphertextBlob=data_key.wrapped,
                EncryptionContext=_context(data_key.id),
            )
        except AwsFailed as failed:
            what = f"KMS does not open the data key {data_key.id} with {data_key.kms_key}"
            raise _error(what, failed, data_key.kms_key) from failed
        plaintext: bytes = answer["Plaintext"]
        return plaintext

    def _call(self, action: str, **parameters: Any) -> Any:
        with failures():
            if self._client is None:
                self._client = client("kms", self._region)
            return getattr(self._client, action)(**parameters)


def is_data_key(key_id: str) -> bool:
    """Whether this has the form of a data key's id, which a local key's fingerprint never has."""
    try:
        return str(uuid.UUID(key_id)) == key_id
    except ValueError:
        return False


def _context(key_id: str) -> dict[str, str]:
    """KMS binds a wrapped key to this context, so the row of another key cannot stand in for it."""
    return {"regent:data-key": key_id}


def _error(what: str, failed: AwsFailed, master_key: str) -> EncryptionUnavailable:
    detail = {"kmsKey": master_key, "reason": failed.reason}
    if failed.passes:  # every message that needs KMS may get this error: it names no key
        return KeyServiceUnavailable(
            f"KMS, which holds the key, does not answer ({failed.reason}); try again",
            {"reason": failed.reason},
        )
    advice = _ADVICE.get(failed.reason)
    return EncryptionUnavailable(
        f"{what} ({failed.reason})" + (f": {advice}" if advice else ""), detail
    )


def _cipher_or_raise(kept: _Kept) -> AESGCM:
    """The cipher, or a new error like the kept one: an error raised again and again would grow."""
    found = kept.found
    if isinstance(found, EncryptionUnavailable):
        raise type(found)(found.message, found.detail)
    return found
