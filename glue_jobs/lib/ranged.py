"""A file in S3 of which parts are read: by boto3, as all else (storage.py)."""

from __future__ import annotations

import io
import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing_extensions import Buffer


class Ranged(io.RawIOBase):
    """An object, part by part."""

    def __init__(self, client: Any, bucket: str, key: str) -> None:
        self._client = client
        self._object = {"Bucket": bucket, "Key": key}
        self._size: int = client.head_object(**self._object)["ContentLength"]
        self._at = 0

    def readable(self) -> bool:
        """It can be read."""
        return True

    def seekable(self) -> bool:
        """It can be read anywhere."""
        return True

    def seek(self, offset: int, whence: int = os.SEEK_SET, /) -> int:
        """Go to a place."""
        begins = {os.SEEK_SET: 0, os.SEEK_CUR: self._at, os.SEEK_END: self._size}[whence]
        self._at = begins + offset
        return self._at

    def tell(self) -> int:
        """The place."""
        return self._at

    def readinto(self, buffer: Buffer, /) -> int:
        """Read from the place on; how many bytes."""
        view = memoryview(buffer)
        end = min(self._at + len(view), self._size)
        if self._at >= end:
            return 0
        part = self._client.get_object(**self._object, Range=f"bytes={self._at}-{end - 1}")
        found = part["Body"].read()
        view[: len(found)] = found
        self._at += len(found)
        return len(found)
