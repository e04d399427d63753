"""Whatever comes in for the event log, the answer is the client's fault or a success."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.api.test_fuzz import FUZZ, JSON, SCALAR, TEXT, fields, never_5xx
from tests.support.http import Call
from tests.support.log import PATH, append, message, register

ATTRIBUTES = st.dictionaries(TEXT, SCALAR, max_size=3)
POSITION = st.integers(-1, 5)
TYPE = st.sampled_from(["a", "b"]) | TEXT
MESSAGE = fields(
    id=st.uuids().map(str),
    type=TYPE,
    payload=st.dictionaries(TEXT, JSON, max_size=4),
    metadata=st.dictionaries(TEXT, JSON, max_size=2),
    causationId=st.uuids().map(str),
    correlationId=st.uuids().map(str),
)
CONDITION = fields(type=TYPE, attrs=ATTRIBUTES)
GUARD = fields(conditions=st.lists(CONDITION, max_size=3), lastPosition=POSITION)
OFFSET_ID = st.sampled_from(["1.1", "1.2", "2.1"]) | TEXT
BODIES = {
    "append": fields(messages=st.lists(MESSAGE, max_size=4), guard=GUARD),
    "read": fields(
        conditions=st.lists(CONDITION, max_size=3), afterPosition=POSITION, limit=POSITION
    ),
    "read-partition": fields(
        attributes=ATTRIBUTES,
        handledTypes=st.lists(TYPE, max_size=3),
        afterPosition=POSITION,
        upto=POSITION,
        guardScope=st.sampled_from(["broad", "exact"]),
    ),
    "schedule": fields(
        messages=st.lists(MESSAGE, max_size=3), at=st.datetimes().map(lambda d: f"{d.isoformat()}Z")
    ),
    "groups": fields(groupId=TEXT, partitionBy=st.lists(TEXT, max_size=3)),
    "groups/g/claim": fields(
        partitionBy=st.lists(st.sampled_from("pq") | TEXT, max_size=3),
        handledTypes=st.lists(TYPE, max_size=3),
        workerId=TEXT,
        batchSize=POSITION,
        leaseSeconds=st.floats(0, 10),
    ),
    "groups/g/ack": fields(offsetId=OFFSET_ID, position=POSITION, workerId=TEXT),
    "groups/g/release": fields(offsetId=OFFSET_ID, error=TEXT, retryInSeconds=st.floats(0, 10)),
    "groups/g/advance": fields(partition=ATTRIBUTES, position=POSITION),
    "groups/g/stop": fields(reason=JSON, retryInSeconds=st.floats(0, 10)),
    "groups/g/start": fields(reason=JSON),
    "groups/g/reset": fields(reason=JSON),
}  # fmt: skip


@pytest.fixture(autouse=True)
def some(call: Call) -> None:
    register(call, "g")
    append(call, *(message("a", p=n % 2, q="x") for n in range(4)))


@pytest.mark.parametrize("route", BODIES)
def test_fuzz_bodies(call: Call, route: str) -> None:
    @FUZZ
    @given(JSON | BODIES[route])
    def run(body: Any) -> None:
        never_5xx(call, "POST", f"{PATH}/{route}", body)

    run()


@pytest.mark.parametrize(
    "path", ["messages", "messages/x/correlated", "types", "groups", "groups/g/offsets"]
)
def test_fuzz_queries(call: Call, path: str) -> None:
    @FUZZ
    @given(fields(**dict.fromkeys(("from", "limit", "order", "type", "cursor"), TEXT | POSITION)))
    def run(query: Any) -> None:
        never_5xx(call, "GET", f"{PATH}/{path}", query=query)

    run()


def test_fuzz_declarations(call: Call) -> None:
    @FUZZ
    @given(JSON | fields(attributes=st.lists(TEXT, max_size=3)))
    def run(body: Any) -> None:
        never_5xx(call, "PUT", f"{PATH}/types/a", body)

    run()
