"""Zips that are the same bytes wherever they are made: sorted names, one date, two modes.

The compressor is the exception: another zlib may pack the same contents differently. So each zip
has two hashes, one of its bytes and one of its contents; the second shows a change.
"""

from __future__ import annotations

import base64
import hashlib
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

#: The contents of a zip: name -> file, or bytes.
Contents = Mapping[str, Path | bytes]

#: The first date that a zip can name.
DATE: Final = (1980, 1, 1, 0, 0, 0)
FILE_MODE: Final = 0o100644
#: Also for shared objects: nothing in a package is started as a program.
LEVEL: Final = 6
#: Endings of files that are stored without compression.
PACKED: Final = (".whl", ".zip")
UNIX: Final = 3


@dataclass(frozen=True)
class Zip:
    """A zip that was built."""

    path: Path
    #: The SHA-256 of its bytes, in hex.
    sha256: str
    #: The SHA-256 of names and contents, in hex: the same whichever zlib packed them.
    content_sha256: str
    size_bytes: int
    unzipped_bytes: int

    @property
    def sha256_base64(self) -> str:
        """The hash as Lambda answers it (``CodeSha256``)."""
        return base64.b64encode(bytes.fromhex(self.sha256)).decode()

    @property
    def content_sha256_base64(self) -> str:
        """For ``source_code_hash``: an unchanged tree is no update, on any machine."""
        return base64.b64encode(bytes.fromhex(self.content_sha256)).decode()


def write(contents: Contents, path: Path) -> Zip:
    """Write a zip. It replaces an older one at once, so that no reader sees half of it."""
    every = hashlib.sha256()
    unzipped = 0
    part = path.with_name(f".{path.name}.part")
    with zipfile.ZipFile(part, "w") as archive:
        for name in sorted(contents):
            data = _bytes(contents[name])
            info = zipfile.ZipInfo(name, DATE)
            info.create_system = UNIX
            info.external_attr = FILE_MODE << 16
            packed = name.endswith(PACKED)
            info.compress_type = zipfile.ZIP_STORED if packed else zipfile.ZIP_DEFLATED
            archive.writestr(info, data, compresslevel=None if packed else LEVEL)
            unzipped += len(data)
            every.update(f"{len(name.encode())} {name} {len(data)}\n".encode())
            every.update(data)
    part.replace(path)
    return Zip(path, file_sha256(path), every.hexdigest(), path.stat().st_size, unzipped)


def sizes(path: Path) -> Iterator[tuple[str, int]]:
    """Name and unzipped bytes of each file in a zip."""
    with zipfile.ZipFile(path) as archive:
        for info in archive.infolist():
            yield info.filename, info.file_size


def file_sha256(path: Path) -> str:
    """The SHA-256 of a file, in hex."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _bytes(content: Path | bytes) -> bytes:
    return content if isinstance(content, bytes) else content.read_bytes()
