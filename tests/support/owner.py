"""A test's own session, beside those of the code: one for each URL, instead of one a statement.

To connect costs more than most statements, and a new session knows nothing of the catalog.
"""

from __future__ import annotations

import atexit
import re
import threading
from typing import Any

import psycopg
from psycopg.rows import dict_row

#: A copy of a template (databases.py). Others may be restarted, upgraded or copied by their test.
_COPY = re.compile(r"/(test_\d+)\?")

_kept: dict[str, psycopg.Connection[Any]] = {}


def execute(url: str, statement: bytes, parameters: Any = None) -> list[dict[str, Any]]:
    """Run a statement that commits by itself; its rows, or [] for one without rows."""
    # What waits for a lock in a thread must not keep others waiting.
    if _COPY.search(url) is None or threading.current_thread() is not threading.main_thread():
        with psycopg.connect(url, autocommit=True) as connection:
            return _rows(connection, statement, parameters)
    return _rows(session(url), statement, parameters)


def session(url: str) -> psycopg.Connection[Any]:
    """The session that is kept for a copy."""
    if url in _kept and _kept[url].closed:
        _kept.pop(url).close()
    if url not in _kept:
        _kept[url] = psycopg.connect(url, autocommit=True, prepare_threshold=None)
    return _kept[url]


def _rows(connection: psycopg.Connection[Any], statement: bytes, parameters: Any) -> Any:
    cursor = connection.cursor(row_factory=dict_row).execute(statement, parameters)
    return cursor.fetchall() if cursor.description else []


def forget(url: str = "") -> None:
    """Close the sessions of a copy, for whatever role; or all sessions."""
    copy = _COPY.search(url)
    for each in list(_kept):
        if copy is None or copy[0] in each:
            _kept.pop(each).close()


atexit.register(forget)
