"""Files in a folder: whole or not at all, and on the disk if anybody relies on them."""

from __future__ import annotations

import os
import shutil
import time
import uuid
from collections.abc import Iterable
from contextlib import suppress
from itertools import takewhile
from pathlib import Path

#: Folders whose names this process knows to be on the disk.
_KEPT: set[Path] = set()


def put(target: Path, source: Path, *, replace: bool = True, durable: bool = True) -> None:
    """Copy a file to its place. One that is there already is replaced, or stays as it is. A power
    cut may take it back, unless it is durable."""
    made = [folder for folder in target.parents if not folder.exists()]
    target.parent.mkdir(parents=True, exist_ok=True)
    # It gets the mode that the user's umask gives to new files; a temporary file would be its
    # owner's alone, and so would the archive.
    whole = target.with_name(f".{uuid.uuid4().hex}")
    try:
        with whole.open("xb") as beside, source.open("rb") as opened:
            shutil.copyfileobj(opened, beside)
            beside.flush()
            if durable:
                os.fsync(beside.fileno())
        if replace:
            whole.replace(target)
        else:
            with suppress(FileExistsError):
                target.hardlink_to(whole)
    finally:
        whole.unlink(missing_ok=True)  # nobody else would, and the disk may be full
    # A power cut could otherwise take the file back after the database has committed that it is
    # there. Others rely on the folders in any case.
    _keep(made)
    if durable:
        settle(target)


def sweep(folder: Path, pattern: str, seconds: float) -> None:
    """Remove what was not touched for so long: files, and folders that are empty."""
    before = time.time() - seconds
    for path in sorted(folder.rglob(pattern), reverse=True):
        with suppress(OSError):  # another run may sweep, too, and a folder may have files
            if path.stat().st_mtime < before:
                path.rmdir() if path.is_dir() else path.unlink()


def settle(file: Path) -> None:
    """Write a file's name to the disk, and those of its folders. A run that was killed may have
    made them and not come so far."""
    to_disk(file.parent)
    ours = takewhile(lambda folder: not folder.is_mount(), file.parents)
    _keep(folder for folder in ours if folder not in _KEPT)


def _keep(folders: Iterable[Path]) -> None:
    for folder in folders:
        with suppress(PermissionError):  # who may not read a folder has made nothing in it
            to_disk(folder.parent)
        _KEPT.add(folder)


def to_disk(folder: Path) -> None:
    """Write a folder's names to the disk."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
