"""A run of the reclaim, as EventBridge Scheduler calls it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from functions.schedules import reclaim
from regent.database import Database
from regent.encryption import Encryption
from regent.settings import Settings
from regent.stores import Activity, Audit, DeadLetters, LogStore, Members, Queues, Retention
from tests.support.http import Context

Run = Callable[..., dict[str, Any]]


@pytest.fixture
def whole_run(owner_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Run]:
    """``whole_run()`` → the answer that EventBridge Scheduler would get."""
    # The handler keeps its stores from the init phase. These replace them, with its own role.
    role_url = owner_url.replace("//postgres@", "//regent_reclaim@")
    database, encryption = Database(Settings(database_url=role_url)), Encryption(Settings())
    store = Queues(database, encryption)
    monkeypatch.setattr(reclaim, "queue_store", store)
    monkeypatch.setattr(reclaim, "activity_store", Activity(database))
    monkeypatch.setattr(reclaim, "member_store", Members(database, encryption))
    monkeypatch.setattr(reclaim, "event_log", LogStore(database))
    monkeypatch.setattr(reclaim, "letter_store", DeadLetters(database, encryption))
    monkeypatch.setattr(reclaim, "audit_store", Audit(database))
    monkeypatch.setattr(reclaim, "retention_store", Retention(database))

    def invoke(remaining_ms: int = 60_000) -> dict[str, Any]:
        return reclaim.handler({}, Context(remaining_ms))  # type: ignore[arg-type]

    yield invoke
    store.close()
