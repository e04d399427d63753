"""Ids of messages, transactions, leases and partitions."""

import itertools
import time
import uuid

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regent.identifiers import (
    lease_name,
    message_ids,
    parse_lease,
    parse_partition,
    transaction_key,
)

FENCE = "0f8fad5b-d9cb-469f-a165-70867728950e"


def test_message_ids_are_uuids_of_version_7_made_now() -> None:
    before = time.time_ns() // 1_000_000
    first = uuid.UUID(next(message_ids()))
    after = time.time_ns() // 1_000_000
    assert first.version == 7
    assert first.variant == uuid.RFC_4122
    assert before <= first.int >> 80 <= after


def test_message_ids_of_a_request_ascend_and_differ() -> None:
    ids = list(itertools.islice(message_ids(), 10_000))
    assert ids == sorted(set(ids))
    assert {uuid.UUID(text).version for text in ids} == {7}
    assert all(str(uuid.UUID(text)) == text for text in ids)


def test_message_ids_of_two_requests_differ() -> None:
    one, other = (set(itertools.islice(message_ids(), 1_000)) for _ in range(2))
    assert not one & other


def test_a_canonical_uuid_is_its_own_transaction_key() -> None:
    assert transaction_key(FENCE) == (FENCE, None)


@pytest.mark.parametrize(
    "text",
    [
        "ORDER-2024-001234",
        "x",
        FENCE.upper(),
        FENCE.replace("-", ""),
        "{" + FENCE + "}",
        FENCE + "\n",
        "😀" * 255,
    ],
)
def test_any_other_transaction_id_is_hashed_and_kept(text: str) -> None:
    key, kept = transaction_key(text)
    assert kept == text
    assert str(uuid.UUID(key)) == key
    assert uuid.UUID(key).version == 8
    assert transaction_key(text) == (key, text)


@given(st.text(min_size=1), st.text(min_size=1))
def test_transaction_keys_tell_texts_apart(one: str, other: str) -> None:
    same = transaction_key(one)[0] == transaction_key(other)[0]
    assert same == (one == other)


def test_the_key_of_a_text_does_not_change_with_releases() -> None:
    """The key is stored: another hash would let a repeated message through."""
    assert transaction_key("order-1")[0] == "0bafe221-56d2-898c-943b-86040446d366"


@given(st.lists(st.integers(0, 2**63 - 1), max_size=100))
def test_a_lease_id_names_its_partitions(partitions: list[int]) -> None:
    assert parse_lease(lease_name(FENCE, partitions)) == (FENCE, partitions)


@pytest.mark.parametrize(
    "name",
    [
        *("", ".", "x", "1", f"{FENCE}.", f"{FENCE}.x", f"{FENCE}.-1", f"{FENCE}. 1", f".{FENCE}"),
        *(FENCE.upper(), f"{FENCE}.1.", f"{FENCE}..1", f"{FENCE}.{2**63}", f"{FENCE}\n.1", "é.1"),
    ],
)
def test_what_is_no_lease_id_is_none(name: str) -> None:
    assert parse_lease(name) is None


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("1", 1),
        (str(2**63 - 1), 2**63 - 1),
        (str(2**63), None),
        ("9" * 40, None),
        ("", None),
        ("-1", None),
        ("+1", None),
        ("1.0", None),
        (" 1", None),
        ("1_0", None),
        ("\N{ARABIC-INDIC DIGIT ONE}", None),
        ("\N{SUPERSCRIPT TWO}", None),
        ("abc", None),
    ],
)
def test_partition_ids_are_whole_numbers(text: str, number: int | None) -> None:
    assert parse_partition(text) == number
