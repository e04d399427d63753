"""Unexpected errors: the answer is a 500 that says where to look, and the log has them there."""

from __future__ import annotations

import psycopg
import pytest

from regent.stores.queue import Queues
from tests.support.http import Call
from tests.support.queue_http import push, refused


def test_the_log_has_the_id_that_the_client_is_told(
    call: Call, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("nobody thought of this")

    monkeypatch.setattr(Queues, "push", fail)
    body = refused(call("POST", "/api/v1/push", {"items": [{"queue": "q"}]}), 500, "INTERNAL")
    assert "nobody thought" not in body["error"]
    cause, answer = caplog.records
    assert cause.exc_info is not None
    assert "nobody thought of this" in str(cause.exc_info[1])
    assert [vars(each)["requestId"] for each in (cause, answer)] == [body["requestId"]] * 2


_FULL = """
    create function public.full_disk() returns trigger language plpgsql as $$
    begin
        raise exception 'could not extend file "base/5/16384": No space left on device'
            using errcode = '53100';
    end $$;
    create trigger full_disk before insert on queen.messages
        for each statement execute function public.full_disk();
"""


def test_a_full_disk_is_said_to_be_one(call: Call, owner_url: str) -> None:
    """As a Postgres without room refuses an insert, and goes on reading."""
    with psycopg.connect(owner_url) as owner:
        owner.execute(_FULL)
    reply = call("POST", "/api/v1/push", {"items": [{"queue": "q"}]})
    body = refused(reply, 507, "DISK_FULL")
    assert body["error"] == (
        "the database's disk is full, and nothing was stored; make room on it, then send it again"
    )
    assert reply.headers["Retry-After"] == "30"
    with psycopg.connect(owner_url) as owner:
        owner.execute("drop trigger full_disk on queen.messages")
    assert push(call, "q", 1)[0]["status"] == "queued"
