"""GET /metrics, /metrics/prometheus"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from regent import __version__
from regent.database import Connection, OpenTransaction
from regent.limits import MAX_GROUP_SERIES, MAX_QUEUE_SERIES
from regent.stores.log import LogStore
from tests.docs.markdown import code, codes, table
from tests.support.clock import Clock
from tests.support.http import Call, restart
from tests.support.log import message
from tests.support.log_http import append
from tests.support.prometheus import Family, parse
from tests.support.queue_http import ack, complete, configure, pop, push, refused
from tests.support.rows import rows

PAGE = Path(__file__).parents[2] / "docs/http/metrics.md"


def scrape(call: Call) -> dict[str, Family]:
    reply = call("GET", "/metrics/prometheus")
    assert reply.status == 200
    assert reply.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    return parse(reply.body)


def busy(call: Call) -> None:
    """Something for every number: two queues, two groups, a failure, a dead letter."""
    configure(call, "orders", retryDelay=0)
    push(call, "orders", 1, 2, 3, 4)
    push(call, "mail", 1)
    first, second, third = pop(call, "orders", batch=3, consumerGroup="billing")
    ack(call, second, status="dlq")
    complete(call, first)
    ack(call, third, status="failed")
    pop(call, "orders", consumerGroup="billing")
    pop(call, "mail", consumerGroup="billing", autoAck=True)
    call("POST", "/api/v1/stats/refresh")


def test_counters_of_the_system(call: Call) -> None:
    busy(call)
    found = scrape(call)
    cluster = {"scope": "cluster"}
    assert found["queen_cluster_push_messages_total"].value(**cluster) == 5
    assert found["queen_cluster_pop_messages_total"].value(**cluster) == 5
    assert found["queen_cluster_ack_total"].value(**cluster, result="success") == 2
    assert found["queen_cluster_ack_total"].value(**cluster, result="failed") == 1
    assert found["queen_cluster_dlq_total"].value(**cluster) == 1
    assert found["queen_dlq_depth"].value(**cluster) == 1
    assert found["regent_lease_expirations_total"].value() == 0
    assert found["regent_leases"].value() == 1
    assert found["regent_info"].value(version=__version__) == 1


def test_numbers_of_a_queue(call: Call) -> None:
    busy(call)
    found = scrape(call)
    expected = {
        "regent_queue_depth": 2,
        "regent_queue_partitions": 1,
        "regent_queue_leased_partitions": 1,
        "queen_dlq_depth_by_queue": 1,
        "regent_queue_push_messages_total": 4,
        "regent_queue_pop_messages_total": 4,
        "regent_queue_dlq_total": 1,
        "regent_queue_lease_expirations_total": 0,
        "regent_queue_messages_expired_total": 0,
    }
    assert {name: found[name].value(queue="orders") for name in expected} == expected
    assert found["regent_queue_ack_total"].value(queue="orders", result="success") == 1
    assert found["regent_queue_ack_total"].value(queue="orders", result="failed") == 1
    assert found["regent_queue_depth"].value(queue="mail") == 0


def test_lag_of_groups(call: Call, clock: Clock) -> None:
    busy(call)
    clock.advance(40)
    found = scrape(call)
    orders = {"queue": "orders", "consumer_group": "billing"}
    assert found["regent_group_lag_messages"].value(**orders) == 2
    assert 40 <= found["regent_group_lag_seconds"].value(**orders) < 50
    mail = {"queue": "mail", "consumer_group": "billing"}
    assert found["regent_group_lag_messages"].value(**mail) == 0
    assert found["regent_group_lag_seconds"].value(**mail) == 0
    oldest = found["regent_group_oldest_message_age_seconds"]
    assert 40 <= oldest.value(consumer_group="billing") < 50


def test_a_new_group_on_an_old_queue_is_not_behind(call: Call) -> None:
    push(call, "q", 1, 2, 3)
    assert pop(call, "q", consumerGroup="late", subscriptionMode="new") == []
    found = scrape(call)
    late = {"queue": "q", "consumer_group": "late"}
    assert found["regent_group_lag_messages"].value(**late) == 0
    assert found["regent_queue_depth"].value(queue="q") == 0


def test_counters_do_not_fall_when_things_are_deleted(call: Call, owner_url: str) -> None:
    busy(call)
    counters = {name for name, family in scrape(call).items() if family.type == "counter"}
    assert {name for name in counters if not name.endswith("_total")} == set()

    def sums() -> dict[str, float]:
        """The sum of each counter of the whole system."""
        found = scrape(call)
        return {
            name: sum(found[name].samples.values())
            for name in counters
            if not name.startswith("regent_queue_")
        }

    before = sums()
    assert before["queen_cluster_push_messages_total"] == 5
    rows(owner_url, "delete from queen.consumer_groups")
    assert sums() == before
    rows(owner_url, "delete from queen.partitions")
    assert sums() == before
    assert scrape(call)["regent_queue_push_messages_total"].value(queue="orders") == 4
    call("DELETE", "/api/v1/resources/queues/orders")
    assert sums() == before
    call("POST", "/api/v1/stats/refresh")
    assert sums() == before
    push(call, "orders", 1)
    assert sums() == {**before, "queen_cluster_push_messages_total": 6}


@pytest.mark.parametrize(
    "name", ['say "hi"', "back\\slash", "two\nlines", "\\n", '"}', "naïve 🐘", "{queue=", "a,b="]
)
def test_names_of_queues_and_groups_are_escaped(call: Call, name: str) -> None:
    push(call, name, 1)
    pop(call, name, consumerGroup=name)
    found = scrape(call)
    assert found["regent_queue_depth"].value(queue=name) == 1
    assert found["regent_group_lag_messages"].value(queue=name, consumer_group=name) == 1


def test_no_payload_is_shown(call: Call) -> None:
    push(call, "q", {"secret": "hunter2"}, key="hunter2", transactionId="hunter2")
    pop(call, "q")
    for path in ("/metrics", "/metrics/prometheus"):
        assert "hunter2" not in json.dumps(call("GET", path).body)


def test_the_last_minute_is_told_as_queen_tells_it(call: Call, clock: Clock) -> None:
    busy(call)
    clock.advance(60)
    found = scrape(call)
    minutes = found["queen_queue_push_messages_per_minute"].samples
    if minutes:  # the minute may have changed between the count and the scrape
        assert found["queen_queue_push_messages_per_minute"].value(queue="orders") == 4
        assert found["queen_queue_pop_messages_per_minute"].value(queue="orders") == 4
        by_result = found["queen_queue_ack_per_minute"]
        assert by_result.value(queue="orders", result="success") == 1
        assert by_result.value(queue="orders", result="failed") == 1


def test_switches_are_told(call: Call) -> None:
    found = scrape(call)
    assert found["queen_maintenance_mode_enabled"].value() == 0
    call("POST", "/api/v1/system/maintenance", {"enabled": True})
    call("POST", "/api/v1/system/maintenance/pop", {"enabled": True})
    found = scrape(call)
    assert found["queen_maintenance_mode_enabled"].value() == 1
    assert found["regent_pop_maintenance_enabled"].value() == 1


def test_schedules_tell_when_they_ran(call: Call, clock: Clock, owner_url: str) -> None:
    assert scrape(call)["regent_schedule_age_seconds"].samples == {}
    rows(owner_url, "select queen.reclaim(1)")
    clock.advance(30)
    found = scrape(call)
    assert 30 <= found["regent_schedule_age_seconds"].value(schedule="reclaim") < 40
    ran = found["regent_schedule_last_run_timestamp_seconds"].value(schedule="reclaim")
    assert ran > 1_700_000_000


def test_series_are_bounded(call: Call, owner_url: str) -> None:
    rows(
        owner_url,
        "insert into queen.queues (name, created_at)"
        " select 'q' || i, now() from generate_series(1, 510) i",
    )
    rows(
        owner_url,
        "insert into queen.consumer_groups (queue_id, name, whole_queue, created_at)"
        " select q.id, 'g' || i || '-' || q.id, true, now()"
        "   from queen.queues q, generate_series(1, 2) i",
    )
    found = scrape(call)
    assert len(found["regent_queue_depth"].samples) == MAX_QUEUE_SERIES == 500
    assert len(found["regent_group_lag_seconds"].samples) == MAX_GROUP_SERIES == 1000
    left_out = found["regent_series_left_out"]
    assert [left_out.value(of=what) for what in ("queue", "pair", "group")] == [10, 20, 20]
    reply = call("GET", "/metrics/prometheus")
    assert len(reply.body) < 1_000_000


def test_every_series_is_described_with_its_type_and_labels(call: Call) -> None:
    """docs/http/metrics.md has a row for each series, and none for another."""
    busy(call)
    found = scrape(call)
    described = {code(row["Series"]): row for row in table(PAGE.read_text(), "Series")}
    assert set(described) == set(found)
    for name, family in found.items():
        assert described[name]["Type"] == family.type, name
        for labels in family.samples:
            assert {label for label, _ in labels} == set(codes(described[name]["Labels"])), name


def test_metrics_as_json(call: Call, clock: Clock) -> None:
    busy(call)
    clock.advance(20)
    body: dict[str, Any] = call("GET", "/metrics").body
    assert body["version"] == __version__
    assert (body["queues"], body["partitions"], body["leases"]) == (2, 2, 1)
    assert 20 <= body["oldestMessageAgeSeconds"] < 30
    messages = body["messages"]
    assert messages.pop("rate") in (0, round(5 / 60, 2))
    assert messages == {
        "total": 5,
        "pushed": 5,
        "popped": 5,
        "acked": 2,
        "failed": 1,
        "lapsed": 0,
        "expired": 0,
        "dead": 1,
        "depth": 2,
        "deadLetters": 1,
    }
    assert body["database"]["poolSize"] == 64
    assert body["uptime"] >= 0
    assert body["cpu"]["user"] > 0
    assert body["memory"]["rss"] is None or body["memory"]["rss"] > 10_000_000
    assert [run["name"] for run in body["schedules"]] == ["count_activity"]


def test_how_far_the_log_can_be_read(
    call: Call, connect: Callable[[], Connection], clock: Clock
) -> None:
    """An append that stays in flight is seen, and what it keeps from readers."""
    append(call, message("note"))
    slow = connect()
    LogStore(OpenTransaction(slow)).append([message("note")])
    append(call, message("note"), message("note"))
    clock.advance(60)
    found = scrape(call)
    held = found["regent_log_held_seconds"].value()
    assert 60 <= held < 70
    names = ("last_position", "safe_position", "appends_in_flight")
    assert [found[f"regent_log_{name}"].value() for name in names] == [4, 1, 1]
    shown = call("GET", "/metrics").body["log"]
    assert 60 <= shown.pop("heldSeconds") < 70
    assert shown == {"lastPosition": 4, "safePosition": 1, "appendsInFlight": 1}
    slow.commit()
    found = scrape(call)
    assert [found[f"regent_log_{name}"].value() for name in names] == [4, 4, 0]
    assert found["regent_log_held_seconds"].value() == 0


@pytest.mark.parametrize("path", ["/metrics", "/metrics/prometheus"])
def test_metrics_need_no_token(call: Call, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    restart(monkeypatch, auth_required="true")
    assert call("GET", path).status == 200
    refused(call("GET", "/api/v1/status"), 401, "UNAUTHORIZED")


@pytest.mark.parametrize("path", ["/metrics", "/metrics/prometheus"])
def test_without_a_database_there_are_no_metrics(
    call: Call, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    restart(monkeypatch, database_url="postgresql://regent_api@/x?host=/nowhere")
    refused(call("GET", path), 503, "DATABASE_UNAVAILABLE")


@pytest.mark.parametrize(
    "text",
    [
        "a 1",
        "a 1\n",
        "# HELP a b\n# TYPE a gauge\nb 1\n",
        "# HELP a b\n# TYPE a gauge\na 1\na 1\n",
        "# HELP a b\n# TYPE a meter\na 1\n",
        '# HELP a b\n# TYPE a gauge\na{b="c""} 1\n',
        '# HELP a b\n# TYPE a gauge\na{b="\\x"} 1\n',
        '# HELP a b\n# TYPE a gauge\na{b="c",b="d"} 1\n',
        "# HELP a b\n# TYPE a gauge\na True\n",
        "# HELP a b\n# TYPE a gauge\n# HELP a b\n# TYPE a gauge\n",
    ],
)
def test_the_parser_of_these_tests_is_strict(text: str) -> None:
    with pytest.raises((ValueError, KeyError, IndexError)):
        parse(text)
