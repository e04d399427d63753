"""A routine's shipped file, found by its name: what a broken variant is made from."""

from __future__ import annotations

from pathlib import Path

from regent.install import SQL


def routine_file(name: str, sql: Path = SQL) -> Path:
    """The file of ``pop``, or of ``log.append``: a schema is named where both have one."""
    schema, _, stem = name.rpartition(".")
    found = [
        path
        for path in sql.glob(f"*/{stem}.sql")
        if not schema or (path.parent.name == "log") == (schema == "log")
    ]
    if len(found) != 1:
        raise LookupError(f"{name} has {len(found)} files: {sorted(map(str, found))}")
    return found[0]


def variant(name: str, *changes: tuple[str, str]) -> str:
    """The routine's statement with each text replaced, made to stand in for the shipped one.

    Each text has to be there exactly once. Otherwise a variant could silently become the real
    routine when the file changes.
    """
    text = routine_file(name).read_text()
    for old, new in (("create function ", "create or replace function "), *changes):
        if text.count(old) != 1:
            raise LookupError(f"{name} has {text.count(old)} times: {old}")
        text = text.replace(old, new)
    return text
