"""What nobody thought of: a 500 that says where to look, and a log in which that is found."""

from __future__ import annotations

import pytest

from regent.stores.queue import Queues
from tests.support.http import Call
from tests.support.queue_http import refused


def test_the_log_has_the_id_that_the_client_is_told(
    call: Call, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("nobody thought of this")

    monkeypatch.setattr(Queues, "push", fail)
    body = refused(call("POST", "/api/v1/push", {"items": [{"queue": "q"}]}), 500, "INTERNAL")
    assert "nobody thought" not in body["error"]
    cause, answer = caplog.records
    assert cause.exc_info is not None
    assert "nobody thought of this" in str(cause.exc_info[1])
    assert [vars(each)["requestId"] for each in (cause, answer)] == [body["requestId"]] * 2
