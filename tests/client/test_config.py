"""A consumer's configuration is checked when it is put together, in words."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from regent.client import Consumer, ConsumerConfig, InvalidConfig, Producer

WRONG = [
    (
        {"url": "localhost:6632"},
        "url is 'localhost:6632'; it takes the server's URL, such as http://",
    ),
    ({"url": "ftp://host"}, "url is 'ftp://host'; it takes the server's URL, such as http://"),
    ({"url": ""}, "url is ''; it takes the server's URL, such as http://"),
    ({"url": "http://"}, "url is 'http://'; it takes"),
    ({"url": "http://h/?a=1"}, "it takes the server's URL, such as http://"),
    ({"url": None}, "url is None; it takes the server's URL"),
    ({"url": 5}, "url is 5; it takes the server's URL"),
    ({"url": "http://\0"}, "it takes the server's URL"),
    ({"group_id": ""}, "group_id is ''; it takes a text of 1 to 255 characters"),
    ({"group_id": "x" * 256}, "it takes a text of 1 to 255 characters"),
    ({"group_id": "a\0b"}, "it takes a text of 1 to 255 characters, none NUL"),
    ({"group_id": None}, "group_id is None; it takes a text"),
    ({"heartbeat_interval_ms": 0}, "heartbeat_interval_ms is 0; it takes a whole number from 1"),
    ({"heartbeat_interval_ms": 1.5}, "heartbeat_interval_ms is 1.5; it takes a whole number"),
    ({"heartbeat_interval_ms": True}, "heartbeat_interval_ms is True; it takes a whole number"),
    ({"heartbeat_interval_ms": "3000"}, "is '3000'; it takes a whole number"),
    ({"heartbeat_interval_ms": 5_001}, "a session must be at least two heartbeats long"),
    ({"session_timeout_ms": 99}, "session_timeout_ms is 99; it takes a whole number from 100 to"),
    ({"session_timeout_ms": 1_800_001}, "a whole number from 100 to 1800000"),
    ({"session_timeout_ms": 10**30}, "a whole number from 100 to 1800000"),
    ({"max_poll_records": 0}, "max_poll_records is 0; it takes a whole number from 1 to 5000"),
    ({"max_poll_records": 5_001}, "max_poll_records is 5001; it takes a whole number from 1"),
    ({"enable_auto_commit": 1}, "enable_auto_commit is 1; it takes True or False"),
    ({"enable_auto_commit": None}, "enable_auto_commit is None; it takes True or False"),
]


@pytest.mark.parametrize(("wrong", "sentence"), WRONG)
def test_a_wrong_value_is_refused_with_what_it_takes(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InvalidConfig) as refused:
        ConsumerConfig(**{"url": "http://localhost:6632", "group_id": "g"} | wrong)
    assert sentence in str(refused.value)
    assert isinstance(refused.value, ValueError)


@pytest.mark.parametrize(
    "url",
    ["http://localhost:6632", "http://localhost:6632/", "https://x.test/prod", "http://[::1]"],
)
def test_a_url_may_have_a_path_and_a_slash_at_its_end(url: str) -> None:
    assert ConsumerConfig(url=url, group_id="g").url == url


def test_it_cannot_be_changed_afterwards() -> None:
    config = ConsumerConfig(url="http://localhost", group_id="g")
    with pytest.raises(dataclasses.FrozenInstanceError):
        config.group_id = "h"  # type: ignore[misc]
    assert dataclasses.replace(config, max_poll_records=7).max_poll_records == 7


def test_the_longest_heartbeat_of_a_session_is_half_of_it() -> None:
    ConsumerConfig(
        url="http://h", group_id="g", heartbeat_interval_ms=5_000, session_timeout_ms=10_000
    )


@pytest.mark.parametrize(
    "wrong",
    [{"linger_ms": -1}, {"batch_size": 0}, {"batch_size": 5_001}, {"delivery_timeout_ms": 0}],
)
def test_a_producer_that_cannot_be_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidConfig, match="they take 0 or more, more than 0, and 1 to 5000"):
        Producer("http://localhost", **wrong)


def test_making_a_consumer_asks_nobody() -> None:
    Consumer(ConsumerConfig(url="http://192.0.2.1", group_id="g")).close()
