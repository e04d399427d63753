"""/api/v1/log/groups/…: groups, claims and what ends them."""

import pytest

from tests.support.clock import Clock, StoppedClock
from tests.support.http import Call
from tests.support.log import message, positions
from tests.support.log_http import PATH, ack, append, claim, claimed, offsets, register, release
from tests.support.queue_http import refused
from tests.support.rows import value

GROUPS = f"{PATH}/groups"
BY = ["p"]
CLAIM = {"partitionBy": BY, "handledTypes": ["a"], "workerId": "w"}


def a(partition: str = "x"):
    return message("a", p=partition)


def test_a_group_is_registered_once(call: Call) -> None:
    first = call("POST", GROUPS, {"groupId": "g", "partitionBy": ["b", "a"]})
    assert first.status == 201
    again = call("POST", GROUPS, {"groupId": "g"})
    assert again.status == 200
    assert again.body == first.body
    assert again.body.pop("createdAt") == again.body.pop("updatedAt")
    assert again.body == {
        "groupId": "g",
        "status": "active",
        "errorContext": None,
        "retryAt": None,
        "partitionBy": ["a", "b"],
        "partitions": 0,
        "pending": 0,
        "claimed": 0,
        "lowestPosition": None,
        "highestPosition": None,
        "scannedPosition": 0,
        "safePosition": 0,
    }


def test_a_group_with_partitions_of_its_own_has_offsets_as_soon_as_messages(call: Call) -> None:
    register(call, "g", partitionBy=BY)
    append(call, a("x"), a("y"), message("other"))
    assert [each["partitionKey"] for each in offsets(call, "g")] == ["p:x", "p:y"]
    assert call("GET", f"{GROUPS}/g").body["partitions"] == 2


def test_groups_are_listed_by_name(call: Call) -> None:
    for name in ("b", "a/1", "c"):
        register(call, name)
    first = call("GET", GROUPS, query={"limit": 2}).body
    assert [each["groupId"] for each in first["groups"]] == ["a/1", "b"]
    second = call("GET", GROUPS, query={"cursor": first["nextCursor"]}).body
    assert [each["groupId"] for each in second["groups"]] == ["c"]
    assert second["nextCursor"] is None
    assert call("GET", f"{GROUPS}/a/1").body["groupId"] == "a/1"


def test_stop_says_why_and_start_forgets_it(call: Call) -> None:
    register(call, "g")
    append(call, a())
    found = call("POST", f"{GROUPS}/g/stop", {"reason": {"ticket": 7}}).body
    assert (found["status"], found["errorContext"], found["retryAt"]) == (
        "stopped",
        {"ticket": 7},
        None,
    )
    assert claim(call, "g", BY, ["a"]) is None
    found = call("POST", f"{GROUPS}/g/start", {"reason": "done"}).body
    assert (found["status"], found["errorContext"]) == ("active", None)
    assert claim(call, "g", BY, ["a"]) is not None


def test_a_group_that_failed_goes_on_after_its_time(call: Call, clock: Clock) -> None:
    register(call, "g")
    append(call, a())
    found = call(
        "POST", f"{GROUPS}/g/stop", {"reason": "no mail server", "retryInSeconds": 60}
    ).body
    assert (found["status"], found["errorContext"]) == ("failed", "no mail server")
    assert found["retryAt"].endswith("Z")
    assert claim(call, "g", BY, ["a"]) is None
    clock.advance(61)
    assert claim(call, "g", BY, ["a"]) is not None
    assert call("GET", f"{GROUPS}/g").body["status"] == "active"


def test_a_claim_of_nothing_is_204(call: Call) -> None:
    append(call, a())
    assert call("POST", f"{GROUPS}/unknown/claim", CLAIM).status == 204
    register(call, "g")
    assert call("POST", f"{GROUPS}/g/claim", CLAIM).status == 200
    assert call("POST", f"{GROUPS}/g/claim", CLAIM).status == 204


def test_a_claim_says_how_much_and_how_long(call: Call, clock: Clock) -> None:
    register(call, "g")
    append(call, a(), a(), a())
    held = claimed(call, "g", BY, ["a"], batchSize=2, leaseSeconds=0.5)
    assert positions(held) == [1, 2]
    clock.advance(1)
    again = claimed(call, "g", BY, ["a"])
    assert positions(again) == [1, 2, 3]
    body = refused(ack(call, "g", held), 409, "CLAIM_LOST")
    assert body["detail"] == {"offsetId": held["offsetId"]}
    refused(release(call, "g", held), 409, "CLAIM_LOST")
    assert ack(call, "g", again).body == {"acked": True}


def test_a_claim_is_answered_by_its_own_worker(call: Call) -> None:
    register(call, "g")
    append(call, a())
    held = claimed(call, "g", BY, ["a"], workerId="me")
    body = {"offsetId": held["offsetId"], "position": 1, "workerId": "you"}
    refused(call("POST", f"{GROUPS}/g/ack", body), 409, "CLAIM_LOST")
    assert call("POST", f"{GROUPS}/g/ack", {**body, "workerId": "me"}).status == 200


def test_a_claim_can_be_extended(call: Call, stopped_clock: StoppedClock) -> None:
    register(call, "g")
    append(call, a())
    held = claimed(call, "g", BY, ["a"], leaseSeconds=10)
    stopped_clock.advance(9)
    reply = call("POST", f"{GROUPS}/g/extend", {"offsetId": held["offsetId"], "leaseSeconds": 30})
    assert (reply.status, reply.body) == (
        200,
        {"offsetId": held["offsetId"], "claimedUntil": "2030-01-01T00:00:39.000000Z"},
    )
    stopped_clock.advance(29)
    reply = call("POST", f"{GROUPS}/g/extend", {"offsetId": held["offsetId"]})
    assert reply.body["claimedUntil"] == "2030-01-01T00:02:38.000000Z"
    stopped_clock.advance(121)
    reply = call("POST", f"{GROUPS}/g/extend", {"offsetId": held["offsetId"]})
    refused(reply, 409, "CLAIM_LOST")


def test_a_release_with_an_error_rests(call: Call, clock: Clock) -> None:
    register(call, "g")
    append(call, a())
    held = claimed(call, "g", BY, ["a"])
    reply = release(call, "g", held, error="no answer", retryInSeconds=30)
    assert reply.body == {"released": True}
    (offset,) = offsets(call, "g")
    assert (offset["error"], offset["claimed"], offset["lastPosition"]) == ("no answer", False, 0)
    assert claim(call, "g", BY, ["a"]) is None
    clock.advance(31)
    assert positions(claimed(call, "g", BY, ["a"])) == [1]


def test_an_ack_past_the_end_is_refused(call: Call) -> None:
    register(call, "g")
    append(call, a())
    held = claimed(call, "g", BY, ["a"])
    body = refused(ack(call, "g", held, position=2), 400, "POSITION_BEYOND_END")
    assert body["detail"] == {"position": 2, "lastPosition": 1}
    assert ack(call, "g", held).status == 200


def test_advance_moves_forward_only(call: Call) -> None:
    register(call, "g")
    append(call, a(), a(), a())
    for position, where in ((2, 2), (1, 2), (3, 3)):
        body = {"partition": {"p": "x"}, "position": position}
        reply = call("POST", f"{GROUPS}/g/advance", body)
        assert (reply.status, reply.body) == (200, {"position": where})
    assert claim(call, "g", BY, ["a"]) is None
    past = {"partition": {"p": "x"}, "position": 4}
    refused(call("POST", f"{GROUPS}/g/advance", past), 400, "POSITION_BEYOND_END")


def test_what_comes_again_is_replaying(call: Call) -> None:
    register(call, "g")
    append(call, a())
    ack(call, "g", claimed(call, "g", BY, ["a"]))
    append(call, a())
    assert call("POST", f"{GROUPS}/g/reset", {"reason": "new projection"}).body == {
        "groupId": "g",
        "offsetsDeleted": 1,
    }
    first = claimed(call, "g", BY, ["a"])
    assert (positions(first), first["replaying"]) == ([1], True)
    ack(call, "g", first)
    second = claimed(call, "g", BY, ["a"])
    assert (positions(second), second["replaying"]) == ([2], False)


def test_offsets_in_pages(call: Call) -> None:
    register(call, "g", partitionBy=BY)
    append(call, *(a(str(number)) for number in range(5)))
    path = f"{GROUPS}/g/offsets"
    met = []
    page = call("GET", path, query={"limit": 2}).body
    while page["offsets"]:
        met += page["offsets"]
        page = call("GET", path, query={"limit": 2, "cursor": page["nextCursor"]}).body
    assert [each["partitionValue"]["p"] for each in met] == ["0", "1", "2", "3", "4"]
    assert page["nextCursor"] is None
    found = call("GET", path, query={"from": met[3]["id"]}).body["offsets"]
    assert found == met[3:]


def test_offsets_of_a_state(call: Call) -> None:
    register(call, "g", partitionBy=BY)
    append(call, a("held"), a("waits"))
    claimed(call, "g", BY, ["a"])
    path = f"{GROUPS}/g/offsets"
    for state, names in (("claimed", ["held"]), ("pending", ["waits"]), ("idle", [])):
        found = call("GET", path, query={"state": state}).body
        assert [each["partitionValue"]["p"] for each in found["offsets"]] == names
        assert {each["state"] for each in found["offsets"]} <= {state}
        assert found["nextCursor"] is None
    refused(call("GET", path, query={"state": "asleep"}), 400, "INVALID_REQUEST")


@pytest.mark.parametrize("verb", ["stop", "start", "reset"])
def test_a_group_that_is_not_there_is_404(call: Call, verb: str) -> None:
    reply = call("POST", f"{GROUPS}/nowhere/{verb}", {})
    assert refused(reply, 404, "LOG_GROUP_NOT_FOUND")["detail"] == {"groupId": "nowhere"}


def test_what_belongs_to_a_group_that_is_not_there_is_404(call: Call) -> None:
    append(call, a())
    for method, path, body in (
        ("GET", "", None),
        ("GET", "/offsets", None),
        ("POST", "/ack", {"offsetId": "1.1", "position": 1}),
        ("POST", "/extend", {"offsetId": "1.1"}),
        ("POST", "/release", {"offsetId": "1.1"}),
        ("POST", "/advance", {"partition": {"p": "x"}, "position": 1}),
    ):
        reply = call(method, f"{GROUPS}/nowhere{path}", body)
        refused(reply, 404, "LOG_GROUP_NOT_FOUND")


@pytest.mark.parametrize("offset_id", ["x", "1", "1.", ".1", "1.1.1", "-1.1", "9" * 40, "999.1"])
def test_an_offset_id_that_is_none_is_a_lost_claim(call: Call, offset_id: str) -> None:
    register(call, "g")
    append(call, a())
    claimed(call, "g", BY, ["a"])
    for verb in ("ack", "extend", "release"):
        body = {"offsetId": offset_id, "position": 1}
        refused(call("POST", f"{GROUPS}/g/{verb}", body), 409, "CLAIM_LOST")


NAMES: tuple[object, ...] = (None, "", "x" * 256, "a\0", 5, [], {})
POSITIONS: tuple[object, ...] = (None, -1, 2**63, 10**40, "1", 1.5, True, [])
SECONDS: tuple[object, ...] = (-1, "1", 10**12, True, [])
BAD: dict[str, list[dict[str, object]]] = {
    "claim": [
        {},
        *({**CLAIM, "partitionBy": each} for each in (None, [], "p", [""], ["x"] * 9, ["a\0"])),
        *({**CLAIM, "handledTypes": each} for each in (None, [], "a", [""], ["a"] * 101, [5])),
        *({**CLAIM, "workerId": each} for each in NAMES),
        *({**CLAIM, "batchSize": each} for each in (None, 0, -1, 1_001, 1.5, "1", True)),
        *({**CLAIM, "leaseSeconds": each} for each in (None, 0, 86_401, *SECONDS)),
        *({**CLAIM, "guardScope": each} for each in (None, "", "wide", 5)),
    ],
    "ack": [
        {},
        *({"offsetId": each, "position": 1} for each in NAMES),
        *({"offsetId": "1.1", "position": each} for each in POSITIONS),
        *({"offsetId": "1.1", "position": 1, "workerId": each} for each in NAMES[1:]),
    ],
    "extend": [
        {},
        *({"offsetId": each} for each in NAMES),
        *({"offsetId": "1.1", "workerId": each} for each in NAMES[1:]),
        *({"offsetId": "1.1", "leaseSeconds": each} for each in (None, 0, 86_401, *SECONDS)),
    ],
    "release": [
        {},
        *({"offsetId": each} for each in NAMES),
        *({"offsetId": "1.1", "workerId": each} for each in NAMES[1:]),
        *({"offsetId": "1.1", "error": each} for each in ("a\0", "x" * 10_001, 5, {})),
        *({"offsetId": "1.1", "retryInSeconds": each} for each in SECONDS),
    ],
    "advance": [
        {},
        *({"partition": each, "position": 1} for each in (None, {}, [], {"p": None}, {"": 1})),
        {"partition": {str(number): 1 for number in range(9)}, "position": 1},
        *({"partition": {"p": "x"}, "position": each} for each in POSITIONS),
    ],
    "stop": [
        {"reason": "x" * 10_000},
        *({"retryInSeconds": each} for each in SECONDS),
    ],
    "start": [{"reason": "x" * 10_000}],
    "reset": [{"reason": ["x" * 10_000]}],
}


@pytest.mark.parametrize("verb", BAD)
def test_what_has_another_form_is_refused_and_changes_nothing(
    call: Call, owner_url: str, verb: str
) -> None:
    register(call, "g")
    append(call, a())
    for body in BAD[verb]:
        reply = call("POST", f"{GROUPS}/g/{verb}", body)
        assert reply.status == 400, (body, reply)
        refused(reply, 400, "INVALID_REQUEST")
    assert value(owner_url, "select count(*) from log.scans") == 0
    assert call("GET", f"{GROUPS}/g").body["status"] == "active"


def test_a_group_s_name(call: Call) -> None:
    for name in (*NAMES, "a/offsets", "a/offsets/b"):
        refused(call("POST", GROUPS, {"groupId": name}), 400, "INVALID_REQUEST")
    for names in ([], "p", [""], ["x"] * 9, [5]):
        body = {"groupId": "g", "partitionBy": names}
        refused(call("POST", GROUPS, body), 400, "INVALID_REQUEST")
    assert call("GET", GROUPS).body["groups"] == []
    append(call, a())
    for name in ("a b", "a/b/c", "ack", "claim", "x/claim", "offsets", "%", "😀" * 255, ".."):
        register(call, name)
        held = claimed(call, name, BY, ["a"])
        assert ack(call, name, held).status == 200
        assert call("GET", f"{GROUPS}/{name}/offsets").body["offsets"][0]["lastPosition"] == 1
        assert call("GET", f"{GROUPS}/{name}").body["groupId"] == name


def test_reasons_that_cannot_be_stored_are_refused(call: Call) -> None:
    register(call, "g")
    for reason in ('"\\u0000"', "1e400", "NaN"):
        body = f'{{"reason":{reason}}}'
        refused(call("POST", f"{GROUPS}/g/stop", body), 400, "INVALID_JSON")


@pytest.mark.parametrize(
    "query",
    [{"from": "x"}, {"from": -1}, {"from": 2**63}, {"limit": 0}, {"limit": 1_001}, {"cursor": "x"}],
)
def test_queries_of_another_form_are_refused(call: Call, query: dict[str, object]) -> None:
    register(call, "g")
    refused(call("GET", f"{GROUPS}/g/offsets", query=query), 400, "INVALID_REQUEST")
    if "from" not in query:
        refused(call("GET", GROUPS, query=query), 400, "INVALID_REQUEST")


def test_who_may_call_a_route(call: Call) -> None:
    register(call, "g")
    for method, path, body in (
        ("GET", "", None),
        ("GET", "/g", None),
        ("GET", "/g/offsets", None),
        ("POST", "", {"groupId": "g"}),
        *(("POST", f"/g/{verb}", {}) for verb in ("stop", "start", "reset")),
        ("POST", "/g/claim", CLAIM),
        ("POST", "/g/ack", {"offsetId": "1.1", "position": 1}),
        ("POST", "/g/extend", {"offsetId": "1.1"}),
        ("POST", "/g/release", {"offsetId": "1.1"}),
        ("POST", "/g/advance", {"partition": {"p": "x"}, "position": 0}),
    ):
        reply = call(method, GROUPS + path, body, claims={"sub": "s", "role": "read-only"})
        assert (reply.status == 403) is (method == "POST"), path
        reply = call(method, GROUPS + path, body, claims={"sub": "s", "role": "read-write"})
        assert reply.status in (200, 204, 409), path


def test_no_json_is_refused(call: Call) -> None:
    register(call, "g")
    paths = (
        "",
        *(
            f"/g/{v}"
            for v in ("stop", "start", "reset", "claim", "ack", "extend", "release", "advance")
        ),
    )
    for path in paths:
        for body in ("{", "x", '{"a":NaN}', "\x00"):
            refused(call("POST", GROUPS + path, body), 400, "INVALID_JSON")
        refused(call("POST", GROUPS + path, "[]"), 400, "INVALID_REQUEST")


@pytest.mark.parametrize("verb", ["stop", "start", "reset"])
def test_a_body_may_be_left_out_where_nothing_in_it_is_required(call: Call, verb: str) -> None:
    register(call, "g")
    assert call("POST", f"{GROUPS}/g/{verb}").status == 200
