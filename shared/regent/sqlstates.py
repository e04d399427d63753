"""Postgres's own errors, by SQLSTATE, as classes and in words of ours."""

from __future__ import annotations

from collections.abc import Mapping

from regent.errors import (
    Busy,
    DatabaseForbidden,
    DatabaseUnavailable,
    DiskFull,
    InvalidJson,
    RegentError,
)

_GONE = "the database is shutting down or starting"
_SHORT = "the database is short of memory or of another resource; try again, with less at a time"
POSTGRES: Mapping[str, tuple[type[RegentError], str]] = {
    "25006": (DatabaseUnavailable, "this database only reads: it is, or has become, a replica"),
    "22P02": (InvalidJson, "a payload holds a number that is too large for JSON"),
    "22003": (InvalidJson, "a payload holds a number that is too large for JSON"),
    "22P05": (InvalidJson, "a payload holds the NUL character, which cannot be stored"),
    "40001": (Busy, "other transactions were in the way three times; try again"),
    "40P01": (Busy, "other transactions were in the way three times; try again"),
    "55P03": (Busy, "another transaction held what this one needs for too long; try again"),
    "57014": (Busy, "the database took too long; try again"),
    "42501": (
        DatabaseForbidden,
        (
            "the database role may not do this ({}); log in as a role that the install granted"
            " rights to, or install as the role that made regent_owner"
        ),
    ),
    "53000": (Busy, _SHORT),
    "53100": (
        DiskFull,
        "the database's disk is full, and nothing was stored; make room on it, then send it again",
    ),
    "53200": (Busy, "the database has no room for more locks; try again, with less at a time"),
    "53300": (DatabaseUnavailable, "the database has no connection left"),
    "53400": (Busy, _SHORT),
    "57P01": (DatabaseUnavailable, _GONE),
    "57P02": (DatabaseUnavailable, _GONE),
    "57P03": (DatabaseUnavailable, _GONE),
    "57P04": (DatabaseUnavailable, "the database was dropped while it was in use"),
    "57P05": (DatabaseUnavailable, "the database closed a connection that was idle"),
}
