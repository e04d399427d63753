"""Texts of others as Postgres stores them."""

from __future__ import annotations

from regent.limits import MAX_ERROR_LENGTH


def storable(error: str) -> str:
    """The text of an error, without what Postgres does not take, short enough to be kept."""
    clean = error.replace("\0", "�").encode("utf-8", "replace").decode()
    return clean[:MAX_ERROR_LENGTH]
