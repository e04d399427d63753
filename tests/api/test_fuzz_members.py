"""Whatever comes in about topics and members, the answer is never a 5xx (as in test_fuzz.py)."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.conftest import StoppedClock
from tests.support.http import Call
from tests.support.members_http import GROUP, GROUPS, found, joined, produce

FUZZ = settings(
    max_examples=100,
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
WORDS = ["orders", "app", "G_orders_app", "a\x00", "x" * 256, "0", "1", "/queues/", "nan"]
TEXT = st.text(max_size=20) | st.sampled_from(WORDS)
NUMBER = st.integers(-2, 5) | st.integers(min_value=-(10**40), max_value=10**40)
SCALAR = st.none() | st.booleans() | NUMBER | st.floats() | TEXT
JSON = st.recursive(
    SCALAR, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4)
)
OFFSETS = st.dictionaries(st.integers(-1, 4).map(str) | TEXT, NUMBER, max_size=3)


def fields(**known: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """An object whose known fields are there or not, right or wrong."""
    return st.fixed_dictionaries({}, optional={name: right | JSON for name, right in known.items()})


def never_5xx(call: Call, method: str, path: str, body: Any = None, **rest: Any) -> None:
    text = None if body is None else json.dumps(body)
    reply = call(method, path, text, **rest)
    assert reply.status < 500, (body, rest, reply)
    if reply.status >= 400:
        assert reply.body["errorCode"] == reply.body["code"]


def test_fuzz_bodies(call: Call, stopped_clock: StoppedClock) -> None:
    group = found(call)
    produce(call, 0, *range(5))
    (member,) = joined(call, stopped_clock, group, "a")
    who: dict[str, Any] = {"groupId": st.just(group), "memberId": st.just(member)}
    record = fields(
        value=JSON, key=TEXT, partition=NUMBER, timestamp=NUMBER, headers=JSON, transactionId=TEXT
    )
    bodies = {
        "/api/v1/metadata/topics": fields(topic=TEXT, partitions=st.integers(-1, 9)),
        "/api/v1/produce": fields(topic=st.just("orders"), messages=st.lists(record, max_size=3)),
        f"{GROUPS}/find-or-create": fields(topic=st.just("orders"), appId=TEXT),
        f"{GROUP}/join": fields(groupId=st.just(group), consumerId=TEXT, sessionTimeoutMs=NUMBER),
        f"{GROUP}/heartbeat": fields(**who, generation=NUMBER, offsets=OFFSETS),
        f"{GROUP}/commit-offsets": fields(
            **who, generation=NUMBER, offsets=OFFSETS, force=st.booleans()
        ),
        f"{GROUP}/leave": fields(groupId=st.just(group), memberId=TEXT),
    }

    @FUZZ
    @given(st.sampled_from(sorted(bodies)).flatmap(lambda p: st.tuples(st.just(p), bodies[p])))
    def known(case: tuple[str, Any]) -> None:
        never_5xx(call, "POST", *case)

    @FUZZ
    @given(st.sampled_from(sorted(bodies)), JSON)
    def anything(path: str, body: Any) -> None:
        never_5xx(call, "POST", path, body)

    known()
    anything()


def test_fuzz_queries_and_paths(call: Call, stopped_clock: StoppedClock) -> None:
    group = found(call)
    produce(call, 0, *range(5))
    joined(call, stopped_clock, group, "a")
    number = NUMBER.map(str) | st.floats().map(str) | TEXT
    query = st.fixed_dictionaries(
        {"maxWaitMs": st.just("0")},
        optional={
            "topic": st.just("orders") | TEXT,
            "groupId": st.just(group) | TEXT,
            **dict.fromkeys(("partition", "offset", "maxRecords", "limit"), number),
            **dict.fromkeys(("cursor", "after", "force", "brokerId"), TEXT),
        },
    )

    @FUZZ
    @given(query, TEXT.filter(bool))
    def run(query: dict[str, str], name: str) -> None:
        path = quote(name, safe="")
        for each in (f"{GROUP}/records", f"{GROUP}/offsets", GROUPS, "/api/v1/metadata/topics"):
            never_5xx(call, "GET", each, query=query)
        for each in (f"{GROUPS}/{path}", f"/api/v1/metadata/topics/{path}"):
            never_5xx(call, "GET", each)
        never_5xx(call, "GET", f"{GROUP}/assignment/{path}")
        never_5xx(call, "DELETE", f"{GROUPS}/{path}", query=query)
        never_5xx(call, "DELETE", f"/api/v1/metadata/topics/no {path}")

    run()
