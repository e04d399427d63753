"""Whatever is asked of groups and subscriptions: the client's fault or a success, never a 5xx."""

from typing import Any
from urllib.parse import quote

from hypothesis import given
from hypothesis import strategies as st

from tests.api.test_fuzz import FUZZ, JSON, TEXT, fields, never_5xx
from tests.support.http import Call
from tests.support.queue_http import pop, push

GROUPS = "/api/v1/consumer-groups"
NAME = TEXT.filter(bool) | st.sampled_from(["g", "lagging", "a/queues/b", "/", "x/seek"])
NUMBER = st.integers(-1, 2_000).map(str) | st.integers().map(str) | TEXT
CURSOR = TEXT | st.sampled_from(["WyJhIl0", "WyJhIiwiYiJd", "WyIiLCIiLCIiLCIiLCIiXQ", "bnVsbA"])
QUERY = st.fixed_dictionaries(
    {},
    optional={
        "by": st.sampled_from(["queue", "group"]) | TEXT,
        "queue": NAME,
        "namespace": TEXT,
        "name": TEXT,
        "consumerGroup": NAME,
        "limit": NUMBER,
        "offset": NUMBER,
        "cursor": CURSOR,
        "minLagSeconds": NUMBER,
        "deleteMetadata": st.sampled_from(["true", "false"]) | TEXT,
        "force": st.sampled_from(["true", "false"]) | TEXT,
    },
)
SEEK = fields(
    toEnd=st.booleans(),
    toBeginning=st.booleans(),
    timestamp=st.datetimes().map(str) | TEXT,
    offset=st.integers(0, 9),
    force=st.booleans(),
)


def consumed(call: Call) -> None:
    push(call, "q", *range(9))
    pop(call, "q", consumerGroup="g", batch=3)


def test_fuzz_reads(call: Call) -> None:
    consumed(call)

    @FUZZ
    @given(QUERY, NAME)
    def run(query: dict[str, str], name: str) -> None:
        for path in (GROUPS, f"{GROUPS}/lagging", f"{GROUPS}/g", "/api/v1/subscriptions"):
            never_5xx(call, "GET", path, query=query)
        never_5xx(call, "GET", f"{GROUPS}/{quote(name)}", query=query)

    run()


def test_fuzz_deletions(call: Call) -> None:
    consumed(call)

    @FUZZ
    @given(QUERY, NAME, NAME)
    def run(query: dict[str, str], group: str, queue: str) -> None:
        never_5xx(call, "DELETE", f"{GROUPS}/{quote(group)}", query=query)
        never_5xx(call, "DELETE", f"{GROUPS}/{quote(group)}/queues/{quote(queue)}", query=query)
        never_5xx(call, "DELETE", f"/api/v1/subscriptions/{quote(queue)}", query=query)

    run()


def test_fuzz_seek(call: Call) -> None:
    consumed(call)

    @FUZZ
    @given(JSON | SEEK, NAME, NAME)
    def run(body: Any, group: str, name: str) -> None:
        never_5xx(call, "POST", f"{GROUPS}/g/queues/q/seek", body)
        never_5xx(call, "POST", f"{GROUPS}/g/queues/q/partitions/Default/seek", body)
        never_5xx(call, "POST", f"{GROUPS}/{quote(group)}/queues/{quote(name)}/seek", body)

    run()


def test_fuzz_pause_and_subscription(call: Call) -> None:
    consumed(call)
    instant = fields(subscriptionTimestamp=st.datetimes().map(str))

    @FUZZ
    @given(JSON | instant, NAME, NAME)
    def run(body: Any, group: str, queue: str) -> None:
        never_5xx(call, "POST", f"{GROUPS}/{quote(group)}/subscription", body)
        for act in ("pause", "resume"):
            never_5xx(call, "POST", f"{GROUPS}/{quote(group)}/{act}", body)
            never_5xx(call, "POST", f"{GROUPS}/{quote(group)}/queues/{quote(queue)}/{act}", body)

    run()
