"""Messages as items: what is written, what is refused before anything is sent."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regent.client.core.outgoing import Draft, Form, Outgoing, drafts, form_of, several
from regent.client.core.payloads import STANDARD_JSON, Codec, codec_for, decoded, json_pair
from regent.client.errors import InvalidConfig, InvalidPayload, Misused
from regent.errors import PayloadTooLarge, RegentError


def form(**more: Any) -> Form:
    given = {"queue": "q", "codec": None, "json": STANDARD_JSON} | more
    return Form(**given)


def item(message: Any, **more: Any) -> dict[str, Any]:
    message = message if isinstance(message, Outgoing) else Outgoing(message)
    found: dict[str, Any] = json.loads(form(**more).draft(message).json)
    return found


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


def _travels(value: Any) -> bool:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


NAMES = st.text(min_size=1, max_size=255, alphabet=st.characters(exclude_characters="\0"))


@given(JSON, NAMES, st.text())
def test_any_json_value_and_any_name_travel_as_they_are(payload: Any, name: str, key: str) -> None:
    message = Outgoing(payload, partition=name, key=key, transaction_id=name, headers={key: key})
    if not _travels([payload, name, key]):
        with pytest.raises(InvalidPayload):
            form(queue=name).draft(message)
        return
    found = json.loads(form(queue=name).draft(message).json.encode())
    assert found == {
        "queue": name,
        "transactionId": name,
        "payload": payload,
        "key": key,
        "headers": {key: key},
        "partition": name,
    }


NAMES = st.text(
    min_size=1,
    max_size=255,
    alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="\0"),
)


@given(JSON, st.none() | NAMES)
def test_the_size_of_an_item_is_never_told_too_low(payload: Any, partition: str | None) -> None:
    if not _travels(payload):
        return
    draft = form().draft(Outgoing(payload, partition=partition))
    assert draft.size - len(draft.json.encode()) == (0 if partition else len(',"partition":"999"'))


@pytest.mark.parametrize(
    "payload", [float("nan"), float("inf"), {"a": object()}, {1, 2}, "\ud800", {"\udfff": 1}]
)
def test_what_is_no_json_is_refused(payload: Any) -> None:
    with pytest.raises(InvalidPayload, match="cannot be sent"):
        item(payload)


def test_a_payload_that_holds_itself_is_refused() -> None:
    payload: list[Any] = []
    payload.append(payload)
    with pytest.raises(InvalidPayload):
        item(payload)


def test_integers_beyond_64_bits_stay_what_they_are() -> None:
    assert item(2**100)["payload"] == 2**100


def test_bytes_travel_as_base64_and_come_back() -> None:
    for payload in (b"", b"\x00\xff", bytearray(b"abc"), memoryview(b"abcd")):
        found = item(Outgoing(payload, headers={"kind": "image"}))
        assert found["headers"] == {"kind": "image", "content-encoding": "base64"}
        assert decoded(found["payload"], found["headers"], None) == bytes(payload)


def test_a_text_that_only_says_that_it_is_base64_stays_a_text() -> None:
    assert decoded("no base64!", {"content-encoding": "base64"}, None) == "no base64!"
    assert decoded(5, {"content-encoding": "base64"}, None) == 5


def test_headers_that_are_no_json_are_refused() -> None:
    with pytest.raises(InvalidPayload, match="key or headers"):
        item(Outgoing(1, headers={"a": object()}))


def test_a_message_without_an_id_gets_one_that_stays() -> None:
    draft = form().draft(Outgoing(1))
    assert json.loads(draft.json)["transactionId"] == draft.transaction_id


@pytest.mark.parametrize(("size", "fits"), [(4 * 1024 * 1024, True), (4 * 1024 * 1024 + 1, False)])
def test_a_payload_of_4_mib_fits_and_no_larger_one(size: int, fits: bool) -> None:
    payload = "é" * ((size - 2) // 2) + "x" * (size % 2)
    if fits:
        form().draft(Outgoing(payload))
        return
    with pytest.raises(PayloadTooLarge, match=f"has {size} bytes"):
        form().draft(Outgoing(payload))


# Partitions


@dataclass
class Order:
    customer: Any


def test_the_partition_is_the_messages_own_then_the_handles_then_what_it_is_found_by() -> None:
    by = {"partition_by": "customer"}
    assert item({"customer": "anna"}, **by)["partition"] == "anna"
    assert item({"customer": 7}, **by)["partition"] == "7"
    assert item({"customer": "anna"}, partition="p", **by)["partition"] == "p"
    message = Outgoing({"customer": "anna"}, partition="own")
    assert item(message, partition="p", **by)["partition"] == "own"
    assert item([1, 2], partition_by=lambda payload: payload[1])["partition"] == "2"
    assert "partition" not in item(1)


def test_the_field_of_an_object_gives_the_partition_too() -> None:
    codec: Codec[Any] = Codec(lambda order: {"customer": order.customer}, Order)
    assert item(Order("bob"), codec=codec, partition_by="customer")["partition"] == "bob"


@pytest.mark.parametrize("customer", [None, "", True, 1.5, ["anna"]])
def test_what_is_no_name_of_a_partition_is_refused(customer: Any) -> None:
    with pytest.raises(InvalidPayload, match="a partition's name is a text or a whole number"):
        item({"customer": customer}, partition_by="customer")


@pytest.mark.parametrize("payload", [{"other": 1}, 5, None])
def test_a_payload_without_the_field_is_refused(payload: Any) -> None:
    with pytest.raises(InvalidPayload, match="has no such value"):
        item(payload, partition_by="customer")


def test_spread_messages_go_where_their_ids_say_so_a_repeat_goes_there_again() -> None:
    found = item(Outgoing(1, transaction_id="mail-1"), spread=16)["partition"]
    assert found == str(crc32(b"mail-1") % 16)
    assert {item(n, spread=4)["partition"] for n in range(200)} == {"0", "1", "2", "3"}


def test_partition_by_and_spread_exclude_each_other() -> None:
    with pytest.raises(Misused, match="give one of them"):
        form_of("q", None, STANDARD_JSON, "customer", 4)
    for spread in (0, -1, True):
        with pytest.raises(Misused, match=f"spread is {spread}"):
            form_of("q", None, STANDARD_JSON, None, spread)


@pytest.mark.parametrize("more", [{}, {"spread": 4}])
def test_a_delay_needs_a_partition_of_its_own(more: dict[str, Any]) -> None:
    with pytest.raises(Misused, match="holds back all that is behind it"):
        item(Outgoing(1, delay_seconds=5), **more)
    assert item(Outgoing(1, delay_seconds=5, partition="p"))["delaySeconds"] == 5


# Types and codecs


def test_a_type_writes_and_reads_payloads() -> None:
    pydantic = pytest.importorskip("pydantic")

    class Bill(pydantic.BaseModel):
        total: int = pydantic.Field(alias="sum")

    codec = codec_for(Bill)
    assert codec is not None
    assert item(Bill(sum=3), codec=codec)["payload"] == {"sum": 3}
    assert decoded({"sum": 3}, None, codec) == Bill(sum=3)
    with pytest.raises(InvalidPayload, match="not what was expected"):
        decoded({"sum": "many"}, None, codec)
    with pytest.raises(InvalidPayload, match="cannot be sent"):
        item("a text", codec=codec)


def test_unions_and_plain_types_are_types_too() -> None:
    codec = codec_for(int | list[str])
    assert codec is not None
    assert decoded(["a"], None, codec) == ["a"]
    with pytest.raises(InvalidPayload):
        decoded("a", None, codec)


def test_a_type_of_which_nothing_can_be_made_is_named() -> None:
    codec = codec_for(5)
    assert codec is not None
    with pytest.raises(InvalidConfig, match="pydantic can make nothing"):
        decoded(1, None, codec)


def test_a_codec_may_make_bytes() -> None:
    codec: Codec[Any] = Codec(lambda text: text.encode(), lambda data: data.decode())
    found = item("hello", codec=codec)
    assert decoded(found["payload"], found["headers"], codec) == "hello"


def test_another_json_library_may_be_used() -> None:
    pair = json_pair((lambda value: json.dumps(value).encode(), json.loads))
    assert item({"a": "é"}, json=pair)["payload"] == {"a": "é"}
    for wrong in (json.dumps, (json.dumps,), (1, 2)):
        with pytest.raises(InvalidConfig, match=r"\(dumps, loads\)"):
            json_pair(wrong)


# Many


def test_an_item_that_cannot_be_sent_stands_in_its_place_as_an_error() -> None:
    made = drafts(form(), [1, float("nan"), Outgoing(2)], strict=False).each
    assert [isinstance(each, Draft) for each in made] == [True, False, True]
    assert isinstance(made[1], RegentError)
    with pytest.raises(InvalidPayload):
        drafts(form(), [1, float("nan")], strict=True)


@pytest.mark.parametrize("one", ["text", b"bytes", {"a": 1}])
def test_one_payload_is_not_taken_for_many(one: Any) -> None:
    with pytest.raises(Misused, match="push_many takes many"):
        several(one)
