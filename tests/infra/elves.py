"""The facts in a shared object's ELF header."""

from __future__ import annotations

import re
import struct
import zipfile
from pathlib import Path

AARCH64, X86_64 = 183, 62
#: Modules that Python itself imports, as against libraries that those link to.
_MODULE = re.compile(r"\.(cpython-(\d+)-[\w-]+|abi3)\.so$")


def machine(head: bytes) -> int:
    """The machine that a 64-bit little-endian ELF file is for."""
    assert head[:6] == b"\x7fELF\x02\x01", head[:6]
    (found,) = struct.unpack_from("<H", head, 18)
    return int(found)


def strangers(package: Path, wanted: int, python: str) -> list[str]:
    """Shared objects in a zip that could not be loaded there, with the reason."""
    complaints = []
    for name, head in _objects(package):
        if machine(head) != wanted:
            complaints.append(f"{name}: machine {machine(head)}")
        tag = _MODULE.search(name)
        if tag and tag[2] not in (None, python):
            complaints.append(f"{name}: Python {tag[2]}")
        if tag is None and name.endswith(".so"):
            complaints.append(f"{name}: for no Python that it names")
    return complaints


def count(package: Path) -> int:
    """The number of shared objects in a zip."""
    return len(_objects(package))


def _objects(package: Path) -> list[tuple[str, bytes]]:
    with zipfile.ZipFile(package) as archive:
        heads = [(name, archive.read(name)[:20]) for name in archive.namelist()]
    return [(name, head) for name, head in heads if head[:4] == b"\x7fELF"]
