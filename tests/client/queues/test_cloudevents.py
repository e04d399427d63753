"""CloudEvents in their binary mode: the published examples, round trips, and refusals."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from regent.client.cloudevents import CloudEvent, decoded, encoded
from regent.client.errors import InvalidPayload
from regent.client.records import ConsumerRecord

#: The example of the binding for HTTP, as its headers.
PUBLISHED = {
    "ce-specversion": "1.0",
    "ce-type": "com.example.someevent",
    "ce-time": "2018-04-05T03:56:24Z",
    "ce-id": "1234-1234-1234",
    "ce-source": "/mycontext/subcontext",
    "Content-Type": "application/json; charset=utf-8",
}
MINIMAL = {"ce-specversion": "1.0", "ce-id": "1", "ce-source": "/s", "ce-type": "t"}
texts = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1)
FIELDS = {"id", "source", "type", "specversion", "data", "dataschema", "subject", "time"}
names = st.from_regex("[a-z0-9]{1,14}", fullmatch=True).filter(lambda name: name not in FIELDS)
scalars = st.none() | st.booleans() | st.integers() | st.text() | st.binary()
events = st.builds(
    CloudEvent,
    id=texts,
    source=texts,
    type=texts,
    data=scalars | st.lists(st.integers()) | st.dictionaries(st.text(), st.integers()),
    datacontenttype=st.none() | st.sampled_from(["application/json", "image/png", "text/plain"]),
    dataschema=st.none() | texts,
    subject=st.none() | texts,
    time=st.none() | st.datetimes().map(lambda at: f"{at.isoformat()}Z"),
    extensions=st.dictionaries(names, texts, max_size=4),
)


def test_the_published_example_is_read() -> None:
    event = CloudEvent.read(PUBLISHED, {"application": "data"})
    assert event == CloudEvent(
        id="1234-1234-1234",
        source="/mycontext/subcontext",
        type="com.example.someevent",
        time="2018-04-05T03:56:24Z",
        datacontenttype="application/json; charset=utf-8",
        data={"application": "data"},
    )


def test_the_published_example_is_written() -> None:
    event = CloudEvent.read(PUBLISHED, None)
    assert event.headers() == {name.lower(): value for name, value in PUBLISHED.items()}


def test_the_published_example_of_a_value_is_encoded_and_decoded() -> None:
    assert encoded("Euro € 😀") == "Euro%20%E2%82%AC%20%F0%9F%98%80"
    assert decoded("ce-subject", "Euro%20%E2%82%AC%20%F0%9F%98%80") == "Euro € 😀"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("%65uro", "euro"),
        ("%e2%82%ac", "€"),
        ('"Euro \\"€\\""', 'Euro "€"'),
        ('"100%25"', "100%"),
        ("a'b(c)~", "a'b(c)~"),
        (7, "7"),
    ],
)
def test_what_older_and_more_careful_senders_write_is_read(value: object, text: str) -> None:
    assert decoded("ce-subject", value) == text


@pytest.mark.parametrize("value", ["%C0%A0", "%FF", "100%", "%4"])
def test_what_is_no_percent_encoded_utf_8_is_refused(value: str) -> None:
    with pytest.raises(InvalidPayload, match="ce-subject of a CloudEvent is"):
        CloudEvent.read({**MINIMAL, "ce-subject": value}, None)


@given(texts)
@example('"%"')
@example("\\")
def test_each_text_survives_a_header_that_is_printable_ascii(text: str) -> None:
    header = encoded(text)
    assert all("!" <= letter <= "~" for letter in header)
    assert not set(header) & {'"', " "}
    assert decoded("ce-subject", header) == text


@given(events)
def test_an_event_survives_its_headers(event: CloudEvent) -> None:
    sent = event.outgoing()
    assert sent.headers is not None
    assert CloudEvent.read(sent.headers, sent.payload, sent.key) == event
    assert sent.transaction_id is not None
    assert 0 < len(sent.transaction_id) <= 255


@given(events, events)
def test_other_events_have_other_transaction_ids(one: CloudEvent, two: CloudEvent) -> None:
    same = (one.source, one.id) == (two.source, two.id)
    assert (one.transaction_id == two.transaction_id) == same


def test_source_and_id_do_not_run_into_each_other() -> None:
    one, two = (
        CloudEvent(id=name, source=source, type="t").transaction_id
        for source, name in (("a b", "c"), ("a", "b c"))
    )
    assert (one, two) == ("a%20b c", "a b%20c")


def test_a_long_source_has_a_transaction_id_all_the_same() -> None:
    event = CloudEvent(id="1", source="/" + "x" * 300, type="t")
    assert event.transaction_id == "18c9f3e1-aede-5a71-9124-f23bba41a424"


def test_it_travels_through_a_queue(regent: Any) -> None:
    event = CloudEvent(
        id="7",
        source="/shop",
        type="order.placed",
        subject="Anna Ö.",
        data={"total": 12},
        datacontenttype="application/json",
        extensions={"partitionkey": "anna", "comexampleothervalue": "5"},
    )
    regent.queue("events").push_many([event.outgoing(partition="anna")])
    (again,) = regent.queue("events").push_many([event.outgoing(partition="anna")])
    assert again.duplicate
    (message,) = regent.queue("events").pop()
    inner = getattr(message, "inner", message)
    assert (message.transaction_id, message.key) == ("/shop 7", "anna")
    assert CloudEvent.of(inner) == event


def test_bytes_travel_through_a_queue(regent: Any) -> None:
    event = CloudEvent(
        id="1", source="/camera", type="picture", data=b"\x89PNG", datacontenttype="image/png"
    )
    regent.queue("pictures").push_many([event.outgoing()])
    (message,) = regent.queue("pictures").pop()
    assert CloudEvent.of(getattr(message, "inner", message)) == event


def test_a_record_of_a_topic_may_be_one() -> None:
    record = ConsumerRecord("t", 0, 0, "anna", {"total": 12}, 0, MINIMAL)
    assert CloudEvent.of(record) == CloudEvent(
        id="1", source="/s", type="t", data={"total": 12}, extensions={"partitionkey": "anna"}
    )


def test_the_header_decides_and_not_the_key() -> None:
    event = CloudEvent.read({**MINIMAL, "ce-partitionkey": "anna"}, None, "bob")
    assert event.key == "anna"


@pytest.mark.parametrize(
    ("headers", "sentence"),
    [
        ({}, "no header ce-specversion and no header ce-id and no header ce-source and no header"),
        ({**MINIMAL, "ce-id": ""}, "there is no header ce-id"),
        ({**MINIMAL, "ce-specversion": "0.3"}, "specversion of a CloudEvent is '0.3'; this client"),
        ({**MINIMAL, "ce-datacontenttype": "x/y"}, "header ce-datacontenttype; .* content-type"),
        ({**MINIMAL, "ce-time": "yesterday"}, "time of a CloudEvent is 'yesterday'; it takes an"),
        ({**MINIMAL, "ce-subject": "a%00b"}, "no control character"),
        ({**MINIMAL, "ce-bad_name": "x"}, "'bad_name' cannot be an extension"),
        ({**MINIMAL, "ce-data": "x"}, "'data' cannot be an extension"),
        ({**MINIMAL, "ce-partitionkey": ""}, "partitionkey of a CloudEvent is ''"),
    ],
)
def test_what_is_no_event_is_refused(headers: dict[str, str], sentence: str) -> None:
    with pytest.raises(InvalidPayload, match=sentence):
        CloudEvent.read(headers, None)


@pytest.mark.parametrize(
    ("attributes", "sentence"),
    [
        ({"id": ""}, "id of a CloudEvent is ''; it takes a text that is not empty"),
        ({"subject": 5}, "subject of a CloudEvent is 5; it takes a text"),
        ({"time": "2026-04-05"}, "time of a CloudEvent is '2026-04-05'"),
        ({"subject": "\ud800"}, "no half character"),
        ({"extensions": {"Number": "5"}}, "'Number' cannot be an extension"),
        ({"extensions": {"number": 5}}, "number of a CloudEvent is 5; it takes a text"),
        ({"datacontenttype": "text/plain\n"}, "datacontenttype of a CloudEvent is"),
    ],
)
def test_what_cannot_be_an_event_is_not_made(attributes: Any, sentence: str) -> None:
    with pytest.raises(InvalidPayload, match=sentence):
        CloudEvent(**{"id": "1", "source": "/s", "type": "t", **attributes})
