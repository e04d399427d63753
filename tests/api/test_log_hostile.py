"""Requests to the event log's routes that make no sense get a clear 4xx, and nothing is stored. Odd
requests that make sense are answered."""

import json
import uuid

import pytest

from regent.limits import MAX_LOG_STREAMS
from tests.support.http import Call
from tests.support.log import condition, message, positions
from tests.support.log_http import PATH, append, conflicting, try_append
from tests.support.queue_http import refused
from tests.support.rows import value


def stored(owner_url: str) -> int:
    count: int = value(owner_url, "select count(*) from log.messages")
    return count


#: Values of 256 characters, as Postgres writes numbers: no message is found by such a value.
TOO_LONG = ("x" * 256, 10**255, -(10**254), 1e255, -1.5e254, 1e-254)
LONGEST = ("x" * 255, "😀" * 255, 10**254, -(10**253), 1e254, -1e253, 1e-253)


def bad_bodies() -> dict[str, list[object]]:
    good = {"type": "t", "payload": {}}
    wrong_messages: list[object] = [
        *(None, 5, "x", {}, [5], ["x"], [[]], [{}], [{"type": "t"}], [{"payload": {}}]),
        *([{**good, "payload": each}] for each in (None, [], "x", 5)),
        *([{**good, "type": each}] for each in ("", "x" * 256, "a\0", 5, None)),
        *([{**good, "id": each}] for each in ("", "x", 5, {}, "0" * 37)),
        *([{**good, field: "x"}] for field in ("causationId", "correlationId", "metadata")),
        [good] * 1_001,
    ]
    wrong_conditions: list[object] = [
        *(None, 5, {}, [5], [{}], [{"type": ""}], [{"type": "t", "attrs": []}]),
        *([{"type": "t", "attrs": {"a": each}}] for each in (None, [], {}, "a\0", *TOO_LONG)),
        *([{"type": "t", "attrs": {each: 1}}] for each in ("", "x" * 256, "\0")),
        [{"type": "t", "attrs": {str(n): 1 for n in range(9)}}],
        [{"type": "t"}] * 801,
    ]
    wrong_positions: list[object] = [None, -1, 2**63, 10**40, "1", 1.5, True, [], {}]
    guards: list[object] = [
        *(5, [], {}, {"conditions": []}, {"lastPosition": 0}),
        *({"conditions": each, "lastPosition": 0} for each in wrong_conditions),
        *({"conditions": [], "lastPosition": each} for each in wrong_positions),
    ]
    partition = {"attributes": {"a": 1}, "handledTypes": ["t"]}
    return {
        "append": [
            {},
            *({"messages": each} for each in wrong_messages),
            *({"messages": [good], "guard": each} for each in guards),
        ],
        "read": [
            *({}, {"conditions": []}),
            *({"conditions": each} for each in wrong_conditions),
            *({"conditions": [{"type": "t"}], "limit": each} for each in (0, 1_001, "x", -1)),
            *({"conditions": [{"type": "t"}], "afterPosition": p} for p in wrong_positions[1:]),
        ],
        "read-partition": [
            {},
            *({**partition, "attributes": each} for each in (None, {}, [], {"a": None}, {"": 1})),
            *({**partition, "attributes": {"a": each}} for each in TOO_LONG),
            *({**partition, "handledTypes": each} for each in (None, [], "t", [5], [""])),
            {**partition, "handledTypes": ["t"] * 101},
            *({**partition, "guardScope": each} for each in (None, "", "wide", 5)),
            *({**partition, "upto": each} for each in wrong_positions[1:]),
            *({**partition, "limit": each} for each in (0, 1_001, "x")),
        ],
        "schedule": [
            {},
            {"messages": [good]},
            {"messages": [], "at": "2026-11-18T09:00:00Z"},
            *({"messages": each, "at": "2026-11-18T09:00:00Z"} for each in wrong_messages),
            *({"messages": [good], "at": each} for each in (None, [], {}, True)),
        ],
    }  # fmt: skip


@pytest.mark.parametrize("route", bad_bodies())
def test_what_has_another_form_is_refused_and_changes_nothing(
    call: Call, owner_url: str, route: str
) -> None:
    for body in bad_bodies()[route]:
        reply = call("POST", f"{PATH}/{route}", body)
        assert reply.status == 400, (body, reply)
        refused(reply, 400, reply.body["code"])
        assert reply.body["code"] in ("INVALID_REQUEST", "INVALID_JSON"), (body, reply)
    assert stored(owner_url) == 0
    assert value(owner_url, "select count(*) from log.scheduled") == 0


@pytest.mark.parametrize(
    "query",
    [
        *({"from": each} for each in (-1, "x", 2**63, 10**30)),
        *({"limit": each} for each in (0, 1_001, "x")),
        *({"order": each} for each in ("", "up", "ASC")),
        *({"type": each} for each in ("", "x" * 256, "a\0")),
        *({"cursor": each} for each in ("x", "%%%", "W10", "WyJhIl0", "WzFd" * 99, "Wy0xXQ")),
    ],
)
def test_queries_of_another_form_are_refused(call: Call, query: dict[str, object]) -> None:
    refused(call("GET", f"{PATH}/messages", query=query), 400, "INVALID_REQUEST")
    if "order" not in query and "type" not in query:
        path = f"{PATH}/messages/{uuid.uuid4()}/correlated"
        refused(call("GET", path, query=query), 400, "INVALID_REQUEST")


ODD_PAYLOADS = (
    *('{"a":NaN}', '{"a":Infinity}', '{"a":1e400}', '{"a":[-1e400]}', '{"a":"\\u0000"}'),
    *('{"\\u0000":1}', '{"a":"\\ud800"}', '{"\\udfff":1}', '{"a":1' + "0" * 5_000 + "}"),
    *('{"a":' * 250 + "1" + "}" * 250, '{"a":' + "[" * 100_000 + "]" * 100_000 + "}"),
)


@pytest.mark.parametrize("route", ["append", "schedule"])
def test_payloads_that_cannot_be_stored_are_refused(call: Call, owner_url: str, route: str) -> None:
    for payload in ODD_PAYLOADS:
        for field in ("payload", "metadata"):
            good = '"metadata":{},"payload":{}'.replace(f'"{field}":{{}}', f'"{field}":{payload}')
            body = f'{{"at":"2099-01-01T00:00:00Z","messages":[{{"type":"t",{good}}}]}}'
            refused(call("POST", f"{PATH}/{route}", body), 400, "INVALID_JSON")
    assert stored(owner_url) == 0
    assert value(owner_url, "select count(*) from log.scheduled") == 0


def test_conditions_that_cannot_be_asked_are_refused(call: Call) -> None:
    for value_ in ("NaN", "1e400", '"\\ud800"', "1" + "0" * 5_000):
        condition_ = f'{{"type":"t","attrs":{{"a":{value_}}}}}'
        guard = f'{{"lastPosition":0,"conditions":[{condition_}]}}'
        for route, body in (
            ("read", f'{{"conditions":[{condition_}]}}'),
            ("append", f'{{"messages":[{{"type":"t","payload":{{}}}}],"guard":{guard}}}'),
            ("read-partition", f'{{"attributes":{{"a":{value_}}},"handledTypes":["t"]}}'),
        ):  # fmt: skip
            reply = call("POST", f"{PATH}/{route}", body)
            refused(reply, 400, "INVALID_JSON")


def test_odd_values_that_are_json_are_kept_and_found(call: Call) -> None:
    for odd in (
        *("", " ", "|:\\", "a|b:c", "😀" * 255, "\u2028", "\x01", "'; drop schema log cascade; --"),
        *(0, -1, 2**63, 10**40, True, False, 1.5, 1e16, 1e-7),
    ):
        sent = message("odd", key=odd)
        (position,) = append(call, sent)
        found = call("POST", f"{PATH}/read", {"conditions": [condition("odd", key=odd)]}).body
        assert positions(found)[-1] == position, odd
        assert found["messages"][-1]["payload"] == {"key": odd}


@pytest.mark.parametrize("longest", LONGEST, ids=range(len(LONGEST)))
def test_a_value_of_255_characters_is_found_and_guarded(call: Call, longest: object) -> None:
    asked = condition("long", key=longest)
    (position,) = append(call, message("long", key=longest))
    assert positions(call("POST", f"{PATH}/read", {"conditions": [asked]}).body) == [position]
    guard = {"conditions": [asked], "lastPosition": 0}
    assert conflicting(try_append(call, message("other"), guard=guard)) == [position]


@pytest.mark.parametrize("too_long", TOO_LONG, ids=range(len(TOO_LONG)))
def test_a_longer_value_is_content_and_asking_for_it_is_refused(
    call: Call, too_long: object
) -> None:
    """A guard with such a value would match no message, and so never break."""
    append(call, message("long", key=too_long, n=1))
    assert positions(call("POST", f"{PATH}/read", {"conditions": [condition("long", n=1)]}).body)
    guard = {"conditions": [condition("long", key=too_long)], "lastPosition": 0}
    told = refused(try_append(call, message("other"), guard=guard), 400, "INVALID_REQUEST")["error"]
    assert "messages are found by values of at most 255" in told


def test_keys_that_repeat_count_once(call: Call) -> None:
    body = '{"messages":[{"type":"t","payload":{"a":1,"a":2}}]}'
    assert call("POST", f"{PATH}/append", body).status == 201
    found = call("POST", f"{PATH}/read", {"conditions": [condition("t", a=2)]}).body
    assert found["messages"][0]["payload"] == {"a": 2}


def test_a_payload_with_hundreds_of_thousands_of_keys(call: Call, owner_url: str) -> None:
    keys = ",".join(f'"{number}":0' for number in range(300_000))
    body = f'{{"messages":[{{"type":"t","payload":{{{keys}}}}}]}}'
    detail = refused(call("POST", f"{PATH}/append", body), 400, "TOO_MANY_ATTRIBUTES")["detail"]
    assert detail == {"type": "t", "attributes": 300_000}
    assert stored(owner_url) == 0
    deep = f'{{"messages":[{{"type":"t","payload":{{"all":{{{keys}}}}}}}]}}'
    assert call("POST", f"{PATH}/append", deep).status == 201


def test_no_body_or_no_json_is_refused(call: Call) -> None:
    for route in ("append", "read", "read-partition", "schedule"):
        for body in ("{", "nonsense", "\x00", '{"a":NaN}'):
            refused(call("POST", f"{PATH}/{route}", body), 400, "INVALID_JSON")
        for body in ("[]", "null", "5", json.dumps("x")):
            refused(call("POST", f"{PATH}/{route}", body), 400, "INVALID_REQUEST")
        assert call("POST", f"{PATH}/{route}").status == 400


def test_conditions_that_fit_too_many_sets_of_attributes_are_refused(call: Call) -> None:
    """Each pair of a condition and a set is looked through by itself: 800 conditions on 900 sets
    held a session for 8 s."""
    sets = [{"kept": 1, f"odd{number}": 1} for number in range(10)]
    append(call, *(message("wide", **attributes) for attributes in sets))
    exact = [condition("wide", kept=number) for number in range(MAX_LOG_STREAMS // len(sets))]
    reply = call("POST", f"{PATH}/read", {"conditions": exact})
    assert (reply.status, len(reply.body["messages"])) == (200, 10)

    wide = [*exact, condition("wide", kept=100)]
    for path, body in (
        ("read", {"conditions": wide}),
        ("append", {
            "messages": [message("wide", kept=1)],
            "guard": {"conditions": wide, "lastPosition": 10},
        }),
    ):  # fmt: skip
        told = refused(call("POST", f"{PATH}/{path}", body), 400, "CONDITIONS_TOO_WIDE")
        assert told["detail"] == {"conditions": 101, "maxSets": MAX_LOG_STREAMS}
    assert len(call("POST", f"{PATH}/read", {"conditions": exact}).body["messages"]) == 10
