"""Records as a consumer gets them, and how bytes travel as JSON."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

#: A record with this header has base64 in its value: JSON knows no bytes.
ENCODING_HEADER: Final = "content-encoding"
BASE64: Final = "base64"


@dataclass(frozen=True, slots=True)
class ConsumerRecord:
    """A record, and where it is."""

    topic: str
    partition: int
    offset: int
    key: str | None
    #: The value that was sent: any JSON value, or bytes.
    value: Any
    #: Milliseconds since 1970: the producer's own, or when the record was stored.
    timestamp: int
    headers: Mapping[str, Any] = field(default_factory=dict)
    #: Why an encrypted value cannot be read; the value is None then.
    decryption_error: str | None = None


class ConsumerRecords:
    """The records that one poll found; those of a partition are in order."""

    def __init__(self, records: Iterable[ConsumerRecord] = ()) -> None:
        self._records = tuple(records)

    def __iter__(self) -> Iterator[ConsumerRecord]:
        return iter(self._records)

    def __len__(self) -> int:
        return len(self._records)

    def __repr__(self) -> str:
        return f"<ConsumerRecords: {len(self)} from partitions {list(self.partitions)}>"

    @property
    def partitions(self) -> tuple[int, ...]:
        """The partitions that these records are from."""
        return tuple(sorted({record.partition for record in self._records}))

    def of(self, partition: int) -> list[ConsumerRecord]:
        """The records of one partition."""
        return [record for record in self._records if record.partition == partition]


def record_from(said: Mapping[str, Any]) -> ConsumerRecord:
    """A record from its JSON."""
    value, headers = said["value"], said.get("headers") or {}
    if headers.get(ENCODING_HEADER) == BASE64 and isinstance(value, str):
        value, headers = _decoded(value, headers)
    return ConsumerRecord(
        said["topic"],
        said["partition"],
        said["offset"],
        said["key"],
        value,
        said["timestamp"],
        headers,
        said.get("decryptionError"),
    )


def _decoded(value: str, headers: Mapping[str, Any]) -> tuple[Any, Mapping[str, Any]]:
    """The bytes, without the header that marks them. A value that is no base64 stays as it is."""
    try:
        decoded = base64.b64decode(value, validate=True)
    except (binascii.Error, ValueError):
        return value, headers
    return decoded, {name: kept for name, kept in headers.items() if name != ENCODING_HEADER}
