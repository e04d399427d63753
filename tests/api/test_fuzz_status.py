"""Whatever is asked of status, analytics and metrics, the answer is never a 5xx."""

from functools import partial
from typing import Any
from urllib.parse import quote

from hypothesis import given
from hypothesis import strategies as st

from regent.paging import encode_cursor
from tests.api.test_fuzz import FUZZ, JSON, TEXT, never_5xx
from tests.support.http import Call
from tests.support.queue_http import pop, push

NUMBER = st.integers(-1, 1_001).map(str) | st.floats().map(str) | TEXT
INSTANT = (
    st.datetimes().map(str)
    | st.datetimes(timezones=st.timezones()).map(str)
    | st.sampled_from(["now", "1970-01-01", "9999-12-31T23:59:59-14:00", "0001-01-01"])
    | TEXT
)
CURSOR = (
    st.lists(INSTANT | st.integers() | TEXT, max_size=5).map(partial(encode_cursor, "messages"))
    | st.tuples(INSTANT, st.integers(0), st.integers(0)).map(partial(encode_cursor, "messages"))
    | TEXT
)
QUERY = st.fixed_dictionaries(
    {},
    optional={
        "from": INSTANT,
        "to": INSTANT,
        "queue": TEXT,
        "namespace": TEXT,
        "task": TEXT,
        "interval": st.sampled_from(["minute", "hour", "day", "week", "month"]) | TEXT,
        "limit": NUMBER,
        "offset": NUMBER,
        "cursor": CURSOR,
        "stuck": st.sampled_from(["true", "false"]) | TEXT,
        "consumerGroup": TEXT,
    },
)
PATHS = (
    *("/api/v1/status", "/api/v1/status/queues", "/api/v1/status/queues/q"),
    *("/api/v1/status/queues/q/messages", "/api/v1/status/analytics", "/api/v1/status/buffers"),
    *("/api/v1/analytics/queue-ops", "/api/v1/analytics/queue-lag"),
    *("/api/v1/analytics/worker-metrics", "/api/v1/analytics/system-metrics"),
    *("/api/v1/analytics/queue-parked-replicas", "/api/v1/analytics/retention"),
    *("/api/v1/analytics/postgres-stats", "/api/v1/analytics/leases"),
    *("/metrics", "/metrics/prometheus"),
)


def test_fuzz_queries(call: Call) -> None:
    push(call, "q", *range(10))
    pop(call, "q")

    @FUZZ
    @given(st.sampled_from(PATHS), QUERY)
    def run(path: str, query: dict[str, str]) -> None:
        never_5xx(call, "GET", path, query=query)

    run()


def test_fuzz_names_in_paths(call: Call) -> None:
    push(call, "q", 1)

    @FUZZ
    @given(TEXT.filter(bool), st.sampled_from(["", "/messages"]))
    def run(queue: str, rest: str) -> None:
        never_5xx(call, "GET", f"/api/v1/status/queues/{quote(queue)}{rest}")

    run()


def test_fuzz_refresh(call: Call) -> None:
    @FUZZ
    @given(JSON)
    def run(body: Any) -> None:
        never_5xx(call, "POST", "/api/v1/stats/refresh", body)

    run()
