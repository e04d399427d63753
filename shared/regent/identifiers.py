"""Ids: of messages (UUIDv7), transactions (16 bytes), leases (which name their partitions); and the
hashes of keys."""

from __future__ import annotations

import hashlib
import os
import re
import time
import uuid
import zlib
from collections.abc import Iterable, Iterator
from functools import lru_cache

_CANONICAL_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_LARGEST_BIGINT = 2**63 - 1


def message_ids() -> Iterator[str]:
    """UUIDv7 for a request's messages, in order: one clock reading, a random start, a counter.

    Made here because ``gen_random_uuid()`` takes two fifths of the time of an insert.
    """
    stamp = time.time_ns() // 1_000_000
    bits = int.from_bytes(os.urandom(10))
    head = f"{stamp >> 16:08x}-{stamp & 0xFFFF:04x}-7{bits >> 68:03x}-"
    # 62 random bits after the variant; the top one starts at 0, so that counting never overflows.
    counter = (0b10 << 62) | bits & (1 << 61) - 1
    while True:
        tail = f"{counter:016x}"
        yield f"{head}{tail[:4]}-{tail[4:]}"
        counter += 1


def random_uuid() -> str:
    """A UUID of version 4, as text: `uuid.uuid4` makes an object first, which takes twice as
    long."""
    bits = os.urandom(16).hex()
    variant = "89ab"[int(bits[16], 16) & 3]
    return f"{bits[:8]}-{bits[8:12]}-4{bits[13:16]}-{variant}{bits[17:20]}-{bits[20:]}"


def transaction_key(transaction_id: str) -> tuple[str, str | None]:
    """The 16 bytes under which a transaction id is stored, and its text unless they stand for it.

    A UUID in its canonical form is its own key. Any other text is hashed. The version and variant
    bits of such a key say 8 ("custom"), so no id of a UUID library equals it.
    """
    if _CANONICAL_UUID.fullmatch(transaction_id):
        return transaction_id, None
    return hashed(transaction_id), transaction_id


def hashed(text: str) -> str:
    """The UUID that stands for a text."""
    digest = bytearray(hashlib.sha256(text.encode()).digest()[:16])
    digest[6] = digest[6] & 0x0F | 0x80
    digest[8] = digest[8] & 0x3F | 0x80
    return str(uuid.UUID(bytes=bytes(digest)))


def key_hash(key: str) -> int:
    """What decides the partition of a key, modulo their number: the CRC-32 of its UTF-8 bytes."""
    return zlib.crc32(key.encode())


def lease_name(lease: str, partition_ids: Iterable[int]) -> str:
    """The id of a lease as clients see it: the fence, and the partitions that it holds."""
    return ".".join((lease, *map(str, partition_ids)))


def parse_lease(name: str) -> tuple[str, list[int]] | None:
    """The fence and the partitions of a lease id; None when it cannot be one of ours."""
    lease, *partitions = name.split(".")
    if not _CANONICAL_UUID.fullmatch(lease):
        return None
    ids = [parse_partition(partition) for partition in partitions]
    return None if None in ids else (lease, [i for i in ids if i is not None])


@lru_cache(maxsize=4_096)  # the acks of a batch name few partitions, again and again
def parse_partition(partition_id: str) -> int | None:
    """A partition id as clients send it back; None when it cannot be one of ours."""
    if not partition_id.isascii() or not partition_id.isdigit() or len(partition_id) > 19:
        return None
    number = int(partition_id)
    return number if number <= _LARGEST_BIGINT else None
