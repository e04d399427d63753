"""Files in a folder: whole or not at all, and on the disk if anybody relies on them."""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path


def put(target: Path, source: Path, *, replace: bool = True, durable: bool = True) -> None:
    """Copy a file to its place. One that is there already is replaced, or stays as it is. A power
    cut may take it back, unless it is durable."""
    made = [folder for folder in target.parents if not folder.exists()]
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=target.parent, prefix=".", delete=False) as beside:
        with source.open("rb") as opened:
            shutil.copyfileobj(opened, beside)
        beside.flush()
        if durable:
            os.fsync(beside.fileno())
    whole = Path(beside.name)
    if replace:
        whole.replace(target)
    else:
        with suppress(FileExistsError):
            target.hardlink_to(whole)
        whole.unlink()
    # A name is on the disk once its folder is. A power cut could otherwise take the file back after
    # the database has committed that it is there. Others rely on the folders in any case.
    for folder in {each.parent for each in made} | ({target.parent} if durable else set()):
        to_disk(folder)


def to_disk(folder: Path) -> None:
    """Write a folder's names to the disk."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
